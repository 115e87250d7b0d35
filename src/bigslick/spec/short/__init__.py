"""The short form of conditions, values and queries: `pot > 0 and not folded[actor]` for a tree of mappings.

Both forms mean the same. `reading` turns the short form into the nodes of the long one, so everything else sees only
those; `writing` is its inverse; `forms` finds the places in a document where either form is allowed.
"""

from __future__ import annotations

from .forms import expand, rewrite
from .reading import parse
from .writing import Unwritten, write

__all__ = ["Unwritten", "expand", "parse", "rewrite", "write"]
