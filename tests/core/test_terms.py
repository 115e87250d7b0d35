"""A hand's fixed numbers: what each seat owes before the deal."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import Hand, Post, Rules
from bigslick.core.codes import MAX_CHIPS
from bigslick.core.hand import State
from bigslick.core.terms import COMPILED, Terms, new_terms
from bigslick.hand.setup import rule_numbers

NUMBERS = rule_numbers(Rules())
DECK = tuple(range(52))
POSTING = (0, 1, 2, 1, 2, 0)


def numbers(place: int, value: Any) -> tuple[Any, ...]:
    """Return the rules' numbers with one of them replaced."""
    return (*NUMBERS[:place], value, *NUMBERS[place + 1 :])


def posting(place: int, value: Any) -> tuple[Any, ...]:
    return (*POSTING[:place], value, *POSTING[place + 1 :])


def terms(
    rules: tuple[Any, ...] = NUMBERS,
    stacks: Any = (100, 100, 100),
    deck: Any = DECK,
    posted: Any = POSTING,
    straddles: Any = (),
    posts: Any = (),
    bomb_pot: Any = 0,
    bets: Any = (0, 0, 0),
) -> Terms:
    return new_terms(rules, stacks, deck, posted, straddles, posts, bomb_pot, 0, bets)


def test_stacks_and_cards_are_kept_as_given() -> None:
    terms = Hand.start([100, 0, 50], (1, 2), 0, deck=range(52)).setup.terms()
    assert terms.stacks() == (100, 0, 50)
    assert terms.cards() == tuple(range(52))


def test_bets_follow_from_the_big_blind_unless_given() -> None:
    usual = Hand.start([100] * 3, (1, 2), 0, seed=1).setup.terms()
    assert (usual.min_bet, usual.small_bet, usual.big_bet) == (2, 2, 4)
    given = Hand.start([100] * 3, (1, 2), 0, seed=1, min_bet=5, small_bet=3).setup.terms()
    assert (given.min_bet, given.small_bet, given.big_bet) == (5, 3, 6)


def test_the_price_is_the_highest_live_post() -> None:
    assert Hand.start([100] * 4, (1, 2), 0, seed=1).setup.terms().price == 2
    assert Hand.start([100] * 4, (1, 2), 0, seed=1, straddles={3: 4}).setup.terms().price == 4
    assert Hand.start([100] * 4, (1, 2), 0, seed=1, posts=[Post(3, live=6, dead=1)]).setup.terms().price == 6


def test_tda_54_b_pot_limit_assumes_full_blinds_by_the_rule() -> None:
    assert Hand.start([100] * 3, (1, 2), 0, seed=1).setup.terms().pot_assumed == 3
    assert Hand.start([100] * 3, (1, 2), 0, seed=1, rules=Rules(pot_full_blinds=False)).setup.terms().pot_assumed == 0


def test_terms_that_can_be_played_are_made() -> None:
    state = State(terms(straddles=((0, 4),), posts=((0, 2, 1),)))
    state.begin()
    assert state.turn == 1
    assert sum(state.stacks()) + state.middle == 300


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"stacks": (100,)}, "the number of seats is 1"),
        ({"stacks": (100,) * 11}, "the number of seats is 11"),
        ({"stacks": (100,) * 100_000}, "the number of seats is 100000"),
        ({"stacks": (100, 0, 0)}, "1 of 3 seats have chips"),
        ({"stacks": (100, -1, 100)}, "a stack is -1"),
        ({"stacks": (100, MAX_CHIPS + 1, 100)}, "a stack is"),
        ({"deck": (0, 1, 2)}, "the deck has 3 cards"),
        ({"deck": (*range(51), 52)}, "52 is not a card"),
        ({"deck": (*range(51), -2)}, "-2 is not a card"),
        ({"deck": (*range(51), 0)}, "card 0 appears twice"),
        ({"rules": NUMBERS[:12]}, "the rules are 12 numbers"),
        ({"rules": numbers(0, 3)}, "the limit is 3"),
        ({"rules": numbers(4, 5)}, "the number of streets is 5"),
        ({"rules": numbers(4, 0)}, "the number of streets is 0"),
        ({"rules": numbers(9, 3)}, "the kind of ante is 3"),
        ({"rules": numbers(12, 0)}, "the odd chip is 0"),
        ({"bets": (0, 0)}, "expected three bets"),
        ({"bets": (-1, 0, 0)}, "the minimum bet is -1"),
        ({"bets": (0, MAX_CHIPS + 1, 0)}, "the small bet is"),
        ({"posted": posting(4, 0)}, "without a big blind"),
        ({"posted": posting(4, 0), "bets": (2, 0, 4), "rules": numbers(0, 2)}, "without a big blind"),
        ({"posted": (0, 1)}, "expected six numbers"),
        ({"posted": posting(0, 3)}, "the button is 3"),
        ({"posted": posting(1, -2)}, "the seat of the small blind is -2"),
        ({"posted": posting(2, 2**30)}, "the seat of the big blind is"),
        ({"posted": posting(4, -1)}, "the big blind is -1"),
        ({"posted": posting(5, MAX_CHIPS + 1)}, "the ante is"),
        ({"straddles": ((2**30, 7),)}, "the seat of a straddle is"),
        ({"bomb_pot": -1}, "the bomb pot is -1"),
        ({"straddles": ((0,),)}, "a straddle is missing"),
        ({"bomb_pot": 2}, "the bomb pot is 2"),
        ({"posts": ((0, 1, MAX_CHIPS), (0, 1, 1))}, "a dead post is 1"),
        ({"posts": ((3, 1, 1),)}, "the seat of a post is 3"),
    ],
)
def test_terms_that_no_hand_can_be_played_on_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        terms(**wrong)


@pytest.mark.parametrize("number", [25.9, 1.0, None, "7", float("nan"), [1]])
def test_only_whole_numbers_are_taken(number: object) -> None:
    for wrong in ({"stacks": (100, number, 100)}, {"rules": numbers(12, number)}, {"posted": posting(4, number)}):
        with pytest.raises(TypeError):
            terms(**wrong)
    with pytest.raises(TypeError):
        terms(deck=(*range(51), number))


@pytest.mark.parametrize("number", [2**63, 2**64, -(2**63) - 1, 10**30])
def test_a_number_beyond_64_bits_is_refused(number: int) -> None:
    for wrong in ({"stacks": (100, number, 100)}, {"rules": numbers(12, number)}, {"posted": posting(0, number)}):
        with pytest.raises((OverflowError, ValueError)):
            terms(**wrong)


@pytest.mark.skipif(not COMPILED, reason="a Python object can always be written to")
def test_terms_stay_as_they_were_made() -> None:
    """Hands in play rely on them."""
    made = terms()
    made.__init__()  # type: ignore[misc]
    assert made.stacks() == (100, 100, 100)
    for name in ("seats", "odd_unit", "streets"):
        with pytest.raises(AttributeError):
            setattr(made, name, 0)
