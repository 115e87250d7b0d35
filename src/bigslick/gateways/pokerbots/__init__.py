"""Bots written for MIT Pokerbots."""
