"""The limits of every game, which keep a spec from running forever."""

from __future__ import annotations

from typing import Final

SAFE: Final = 2**53
"""The largest int, in either sign."""
MAX_ITEMS: Final = 10_000
"""The longest list: a range, a menu, the subsets of a zone."""
MAX_TEXT: Final = 1_000
"""The longest string."""
BUDGET: Final = 10_000_000
"""How many loop steps one program may take."""
