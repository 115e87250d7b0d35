"""Cases of type `return`: a table over several hands, with players who join, leave, sit out and return."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.hand.actions import Fold
from bigslick.hand.hand import Hand
from bigslick.hand.setup import Setup
from bigslick.table.seats import MissedBlinds
from bigslick.table.table import Table

from .case import BadRulings, Ruling, check_size, compare, listed
from .hands import ExtraPost, read_blinds

_LINE: Final = re.compile(r"seat (\d+) (sits out|leaves|posts|waits|joins and posts|joins and waits)")


class ReturnRow(msgspec.Struct, forbid_unknown_fields=True):
    """Changes between two hands, and the next hand; only the given fields are compared."""

    before: list[str] = []
    """`seat 2 sits out`, `seat 2 posts` or `seat 2 waits` (coming back), `seat 5 joins and posts`, `seat 1 leaves`."""
    button: int | UnsetType = UNSET
    sb: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET
    dealt_in: list[int] | UnsetType = UNSET
    posts: dict[int, ExtraPost] | UnsetType = UNSET


class ReturnCase(Ruling, kw_only=True):
    """A cash or tournament table: each hand is folded to the big blind; we compare who is dealt in and who posts."""

    table_size: int
    occupied: list[int]
    button: int
    hands: list[ReturnRow]
    blinds: str = "10/20"
    tournament: bool = False
    """Whether players who sit out are dealt in and blinded off, as in a tournament."""


def check_return(case: ReturnCase) -> Iterator[str]:
    """Check every hand that the case describes."""
    check_size(case.table_size)
    blinds = read_blinds(case.blinds)
    make = Table if case.tournament else Table.cash
    table = make(
        seats=case.table_size,
        blinds=(blinds.sb, blinds.bb),
        first_button=case.seat(case.button, case.table_size),
        dead_blind_rule="choice",
    )
    chips = 100 * blinds.bb
    for number in case.occupied:
        table.join(f"player {number}", case.seat(number, case.table_size), chips=chips)
    for place, row in enumerate(case.hands, 1):
        for line in row.before:
            _do(case, table, line, chips)
        setup = table.next_hand(seed=f"ruling {case.id}")
        yield from compare(f"hand {place}: ", _seen(case, setup), row)
        hand = Hand(setup)
        while hand.turn is not None:
            hand.act(Fold())
        table.finish(hand)


def _do(case: ReturnCase, table: Table, line: str, chips: int) -> None:
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadRulings(
            f"the line {line!r} cannot be read: expected 'seat 2 sits out', 'seat 2 posts', 'seat 2 waits', "
            "'seat 2 leaves', 'seat 2 joins and posts' or 'seat 2 joins and waits'"
        )
    number, what = int(found[1]), found[2]
    seat = case.seat(number, case.table_size)
    how: MissedBlinds = "post" if what.endswith("posts") else "wait"
    if what == "sits out":
        table.sit_out(seat)
    elif what == "leaves":
        table.leave(seat)
    elif what.startswith("joins"):
        table.join(f"player {number}", seat, chips=chips, missed_blinds=how)
    else:
        table.sit_in(seat, how)


def _seen(case: ReturnCase, setup: Setup) -> dict[str, object]:
    return {
        "button": case.number(setup.button),
        "sb": case.number(setup.small_blind_seat),
        "bb": case.number(setup.big_blind_seat),
        "dealt_in": sorted(case.numbers(setup.dealt)),
        "posts": {post.seat + case.first_seat: ExtraPost(post.live, post.dead) for post in setup.posts},
    }


def tell_return(case: ReturnCase) -> Iterator[str]:
    """Tell, hand by hand, who comes and goes, who is dealt in, and who posts what."""
    kind = "tournament" if case.tournament else "cash"
    yield (
        f"A {kind} table of {case.table_size} seats, blinds {case.blinds}; taken are {listed(case.occupied, 'seat')}, "
        f"first button {case.button}."
    )
    for place, row in enumerate(case.hands, 1):
        for line in row.before:
            yield f"{line}."
        parts = [
            f"{name} {value}"
            for name, value in (("button", row.button), ("small blind", row.sb), ("big blind", row.bb))
            if value is not UNSET
        ]
        if row.dealt_in is not UNSET:
            parts.append(f"{listed(row.dealt_in, 'seat')} dealt in")
        if row.posts is not UNSET:
            parts += [f"seat {seat} posts {post.live} live and {post.dead} dead" for seat, post in row.posts.items()]
        yield f"- hand {place}: {', '.join(parts)}"
