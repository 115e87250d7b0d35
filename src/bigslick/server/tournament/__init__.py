"""A served tournament: facts, the state they make, what commands decide, and the task that serves it."""
