"""PHH, the source of `History`'s fields: `.phh` (one hand) and `.phhs` (many)."""
