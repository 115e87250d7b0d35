"""Bots as child processes: starting, limiting, talking to and ending them."""
