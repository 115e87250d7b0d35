"""A served table: its facts, its state, command decisions, and the task that serves it."""
