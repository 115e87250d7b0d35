"""Whole events of bots: the tables at the speed of the core, and the run that brings them and the director together."""
