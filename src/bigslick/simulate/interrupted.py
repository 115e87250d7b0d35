"""Ctrl-C during a long run keeps the results so far."""

from __future__ import annotations

from typing import Generic, TypeVar

Result = TypeVar("Result")


class Interrupted(KeyboardInterrupt, Generic[Result]):
    """Ctrl-C, with the result of the hands played before it: `except Interrupted as stop: stop.result`."""

    __module__ = "bigslick.simulate"

    def __init__(self, result: Result, hands: int) -> None:
        super().__init__(f"stopped after {hands:,} hands; `result` has their figures")
        self.result = result
