"""A hand as text: what `save` writes, and what `load` refuses with a sentence."""

from __future__ import annotations

import json
import pickle

import pytest

from bigslick import BadSetup, Call, Hand, Post, Raise, Rules
from bigslick.hand.saved import FORMAT
from tests.playing import do, start


def test_the_text_is_json_with_the_setup_and_the_actions() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call, 2 fold, 1 check, 0 bet 50")
    said = json.loads(hand.save())
    assert [*said] == ["format", "setup", "actions"]
    assert said["format"] == FORMAT
    assert said["actions"] == [
        {"type": "raise", "to": 60},
        {"type": "call"},
        {"type": "fold"},
        {"type": "check"},
        {"type": "bet", "to": 50},
    ]
    assert said["setup"]["deck"] == [int(card) for card in hand.setup.deck]
    assert Hand.load(hand.save()) == hand
    assert Hand.load(hand.save().encode()) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand


def test_an_unusual_hand_is_saved_too() -> None:
    hand = Hand.start([1000] * 5, (10, 20), seed=1, straddles={3: 40}, posts=[Post(4, dead=5)], rules=Rules.cash())
    assert Hand.load(hand.save()) == hand


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"bigslick.hand/1"', '"bigslick.hand/9"', "its format is 'bigslick.hand/9'"),
        ('"button":0', '"button":3', "button=3: expected a seat from 0 to 2"),
        ('"button":0', '"button":01', "not a saved hand"),
        ('"stacks":[1000,', '"stacks":[-5,', "expected an amount from 0"),
        ('"stacks":[1000,', '"stacks":["x",', "not a saved hand"),
        ('"deck":[', '"deck":[0,', "expected all 52"),
        ('"to":60', '"to":21', "this saved hand is damaged: raise to 21"),
        ('{"type":"call"}', '{"type":"check"}', "this saved hand is damaged: seat 2 cannot check"),
        ('{"type":"call"}', '{"type":"dance"}', "not a saved hand"),
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
