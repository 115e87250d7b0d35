"""Shared by a card room and its clients: messages, table settings, and proofs that a deal was fair."""
