"""Notes on how likely hands fare on a board, tested through decisions: when compiled, only a brain can read them."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from bigslick import Action, Call, Check, Hand, evaluate, parse_cards, view
from bigslick.bots import HOUSE_BOTS, HouseBot, new_brain
from bigslick.bots._board_notes import BoardNotes
from bigslick.bots.likely_hands import LIKELY, starting_hand
from bigslick.bots.starting_hands import SHARES
from bigslick.bots.styles import Style
from bigslick.core.draws import Draws
from bigslick.hand.codec import decode
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream
from tests.playing import do


def bets(value: int, holes: str, board: str, streets: int) -> bool:
    """Whether a bot that bets this share of hands, and never bluffs, bets heads-up after this many checked streets.

    The pot is limped, and too small for better hands to call.
    """
    house = new_brain({"mine": Style(value=value)})
    hand = Hand.start([1000, 1000], (5, 10), holes={1: holes}, board=board, button=0, seed=3)
    hand.act(Call())
    hand.act(Check())
    for _ in range(streets - 1):
        hand.act(Check())
        hand.act(Check())
    action: Action = decode(state_of(hand), house.decide(state_of(hand), 0, Keystream(5).draws))
    return not isinstance(action, Check)


@pytest.mark.parametrize("streets", [1, 2, 3])
def test_the_nuts_are_worth_everything(streets: int) -> None:
    assert bets(1000, "AhKh", "QhJhTh2c3d", streets)


def test_a_board_that_plays_is_worth_half() -> None:
    assert bets(500, "2c3d", "AhKhQhJhTh", 3)
    assert not bets(501, "2c3d", "AhKhQhJhTh", 3)


@pytest.mark.parametrize(
    ("holes", "board"), [("9c9d", "Kh7d2s4c3h"), ("AcKd", "Kh7d2s4c3h"), ("8c7c", "Kh7d2s4c3h"), ("QcJd", "Kh7d2s4c3h")]
)
def test_the_place_is_near_the_share_of_good_hands_that_it_beats(holes: str, board: str) -> None:
    """Count over the best seven tenths of hands. The brain samples 64 of them, more densely among the best."""
    seen = parse_cards(holes + board)
    ours = evaluate(seen)
    won = []
    for pair in combinations([card for card in range(52) if card not in seen], 2):
        if SHARES[starting_hand(*pair)] < 700:
            theirs = evaluate([*pair, *seen[2:]])
            won.append(1000 if ours > theirs else 500 if ours == theirs else 0)
    low, high = 0, 1000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if bets(middle, holes, board, 3) else (low, middle)
    assert low == pytest.approx(sum(won) / len(won), abs=120)


def test_a_draw_is_called_that_air_is_not_called_with() -> None:
    for holes, calls in (("Jh9h", True), ("Jc9d", False)):
        hand = Hand.start([2000] * 2, (5, 10), holes={1: holes}, board="Ah6h2c", button=0, seed=3)
        do(hand, "0 raise 30, 1 call, 1 check, 0 bet 25")
        assert isinstance(HouseBot("tag", 1).decide(view(hand, hand.turn)), Call) is calls


def test_what_was_noted_about_another_board_changes_nothing() -> None:
    """A reused brain decides like a new one, on boards with and without three of a suit."""
    dice, used = random.Random(3), new_brain()
    for number in range(60):
        hand = Hand.start([1000] * 4, (5, 10), button=number % 4, seed=number)
        while hand.turn is not None:
            state, style = state_of(hand), dice.randrange(len(HOUSE_BOTS))
            code = used.decide(state, style, Draws(None, number))
            assert code == new_brain().decide(state, style, Draws(None, number))
            hand.act(Call() if state.to_call else Check())


@pytest.mark.parametrize(
    "hands",
    [
        [],
        [(0, 1)] * (LIKELY - 1),
        [(0, 1)] * LIKELY + [(2, 3)],
        [(0, 1, 2)] * LIKELY,
        [(0, 52)] * LIKELY,
        [(-1, 1)] * LIKELY,
    ],
)
def test_hands_that_cannot_be_likely_are_refused(hands: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        BoardNotes(hands)
