"""A hand as text: what `save` writes, and what `load` refuses with a sentence."""

from __future__ import annotations

import json
import pickle

import msgspec
import pytest

from bigslick import BadSetup, Call, Hand, Muck, Post, Raise, Rules, Show
from bigslick.cards import format_cards
from bigslick.hand.saved import FORMAT
from tests.playing import do, start


def test_the_text_is_json_with_the_setup_and_the_actions() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call, 2 fold, 1 check, 0 bet 50")
    said = json.loads(hand.save())
    assert [*said] == ["format", "setup", "actions"]
    assert said["format"] == FORMAT
    assert said["actions"] == ["raise 60", "call", "fold", "check", "bet 50"]
    assert said["setup"]["deck"] == format_cards(hand.setup.deck)
    assert Hand.load(hand.save()) == hand
    assert Hand.load(hand.save().encode()) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand


def test_an_unusual_hand_is_saved_too() -> None:
    hand = Hand.start([1000] * 5, (10, 20), seed=1, straddles={3: 40}, posts=[Post(4, dead=5)], rules=Rules.cash())
    assert Hand.load(hand.save()) == hand
    assert "min_bet" not in hand.save()


def test_unknown_cards_and_showdowns_are_saved_too() -> None:
    hand = Hand(
        msgspec.structs.replace(
            Hand.start([100] * 2, (5, 10), holes={0: "AsAd"}, rules=Rules(reveal="ask")).setup, deck=(-1,) * 52
        )
    )
    do(hand, "0 call, 1 check, 1 check, 0 check, 1 check, 0 check, 1 check, 0 check")
    hand.act(Show("AhKd"))
    hand.act(Muck())
    said = json.loads(hand.save())
    assert said["setup"]["deck"] == 52 * "??"
    assert said["actions"][-2:] == ["show AhKd", "muck"]
    assert Hand.load(hand.save()) == hand


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"bigslick.hand/2"', '"bigslick.hand/9"', "its format is 'bigslick.hand/9'"),
        ('"button":0', '"button":3', "button=3: expected a seat from 0 to 2"),
        ('"button":0', '"button":01', "not a saved hand"),
        ('"stacks":[1000,', '"stacks":[-5,', "expected an amount from 0"),
        ('"stacks":[1000,', '"stacks":["x",', "not a saved hand"),
        ('"deck":"', '"deck":"As', "the deck has 106 letters: expected two for each of 52 cards"),
        ('"raise 60"', '"raise 21"', "this saved hand is damaged: raise to 21"),
        ('"call"', '"check"', "this saved hand is damaged: seat 2 cannot check"),
        ('"call"', '"dance"', "not a saved hand"),
        ('"limit":"none"', '"limit":"sky"', "not a saved hand"),
        ('"open_fold":true', '"open_fold":true,"luck":1', "not a saved hand"),
        ("]}", "]", "not a saved hand"),
        ("]}", "]}}", "not a saved hand"),
    ],
)
def test_a_damaged_text_is_refused_with_a_sentence(old: str, new: str, sentence: str) -> None:
    hand = start([1000] * 3)
    hand.act(Raise(to=60))
    hand.act(Call())
    text = hand.save()
    assert old in text
    at = text.rindex(old)
    with pytest.raises(BadSetup, match=sentence):
        Hand.load(text[:at] + new + text[at + len(old) :])


def test_spaces_do_not_matter() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call")
    assert Hand.load(json.dumps(json.loads(hand.save()), indent=1)) == hand


@pytest.mark.parametrize("text", [None, 5, "", "{}", b"\xff", "[]", "null"])
def test_what_is_no_save_is_refused(text: object) -> None:
    with pytest.raises(BadSetup, match="this is not a saved hand"):
        Hand.load(text)  # type: ignore[arg-type]
