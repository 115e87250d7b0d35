"""How a hand ended: the pots, who won them, and what each seat is left with."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bigslick.core.chips import part_of


class Pot(msgspec.Struct, frozen=True):
    """Chips in the middle and the seats that may win them."""

    amount: int
    seats: tuple[int, ...]


class PotAward(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A pot, or what one of several boards pays of it, and who won it: what each got, and the odd chips among that."""

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
    """The main pot first; of each pot one entry for every board."""
    payouts: dict[int, int]
    """Chips won from the pots, by seat."""
    refunds: dict[int, int]
    """Uncalled chips returned, by seat."""
    show_order: tuple[int, ...]
    """The seats that tabled their hands, in order; empty without a showdown."""
    all_in_showdown: bool
    """Whether someone was all-in, so that all hands were tabled at once."""
    busted: tuple[int, ...]
    """The seats left without a chip."""


def split(amount: int, winners: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Divide a pot among its winners, given clockwise from the button's left; odd units go to the first of them."""
    return {seat: part_of(amount, len(winners), place, unit) for place, seat in enumerate(winners)}
