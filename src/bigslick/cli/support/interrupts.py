"""Ctrl-C: a command that is stopped says what was kept and how to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPPED = 130
NOTHING_KEPT = "stopped; nothing was kept"


class Stopped(Exception):
    """The command was stopped from the keyboard; the sentence says what was kept."""


@contextmanager
def if_stopped(sentence: Callable[[], str]) -> Iterator[None]:
    """Inside this block, Ctrl-C ends the command with this sentence."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(sentence()) from None
