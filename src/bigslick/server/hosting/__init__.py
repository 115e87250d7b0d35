"""What the host of a table or tournament does, the same for both: facts, state, decisions."""
