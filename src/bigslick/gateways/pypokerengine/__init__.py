"""Bots written for PyPokerEngine."""
