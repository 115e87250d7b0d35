"""Open Hand History: JSON files with one hand each, and tournament summaries."""
