"""Hosting a table or tournament, the same for both: facts, state, decisions."""
