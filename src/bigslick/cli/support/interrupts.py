"""Ctrl-C: a stopped command says what was saved and how to resume."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPPED = 130
NOTHING_KEPT = "stopped; nothing was kept"


class Stopped(Exception):
    """The command was stopped from the keyboard. The sentence says what was saved."""


def stopped_early(played: int, wanted: int) -> str:
    """Return the sentence after the results of a run that Ctrl-C cut short."""
    return f"stopped after {played:,} of {wanted:,} hands: these are the results of the hands played"


@contextmanager
def if_stopped(sentence: Callable[[], str]) -> Iterator[None]:
    """Inside this block, Ctrl-C ends the command with this sentence."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(sentence()) from None
