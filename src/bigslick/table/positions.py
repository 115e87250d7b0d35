"""Positions: what players call a seat of a hand, from the button and the blinds to the cutoff."""

from __future__ import annotations

from typing import Final

from bigslick.checks import must_be
from bigslick.hand.setup import Setup

_LATE: Final = ("LJ", "HJ", "CO")


def positions(setup: Setup) -> dict[int, str]:
    """The position of every seat that is dealt in: BTN, SB and BB, then UTG, UTG+1, ..., LJ, HJ, CO towards the button.

    Heads-up the small blind is called BTN. A dead button or a dead small blind names no seat, and the seat
    before a dead button is still the cutoff.
    """
    must_be(Setup, setup, "a setup: expected a Setup, such as hand.setup")
    dealt = setup.dealt  # left of the button first
    names: dict[int, str] = {}
    if setup.small_blind_seat is not None:
        names[setup.small_blind_seat] = "SB"
    if setup.button in dealt:
        names[setup.button] = "BTN"
    if setup.big_blind_seat is not None:
        names[setup.big_blind_seat] = "BB"
    last = next((seat for seat in (setup.big_blind_seat, setup.small_blind_seat) if seat is not None), setup.button)
    start = dealt.index(last) + 1 if last in dealt else 0
    others = [seat for seat in (*dealt[start:], *dealt[:start]) if seat not in names]
    names.update(zip(others, _names(len(others)), strict=True))
    return {seat: names[seat] for seat in dealt}


def _names(count: int) -> list[str]:
    """The names between the big blind and the button: the first is always UTG, the last three have their own."""
    late = _LATE[max(0, len(_LATE) + 1 - count) :] if count > 1 else ()
    early = count - len(late)
    return ["UTG" if step == 0 else f"UTG+{step}" for step in range(early)] + list(late)
