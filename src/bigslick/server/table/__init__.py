"""A served table: facts, the state they make, what commands decide, and the task that serves it."""
