"""Odds: equity of hands and ranges, and ICM."""
