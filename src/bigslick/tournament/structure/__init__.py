"""Everything decided before the first card: the structure file, its levels, prizes and formats, and forecasts."""
