"""Stand-in for the `cython` module, for running the core interpreted where Cython is not installed."""

from contextlib import nullcontext
from typing import TypeVar

_Kind = TypeVar("_Kind", bound=type)

compiled = False
nogil = nullcontext()


def cclass(kind: _Kind) -> _Kind:
    """Interpreted, a class is a class."""
    return kind


no_gc = cclass
