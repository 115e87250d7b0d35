"""Playing recorded hands again by the rules of the engine."""
