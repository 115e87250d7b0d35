"""Turns a decoder's errors into sentences in the file's own words."""

from __future__ import annotations

import re


def explain(error: Exception) -> str:
    """Format a decoder's error with its location: `blinds.sb: expected int, got str`."""
    text, _, place = str(error).partition(" - at ")
    path = place.replace("`key` in ", "a key of ").replace("`", "").replace("$.", "").replace("$", "")
    missing = re.fullmatch(r"Object missing required field `(.*)`", text)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", text)
    if missing:
        what = f"field {missing[1]!r} is missing"
    elif unknown:
        what = f"field {unknown[1]!r} is not known"
    else:
        what = text.replace("`", "").replace("Expected", "expected").replace(" | ", " or ")
    return f"{path}: {what}" if path else what
