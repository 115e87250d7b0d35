"""A hand as text: what `save` writes, and what `load` refuses with a sentence."""

from __future__ import annotations

import json
import pickle
import random
import re

import msgspec
import pytest

from bigslick import AllIn, BadSetup, Call, Fold, Hand, Muck, Post, Raise, Rules, RunOut, Show
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
def test_what_is_not_a_save_is_refused(text: object) -> None:
    with pytest.raises(BadSetup, match="this is not a saved hand"):
        Hand.load(text)  # type: ignore[arg-type]


def test_a_loaded_hand_goes_on_without_the_saved_one() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call")
    loaded = Hand.load(hand.save())
    loaded.act(Fold())
    assert loaded.street == "flop"
    assert hand.street == "preflop"
    assert loaded.copy() == loaded != hand


@pytest.mark.parametrize("seed", range(10))
def test_a_text_with_a_letter_changed_is_refused_or_a_hand(seed: int) -> None:
    dice = random.Random(seed)
    text = do(start([1000] * 3, seed=seed), "0 raise 60, 1 call, 2 fold, 1 check, 0 bet 50").save()
    for _ in range(100):
        at = dice.randrange(len(text))
        changed = dice.choice(
            (text[:at], text[:at] + text[at + 1 :], text[:at] + dice.choice('0519,]}"{axsé ') + text[at:])
        )
        try:
            hand = Hand.load(changed)
        except BadSetup as error:
            said = str(error)
        else:
            said = "a saved hand" if Hand.load(hand.save()) == hand else "another hand"
        assert re.search("a saved hand|this saved hand is damaged", said), changed


@pytest.mark.parametrize("boards", [1, 2])
def test_every_word_of_an_action_is_read_as_it_was_written(boards: int) -> None:
    hand = Hand.start([100] * 2, (5, 10), seed=3, rules=Rules(reveal="ask", run_outs=2))
    hand.act(AllIn())
    hand.act(Call())
    while hand.turn is not None:
        hand.act(RunOut(boards=boards) if hand.options and hand.options.boards else Show())
        assert Hand.load(hand.save()).actions == hand.actions
    words = json.loads(hand.save())["actions"]
    assert words[:3] == ["raise 100", "call", f"run out {boards}"]
    assert words[-1].startswith("show ")


@pytest.mark.parametrize("amount", ["0", "060", "6e1", "٦", "9" * 17, "9" * 400, "-5", ""])
def test_an_amount_is_a_whole_number_of_chips(amount: str) -> None:
    text = do(start([1000] * 3), "0 raise 60").save().replace("raise 60", f"raise {amount}")
    with pytest.raises(BadSetup, match="is not an action: expected fold, check, call, show, muck"):
        Hand.load(text)
