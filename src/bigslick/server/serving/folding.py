"""Folds facts from the store into a live table or tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from bigslick.server.store.records import FactRow
from bigslick.server.store.trouble import DamagedStream


class FoldedState(Protocol):
    """A table or tournament made from its facts."""

    @property
    def count(self) -> int:
        """The number of facts folded so far."""


L = TypeVar("L", bound=FoldedState)


def fold(
    what: str,
    rows: Iterable[FactRow],
    begin: Callable[[bytes], L],
    take: Callable[[L, bytes], object],
    live: L | None = None,
) -> L:
    """Fold facts into `live`, or into what the first of them opens; raises `DamagedStream`.

    `begin` and `take` decode a fact from its payload. `what` is "table t1" or "tournament sng1", for the error.
    """
    for row in rows:
        if row.seq != (1 if live is None else live.count + 1):
            raise DamagedStream(f"fact {row.seq - 1} of {what} is missing")
        try:
            if live is None:
                live = begin(row.payload)
            else:
                take(live, row.payload)
        except Exception as error:
            raise DamagedStream(f"fact {row.seq} of {what} is damaged: {type(error).__name__}") from error
    if live is None:
        raise DamagedStream(f"{what} has no facts")
    return live
