"""The process itself: clock, log, metrics, limits and memory."""
