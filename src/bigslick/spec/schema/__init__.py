"""The language in one table: every construct, its keys and their contents.

The checker, the reference page and `spec explain` all read only this table.
"""

from __future__ import annotations

from typing import Final

from .effects import EFFECT_LIST
from .sections import PART_LIST, SECTION_LIST
from .values import (
    AGGREGATE,
    ARITHMETIC,
    COMPARISONS,
    CONDITION_LIST,
    IF_VALUE,
    LOGIC,
    QUERY_LIST,
    SELECTOR_LIST,
    VALUE_LIST,
)
from .words import KIND_WORDS, Construct, Key

__all__ = [
    "AGGREGATE",
    "ARITHMETIC",
    "COMPARISONS",
    "CONDITIONS",
    "EFFECTS",
    "IF_VALUE",
    "KIND_WORDS",
    "LOGIC",
    "MERGED",
    "PARTS",
    "QUERIES",
    "REFS",
    "SECTIONS",
    "SELECTORS",
    "TABLE",
    "VALUES",
    "Construct",
    "Key",
]

TABLE: Final[tuple[Construct, ...]] = (
    *SECTION_LIST,
    *PART_LIST,
    AGGREGATE,
    IF_VALUE,
    *EFFECT_LIST,
    *VALUE_LIST,
    *CONDITION_LIST,
    *QUERY_LIST,
    *SELECTOR_LIST,
)

SECTIONS: Final[dict[str, Construct]] = {c.name: c for c in SECTION_LIST}
PARTS: Final[dict[str, Construct]] = {c.name: c for c in PART_LIST}
EFFECTS: Final[dict[str, Construct]] = {c.name: c for c in EFFECT_LIST}
REFS: Final[dict[str, Construct]] = {c.name.removeprefix("ref "): c for c in VALUE_LIST if c.name.startswith("ref ")}
VALUES: Final[dict[str, Construct]] = {c.name: c for c in VALUE_LIST}
CONDITIONS: Final[dict[str, Construct]] = {c.name: c for c in CONDITION_LIST}
QUERIES: Final[dict[str, Construct]] = {c.name: c for c in QUERY_LIST}
SELECTORS: Final[dict[str, Construct]] = {c.name: c for c in SELECTOR_LIST}
MERGED: Final = (
    "globalVars",
    "perPlayerVars",
    "zones",
    "tokens",
    "tables",
    "actions",
    "effectMacros",
    "conditionMacros",
    "terminal",
    "invariants",
)
"""Sections that are lists and grow with each document; the others can appear once."""
