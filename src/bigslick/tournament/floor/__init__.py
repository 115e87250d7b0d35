"""Plays whole bot events: tables at core speed, and the run that connects them to the director."""
