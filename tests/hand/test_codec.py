"""Actions as the core's ints: each survives a round trip, and replaying the ints gives the same hand."""

from __future__ import annotations

import random

import pytest

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Muck, Raise, Rules, Show
from bigslick.core import codes
from bigslick.hand.codec import decode, encode, may_muck, step
from bigslick.hand.hand import state_of
from tests.playing import do, start


@pytest.mark.parametrize(
    ("action", "code"), [(Fold(), codes.FOLD), (Call(), codes.CALL), (Raise(to=60), 60), (Raise(add=60), 60)]
)
def test_an_action_has_one_int(action: Action, code: int) -> None:
    assert encode(state_of(start([1000] * 3)), action) == code


def test_chips_to_add_count_from_the_bet_in_front() -> None:
    hand = do(start([1000] * 3), "0 call")
    assert encode(state_of(hand), Raise(add=60)) == 70


def test_an_all_in_is_a_call_or_a_total() -> None:
    hand = start([1000, 1000, 100])
    assert encode(state_of(hand), AllIn()) == 1000
    hand = do(hand, "0 raise 1000, 1 fold")
    assert hand.turn == 2
    assert encode(state_of(hand), AllIn()) == codes.CALL


def test_random_hands_survive_their_ints() -> None:
    dice = random.Random(3)
    for seed in range(100):
        hand = Hand.start([300] * 4, (10, 20), seed=seed, rules=Rules(reveal="ask"))
        while (options := hand.options) is not None:
            action = dice.choice(options.actions)
            state = state_of(hand)
            code = encode(state, action)
            again = decode(state, code)
            assert encode(state, again) == code
            hand.act(again)
            assert step(state, code) == 0
            assert state.dump() == state_of(hand).dump()


def test_the_last_claim_may_not_be_mucked() -> None:
    hand = start([50, 50], rules=Rules(reveal="ask"), holes={0: "AsAh", 1: "2d4c"})
    do(hand, "0 call, 1 check" + ", 1 check, 0 check" * 3)
    assert may_muck(state_of(hand), 1)
    hand.act(Muck())
    assert not may_muck(state_of(hand), 0)
    assert isinstance(decode(state_of(hand), encode(state_of(hand), Show())), Show)
    assert encode(state_of(start([1000] * 3)), Call()) == encode(
        state_of(do(start([1000] * 3), "0 call, 1 call")), Check()
    )
    opened = do(start([1000] * 3), "0 call, 1 call, 2 check")
    assert decode(state_of(opened), 50) == Bet(to=50)
