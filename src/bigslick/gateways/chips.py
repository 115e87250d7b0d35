"""Converts between a program's chips and the table's, for a program with smaller chips."""

from __future__ import annotations

from bigslick.bots import BotFailed
from bigslick.hand.view import View


class Scale:
    """How many of a program's chips make one of the table's, for a program with a built-in game."""

    def __init__(self, big_blind: int, stack: int) -> None:
        """Take the big blind and the stack of the program's game, in its own chips."""
        self.big_blind = big_blind
        self.stack = stack

    def of(self, view: View) -> int:
        """Return the scale at this table; raise `BotFailed` if the program's game cannot be played."""
        scale, rest = divmod(self.big_blind, view.big_blind)
        start = {stack + committed for stack, committed in zip(view.stacks, view.committed, strict=True)}
        started = view.turn is not None and {chips * scale for chips in start if chips} != {self.stack}
        if rest or started:
            raise BotFailed(
                f"its program plays stacks of {self.stack:,} and a big blind of {self.big_blind:,}, "
                "which this table does not"
            )
        return scale

    @staticmethod
    def to_table(amount: int, scale: int) -> int:
        """Return the nearest amount in the table's chips."""
        return (2 * amount + scale) // (2 * scale)
