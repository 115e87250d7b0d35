"""From one format to another, with names or cards hidden."""
