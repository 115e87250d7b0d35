"""Positions: players' names for the seats in a hand, from the button and the blinds to the cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bigslick.checks import must_be
from bigslick.hand.setup import Setup

_LATE: Final = ("LJ", "HJ", "CO")
POSITIONS: Final = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", *_LATE, "BTN")
"""Every position, in dealing order."""


def positions(setup: Setup) -> dict[int, str]:
    """Return the position of every seat dealt in: BTN, SB and BB, then UTG, UTG+1, ..., LJ, HJ, CO towards the button.

    Heads-up, the small blind is called BTN. A dead button or dead small blind names no seat, and the seat before a dead
    button is still the cutoff.
    """
    must_be(Setup, setup, "a setup: expected a Setup, such as hand.setup")
    return name_seats(setup.dealt, setup.button, setup.small_blind_seat, setup.big_blind_seat)


def name_seats(dealt: Sequence[int], button: int, small: int | None, big: int | None) -> dict[int, str]:
    """Return the positions of the seats dealt in, left of the button first; None for a blind that no one posts."""
    names: dict[int, str] = {}
    if small is not None:
        names[small] = "SB"
    if button in dealt:
        names[button] = "BTN"
    if big is not None:
        names[big] = "BB"
    last = next((seat for seat in (big, small) if seat is not None), button)
    start = dealt.index(last) + 1 if last in dealt else 0
    others = [seat for seat in (*dealt[start:], *dealt[:start]) if seat not in names]
    names.update(zip(others, _names(len(others)), strict=True))
    return {seat: names[seat] for seat in dealt}


def _names(count: int) -> list[str]:
    """Return the names between the big blind and the button: the first is always UTG, the last three have their own."""
    late = _LATE[max(0, len(_LATE) + 1 - count) :] if count > 1 else ()
    early = count - len(late)
    return ["UTG" if step == 0 else f"UTG+{step}" for step in range(early)] + list(late)
