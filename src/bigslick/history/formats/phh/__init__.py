"""PHH, which gives `History` its fields: `.phh` (one hand) and `.phhs` (many)."""
