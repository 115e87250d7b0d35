"""The law of starting: plain numbers start the same hand as their setup, and only plain numbers take the quick way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bigslick import Card, Hand, Rules
from bigslick.cards import DECK
from bigslick.core.codes import MAX_CHIPS
from bigslick.errors import BigslickError
from bigslick.hand.hand import state_of
from tests.laws.strategies import law


class Chips(int):
    """A subclass of int, as some libraries have."""


def outcome(start: Callable[..., Hand], arguments: dict[str, Any]) -> object:
    """Return the hand that a start gives, or its refusal's type and sentence."""
    try:
        hand = start(**arguments)
    except (BigslickError, TypeError) as error:
        return type(error), str(error)
    return hand


def slow_start(**arguments: Any) -> Hand:
    """Start through the setup, as any list of posts does."""
    return Hand.start(**{"posts": [], **arguments})


def check_both(arguments: dict[str, Any]) -> None:
    quick, slow = outcome(Hand.start, arguments), outcome(slow_start, arguments)
    if not isinstance(quick, Hand) or not isinstance(slow, Hand):
        assert quick == slow
        return
    assert state_of(quick).dump() == state_of(slow).dump()
    assert (quick.setup, repr(quick.setup)) == (slow.setup, repr(slow.setup))
    assert quick.save() == slow.save()
    assert quick.events == slow.events
    assert quick == slow


ODD = [True, False, 5.0, 2.5, "20", b"20", None, np.int64(20), Chips(20), Card("2c"), -1, MAX_CHIPS + 1, 1 << 70, [20]]
PLAIN = st.integers(0, 60)
CHIPS = st.one_of(PLAIN, PLAIN, PLAIN, st.sampled_from([0, 1, MAX_CHIPS]), st.sampled_from(ODD))
ROWS = st.one_of(st.lists(PLAIN, min_size=2, max_size=10), st.lists(CHIPS, min_size=0, max_size=12))
RULES = [None, Rules(), Rules.cash(), Rules.classic(limit="pot"), Rules(limit="fixed"), Rules(reveal="ask"), "cash", 1]

SHAPES: list[Callable[[list[Any]], Any]] = [tuple, list, lambda row: dict(enumerate(row)), str]


def decks() -> st.SearchStrategy[object]:
    """Return whole decks in every shape, and decks that are too short, too long, or wrong in one position."""
    whole = st.permutations(range(52))
    odd = st.tuples(whole, st.integers(0, 51), st.sampled_from([*ODD, 0, 51, 52, "As", "xx", -1]))
    return st.one_of(
        whole,
        whole.map(tuple),
        whole.map(lambda cards: [DECK[card] for card in cards]),
        whole.map(lambda cards: "".join(str(DECK[card]) for card in cards)),
        whole.map(lambda cards: np.array(cards)),
        whole.map(lambda cards: cards[:-1]),
        whole.map(lambda cards: [*cards, 3]),
        odd.map(lambda given: [*given[0][: given[1]], given[2], *given[0][given[1] + 1 :]]),
    )


@st.composite
def starts(draw: st.DrawFn) -> dict[str, Any]:
    """Return arguments for `Hand.start`: mostly plain, sometimes odd or wrong."""
    arguments: dict[str, Any] = {"stacks": draw(ROWS)}
    if draw(st.booleans()):
        arguments["stacks"] = draw(st.sampled_from(SHAPES))(arguments["stacks"])
    arguments["blinds"] = draw(
        st.one_of(PLAIN, st.tuples(PLAIN, PLAIN).map(lambda two: tuple(sorted(two))), st.tuples(CHIPS, CHIPS), CHIPS)
    )
    if draw(st.booleans()):
        arguments["button"] = draw(st.one_of(st.integers(0, 9), CHIPS))
    if draw(st.booleans()):
        arguments["ante"] = draw(CHIPS)
    if draw(st.booleans()):
        arguments["rules"] = draw(st.sampled_from(RULES))
    if draw(st.booleans()):
        arguments["deck"] = draw(decks())
        if draw(st.integers(0, 9)) == 0:
            arguments["seed"] = 7
    else:
        arguments["seed"] = draw(st.one_of(st.integers(), st.text(), st.binary(), st.sampled_from([True, 2.5, (1,)])))
    unusual = {"min_bet": 5, "small_bet": 5, "big_bet": 9, "board": "AsKs", "small_blind_seat": None, "posts": []}
    for name, value in unusual.items():
        if draw(st.integers(0, 19)) == 0:
            arguments[name] = value
    return arguments


@law(400)
@given(starts())
def test_the_quick_start_is_the_slow_start(arguments: dict[str, Any]) -> None:
    check_both(arguments)


@law(150)
@given(st.lists(st.integers(1, 400), min_size=2, max_size=10), st.data())
def test_the_ordinary_start_is_the_slow_start(stacks: list[int], data: st.DataObject) -> None:
    small = data.draw(st.integers(0, 20))
    check_both(
        {
            "stacks": data.draw(st.sampled_from([tuple, list]))(stacks),
            "blinds": data.draw(st.sampled_from([(small, small + 7), small + 1])),
            "button": data.draw(st.integers(0, len(stacks) - 1)),
            "ante": data.draw(st.integers(0, 5)),
            "rules": data.draw(st.sampled_from(RULES[:-2])),
            "deck": data.draw(st.permutations(range(52))),
        }
    )
