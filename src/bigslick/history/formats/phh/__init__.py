"""PHH, the format in which a `History` keeps its fields: `.phh` (one hand) and `.phhs` (many)."""
