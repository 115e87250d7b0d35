"""Stand-in for the `cython` module, so the core runs interpreted without Cython."""

from contextlib import nullcontext
from typing import TypeVar

_Kind = TypeVar("_Kind", bound=type)

compiled = False
nogil = nullcontext()


def cclass(kind: _Kind) -> _Kind:
    """Return the class unchanged."""
    return kind


no_gc = cclass
