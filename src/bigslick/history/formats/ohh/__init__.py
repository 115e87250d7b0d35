"""Open Hand History: JSON hand files and tournament summaries."""
