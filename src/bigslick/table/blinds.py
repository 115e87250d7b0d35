"""Deals players in to a table's next hand, and collects the blinds they owe.

Button and blinds move only in `core.rotation`; this module decides who takes part. In a tournament every player with
chips does, absent or not (TDA 30). At a cash table absent players do not, and players who owe a blind come in by
posting it, or as the big blind (WSOP B160). No one comes in between the button and the big blind: they wait until the
button has passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, get_args

import msgspec

from bigslick.core.rotation import Rotation
from bigslick.hand.setup import Post
from bigslick.rules import BUTTON_RULES, ButtonRule

from .seats import Seat

Absent = Literal["blind_off", "skip"]
"""How players who sit out are treated: dealt in and blinded off (tournaments), or skipped (cash)."""
ABSENT: Final[tuple[Absent, ...]] = get_args(Absent)


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seats of button, small blind and big blind; the first two can be empty."""

    button: int
    small: int
    big: int


class Lineup(msgspec.Struct, frozen=True):
    """The next hand before the cards: button and blinds, the seats dealt in, and their extra posts."""

    places: Places
    dealt: tuple[int, ...]
    posts: tuple[Post, ...] = ()
    started: bool = False
    """Whether the game starts here, so no player dealt in owes a blind."""


def ready(seats: Sequence[Seat | None], absent: Absent) -> tuple[int, ...]:
    """Return the seats that can be dealt in: they have chips, and are present or blinded off."""
    return tuple(
        number
        for number, seat in enumerate(seats)
        if seat is not None and seat.stack > 0 and not (seat.sitting_out and absent == "skip")  # TDA 30, WSOP A36
    )


def first_lineup(seats: Sequence[Seat | None], absent: Absent, button: int) -> Lineup:
    """Return the lineup of the first hand, or of the first after a new button."""
    rotation = Rotation()
    rotation.place(len(seats), button, button, button)
    rotation.open(_bits(ready(seats, absent)), button)
    return Lineup(_places(rotation), _seats(rotation.dealt), started=True)


def next_lineup(
    seats: Sequence[Seat | None], last: Places, rule: ButtonRule, absent: Absent, blinds: tuple[int, int]
) -> Lineup:
    """Return the lineup after a hand with button and blinds at `last`, for at least two players."""
    code = BUTTON_RULES.index(rule)
    there = _bits(ready(seats, absent))
    if absent == "blind_off":
        new = _bits(number for number, seat in enumerate(seats) if seat is not None and seat.new)  # TDA 8-A, 10-A
        rotation = _rotated(seats, last, there, new, code)
        return Lineup(_places(rotation), _seats(rotation.dealt))
    owing = there & _bits(number for number, seat in enumerate(seats) if seat is not None and seat.owes)
    if (there & ~owing).bit_count() < 2:
        rotation = _rotated(seats, last, there, owing, code)
        return Lineup(_places(rotation), _seats(rotation.dealt), started=True)
    posting = owing & _bits(n for n, seat in enumerate(seats) if seat is not None and seat.missed_blinds == "post")
    if rule == "moving":
        rotation = _rotated(seats, last, there, owing, code)
        dealt = rotation.dealt | posting & ~_between(rotation)
    else:
        rotation = _dead_button(seats, last, there, owing, posting, code)
        dealt = rotation.dealt
    small, big = blinds
    posts = []
    for number in _seats(dealt & owing & ~(1 << rotation.big)):
        seat = seats[number]
        assert seat is not None
        # Only the big blind is live: WSOP B160
        post = Post(number, live=big if seat.owes_big else 0, dead=small if seat.owes_small else 0)
        if post.live or post.dead:
            posts.append(post)
    return Lineup(_places(rotation), _seats(dealt), tuple(posts))


def straddler(seats: Sequence[Seat | None], lineup: Lineup, big_blind: int) -> Post | None:
    """Return the next hand's straddle: two big blinds from the player left of the big blind, if they want one.

    Heads-up there is no such seat. A player who posts a missed blind or cannot pay in full does not straddle.
    """
    count = len(seats)
    if len(lineup.dealt) < 3:
        return None
    number = next(at for step in range(1, count) if (at := (lineup.places.big + step) % count) in lineup.dealt)
    seat = seats[number]
    assert seat is not None
    posts = any(post.seat == number and post.live for post in lineup.posts)
    return Post(number, live=2 * big_blind) if seat.straddles and not posts and seat.stack >= 2 * big_blind else None


def bomb_lineup(seats: Sequence[Seat | None], last: Places, absent: Absent) -> Lineup | None:
    """Return the lineup of an extra hand: button and blinds stay, so no one's turn to post is skipped.

    Newcomers and players who owe a blind come in on an ordinary hand. None if fewer than two players are left.
    """
    there = ready(seats, absent)
    dealt = tuple(number for number in there if (seat := seats[number]) is not None and not (seat.owes or seat.new))
    return Lineup(last, dealt) if len(dealt) > 1 else None


def passed(last: Places, now: Places, seats: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the seats that the small blind passed between two hands, and the seats that the big blind passed.

    When play becomes heads-up the small blind can jump back; then it has passed no seat.
    """
    small = _path(last.small, now.small, seats)
    big = _path(last.big, now.big, seats)
    return (frozenset() if now.big in small else small), big


def _dead_button(
    seats: Sequence[Seat | None], last: Places, there: int, owing: int, posting: int, code: int
) -> Rotation:
    """Deal in waiting players when the big blind reaches them, and posting players unless they sit before it."""
    big = 1 << _rotated(seats, last, there, owing, code).big
    taken = there & (~owing | posting | big)
    while True:
        rotation = _rotated(seats, last, taken, owing & taken, code)
        early = rotation.dealt & owing & _between(rotation)
        if not early:
            return rotation
        taken &= ~early


def _rotated(seats: Sequence[Seat | None], last: Places, taken: int, new: int, code: int) -> Rotation:
    rotation = Rotation()
    rotation.place(len(seats), last.button, last.small, last.big)
    rotation.advance(taken, new, code)
    return rotation


def _between(rotation: Rotation) -> int:
    """Return the seats strictly between the button and the big blind."""
    return _bits(_path(rotation.button, rotation.big, rotation.seats)) & ~(1 << rotation.big)


def _path(start: int, end: int, seats: int) -> frozenset[int]:
    """Return the seats clockwise after `start` up to `end`; none if they are the same."""
    return frozenset((start + step) % seats for step in range(1, (end - start) % seats + 1))


def _places(rotation: Rotation) -> Places:
    return Places(rotation.button, rotation.small, rotation.big)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
