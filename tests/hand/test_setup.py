"""Which setups a hand can start from: a bad one is refused with a sentence that names the problem."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import numpy as np
import pytest

from bigslick import BadCards, BadRules, BadSetup, Call, Check, Hand, Post, Rules, Setup
from bigslick.core.codes import MAX_CHIPS
from bigslick.hand.setup import blind_seats, board_places, hole_places, stacked_deck

GOOD: dict[str, Any] = {"stacks": [100, 100, 100, 100], "blinds": (1, 2), "button": 0, "seed": 7}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stacks": [100]}, "the number of seats is 1: expected 2 to 10"),
        ({"stacks": []}, "the number of seats is 0: expected 2 to 10"),
        ({"stacks": [100] * 11}, "the number of seats is more than 10: expected 2 to 10"),
        ({"stacks": itertools.count(1)}, "the number of seats is more than 10: expected 2 to 10"),
        ({"stacks": np.array([9, 9])}, "chips are whole numbers, as a Python int: int() converts an int64"),
        ({"posts": itertools.repeat(Post(0, dead=1))}, "posts has more than 100 posts"),
        ({"ante": "x" * 10**6}, "ante='xxxxxxxxxxxx...xxxxxxxxxxxxx': chips are whole numbers (int)"),
        ({"stacks": [100, 0, None]}, "1 of 3 seats have chips: a hand needs at least two players"),
        ({"stacks": [0, 0]}, "0 of 2 seats have chips: a hand needs at least two players"),
        ({"stacks": [100, 100.0]}, "stacks[1]=100.0: chips are whole numbers (int)"),
        ({"stacks": [True, 100]}, "stacks[0]=True: chips are whole numbers (int)"),
        ({"stacks": ["100", 100]}, "stacks[0]='100': chips are whole numbers (int)"),
        ({"stacks": [100, -1]}, f"stacks[1]=-1: expected an amount from 0 to {MAX_CHIPS}"),
        ({"stacks": [MAX_CHIPS + 1, 100]}, f"stacks[0]={MAX_CHIPS + 1}: expected an amount from 0 to {MAX_CHIPS}"),
        ({"button": 4}, "button=4: expected a seat from 0 to 3"),
        ({"button": -1}, "button=-1: expected a seat from 0 to 3"),
        ({"button": True}, "button=True: expected a seat from 0 to 3"),
        ({"button": 1.0}, "button=1.0: expected a seat from 0 to 3"),
        ({"blinds": (1, 2, 4)}, "blinds=(1, 2, 4): expected two amounts, as in blinds=(10, 20)"),
        ({"blinds": 2.0}, "blinds=2.0: expected two amounts, as in blinds=(10, 20), or the big blind"),
        ({"blinds": None}, "blinds=None: expected two amounts"),
        ({"blinds": (20, 10)}, "the small blind of 20 is more than the big blind of 10: the small blind comes first"),
        ({"blinds": -2}, "small_blind=-1: expected an amount from 0"),
        ({"stacks": None}, "stacks=None: expected the chips of each seat, as in stacks=[1000, 1000]"),
        ({"rules": "cash"}, "rules='cash': expected rules, as in rules=Rules.cash()"),
        ({"holes": "AhKd"}, "holes='AhKd': expected cards by seat, as in holes={0: \"AhKd\"}"),
        ({"straddles": [(0, 40)]}, "straddles=[(0, 40)]: expected amounts by seat, as in straddles={3: 40}"),
        ({"posts": None}, "posts=None: expected posts, as in posts=[Post(5, live=20)]"),
        ({"posts": [(5, 20)]}, "posts=(5, 20): expected a Post, as in Post(5, live=20)"),
        ({"blinds": (0.5, 1)}, "small_blind=0.5: chips are whole numbers (int)"),
        ({"blinds": (1, -2)}, "big_blind=-2: expected an amount from 0"),
        ({"blinds": (1, 1 << 60)}, f"big_blind={1 << 60}: expected an amount from 0 to {MAX_CHIPS}"),
        ({"blinds": (0, 0)}, "the big blind is 0: without a big blind, min_bet must say what the smallest bet is"),
        ({"ante": -1}, "ante=-1: expected an amount from 0"),
        ({"ante": True}, "ante=True: chips are whole numbers (int)"),
        ({"min_bet": 1.5}, "min_bet=1.5: chips are whole numbers (int)"),
        ({"big_blind_seat": 9}, "big_blind_seat=9: expected a seat from 0 to 3"),
        ({"small_blind_seat": "left"}, "small_blind_seat='left': expected a seat from 0 to 3"),
        (
            {"stacks": [100, 0, 100, 100], "big_blind_seat": 1},
            "big_blind_seat=1: that seat is empty, and an empty seat posts nothing",
        ),
        (
            {"stacks": [100, 0, 100, 100], "small_blind_seat": 1, "big_blind_seat": 2},
            "small_blind_seat=1: that seat is empty, and an empty seat posts nothing",
        ),
        ({"big_blind_seat": 1}, "seat=1 posts the small blind and the big blind: one live post for each seat"),
        ({"straddles": {2: 4}}, "seat=2 posts the big blind and a straddle: one live post for each seat"),
        ({"straddles": {3: 2}}, "straddles={3: 2}: a straddle is live and more than the 2 before it"),
        ({"straddles": {3: 8, 0: 6}}, "straddles={0: 6}: a straddle is live and more than the 8 before it"),
        ({"straddles": {7: 4}}, "straddles=7: expected a seat from 0 to 3"),
        ({"posts": [Post(1, live=2)]}, "seat=1 posts the small blind and an extra live post"),
        (
            {"posts": [Post(3, live=2), Post(3, live=2)]},
            "seat=3 posts an extra live post and an extra",
        ),
        ({"posts": [Post(9, dead=2)]}, "posts=9: expected a seat from 0 to 3"),
        ({"posts": [Post(3, dead=-2)]}, "Post(seat=3).dead=-2: expected an amount from 0"),
        (
            {"posts": [Post(3, dead=2**50), Post(3, dead=1)]},
            f"seat=3 posts {2**50 + 1} dead chips in all",
        ),
        ({"posts": [Post(3, live=1.5)]}, "Post(seat=3).live=1.5: chips are whole numbers (int)"),  # type: ignore[arg-type]
        (
            {"stacks": [100, 0, 100, 100], "posts": [Post(1, dead=2)]},
            "posts=1: that seat is empty, and an empty seat posts nothing",
        ),
        (
            {"stacks": [100, 0, 100], "button": 1},
            "the button is at seat 2, which is empty: heads-up it is at one of the two players",
        ),
        ({"seed": None, "deck": range(51)}, "the deck has 51 cards: expected all 52"),
        ({"deck": range(52)}, "deck= already fixes every card: leave out seed, holes and board"),
        ({"holes": {0: "AsKsQs"}}, "holes={0: 'AsKsQs'}: expected two hole cards, found 3"),
        ({"holes": {9: "AsKs"}}, "holes={9: ...}: that seat is not dealt in"),
        ({"board": "2c3c4c5c6c7c"}, "the board has 6 cards: a board has at most five"),
        ({"rules": Rules(limit="fixed"), "blinds": (0, 0), "min_bet": 2}, "fixed-limit needs small_bet"),
    ],
)
def test_a_bad_setup_is_refused_with_its_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        Hand.start(**{**GOOD, **change})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": None, "deck": [0] * 52}, "2c appears twice"),
        ({"seed": None, "deck": [float(card) for card in range(52)]}, "0.0 is not a card"),
        ({"seed": None, "deck": range(1, 53)}, "52 is not a card"),
        ({"seed": None, "deck": "AsAs"}, "As appears twice"),
        ({"holes": {0: "AsKs", 1: "KsQs"}}, "Ks appears twice"),
        ({"holes": {0: "AsKs"}, "board": "As2c3c"}, "As appears twice"),
        ({"holes": {0: "AsKx"}}, "'Kx' is not a card"),
        ({"board": "2c3"}, "one letter is left over"),
    ],
)
def test_bad_cards_are_refused_with_their_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadCards) as refusal:
        Hand.start(**{**GOOD, **change})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("deck", tuple(map(float, range(52))), "0.0 is not a card"),
        ("deck", (0, True, *range(2, 52)), "True is not a card"),
        ("deck", (0, 0, *range(2, 52)), "2c appears twice"),
        ("deck", tuple(range(51)), "the deck has 51 cards"),
        ("deck", (-1, *range(1, 52)), "only rules with reveal='ask' can be played with them"),
        ("deck", list(range(52)), "deck is a list: expected a tuple"),
        ("stacks", [100, 100], "stacks is a list: expected a tuple"),
        ("small_blind", 3, "the small blind of 3 is more than the big blind of 2: the small blind comes first"),
    ],
)
def test_a_setup_checks_itself(field: str, value: object, sentence: str) -> None:
    good = Hand.start([100, 100], (1, 2), seed=7).setup
    with pytest.raises((BadSetup, BadCards)) as refusal:
        msgspec.structs.replace(good, **{field: value})
    assert sentence in str(refusal.value)


def test_a_saved_hand_has_its_small_blind_below_the_big_one_too() -> None:
    text = Hand.start([100, 100], (1, 2), seed=7).save()
    with pytest.raises(BadSetup, match="the small blind of 3 is more than the big blind of 2"):
        Hand.load(text.replace('"small_blind":1', '"small_blind":3'))


def test_a_small_blind_alone_is_played() -> None:
    hand = Hand.start([100, 100], (2, 0), seed=7, min_bet=2)
    assert hand.bets == (2, 0)
    assert Hand.load(hand.save()) == hand


def test_unknown_cards_need_rules_that_ask() -> None:
    good = Hand.start([100, 100], (1, 2), seed=7, rules=Rules(reveal="ask")).setup
    hand = Hand(msgspec.structs.replace(good, deck=(-1,) * 52))
    assert hand.hole(0) == ()


def test_the_largest_stacks_are_played() -> None:
    hand = Hand.start([MAX_CHIPS] * 10, (MAX_CHIPS // 2, MAX_CHIPS), seed=7, ante=MAX_CHIPS)
    while hand.options is not None:
        hand.act(hand.options.actions[-1])
    assert sum(hand.stacks) == 10 * MAX_CHIPS


def test_the_largest_odd_chip_is_split() -> None:
    """Ten winners times the largest odd chip is still inside 64 bits."""
    rules = Rules(odd_chip_unit=MAX_CHIPS)
    hand = Hand.start([MAX_CHIPS] * 10, (1, 2), seed=7, board="Ts Js Qs Ks As", rules=rules)
    while hand.options is not None:
        hand.act(hand.options.actions[-1])
    assert hand.stacks == (MAX_CHIPS,) * 10


@pytest.mark.parametrize("value", [0, -1, True, 1.0, MAX_CHIPS + 1, 1 << 62, 10**30])
def test_an_odd_chip_that_cannot_be_is_refused(value: object) -> None:
    with pytest.raises(BadRules, match=f"odd_chip_unit=.* expected a whole number from 1 to {MAX_CHIPS}"):
        Rules(odd_chip_unit=value)  # type: ignore[arg-type]


# --- defaults ---------------------------------------------------------------------------------------------------


def test_ours_blinds_left_of_the_button_over_empty_seats() -> None:
    assert blind_seats((100, 0, 100, 0, 100), 0) == (2, 4)
    assert blind_seats((100, 0, 100, 0, 100), 1) == (2, 4)


def test_ours_heads_up_the_button_is_the_small_blind() -> None:
    assert blind_seats((0, 100, 0, 100), 3) == (3, 1)


@pytest.mark.parametrize("button", [0, 1])
def test_ours_nobody_sits_between_the_button_and_a_big_blind_without_a_small_one(button: int) -> None:
    setup = Hand.start([100, 0, 100, 100], (1, 2), button, seed=7, small_blind_seat=None).setup
    assert (setup.small_blind_seat, setup.big_blind_seat) == (None, 2)


def test_a_dead_small_blind_heads_up() -> None:
    setup = Hand.start([100, 100], (1, 2), 0, seed=7, small_blind_seat=None).setup
    assert (setup.small_blind_seat, setup.big_blind_seat) == (None, 1)


def test_dealing_order_is_left_of_the_button_first() -> None:
    assert Hand.start([1, 0, 1, 1], (1, 2), 2, seed=7).setup.dealt == (3, 0, 2)


def test_a_stacked_deck_deals_what_was_asked() -> None:
    deck = stacked_deck((1, 2, 0), {0: "AsAh"}, "2c3c4c5c6c", burn=True, rest=range(52))
    assert sorted(deck) == list(range(52))
    assert (deck[2], deck[5]) == (51, 50)
    assert [deck[place] for place in (7, 8, 9, 11, 13)] == [0, 4, 8, 12, 16]


def test_a_setup_is_frozen_and_equal_by_value() -> None:
    one, other = Hand.start([100, 100], (1, 2), seed=7).setup, Hand.start([100, 100], (1, 2), seed=7).setup
    assert one == other
    assert isinstance(one, Setup)
    with pytest.raises(AttributeError):
        one.button = 1  # type: ignore[misc]


def test_odd_setups_that_can_be_played_are_played_as_given() -> None:
    """A big blind on the button, or no big blind at all, is unusual, but every chip is accounted for."""
    hand = Hand.start([100] * 3, (1, 2), 0, seed=7, small_blind_seat=1, big_blind_seat=0)
    assert hand.turn == 1
    hand = Hand.start([100] * 3, (1, 2), 0, seed=7, big_blind_seat=None)
    assert hand.bets == (0, 1, 0)
    assert hand.turn == 2


# --- bomb pots --------------------------------------------------------------------------------------------------------


def test_pokernews_a_bomb_pot_begins_on_the_flop_with_the_antes_in_the_pot() -> None:
    hand = Hand.start([500, 500, 500], (5, 10), 0, seed=7, ante=20, bomb_pot=True, rules=Rules.cash())
    assert (hand.street, hand.turn, hand.pot, hand.current_bet) == ("flop", 1, 60, 0)
    assert hand.options is not None
    assert hand.options.bet_to == range(10, 481)
    assert Hand.load(hand.save()) == hand


def test_a_player_short_of_the_bomb_ante_is_all_in_for_the_main_pot() -> None:
    hand = Hand.start([500, 15, 500], (5, 10), 0, seed=7, ante=20, bomb_pot=True, rules=Rules.cash())
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(45, (0, 1, 2)), (10, (0, 2))]
    assert hand.turn == 2


def test_with_one_stack_left_the_whole_board_of_a_bomb_pot_is_run_out() -> None:
    hand = Hand.start([500, 15, 20], (5, 10), 0, seed=7, ante=20, bomb_pot=True, rules=Rules.cash())
    assert hand.over
    assert len(hand.board) == 5
    assert sum(hand.stacks) == 535


@pytest.mark.parametrize(
    "wrong",
    [
        {"ante": 0},
        {"rules": Rules()},
        {"big_blind_seat": 1},
        {"straddles": {2: 20}},
        {"posts": [Post(2, live=10)]},
    ],
    ids=str,
)
def test_a_bomb_pot_takes_an_ante_of_everyone_and_no_live_post(wrong: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"ante": 20, "rules": Rules.cash(), "small_blind_seat": None, "big_blind_seat": None}
    with pytest.raises(BadSetup, match="in a bomb pot"):
        Hand.start([500] * 3, (5, 10), 0, seed=7, bomb_pot=True, **(fields | wrong))


def tables() -> list[tuple[int, ...]]:
    """Return every way to seat two or more players in two to six seats, and full tables of seven to ten."""
    small = [taken for seats in range(2, 7) for taken in itertools.product((0, 1), repeat=seats) if sum(taken) > 1]
    return [*small, *((1,) * seats for seats in range(7, 11))]


@pytest.mark.parametrize("burn", [True, False])
def test_the_core_deals_every_card_from_its_place(burn: bool) -> None:
    rules = msgspec.structs.replace(Rules(), burn=burn)
    for taken in tables():
        players = sum(taken)
        for button in range(len(taken)):
            if players == 2 and not taken[button]:
                continue  # heads-up, one of the two has the button
            hand = Hand.start([100 * chair for chair in taken], (5, 10), button, deck=range(52), rules=rules)
            while (options := hand.options) is not None:
                hand.act(Check() if options.check else Call())
            order = hand.setup.dealt
            for seat in order:
                assert tuple(map(int, hand.hole(seat))) == hole_places(order, seat)
            assert tuple(map(int, hand.board)) == board_places(players, burn=burn)


@pytest.mark.parametrize("burn", [True, False])
def test_no_two_cards_share_a_place(burn: bool) -> None:
    for players in range(2, 11):
        order = range(players)
        places = [place for seat in order for place in hole_places(order, seat)]
        assert sorted(places) == [*range(2 * players)]
        assert len({*places, *board_places(players, burn=burn)}) == 2 * players + 5
