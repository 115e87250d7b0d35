"""Tournaments: a structure that a director can write, seats, levels, places and prizes."""
