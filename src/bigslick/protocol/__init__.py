"""What a card room and its clients share: messages, table settings, and the proofs that a deal was fair."""
