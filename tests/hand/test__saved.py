"""The quick text of a plain hand is the text of any hand, and what is not exactly that text is read the long way."""

from __future__ import annotations

import random
import re

import pytest

from bigslick import BadSetup, Bet, Call, Check, Fold, Hand, Raise, Rules
from bigslick.core.codes import MAX_CHIPS
from bigslick.hand.hand import state_of
from bigslick.hand.saved import read_save, write_save
from tests.playing import do, start

RULES = (None, Rules.cash(), Rules(limit="pot", odd_chip_unit=5), Rules(limit="fixed"), Rules(reveal="ask"))


def plain_hand(dice: random.Random) -> Hand:
    """A plain hand somewhere between its start and its end."""
    stacks = [dice.choice((0, 40, 200, 1000, MAX_CHIPS)) for _ in range(dice.randint(2, 10))]
    stacks[0] = stacks[1] = stacks[1] or 200
    hand = Hand.start(
        stacks, (5, 10), dice.randrange(2), seed=dice.randrange(99), ante=dice.choice((0, 1)), rules=dice.choice(RULES)
    )
    for _ in range(dice.randrange(40)):
        options = hand.options
        if options is None:
            break
        choice = dice.random()
        if options.show:
            hand.act(options.give_up)
        elif options.wager_to and choice < 0.3:
            to = dice.choice((options.wager_to[0], options.wager_to[-1]))
            hand.act(Raise(to=to) if options.raise_to else Bet(to=to))
        elif options.fold and choice > 0.9:
            hand.act(Fold())
        else:
            hand.act(Check() if options.check else Call())
    return hand


def slow_load(text: str) -> Hand:
    setup, actions = read_save(text)
    hand = Hand(setup)
    for action in actions:
        hand.act(action)
    return hand


@pytest.mark.parametrize("seed", range(120))
def test_both_ways_write_and_read_the_same(seed: int) -> None:
    hand = plain_hand(random.Random(seed))
    text = hand.save()
    assert text == write_save(hand.setup, hand.actions)
    for loaded in (Hand.load(text), Hand.load(text.encode()), slow_load(text)):
        assert loaded == hand
        assert state_of(loaded).dump() == state_of(hand).dump()
        assert (loaded.events, loaded.actions, loaded.result) == (hand.events, hand.actions, hand.result)
        assert loaded.save() == text


def test_a_loaded_hand_goes_on_by_itself() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 call")
    loaded = Hand.load(hand.save())
    loaded.act(Fold())
    assert loaded.street == "flop"
    assert hand.street == "preflop"
    assert loaded.copy() == loaded != hand


def outcome(load: object, text: str) -> object:
    try:
        return load(text).save()  # type: ignore[operator]
    except BadSetup as error:
        return re.sub(r"^(action \d+: )?(this saved hand is damaged: )?", "", str(error))
    except ValueError as error:  # an action, which Hand.load says more about
        return str(error)


@pytest.mark.parametrize("seed", range(40))
def test_a_text_with_a_letter_changed_means_the_same_both_ways(seed: int) -> None:
    dice = random.Random(seed)
    text = plain_hand(dice).save()
    for _ in range(60):
        at = dice.randrange(len(text))
        changed = dice.choice(
            (text[:at], text[:at] + text[at + 1 :], text[:at] + dice.choice('0519,]}"{axs ') + text[at:])
        )
        assert outcome(Hand.load, changed) == outcome(slow_load, changed), changed
