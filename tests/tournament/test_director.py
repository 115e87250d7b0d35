"""The director alone: it hears what happened at the tables and answers with events."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bigslick.shuffle import Keystream
from bigslick.tournament.director import Director, Loss
from bigslick.tournament.events import (
    BreakStarted,
    Busted,
    EntriesClosed,
    FirstButtonPlaced,
    HandForHandStarted,
    LevelStarted,
    Moved,
    Placed,
    Rebought,
    RegistrationClosed,
    Seated,
    SeatsRedrawn,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
    Won,
)
from bigslick.tournament.levels import MOST_CHIPS, Break, Level
from bigslick.tournament.payouts import Payouts
from bigslick.tournament.structure import AddOn, Rebuy, Structure

from .chance import chi_square

LEVELS = (Level(small=1, big=2, hands=10), Level(small=2, big=4, hands=10))

FOUR_LEVELS = tuple(Level(small=big // 2, big=big, hands=10) for big in (2, 4, 8, 16))


def directed(entrants: int, stream: Keystream | None = None, **options: Any) -> Director:
    """A director whose tables have the button at seat 0 and the blinds at 1 and 2."""
    given: dict[str, Any] = {"seats": 6, "starting_stack": 100, "levels": LEVELS, "hand_for_hand": False}
    director = Director(Structure(**(given | options)), stream or Keystream(1), lambda _: (0, 1, 2))
    director.open([f"P{number}" for number in range(entrants)])
    return director


def bust(director: Director, table: int, *seats: int, free: Any = None, stack: int = 50) -> list[Any]:
    """These seats lose to the first other player at their table; what the director decides."""
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


def test_tda_11_a_the_next_big_blind_moves_to_the_worst_seat() -> None:
    director = directed(23, seats=6)
    assert sizes(director) == [6, 6, 6, 5]
    taken = list(director.chairs[4])
    seats = [seat for seat in range(6) if taken[seat] >= 0]
    moves = of_kind(bust(director, 4, seats[0]), Moved)
    assert [(move.from_table, move.from_seat, move.to_table) for move in moves] == [(1, 3, 4)]
    open_now = [seat for seat in (3, 4, 5, 0, 1) if taken[seat] < 0 or seat == seats[0]]
    assert moves[0].to_seat == open_now[0]
    assert moves[0].reason.endswith("next big blind, tables of 6 and 4")


def test_a_table_in_the_middle_of_a_hand_is_asked_for_a_report_and_not_touched() -> None:
    director = directed(23, seats=6)
    seats = [seat for seat in range(6) if director.chairs[4][seat] >= 0]
    assert not of_kind(bust(director, 4, seats[0], free=[4]), Moved)
    assert director.reports == {1}
    before = len(director.events)
    director.hands_ended((), [1], 2)
    assert len(of_kind(director.events[before:], Moved)) == 1
    assert director.reports == set()


@pytest.mark.parametrize(("order", "first"), [("highest_id_first", 4), ("list", 2), ("fewest_players", 4)])
def test_tables_break_in_the_published_order(order: str, first: int) -> None:
    director = directed(19, break_order=order, break_list=(2, 3) if order == "list" else ())
    assert sizes(director) == [5, 5, 5, 4]
    seats = [seat for seat in range(6) if director.chairs[4][seat] >= 0]
    broken = of_kind(bust(director, 4, seats[0]), TableBroken)
    assert [event.table for event in broken] == [first]
    assert broken[0].reason == f"table {first} breaks: 18 players fit 3 tables"
    assert sizes(director) == [6, 6, 6]


def test_a_short_table_halts_until_it_has_players() -> None:
    director = directed(12, seats=6)
    seats = [seat for seat in range(6) if director.chairs[2][seat] >= 0]
    events = bust(director, 2, *seats[:3], free=[2])
    assert [(event.table, event.reason) for event in of_kind(events, TableHalted)] == [
        (2, "table 2 has 3 players, 3 fewer than the largest")
    ]
    assert not director.playable(2)
    before = len(director.events)
    director.hands_ended((), [1, 2], 2)
    assert [event.table for event in of_kind(director.events[before:], TableResumed)] == [2]
    assert director.playable(2)


def test_halting_only_when_the_blinds_are_impacted() -> None:
    director = directed(12, seats=6, halt_trigger="blinds_impacted")
    assert director.chairs[2][3] >= 0  # the seat that is due the big blind
    assert not of_kind(bust(director, 2, 0, 1, 2, free=[2]), TableHalted)
    director = directed(12, seats=6, halt_trigger="blinds_impacted")
    assert of_kind(bust(director, 2, 0, 1, 3, free=[2]), TableHalted)


def test_seed_002_8_5_3_the_final_table_is_redrawn_once_every_table_is_between_hands() -> None:
    director = directed(8, seats=6)
    assert sizes(director) == [4, 4]
    seats = [seat for seat in range(6) if director.chairs[1][seat] >= 0]
    assert not of_kind(bust(director, 1, seats[0], free=[1]), SeatsRedrawn)
    assert (director.held, director.reports) == ({1}, {2})
    assert not director.playable(1)
    before = len(director.events)
    director.hands_ended((), [1, 2], 2)
    events = director.events[before:]
    assert [event.tables for event in of_kind(events, SeatsRedrawn)] == [1]
    assert [(event.table, event.chairs) for event in of_kind(events, TableOpened)] == [(3, 7)]
    assert [event.table for event in of_kind(events, TableBroken)] == [1, 2]
    assert sizes(director) == [7]


def test_tda_rp_8_busts_of_one_round_tie_across_tables_in_hand_for_hand() -> None:
    director = directed(14, hand_for_hand=True, h4h_margin=2, payouts=Payouts(seats=12), buy_in=12)
    assert director.hand_for_hand
    assert of_kind(director.events, HandForHandStarted) == [HandForHandStarted(14, 12)]
    seats = {table: [seat for seat in range(6) if director.chairs[table][seat] >= 0] for table in director.chairs}
    losses = [(table, [Loss(seats[table][0], 10 * table, director.chairs[table][seats[table][1]])]) for table in (1, 2)]
    director.hands_ended(losses, director.chairs, 1)
    placed = of_kind(director.events, Placed)
    assert [(place.place, place.shared) for place in placed[:2]] == [(13, 2), (13, 2)]
    assert isinstance(director.events[-1], Won)


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


def test_rules_5_3_rebuys_that_last_longer_let_no_one_enter() -> None:
    """Late registration ends with level 1, rebuys with level 2: places and prizes wait for the later of the two."""
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


def test_rules_5_3_an_add_on_after_late_registration_lets_no_one_enter() -> None:
    addon = AddOn(until_level=3, cost=5, chips=100)
    director = directed(6, levels=FOUR_LEVELS, late_reg_levels=1, addon=addon, buy_in=10)
    director.start_level(3, 21)
    assert (director.registering, director.closed) == (False, False)
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


# --- satellites --------------------------------------------------------------------------------------------------


def test_a_satellite_waits_when_as_many_are_left_as_it_has_seats() -> None:
    director = directed(5, late_reg_levels=1, reentry_limit=1, payouts=Payouts(seats=4), buy_in=10)
    assert (director.decided, director.playable(1)) == (False, True)
    bust(director, 1, seats_of(director, 1)[0])
    assert (director.decided, director.playable(1)) == (True, False)
    director.enter_late("Late", director.chairs, 1)
    assert (director.decided, director.playable(1)) == (False, True)


def test_one_person_wins_one_seat_and_the_next_place_gets_the_other() -> None:
    """Three bust at once and two are left for three seats; the best of the three re-enters and is in."""
    director = directed(5, late_reg_levels=1, reentry_limit=1, payouts=Payouts(seats=4), buy_in=12)
    entries = list(director.chairs[1])
    first, second, third = [seat for seat in range(6) if entries[seat] >= 0][:3]
    by = next(entry for seat, entry in enumerate(entries) if entry >= 0 and seat not in (first, second, third))
    losses = [Loss(first, 90, by), Loss(second, 60, by), Loss(third, 30, by)]
    director.hands_ended([(1, losses)], director.chairs, 1)
    director.enter_late(director.names[entries[first]], director.chairs, 1)
    director.close_registration(2)
    director.settle()
    prizes = {event.entry: (event.place, event.prize) for event in of_kind(director.events, Placed)}
    assert [prizes[entries[seat]] for seat in (first, second, third)] == [(4, 0), (5, 18), (6, 0)]
    assert sorted(prize for _, prize in prizes.values()) == [0, 0, 18, 18, 18, 18]


# --- the final table ---------------------------------------------------------------------------------------------


def test_a_final_table_smaller_than_a_table_is_drawn_when_it_begins() -> None:
    """Nine seats and a final table of six: nine play on at one table, and six draw new seats."""
    director = directed(11, seats=9, final_table_size=6)
    assert sizes(director) == [6, 5]
    events = bust(director, 1, *seats_of(director, 1)[:2])
    assert (sizes(director), of_kind(events, SeatsRedrawn)) == ([9], [])
    [table] = director.chairs
    assert not of_kind(bust(director, table, *seats_of(director, table)[:2]), SeatsRedrawn)
    [redrawn] = of_kind(bust(director, table, seats_of(director, table)[0]), SeatsRedrawn)
    assert (redrawn.tables, redrawn.players) == (1, 6)
    [table] = director.chairs
    assert not of_kind(bust(director, table, seats_of(director, table)[0]), SeatsRedrawn), "once is enough"


@pytest.mark.parametrize(("redraws", "drawn"), [((1,), 1), ((), 0)])
def test_a_table_left_alone_before_registration_closes_is_drawn_when_it_does(redraws: Any, drawn: int) -> None:
    director = directed(12, late_reg_levels=1, redraw_at_tables=redraws)
    for table in (1, 2):
        bust(director, table, *seats_of(director, table)[:3], free=[table])
    director.hands_ended((), director.chairs, 1)
    assert (sizes(director), of_kind(director.events, SeatsRedrawn)) == ([6], [])
    director.start_level(2, 11)
    director.hands_ended((), director.chairs, 11)
    assert len(of_kind(director.events, SeatsRedrawn)) == drawn


def test_a_field_that_starts_at_one_table_keeps_its_seats() -> None:
    director = directed(6, late_reg_levels=1)
    director.start_level(2, 11)
    director.hands_ended((), director.chairs, 11)
    assert not of_kind(director.events, SeatsRedrawn)


# --- the draws -------------------------------------------------------------------------------------------------------


def test_seed_002_2_1_1_the_field_draws_seats_at_random() -> None:
    """20 entrants at tables of 6: any of the 24 seats for the first of them (23 degrees of freedom: once in 5,000)."""
    stream, drawn = Keystream("field"), Counter[Any]()
    for _ in range(2000):
        director = directed(20, stream)
        assert sorted(sizes(director)) == [5, 5, 5, 5]
        drawn[director.where[0]] += 1
    assert chi_square(drawn, 24) < 55


def test_tda_10_b_players_of_a_broken_table_draw_seats_at_random_at_the_shortest_tables() -> None:
    """The break leaves the tables even, and any of its players may get any open seat."""
    stream, drawn, tables = Keystream("break"), Counter[Any](), Counter[int]()
    for _ in range(600):
        director = directed(19, stream)
        leaving = [entry for entry in director.chairs[4] if entry >= 0]
        opened = {(table, seat) for table in (1, 2, 3) for seat in range(6) if director.chairs[table][seat] < 0}
        moves = of_kind(bust(director, 4, seats_of(director, 4)[0]), Moved)
        assert sizes(director) == [6, 6, 6]
        assert {(move.to_table, move.to_seat) for move in moves} == opened
        assert {move.entry for move in moves} < set(leaving)
        mover = next(move for move in moves if move.entry == max(entry for entry in leaving if entry != leaving[0]))
        tables[mover.to_table] += 1
        drawn[leaving.index(moves[0].entry)] += 1
    assert chi_square(tables, 3) < 18, "2 degrees of freedom: once in 5,000"
    assert chi_square(drawn, 3) < 18, "who draws first"


def test_seed_002_8_5_3_every_seat_of_the_final_table_is_equally_likely() -> None:
    stream, drawn, neighbours = Keystream("final table"), Counter[int](), Counter[int]()
    for _ in range(1400):
        director = directed(8, stream)
        bust(director, 1, seats_of(director, 1)[0])
        [row] = director.chairs.values()
        assert len(row) == 7
        first = min(entry for entry in row if entry >= 0)
        at = row.index(first)
        drawn[at] += 1
        neighbours[sorted(entry for entry in row if entry >= 0).index(row[(at + 1) % 7])] += 1
    assert chi_square(drawn, 7) < 26, "6 degrees of freedom: once in 5,000"
    assert chi_square(neighbours, 6) < 24, "5 degrees of freedom"


def test_a_redraw_at_two_tables_seats_everyone_once_and_evenly() -> None:
    director = directed(13, redraw_at_tables=(2, 1))
    events = bust(director, 1, seats_of(director, 1)[0])
    assert [(event.tables, event.players) for event in of_kind(events, SeatsRedrawn)] == [(2, 12)]
    assert sizes(director) == [6, 6]
    assert sorted(move.entry for move in of_kind(events, Moved)) == sorted(
        entry for row in director.chairs.values() for entry in row
    )


def test_tda_8_a_late_entry_draws_any_open_seat_of_a_shortest_table() -> None:
    stream, drawn = Keystream("late"), Counter[Any]()
    for _ in range(600):
        director = directed(15, stream, late_reg_levels=1)
        assert sizes(director) == [5, 5, 5]
        opened = {(table, seat) for table in director.chairs for seat in range(6) if director.chairs[table][seat] < 0}
        entry = director.enter_late("Late", director.chairs, 1)
        assert director.where[entry] in opened
        assert of_kind(director.events, Seated)[-1].reason == "late entry"
        drawn[director.where[entry].table] += 1
    assert chi_square(drawn, 3) < 18
    for number in range(2):
        director.enter_late(f"Later {number}", director.chairs, 1)
    assert sizes(director) == [6, 6, 6]
    director.enter_late("Last", director.chairs, 1)
    assert min(sizes(director)) >= 4, "a new table opens and the others balance it"


def test_tda_8_the_first_player_of_a_new_table_draws_a_seat_and_the_button_waits_for_a_second() -> None:
    """Any of the six seats, and the button at any player of the new table, as the structure says."""
    stream, drawn, buttons = Keystream("opener"), Counter[int](), Counter[bool]()
    for _ in range(600):
        director = directed(12, stream, late_reg_levels=1)
        before = len(director.events)
        entry = director.enter_late("Late", director.chairs, 1)
        events = director.events[before:]
        [opened], [placed] = of_kind(events, TableOpened), of_kind(events, FirstButtonPlaced)
        assert (opened.table, opened.button, placed.table) == (3, -1, 3)
        assert events.index(placed) > max(events.index(move) for move in of_kind(events, Moved))
        [seated] = of_kind(events, Seated)
        drawn[seated.seat] += 1
        assert director.chairs[3][placed.button] >= 0
        buttons[director.chairs[3][placed.button] == entry] += 1
    assert chi_square(drawn, 6) < 24, "5 degrees of freedom: once in 5,000"
    assert 100 < buttons[True] < 200, "one of the four players at the new table"


@pytest.mark.parametrize("choice", ["highest_seat", 3])
def test_a_new_table_honours_the_initial_button(choice: Any) -> None:
    director = directed(12, late_reg_levels=1, initial_button=choice)
    director.enter_late("Late", director.chairs, 1)
    [opened] = of_kind(director.events, TableOpened)[2:]
    placed = of_kind(director.events, FirstButtonPlaced)
    if choice == 3:
        assert (opened.button, placed) == (3, [])
    else:
        assert (opened.button, placed[0].button) == (-1, max(seats_of(director, 3)))


def test_what_is_exported_and_restored_decides_the_same() -> None:
    one = directed(19)
    other = Director(one.structure, Keystream(1), lambda _: (0, 1, 2))
    other.restore(one.export())
    assert other.export() == one.export()
    other._stream = Keystream(2)
    one._stream = Keystream(2)
    seats = [seat for seat in range(6) if one.chairs[4][seat] >= 0]
    assert bust(one, 4, seats[0]) == bust(other, 4, seats[0])
    assert other.export() == one.export()
