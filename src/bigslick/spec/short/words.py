"""The words and levels shared by reading and writing the short form."""

from __future__ import annotations

import re
from typing import Final, Literal

Kind = Literal["value", "condition", "query"]

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
BOUND: Final = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_-]*")
ZONE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*:\$?[A-Za-z0-9_-]+")
KEYWORDS: Final = frozenset(
    ("and", "or", "not", "in", "if", "else", "for", "where", "from", "after", "true", "false", "original")
)
"""Words that cannot name a variable in the short form."""
ACTIVE: Final = "activePlayer"
TWO_SIDED: Final = ("floorDiv", "ceilDiv", "mod", "min", "max")
"""Operations written like functions: `mod(pot, 2)`."""
GATHERED: Final = ("sum", "min", "max")
"""Aggregates over `for`: `sum(bet[$p] for $p in players)`."""
FUNCTIONS: Final = frozenset((*TWO_SIDED, *GATHERED, "count", "concat", "and", "or"))
COMPARISONS: Final = ("==", "!=", "<=", ">=", "<", ">")
FILTERED: Final = ("players", "tokensInZone", "binding", "param", "tableRows")
"""The queries that take `where`."""
RANGE_KEYS: Final = ("step", "alwaysInclude", "maxResults")
MARK: Final = "="
"""The prefix of a value in the short form, because a plain string is a value too."""
