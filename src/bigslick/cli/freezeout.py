"""One table that plays hand after hand until one player has every chip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .table import play

if TYPE_CHECKING:
    from bigslick.bots import Player
    from bigslick.hand.hand import Hand

LEVELS = (
    (10, 20),
    (15, 30),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (150, 300),
    (200, 400),
    (300, 600),
    (400, 800),
    (600, 1200),
    (800, 1600),
    (1000, 2000),
)
HANDS_PER_LEVEL = 10


class Played(NamedTuple):
    """One hand of the match."""

    number: int
    level: int
    hand: Hand
    out: dict[int, int]
    """The seats that lost their last chip, and the place in which each finished."""


def play_match(players: Sequence[Player], stack: int, seed: int) -> Iterator[Played]:
    """The hands one by one: dead button, blinds that rise, and from level 4 on an ante paid by the big blind."""
    from bigslick.core.codes import DEAD_BUTTON
    from bigslick.core.rotation import Rotation
    from bigslick.hand.hand import Hand
    from bigslick.rules import Rules
    from bigslick.shuffle import Keystream

    stream = Keystream(seed, "demo")
    stacks = [stack] * len(players)
    rotation = Rotation()
    rotation.place(len(players), 0, 0, 0)
    number = 0
    while sum(chips > 0 for chips in stacks) > 1:
        taken = sum(1 << seat for seat, chips in enumerate(stacks) if chips > 0)
        if number == 0:
            rotation.open(taken, stream.below(len(players)))
        else:
            rotation.advance(taken, 0, DEAD_BUTTON)
        level = number // HANDS_PER_LEVEL
        number += 1
        blinds = blinds_of(level)
        hand = Hand.start(
            stacks,
            blinds,
            rotation.button,
            deck=stream.shuffled(),
            ante=blinds[1] if level >= 3 else 0,
            rules=Rules.tournament(),
            small_blind_seat=rotation.small if stacks[rotation.small] else None,
            big_blind_seat=rotation.big,
        )
        play(hand, players)
        before, stacks = stacks, list(hand.stacks)
        yield Played(number, level, hand, places(before, stacks))


def places(before: Sequence[int], after: Sequence[int]) -> dict[int, int]:
    """Who is out, and in which place: of two who bust in one hand the larger stack at its start finishes higher."""
    out = [seat for seat, chips in enumerate(before) if chips and not after[seat]]
    left = sum(chips > 0 for chips in after)
    return {seat: left + 1 + sum(before[other] > before[seat] for other in out) for seat in out}


def blinds_of(level: int) -> tuple[int, int]:
    """The blinds of a level; past the end of the list they double, so that every match ends."""
    last = len(LEVELS) - 1
    small, big = LEVELS[min(level, last)]
    times = 1 << max(0, level - last)
    return small * times, big * times


def line_of(played: Played) -> dict[str, object]:
    """What `--json` prints for a hand."""
    small, big = blinds_of(played.level)
    return {
        "hand": played.number,
        "level": played.level + 1,
        "blinds": [small, big],
        "ante": played.hand.setup.ante,
        "button": played.hand.setup.button,
        "starting_stacks": list(played.hand.setup.stacks),
        "final_stacks": list(played.hand.stacks),
        "out": [{"seat": seat, "place": place} for seat, place in played.out.items()],
    }
