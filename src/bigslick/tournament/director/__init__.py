"""Decides what happens in a running event: seats, moves, places and prizes."""
