"""Hosting, the same for tables and tournaments: facts, state, decisions."""
