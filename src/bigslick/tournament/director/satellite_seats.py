"""Gives each person at most one satellite seat, even with several entries: a second one goes to the next place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

import msgspec

from bigslick.table.ranking import Finish, equal_parts

from ..structure.payouts import Payouts


def one_each(finishes: Sequence[Finish], prizes: Sequence[int], seated: Collection[str]) -> list[Finish]:
    """Return the finishes with their prizes, best place first; `seated` have already won a seat.

    `prizes` are for the places of these finishes, from the best down. Each person's best entry gets one. If there are
    fewer people than prizes, the rest go to the other entries in order.
    """
    ordered = sorted(finishes, key=lambda finish: finish.place)
    first: list[Finish] = []
    others: list[Finish] = []
    people = set(seated)
    for finish in ordered:
        (others if finish.player in people else first).append(finish)
        people.add(finish.player)
    won: dict[int, int] = {}
    left = list(prizes)
    for row in (first, others):
        for _, group in groupby(row, key=lambda finish: finish.place):
            tied = list(group)
            pooled, left = sum(left[: len(tied)]), left[len(tied) :]
            for finish, part in zip(tied, equal_parts(pooled, len(tied)), strict=True):
                won[finish.entry] = part
    return [msgspec.structs.replace(finish, prize=won[finish.entry]) for finish in finishes]


def named_seat(payouts: Payouts, prizes: Sequence[int], seats: int, place: int, prize: int) -> str:
    """Name the seat won by a finish with last place `place`; empty for cash and in other events.

    If the cash remainder is worth the same as a seat, only the place distinguishes them.
    """
    if not prizes:
        return payouts.seat_name if place <= seats else ""
    rest = prizes[seats] if len(prizes) > seats else 0
    has_seat = prize >= prizes[seats - 1] and (place <= seats or rest < prizes[seats - 1])
    return payouts.seat_name if has_seat else ""
