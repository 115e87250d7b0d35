"""The result of a comparison: rows of one table."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any


class Missing(Exception):
    """A peer that is not installed here."""


class Different(Exception):
    """Two libraries that should agree but do not, so comparing their speed is meaningless."""


@dataclass(frozen=True)
class Row:
    """One comparison. Figures are rates (more is better), or times if `lower`."""

    work: str
    peer: str
    unit: str
    theirs: float | None
    ours: float | None
    at_least: float
    """The target ratio; for a row without a peer, the limit."""
    aim: float | None = None
    lower: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times faster we are than the peer."""
        if self.theirs is None or self.ours is None:
            return None
        return self.theirs / self.ours if self.lower else self.ours / self.theirs

    @property
    def verdict(self) -> str:
        """`ok`, `below`, or why there is no comparison."""
        if self.note:
            return self.note
        if self.ratio is None:
            assert self.ours is not None
            return "ok" if self.ours < self.at_least else "above"
        return "ok" if self.ratio >= self.at_least else "below"


def need(module: str) -> Any:
    """Import a peer's module."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"{module} is not installed: {error}") from None


def named(package: str) -> str:
    """Return a peer's name with its version."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package


def agree(condition: object, what: str) -> None:
    """Stop a comparison if the two sides do different work."""
    if not condition:
        raise Different(what)


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Silence standard output: a Rust library prints its time directly, bypassing Python."""
    sys.stdout.flush()
    kept = os.dup(1)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
