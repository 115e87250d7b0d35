"""The directors of events in rounds and days: shootouts, brackets, flights."""
