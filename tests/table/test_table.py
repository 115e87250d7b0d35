"""The table between hands: seats, button, blinds owed, buy-ins, and refusals during a hand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bigslick import Action, BadTable, Call, Fold, Hand, Raise, Table
from bigslick.table.events import (
    HandFinished,
    HandVoided,
    LeaveAnnounced,
    LevelSet,
    PlayerBusted,
    PlayerJoined,
    PlayerLeft,
    SatIn,
    SatOut,
    ToppedUp,
    TopUpAnnounced,
    TopUpLapsed,
)
from bigslick.table.state import FirstButton
from tests.seated import fold_out, lose, table_of, where

any_table: Any = Table


def test_s3_1_a_table_has_two_to_ten_seats() -> None:
    for seats in (2, 10):
        assert len(Table(seats, blinds=(1, 2)).seats) == seats
    for seats in (1, 11):
        with pytest.raises(BadTable, match="expected 2 to 10"):
            Table(seats, blinds=(1, 2))


# --- chips -----------------------------------------------------------------------------------------------------------


def test_buy_ins_and_top_ups_stay_within_the_limits() -> None:
    table = Table.cash(6, blinds=(1, 2), buy_in=(40, 200))
    for chips in (39, 201):
        with pytest.raises(BadTable, match="expected 40 to 200"):
            table.join("a", chips=chips)
    assert table.join("a", chips=150) == 0
    with pytest.raises(BadTable, match="50 more"):
        table.top_up(0, 51)
    assert table.top_up(0, 50) == (ToppedUp(0, "a", 50),)
    assert (table.bought_in, table.stacks[0]) == (200, 200)


def test_who_has_no_chips_buys_in_for_at_least_the_least() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True, buy_in=(500, 5000))
    lose(table, 1, 3)
    with pytest.raises(BadTable, match="expected 500 to 5,000"):
        table.top_up(1, 499)
    table.sit_out(1)
    with pytest.raises(BadTable, match="top up first"):
        table.sit_in(1)
    table.top_up(1, 500)


def test_busted_players_keep_their_seat_at_a_cash_table_until_they_leave() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True)
    lose(table, 1, 3)
    assert PlayerBusted(1, "b", 1000) in table.log
    assert table.leave(1) == (PlayerLeft(1, "b", 0),)
    assert table.seats[1] is None


def test_a_table_holds_no_more_chips_than_the_core_can_count() -> None:
    table = Table(6, blinds=(1, 2))
    table.join("a", chips=1 << 50)
    with pytest.raises(BadTable, match="at most"):
        table.join("b", chips=1)


# --- during a hand ---------------------------------------------------------------------------------------------------


def test_who_leaves_during_a_hand_goes_when_it_is_over() -> None:
    table = table_of(6, [0, 1, 2, 3])
    setup = table.next_hand(seed=1)
    assert table.leave(1) == (LeaveAnnounced(1, "b"),)
    assert table.absent(1)
    with pytest.raises(BadTable, match="already leaving"):
        table.leave(1)
    hand = Hand(setup)
    while not hand.over:
        hand.act(Fold())
    assert table.finish(hand) == (HandFinished(1), PlayerLeft(1, "b", 950))
    assert (table.seats[1], table.cashed_out) == (None, 950)


def test_who_is_leaving_may_stay() -> None:
    table = table_of(6, [0, 1, 2, 3])
    hand = Hand(table.next_hand(seed=1))
    table.leave(1)
    table.sit_in(1)
    while not hand.over:
        hand.act(Fold())
    table.finish(hand)
    assert table.stacks[1] == 950


def test_table_stakes_a_top_up_during_a_hand_counts_after_it() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True, buy_in=(100, 1100))
    hand = Hand(table.next_hand(seed=1))
    assert table.top_up(1, 60) == (TopUpAnnounced(1, "b", 60),)
    assert table.stacks[1] == 1000
    with pytest.raises(BadTable, match="40 more"):
        table.top_up(1, 41)
    while not hand.over:
        hand.act(Fold())
    assert table.finish(hand) == (HandFinished(1), ToppedUp(1, "b", 60))
    assert table.stacks[1] == 1010


def test_a_top_up_that_is_too_much_after_the_hand_lapses() -> None:
    table = table_of(6, [0, 1, 2, 3], cash=True, buy_in=(100, 1100))
    hand = Hand(table.next_hand(seed=1))
    table.top_up(2, 80)
    while not hand.over:
        hand.act(Fold())
    assert table.finish(hand) == (HandFinished(1), ToppedUp(2, "c", 50), TopUpLapsed(2, "c", 30))
    assert table.stacks[2] == 1100
    assert table.bought_in == 4050


def test_tda_23_blinds_change_between_hands() -> None:
    table = table_of(6, [0, 1, 2])
    fold_out(table)
    assert table.set_level(75, 150, 150) == (LevelSet(75, 150, 150),)
    setup = table.next_hand(seed=1)
    assert (setup.small_blind, setup.big_blind, setup.ante) == (75, 150, 150)
    with pytest.raises(BadTable, match="hand 2 is being played: blinds change between hands"):
        table.set_level(100, 200)


@pytest.mark.parametrize("wish", [lambda t: t.place_button(1), lambda t: t.next_hand()])
def test_what_belongs_between_hands_is_refused_during_one(wish: Callable[[Table], object]) -> None:
    table = table_of(6, [0, 1, 2])
    table.next_hand(seed=1)
    before = table.save()
    with pytest.raises(BadTable, match="hand 1 is being played"):
        wish(table)
    assert table.save() == before


def test_nobody_is_seated_at_a_tournament_table_during_a_hand() -> None:
    table = table_of(6, [0, 1, 2])
    table.next_hand(seed=1)
    with pytest.raises(BadTable, match="between hands"):
        table.join("new", chips=1000)


def test_somebody_may_sit_down_at_a_cash_table_during_a_hand() -> None:
    table = table_of(6, [0, 1, 2], cash=True)
    hand = Hand(table.next_hand(seed=1))
    assert table.join("new", chips=1000, missed_blinds="post") == 3
    while not hand.over:
        hand.act(Fold())
    table.finish(hand)
    assert fold_out(table).big_blind_seat == 3


def test_tda_35_a_misdeal_moves_neither_chips_nor_button() -> None:
    table = table_of(6, [0, 1, 2, 3])
    fold_out(table)
    first = table.next_hand(seed=3)
    table.leave(3)
    assert table.void(Hand(first)) == (HandVoided(2), PlayerLeft(3, "d", 1000))
    second = table.next_hand(seed=3)
    assert where(first) == (1, 2, 3)
    assert where(second) == (1, 2, 0)
    assert first.deck != second.deck


@pytest.mark.parametrize("first_button", ["draw", "highest"])
def test_tda_35_the_first_hand_is_dealt_again_with_the_same_button(first_button: FirstButton) -> None:
    table = table_of(9, [*range(9)], button=first_button)
    for seed in range(5):
        first = table.next_hand(seed=seed)
        table.void(Hand(first))
        again = table.next_hand(seed=seed + 100)
        assert where(again) == where(first)
        assert again.deck != first.deck
        table.void(Hand(again))


@pytest.mark.parametrize(
    ("line", "substantial"),
    [
        ([], False),
        ([Raise(to=300)], False),
        ([Fold(), Fold()], False),
        ([Fold(), Call()], True),
        ([Call(), Fold()], True),
        ([Fold(), Fold(), Fold()], True),
    ],
)
def test_tda_36_a_hand_is_not_called_off_after_substantial_action(line: list[Action], substantial: bool) -> None:
    """S2 1.3: substantial action is two actions with chips in the pot, or three of any kind."""
    table = table_of(6, [*range(6)])
    hand = Hand(table.next_hand(seed=3))
    for action in line:
        hand.act(action)
    before = table.save()
    if not substantial:
        assert table.void(hand) == (HandVoided(1),)
        assert table.stacks == (1000,) * 6
        assert not table.playing
        return
    with pytest.raises(BadTable, match=r"hand 1 cannot be called off after substantial action.*play on \(TDA 36\)"):
        table.void(hand)
    assert table.save() == before


def test_tda_36_a_saved_hand_is_not_called_off_without_its_actions() -> None:
    table = table_of(6, [*range(6)])
    hand = Hand(table.next_hand(seed=3))
    hand.act(Call())
    hand.act(Call())
    loaded = Table.load(table.save(hand))
    assert loaded.hand is not None
    with pytest.raises(BadTable, match="hand 1 lacks actions that the table was saved with"):
        loaded.void(Hand(loaded.hand.setup))


def test_tda_35_only_the_hand_being_played_is_called_off() -> None:
    table = table_of(3, [*range(3)])
    with pytest.raises(BadTable, match="no hand is being played"):
        table.void(Hand.start([100, 100], (1, 2)))
    hand = Hand(table.next_hand(seed=3))
    with pytest.raises(BadTable, match="another hand"):
        table.void(Hand.start([1000] * 3, (50, 100), seed=2))
    with pytest.raises(TypeError, match="expected the Hand that was played"):
        table.void(None)  # type: ignore[arg-type]
    for action in (Fold(), Fold()):
        hand.act(action)
    with pytest.raises(BadTable, match="hand 1 is already over: finish takes it back"):
        table.void(hand)


def test_only_the_hand_of_the_setup_is_taken_back() -> None:
    table = table_of(6, [0, 1, 2])
    with pytest.raises(BadTable, match="no hand is being played"):
        table.finish(Hand.start([100, 100], (1, 2)))
    setup = table.next_hand(seed=1)
    with pytest.raises(BadTable, match="another hand"):
        table.finish(Hand.start([1000, 1000, 1000], (50, 100), seed=2))
    with pytest.raises(BadTable, match="not over"):
        table.finish(Hand(setup))


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (lambda t: t.join("a", chips=10), "already sits at this table, at seat 1"),
        (lambda t: t.join("z", 0, chips=10), "seat 1 is taken by 'a'"),
        (lambda t: t.join("z", 6, chips=10), "expected a seat from 0 to 5"),
        (lambda t: t.join("z", True, chips=10), "expected a seat"),
        (lambda t: t.join("z", chips=10.0), "whole number"),
        (lambda t: t.join("", chips=10), "expected a name"),
        (lambda t: t.join("z", chips=10, missed_blinds="free"), "expected 'post' or 'wait'"),
        (lambda t: t.leave(5), "seat 6 is empty"),
        (lambda t: t.sit_in(0), "is not sitting out"),
        (lambda t: (t.sit_out(0), t.sit_out(0)), "already sitting out"),
        (lambda t: (t.sit_out(1), t.sit_in(1, "post")), "no missed blinds in a tournament"),
        (lambda t: t.top_up(0, 0), "at least 1"),
        (lambda t: t.top_up(0, True), "whole number"),
        (lambda t: t.set_level(3, 2), "at least 3"),
        (lambda t: t.set_level(0, 0), "at least 1"),
        (lambda t: t.set_level(1, 2, -1), "ante"),
        (lambda t: t.place_button(6), "first button"),
        (lambda t: t.seat_of("nobody"), "does not sit"),
        (lambda t: any_table(6, blinds=5.0), "two amounts"),
        (lambda t: Table(6, blinds=(1, 2), buy_in=(5, 4)), "the least and the most"),
        (lambda t: any_table(6, blinds=(1, 2), absent="shoot"), "expected 'blind_off' or 'skip'"),
        (lambda t: Table.cash(6, blinds=(1, 2)).next_hand(), "0 of 6 seats"),
    ],
)
def test_a_table_refuses_with_a_sentence(wish: Callable[[Any], object], sentence: str) -> None:
    table = table_of(6, [0, 1, 2])
    with pytest.raises(BadTable, match=sentence):
        wish(table)


def test_a_full_table_takes_nobody() -> None:
    table = table_of(3, [0, 1, 2])
    with pytest.raises(BadTable, match="all 3 seats are taken"):
        table.join("z", chips=10)


def test_what_happened_is_told_in_order() -> None:
    table = Table(3, blinds=(1, 2), first_button=0)
    table.join("a", chips=10)
    table.join("b", chips=10)
    table.sit_out(1)
    table.sit_in(1)
    assert table.log == (PlayerJoined(0, "a", 10), PlayerJoined(1, "b", 10), SatOut(1, "b"), SatIn(1, "b"))


def test_what_is_tried_on_a_copy_does_not_touch_the_table() -> None:
    table = table_of(6, [0, 1, 2], cash=True)
    before, twin = table.save(), table.copy()
    assert twin == table
    twin.join("z", chips=1000)
    twin.sit_out(0)
    hand = Hand(twin.next_hand(seed=1))
    twin.leave(1)
    while not hand.over:
        hand.act(Fold())
    twin.finish(hand)
    assert table.save() == before
    assert twin != table


@pytest.mark.parametrize("copier", [Table.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_independent(copier: Callable[[Table], Table]) -> None:
    table = Table(6, blinds=(1, 2))
    table.join("a", chips=100)
    twin = copier(table)
    twin.join("b", chips=100)
    assert (len(table.players), len(twin.players)) == (1, 2)
