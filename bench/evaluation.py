"""Evaluating seven cards: one hand at a time from Python, and many at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

import bigslick
from bigslick.cards import DECK

from .rows import Row, agree, named, need, silent
from .timing import best

ONE = 20_000
PASSES = 20
"""Enough for the clock, and for each side to reload its tables after the other's turn."""
MANY = 200_000
ASKED = 20_000
"""The peer's lists of lists get slower with size, so its batch fits in the cache."""


def deal(hands: int) -> list[list[int]]:
    rng = random.Random(7)
    pack = range(52)
    return [rng.sample(pack, 7) for _ in range(hands)]


def one_by_one() -> Iterable[Row]:
    pkrbot = need("pkrbot")
    dealt = deal(ONE)
    # Each side has its own 52 card objects, which its hands share.
    pack = [pkrbot.Card(str(card)) for card in DECK]
    theirs = [[pack[card] for card in hand] for hand in dealt]
    ours = [[DECK[card] for card in hand] for hand in dealt]
    agree(order(map(pkrbot.evaluate, theirs)) == order(map(bigslick.evaluate, ours)), "pkrbot orders hands differently")
    them, us = best(each(pkrbot.evaluate, theirs), each(bigslick.evaluate, ours), rounds=15)
    done = ONE * PASSES
    yield Row("one evaluation from Python", named("pkrbot"), "hands/s", done / them, done / us, 3)


def each(evaluate: Callable[[Any], object], hands: Sequence[object]) -> Callable[[], None]:
    def run() -> None:
        for _ in range(PASSES):
            for hand in hands:
                evaluate(hand)

    return run


def order(strengths: Iterable[int]) -> list[int]:
    """Return how each hand compares with the next, independent of the scale."""
    return [(one > two) - (one < two) for one, two in pairwise(strengths)]


def at_once() -> Iterable[Row]:
    peer = need("pyo3_poker_eval")
    with silent():
        poker = peer.PokerEval()
    hands = np.array(deal(MANY), np.uint8)
    out = np.empty(MANY, np.uint16)
    asked = {"hands": hands[:ASKED].tolist()}
    agree(poker.rank_seven(asked) == bigslick.evaluate_many(hands)[:ASKED].tolist(), "pyo3_poker_eval differs")

    def theirs() -> None:
        for _ in range(PASSES):
            poker.rank_seven(asked)

    def ours() -> None:
        for _ in range(PASSES):
            bigslick.evaluate_many(hands, out)

    them, us = best(theirs, ours)
    rates = PASSES * ASKED / them, PASSES * MANY / us
    yield Row("batch evaluation", named("pyo3_poker_eval"), "hands/s", *rates, 40)
