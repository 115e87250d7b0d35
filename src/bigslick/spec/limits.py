"""Limits that keep every game from running forever."""

from __future__ import annotations

from typing import Final

SAFE: Final = 2**53
"""The largest absolute value of an int."""
MAX_ITEMS: Final = 10_000
"""The longest list: a range, a menu, a zone's subsets."""
MAX_TEXT: Final = 1_000
"""The longest string."""
BUDGET: Final = 10_000_000
"""How many loop steps one program can take."""
MOST_STATE: Final = 50_000
"""A machine copies a state's words twice per move; above this size, lists that grow and shrink are faster."""
MAX_DEPTH: Final = 100
"""How deeply a document's values can be nested."""
