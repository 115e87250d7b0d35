"""Counting what players did and won over many hands."""
