"""How a hand ended: the pots, their winners, and each seat's final stack."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.core.chips import part_of
from bigslick.errors import BigslickError
from bigslick.notebook import html_table

from .refusals import seat_name


class NotOver(BigslickError, RuntimeError):
    """A hand's result was read while it was being played."""

    __module__ = "bigslick"


class Pot(msgspec.Struct, frozen=True):
    """Chips in the middle and the seats that can win them."""

    amount: int
    seats: tuple[int, ...]


class PotAward(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A pot, or one board's part of it, with its winners and their amounts, odd chips included."""

    amount: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    shares: dict[int, int]
    odd_chips: dict[int, int]
    board: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand ended."""

    stacks: tuple[int, ...]
    pots: tuple[PotAward, ...]
    """The main pot first; each pot has one entry for every board."""
    payouts: dict[int, int]
    """Chips won from the pots, by seat."""
    refunds: dict[int, int]
    """Uncalled chips returned, by seat."""
    show_order: tuple[int, ...]
    """The seats that tabled their hands, in order; empty without a showdown."""
    all_in_showdown: bool
    """Whether someone was all-in, so every hand was tabled."""
    busted: tuple[int, ...]
    """The seats left without a chip."""

    def _repr_html_(self) -> str:
        rows = [
            (
                seat_name(seat),
                f"{self.payouts.get(seat, 0):,}",
                f"{self.refunds.get(seat, 0):,}",
                f"{stack:,}",
                "busted" if seat in self.busted else "",
            )
            for seat, stack in enumerate(self.stacks)
        ]
        return html_table(("", "won", "returned", "stack", ""), rows)


def split(amount: int, winners: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Split a pot among its winners, given clockwise from the button's left; odd units go to the first of them."""
    return {seat: part_of(amount, len(winners), place, unit) for place, seat in enumerate(winners)}
