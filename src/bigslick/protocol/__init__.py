"""Shared by a card room and its clients: messages, table settings, and proofs of a fair deal."""
