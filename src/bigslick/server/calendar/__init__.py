"""Dates and calendar files."""
