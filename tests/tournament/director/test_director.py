"""The director alone: it is told what happened at the tables and answers with events."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.shuffle import Keystream
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.events import (
    BreakStarted,
    Busted,
    EntriesClosed,
    HandForHandStarted,
    LevelStarted,
    Placed,
    Rebought,
    RegistrationClosed,
    Seated,
    Won,
)
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.structure.levels import MOST_CHIPS, Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

LEVELS = (Level(small=1, big=2, hands=10), Level(small=2, big=4, hands=10))

FOUR_LEVELS = tuple(Level(small=big // 2, big=big, hands=10) for big in (2, 4, 8, 16))


def directed(entrants: int, stream: Keystream | None = None, **options: Any) -> Director:
    """Return a director whose tables have the button at seat 0 and the blinds at 1 and 2."""
    given: dict[str, Any] = {"seats": 6, "starting_stack": 100, "levels": LEVELS, "hand_for_hand": False}
    director = Director(Structure(**(given | options)), stream or Keystream(1), lambda _: (0, 1, 2))
    director.open([f"P{number}" for number in range(entrants)])
    return director


def bust(director: Director, table: int, *seats: int, free: Any = None, stack: int = 50) -> list[Any]:
    """Bust these seats to the first other player at their table; return the director's decisions."""
    by = next(entry for seat, entry in enumerate(director.chairs[table]) if entry >= 0 and seat not in seats)
    before = len(director.events)
    losses = [(table, [Loss(seat, stack, by) for seat in seats])]
    director.hands_ended(losses, director.chairs if free is None else free, 1)
    return director.events[before:]


def sizes(director: Director) -> list[int]:
    return [sum(entry >= 0 for entry in row) for row in director.chairs.values()]


def seats_of(director: Director, table: int) -> list[int]:
    return [seat for seat, entry in enumerate(director.chairs[table]) if entry >= 0]


