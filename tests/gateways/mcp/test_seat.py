"""Actions as a model spells them, and how a view is described to it."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, IllegalAction, Raise, view
from bigslick.gateways.mcp.seat import read_action, story, told

HAND = Hand.start([1000, 1000, 1000], (10, 20), seed=5)


@pytest.mark.parametrize(
    ("word", "to", "action"),
    [
        ("fold", None, Fold()),
        ("Check", None, Check()),
        ("call", None, Call()),
        ("bet", 60, Bet(to=60)),
        (" raise ", 60, Raise(to=60)),
        ("all-in", None, AllIn()),
        ("all in", None, AllIn()),
    ],
)
def test_words_become_actions(word: str, to: int | None, action: object) -> None:
    assert HAND.options is not None
    assert read_action(word, to) == action


@pytest.mark.parametrize("word", ["", "rise", "fold!", 7, None])
def test_other_words_are_refused(word: str) -> None:
    assert HAND.options is not None
    with pytest.raises(IllegalAction, match="is not an action"):
        read_action(word, None)


def test_a_model_is_told_its_own_cards_and_nobody_elses() -> None:
    assert HAND.turn is not None
    seen = told(view(HAND, HAND.turn))
    assert seen["your_cards"] == [str(card) for card in HAND.hole(HAND.turn)]
    assert seen["you_may"] == str(HAND.options)
    assert seen["wager_to"] == {"least": 40, "most": 1000}
    others = {str(card) for seat in range(3) if seat != HAND.turn for card in HAND.hole(seat)}
    assert not others & set(str(seen).replace("'", " ").split())


def test_the_story_of_a_hand() -> None:
    assert story(view(HAND, 0).events, ["You", "Bo", "Cy"])[0].startswith("posts")
