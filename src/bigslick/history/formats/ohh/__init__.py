"""Open Hand History: JSON files of hands, and tournament summaries."""
