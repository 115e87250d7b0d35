"""Slumbot's HTTP API: playing against it, and serving our own bots over it."""
