"""Whole hands as event text, compared line by line with the files next to this one.

BIGSLICK_GOLDEN=write rewrites the files; read the diff before keeping it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bigslick import Card, Event, Hand, Post, Rules
from tests.playing import do, start

FOLDER = Path(__file__).parent


def tell(event: Event) -> str:
    """Return one event as a line: its name and its fields."""
    tag = event.__struct_config__.tag
    names = [name for name in event.__struct_fields__ if name != "board" or getattr(event, name)]
    parts = [f"{name}={said(getattr(event, name))}" for name in names]
    return f"{tag:<12} {' '.join(part for part in parts if not part.endswith('=no'))}".rstrip()


def said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        cards = all(isinstance(item, Card) for item in value)
        return "".join(map(str, value)) if cards else ",".join(map(str, value))
    return str(value)


def seeded_six() -> Hand:
    """Six players, a raise, a check-raise on the flop and a bet on the turn, with the cards from seed 7."""
    hand = start([1000, 850, 1200, 640, 2000, 930], button=2, ante=20)
    do(hand, "5 fold, 0 raise 60, 1 call, 2 fold, 3 fold, 4 call")
    do(hand, "4 check, 0 bet 90, 1 fold, 4 raise 250, 0 call")
    return do(hand, "4 bet 300, 0 call, 4 check, 0 check")


def heads_up() -> Hand:
    """Heads-up on seed 3: the button limps, the big blind raises its option, the turn is folded."""
    hand = start([500, 500], (5, 10), button=1, seed=3)
    return do(hand, "1 call, 0 raise 30, 1 call, 0 bet 20, 1 call, 0 check, 1 bet 75, 0 fold")


def four_all_ins() -> Hand:
    """Four all-ins of four sizes, three pots and a refund; the shorter the stack, the better the hand."""
    holes = {0: "AsAh", 1: "KsKh", 2: "JsJh", 3: "QsQh"}
    hand = start([100, 200, 800, 400], button=3, holes=holes, board="2c3d5h8c9d")
    return do(hand, "2 all-in, 3 all-in, 0 call, 1 call")


def tda_47() -> Hand:
    """TDA 47, example 1: short all-ins add up for the bettor, who raises, which reopens betting to the caller."""
    hand = Hand.start([5000, 5000, 225, 5000, 300, 5000], (50, 100), seed=47)
    do(hand, "3 call, 4 call, 5 call, 0 fold, 1 call, 2 check")
    do(hand, "1 bet 100, 2 all-in, 3 call, 4 all-in, 5 call, 1 raise 300, 3 raise 400, 5 call, 1 call")
    return do(hand, "1 check, 3 check, 5 check, 1 check, 3 check, 5 check")


def dead_button_and_small_blind() -> Hand:
    """Both the button and the small blind are dead, a returning player posts both blinds, and odd chips are split."""
    hand = start(
        [300, 0, 0, 301, 302, 303],
        (5, 10),
        button=1,
        small_blind_seat=None,
        posts=[Post(5, live=10, dead=5)],
        board="TsJsQsKsAs",
        holes={0: "2c2d", 3: "3c3d", 4: "4c4d", 5: "5c5d"},
    )
    do(hand, "4 fold, 5 check, 0 raise 31, 3 call, 5 call")
    return do(hand, "3 check, 5 check, 0 check, 3 check, 5 check, 0 check, 3 check, 5 check, 0 check")


def short_blinds_and_antes() -> Hand:
    """Everyone antes; the big blind is all-in short, the small blind for its ante; the board runs out from the flop."""
    holes = {0: "AsAh", 1: "KsKh", 2: "QsQh", 3: "JsJh"}
    rules = Rules(ante="per_player")
    hand = start([400, 5, 17, 90], ante=5, rules=rules, holes=holes, board="2c3d5h8c9d")
    return do(hand, "3 all-in, 0 call")


def fixed_limit() -> Hand:
    """Fixed limit: a capped flop, then an all-in of less than half a bet, which is completed; so no one may muck."""
    holes = {0: "AsAh", 1: "KsKh", 2: "QsQh", 3: "JsJh"}
    hand = start([1000, 1000, 1000, 108], holes=holes, board="2c3d5h8c9d", rules=Rules(limit="fixed", reveal="muck"))
    do(hand, "3 call, 0 call, 1 call, 2 check")
    do(hand, "1 bet 20, 2 raise 40, 3 raise 60, 0 raise 80, 1 call, 2 call, 3 call")
    do(hand, "1 check, 2 check, 3 all-in, 0 raise 40, 1 call, 2 fold")
    return do(hand, "1 check, 0 check")


def pot_limit() -> Hand:
    """Pot limit: everyone raises the maximum until someone is all-in."""
    hand = Hand.start([5000, 3000, 4000], (10, 20), seed=54, rules=Rules(limit="pot"))
    while hand.options is not None:
        wager = hand.options.wager_to
        kind = "raise" if hand.options.raise_to else "bet"
        do(hand, f"{hand.turn} {kind} {wager[-1]}" if wager else f"{hand.turn} call")
    return hand


def straddled() -> Hand:
    """Two straddles; the second acts last before the flop and uses its option."""
    hand = start([400] * 5, (1, 2), straddles={3: 4, 4: 8}, seed=9)
    do(hand, "0 call, 1 call, 2 fold, 3 call, 4 raise 24, 0 call, 1 fold, 3 fold")
    return do(hand, "4 bet 30, 0 fold")


def asked_showdown() -> Hand:
    """Each seat is asked at the showdown: one shows, one mucks, the last shows and wins."""
    holes = {0: "AsAh", 1: "KsKh", 2: "QsQh"}
    hand = start([100] * 3, (1, 2), holes=holes, board="2c3d5h8c9d", rules=Rules(reveal="ask"))
    do(hand, "0 call, 1 call, 2 check" + ", 1 check, 2 check, 0 check" * 3)
    return do(hand, "1 show, 2 muck, 0 show")


HANDS: list[Callable[[], Hand]] = [
    seeded_six,
    heads_up,
    four_all_ins,
    tda_47,
    dead_button_and_small_blind,
    short_blinds_and_antes,
    fixed_limit,
    pot_limit,
    straddled,
    asked_showdown,
]


@pytest.mark.parametrize("play", HANDS, ids=lambda play: str(play.__name__))
def test_the_hand_is_told_as_it_was(play: Callable[[], Hand]) -> None:
    hand = play()
    assert hand.over
    told = [f"# {play.__doc__}", *(tell(event) for event in hand.events)]
    file = FOLDER / f"{play.__name__}.txt"
    if os.environ.get("BIGSLICK_GOLDEN") == "write":
        file.write_text("\n".join(told) + "\n", encoding="utf-8")
    assert told == file.read_text(encoding="utf-8").splitlines()


def test_every_file_has_its_hand() -> None:
    files = {file.stem for file in FOLDER.glob("*.txt") if not file.stem.startswith("tournament_")}
    assert files == {play.__name__ for play in HANDS}
