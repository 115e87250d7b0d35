"""The directors for events in rounds and days: shootouts, brackets, flights."""
