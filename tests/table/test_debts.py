"""The blinds that players owe: missed, or saved by changing seats."""

from __future__ import annotations

import random

import pytest

from bigslick import BadTable, Fold, Hand, Rules, Table
from bigslick.hand.events import Posted
from bigslick.rules import ButtonRule
from bigslick.table.blinds import Places
from bigslick.table.events import BlindMissed, SeatChanged
from bigslick.table.seats import MissedBlinds


def a_table(*seats: int, button: ButtonRule = "moving", how: MissedBlinds = "post") -> Table:
    """Return a cash table with a player in each of these seats, after a hand with the button at the first of them."""
    rules = Rules.cash(button=button)
    table = Table.cash(9, blinds=(5, 10), first_button=seats[0], rules=rules, dead_blind_rule="choice")
    for seat in seats:
        table.join(f"p{seat}", seat, chips=1000, missed_blinds=how)
    play(table)
    return table


def play(table: Table) -> Hand:
    """Play a hand in which everyone folds."""
    hand = Hand(table.next_hand(seed=1))
    while not hand.over:
        hand.act(Fold())
    table.finish(hand)
    return hand


def owed(table: Table, seat: int) -> str:
    taken = table.seats[seat]
    assert taken is not None
    return "big" * taken.owes_big + "small" * taken.owes_small


def posted(hand: Hand) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for event in hand.events:
        if isinstance(event, Posted):
            found.setdefault(event.seat, []).append(event.kind)
    return found


def test_robert_4_moving_away_from_the_big_blind_owes_one_and_moving_closer_owes_nothing() -> None:
    away = a_table(0, 1, 2, 3, 4, 6)  # the button was at 0 and the big blind at 2: 3, 4, 6, 0 and 1 come next
    happened = away.change_seats({3: 5})
    assert happened == (SeatChanged(3, "p3", 5), BlindMissed(5, "p3", "big"))
    assert (owed(away, 5), owed(away, 4)) == ("big", "")
    assert posted(play(away)) == {2: ["small_blind"], 4: ["big_blind"], 5: ["live"]}
    closer = a_table(0, 1, 2, 4, 5, 6)
    assert closer.change_seats({6: 3}) == (SeatChanged(6, "p6", 3),)
    assert posted(play(closer)) == {2: ["small_blind"], 3: ["big_blind"]}


def test_robert_4_a_player_who_waits_comes_in_with_the_big_blind() -> None:
    table = a_table(0, 1, 2, 3, 4, 6, how="wait")
    table.change_seats({3: 5})
    assert 5 not in posted(play(table))
    assert posted(play(table))[5] == ["big_blind"]


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_ours_moving_out_of_the_small_blinds_way_owes_it(button: ButtonRule) -> None:
    table = a_table(0, 1, 2, 3, 4, 6, button=button)
    assert table.change_seats({2: 5}) == (SeatChanged(2, "p2", 5), BlindMissed(5, "p2", "small"))
    assert posted(play(table))[5] == ["dead"]


def test_ours_a_player_who_passes_no_one_keeps_their_turn_and_takes_button_and_blinds_along() -> None:
    table = a_table(0, 2, 5)
    assert table.places == Places(0, 2, 5)
    assert table.change_seats({5: 7}) == (SeatChanged(5, "p5", 7),)
    assert table.change_seats({2: 4}) == (SeatChanged(2, "p2", 4),)
    assert table.places == Places(0, 4, 7)
    assert not owed(table, 7)
    assert posted(play(table)) == {7: ["small_blind"], 0: ["big_blind"]}


def test_ours_two_players_heads_up_may_sit_where_they_like() -> None:
    table = a_table(0, 3)
    big = table.places.big if table.places else 0
    table.change_seats({0: 3, 3: 0})
    other = 3 if big == 0 else 0  # whoever was the small blind sits at the other's seat now
    assert not owed(table, 0)
    assert not owed(table, 3)
    assert posted(play(table)) == {other: ["small_blind"], big: ["big_blind"]}


def test_a_swap_counts_like_two_moves() -> None:
    table = a_table(0, 1, 2, 3, 4, 6)
    table.change_seats({3: 6, 6: 3})
    assert (owed(table, 6), owed(table, 3)) == ("big", "")
    assert table.players == {0: "p0", 1: "p1", 2: "p2", 3: "p6", 4: "p4", 6: "p3"}


def test_a_redraw_starts_over_and_forgives_only_players_who_play() -> None:
    table = a_table(0, 1, 2, 3)
    table.sit_out(3)
    play(table)
    assert owed(table, 3) == "big"
    table.redraw({0: 7, 1: 1, 2: 5, 3: 0})
    assert table.places is None
    assert table.players == {0: "p3", 1: "p1", 5: "p2", 7: "p0"}
    assert owed(table, 0) == "big"
    assert [*posted(play(table)).values()] == [["small_blind"], ["big_blind"]]


def test_taken_seats_and_hands_in_play_refuse_a_change_and_nothing_changes() -> None:
    table = a_table(0, 1, 2)
    before = table.save()
    with pytest.raises(BadTable, match="seat 2 is taken by 'p1'"):
        table.change_seats({0: 1})
    with pytest.raises(BadTable, match="another player moves there"):
        table.change_seats({0: 5, 1: 5})
    with pytest.raises(BadTable, match="seat 9 is empty"):
        table.redraw({8: 5})
    with pytest.raises(BadTable, match="expected a seat from 0 to 8"):
        table.change_seats({0: 9})
    assert table.save() == before
    table.next_hand(seed=1)
    with pytest.raises(BadTable, match="being played: players change seats between hands"):
        table.change_seats({0: 5})


@pytest.mark.parametrize("how", ["post", "wait"])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_no_one_gains_a_hand_without_a_big_blind_by_changing_seats(how: MissedBlinds, button: ButtonRule) -> None:
    """However a player moves about, they are dealt no more hands between two big blinds than there are players."""
    for seed in range(40):
        chance = random.Random(seed)
        players = chance.randint(2, 5)
        table = Table.cash(7, blinds=(5, 10), rules=Rules.cash(button=button), dead_blind_rule="choice")
        for seat in chance.sample(range(7), players):
            table.join(f"p{seat}", seat, chips=10_000, missed_blinds=how)
        mover = chance.choice([*table.players.values()])
        free = 0
        for number in range(40):
            hand, seat = play(table), table.seat_of(mover)
            paid = {"big_blind", "live"} & set(posted(hand).get(seat, ()))
            free = 0 if paid else free + (hand.setup.stacks[seat] > 0)
            assert free < players, (seed, number)
            if chance.random() < 0.6:
                empty = [each for each in range(7) if each not in table.players]
                table.change_seats({seat: chance.choice(empty)})
