"""Nights that were played elsewhere: reading what other sites write about them."""