def of_kind(events: list[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def test_tda_rp_8_busts_of_one_round_tie_across_tables_in_hand_for_hand() -> None:
    director = directed(14, hand_for_hand=True, h4h_margin=2, payouts=Payouts(seats=12), buy_in=12)
    assert director.hand_for_hand
    assert of_kind(director.events, HandForHandStarted) == [HandForHandStarted(14, 12)]
    seats = {table: [seat for seat in range(6) if director.chairs[table][seat] >= 0] for table in director.chairs}
    losses = [(table, [Loss(seats[table][0], 10 * table, director.chairs[table][seats[table][1]])]) for table in (1, 2)]
    for hand in losses:
        director.hands_ended([hand], [hand[0]], 1, moments=(hand[0],))
        assert not director.playable(hand[0]), "it waits for the slowest table"
    assert (director.met, of_kind(director.events, Placed)) == ({1, 2}, [])
    director.hands_ended([(3, [])], [3], 2, moments=(3,))
    assert director.met == set()
    placed = of_kind(director.events, Placed)
    assert [(place.place, place.shared) for place in placed[:2]] == [(13, 2), (13, 2)]
    assert isinstance(director.events[-1], Won)


def test_tda_rp_8_the_hands_under_way_when_it_is_announced_are_the_first_round() -> None:
    director = directed(15, hand_for_hand=True, h4h_margin=2, payouts=Payouts(seats=12), buy_in=12)
    assert not director.hand_for_hand
    bust(director, 1, seats_of(director, 1)[0], free=[1, 2])
    assert (director.hand_for_hand, director.met) == (True, {1, 2})
    assert [director.playable(table) for table in (1, 2, 3)] == [False, False, True]
    bust(director, 3, seats_of(director, 3)[0], free=[1, 2, 3])
    assert all(map(director.playable, director.chairs))


def test_the_end_of_a_level_says_whether_anything_closed_with_it() -> None:
    director = directed(6, late_reg_levels=2, reentry_limit=1, levels=FOUR_LEVELS)
    assert director.may_reenter("P0")
    assert [director.start_level(level, 10 * level) for level in (1, 2, 3, 4)] == [False, False, True, False]
    assert director.closed
    assert not director.may_reenter("P0")


def test_registration_closes_early_once_it_is_decided() -> None:
    director = directed(2, late_reg_levels=1)
    assert not director.close_if_decided(director.chairs, 1)
    bust(director, 1, seats_of(director, 1)[0])
    assert (director.closed, director.over, director.decided) == (False, False, True)
    assert director.close_if_decided(director.chairs, 1)
    assert (director.closed, director.over) == (True, True)
    assert not director.close_if_decided(director.chairs, 1)


def test_the_larger_stack_finishes_higher_in_one_hand() -> None:
    director = directed(6)
    entries = list(director.chairs[1])
    losses = [(1, [Loss(0, 30, entries[5]), Loss(1, 80, entries[5]), Loss(2, 30, entries[5])])]
    director.hands_ended(losses, director.chairs, 1)
    assert [(event.entry, event.place, event.shared) for event in of_kind(director.events, Placed)] == [
        (entries[1], 4, 1),
        *((entry, 5, 2) for entry in sorted((entries[0], entries[2]), key=lambda entry: f"P{entry}")),
    ]


def test_a_rebuy_keeps_the_seat_and_gives_no_place() -> None:
    director = directed(6, rebuy=Rebuy(until_level=1, cost=5, chips=100, limit=1))
    busted, rebought = bust(director, 1, 2)
    assert (type(busted), busted.out, type(rebought)) == (Busted, False, Rebought)
    assert sizes(director) == [6]
    busted, *others = bust(director, 1, 2)
    assert (type(busted), busted.out, of_kind(others, Rebought)) == (Busted, True, [])
    assert sizes(director) == [5]


def test_the_director_starts_levels() -> None:
    director = directed(6)
    director.start_level(2, 11)
    assert director.level == 2
    assert director.events[-1] == LevelStarted(2, 4, 0, level=2, at=11)


def test_late_entries_have_their_limits() -> None:
    director = directed(6, late_reg_levels=1, reentry_limit=1)
    assert director.enter_late("Late", director.chairs, 1) == 6
    with pytest.raises(ValueError, match="Late cannot enter again: they are still in"):
        director.enter_late("Late", director.chairs, 1)
    bust(director, *director.where[6])
    assert director.enter_late("Late", director.chairs, 1) == 7
    bust(director, *director.where[7])
    with pytest.raises(ValueError, match="Late cannot enter again: 1 re-entry is allowed"):
        director.enter_late("Late", director.chairs, 1)
    director.close_registration(1)
    with pytest.raises(ValueError, match="registration is closed"):
        director.enter_late("Later", director.chairs, 1)


# --- each period is its own --------------------------------------------------------------------------------------


def test_ours_rebuys_that_last_longer_let_no_one_enter() -> None:
    """Late registration ends with level 1, rebuys with level 2; places and prizes wait for the later one."""
    rebuy = Rebuy(until_level=2, cost=5, chips=100, limit=1)
    director = directed(6, levels=FOUR_LEVELS, late_reg_levels=1, reentry_limit=1, rebuy=rebuy, buy_in=10)
    bust(director, 1, 0)
    bust(director, 1, 0)
    assert director.left == 5
    director.start_level(2, 11)
    assert [type(event) for event in director.events[-2:]] == [EntriesClosed, LevelStarted]
    with pytest.raises(ValueError, match="registration is closed"):
        director.enter_late(director.names[director.chairs[1][1]], director.chairs, 12)
    busted, rebought = bust(director, 1, 1)
    assert (busted.out, type(rebought)) == (False, Rebought)
    assert not of_kind(director.events, Placed)
    director.start_level(3, 21)
    [closed] = of_kind(director.events, RegistrationClosed)
    assert (closed.entries, closed.pool, closed.level, closed.at) == (6, 70, 2, 21)
    assert [event.place for event in of_kind(director.events, Placed)] == [6]
    assert bust(director, 1, 2)[0].out, "rebuys are over"


def test_ours_an_add_on_after_late_registration_lets_no_one_enter() -> None:
    addon = AddOn(until_level=3, cost=5, chips=100)
    director = directed(6, levels=FOUR_LEVELS, late_reg_levels=1, addon=addon, buy_in=10)
    director.start_level(3, 21)
    assert (director.entering, director.closed) == (False, False)
    director.take_addon([0, 1], 30)
    director.start_level(4, 31)
    [closed] = of_kind(director.events, RegistrationClosed)
    assert closed.pool == 70


def test_chips_in_play_never_exceed_what_can_be_counted() -> None:
    stack = 10**12
    rebuy, addon = Rebuy(until_level=1, cost=0, chips=stack), AddOn(until_level=1, cost=0, chips=stack)
    director = directed(6, starting_stack=stack, rebuy=rebuy, addon=addon)
    for _ in range(2 * MOST_CHIPS // stack):
        director.take_addon([0], 1)
    assert director.chips <= MOST_CHIPS < director.chips + stack
    assert bust(director, 1, 0)[0].out, "no chips are left to buy"


def test_a_break_is_taken_at_the_end_of_its_level() -> None:
    director = directed(6, levels=FOUR_LEVELS, breaks=(Break(after=2, seconds=600),))
    director.start_level(2, 11)
    assert not of_kind(director.events, BreakStarted)
    director.end_level(20)
    assert director.events[-1] == BreakStarted(600, level=2, at=20)
    director.start_level(3, 21)
    assert len(of_kind(director.events, BreakStarted)) == 1


def two_tables_bust(rule: str, stacks: tuple[int, int], moments: tuple[int, ...]) -> list[tuple[int, int]]:
    """Bust one player at each of two tables in one call; return their places and how many share each."""
    director = directed(12, simultaneous_bust_rule=rule)
    out = [director.chairs[table][0] for table in (1, 2)]
    losses = [(table, [Loss(0, stacks[table - 1], director.chairs[table][1])]) for table in (1, 2)]
    director.hands_ended(losses, director.chairs, 1, moments=moments)
    return [(director.finishes[entry].place, director.finishes[entry].shared) for entry in out]


def test_ours_busts_at_the_same_moment_at_different_tables_tie_or_rank_by_stack() -> None:
    """Rules 5.1: outside hand-for-hand the time decides; at the same time, the rule for simultaneous busts does."""
    assert two_tables_bust("h4h_tie", (30, 80), ()) == [(11, 2), (11, 2)]
    assert two_tables_bust("h4h_tie", (30, 80), (7, 7)) == [(11, 2), (11, 2)]
    assert two_tables_bust("by_stack", (30, 80), (7, 7)) == [(12, 1), (11, 1)]
    assert two_tables_bust("by_stack", (80, 80), (7, 7)) == [(11, 2), (11, 2)]


@pytest.mark.parametrize("rule", ["h4h_tie", "by_stack"])
def test_ours_a_player_whose_hand_ends_later_finishes_higher_at_another_table(rule: str) -> None:
    assert two_tables_bust(rule, (80, 30), (7, 8)) == [(12, 1), (11, 1)]


def test_s2_8_3_2_a_re_entry_is_seated_by_the_same_draw_as_a_new_player() -> None:
    """From the same point in the same stream, a re-entry and a late entry draw the same seat."""
    drawn = set()
    for seed in range(60):
        seats = []
        for name in ("back", "new"):
            director = directed(15, Keystream(seed), late_reg_levels=1, reentry_limit=1)
            table = min(director.chairs)
            seat = seats_of(director, table)[0]
            busted = director.names[director.chairs[table][seat]]
            bust(director, table, seat)
            entry = director.enter_late(busted if name == "back" else "New", director.chairs, 2)
            first = next(event for event in of_kind(director.events, Seated) if event.entry == entry)
            seats.append((first.table, first.seat))
        assert seats[0] == seats[1]
        drawn.add(seats[0])
    assert len(drawn) > 4, "a draw, not a rule"


# --- satellites --------------------------------------------------------------------------------------------------


def test_a_satellite_waits_when_as_many_are_left_as_it_has_seats() -> None:
    director = directed(5, late_reg_levels=1, reentry_limit=1, payouts=Payouts(seats=4), buy_in=10)
    assert (director.decided, director.playable(1)) == (False, True)
    bust(director, 1, seats_of(director, 1)[0])
    assert (director.decided, director.playable(1)) == (True, False)
    director.enter_late("Late", director.chairs, 1)
    assert (director.decided, director.playable(1)) == (False, True)


def test_one_person_wins_one_seat_and_the_next_place_gets_the_other() -> None:
    """Three bust at once, leaving two players for three seats; the best of the three re-enters and is still in."""
    director = directed(5, late_reg_levels=1, reentry_limit=1, payouts=Payouts(seats=4), buy_in=12)
    entries = list(director.chairs[1])
    first, second, third = [seat for seat in range(6) if entries[seat] >= 0][:3]
    by = next(entry for seat, entry in enumerate(entries) if entry >= 0 and seat not in (first, second, third))
    losses = [Loss(first, 90, by), Loss(second, 60, by), Loss(third, 30, by)]
    director.hands_ended([(1, losses)], director.chairs, 1)
    director.enter_late(director.names[entries[first]], director.chairs, 1)
    director.close_registration(2)
    director.settle(director.chairs, 1)
    prizes = {event.entry: (event.place, event.prize) for event in of_kind(director.events, Placed)}
    assert [prizes[entries[seat]] for seat in (first, second, third)] == [(4, 0), (5, 18), (6, 0)]
    assert sorted(prize for _, prize in prizes.values()) == [0, 0, 18, 18, 18, 18]


def test_the_rest_of_a_satellite_goes_to_a_person_who_has_no_seat() -> None:
    """Two seats worth 20, and 4 left over; the best busted player has re-entered and is in, so the next gets the 4."""
    director = directed(3, late_reg_levels=1, reentry_limit=1, payouts=Payouts(seat_price=20), buy_in=11)
    entries = list(director.chairs[1])
    first, second, third = seats_of(director, 1)
    losses = [Loss(first, 90, entries[third]), Loss(second, 60, entries[third])]
    director.hands_ended([(1, losses)], director.chairs, 1)
    director.enter_late(director.names[entries[first]], director.chairs, 1)
    director.close_registration(2)
    director.settle(director.chairs, 2)
    prizes = {event.entry: (event.place, event.prize) for event in of_kind(director.events, Placed)}
    assert [prizes[entries[seat]] for seat in (first, second)] == [(3, 0), (4, 4)]
    assert sorted(prize for _, prize in prizes.values()) == [0, 4, 20, 20]


def test_what_is_exported_and_restored_decides_the_same() -> None:
    one = directed(19)
    other = Director(one.structure, Keystream(1), lambda _: (0, 1, 2))
    other.restore(one.export())
    assert other.export() == one.export()
    other.draw_from(Keystream(2))
    one.draw_from(Keystream(2))
    seats = [seat for seat in range(6) if one.chairs[4][seat] >= 0]
    assert bust(one, 4, seats[0]) == bust(other, 4, seats[0])
    assert other.export() == one.export()
