"""The director's events, carried out on the floor."""

from __future__ import annotations

from bigslick.hand.setup import MAX_SEATS
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.floor.tables import FloorTables
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

LEVELS = tuple(Level(small=5 << k, big=10 << k, hands=4) for k in range(8))


def started(**options: object) -> Tournament:
    given = {"seats": 6, "starting_stack": 100, "entrants": 13, "levels": LEVELS} | options
    return Tournament(Structure(**given), 3)  # type: ignore[arg-type]


def seated(tables: FloorTables, table: int) -> dict[int, int]:
    row = tables.row_of[table]
    return {seat: entry for seat in range(MAX_SEATS) if (entry := tables.floor.player_at(row, seat)) >= 0}


def same_as_director(event: Tournament) -> None:
    for table, row in event.director.chairs.items():
        assert seated(event.tables, table) == {seat: entry for seat, entry in enumerate(row) if entry >= 0}


def bust(event: Tournament, entry: int) -> None:
    """Take an entry's chips on the floor, like a lost hand, and report it."""
    table, seat = event.director.where[entry]
    at = event.tables.chair_of(entry)
    assert at is not None
    event.floor.add_chips(event.tables.row_of[table], seat, -event.floor.stack_at(*at))
    by = next(other for other in event.director.chairs[table] if other not in (-1, entry))
    event.director.hands_ended([(table, [Loss(seat, 100, by)])], event.director.chairs, 1)
    event.tables.apply(0)


def test_the_draw_seats_every_entry_with_its_stack() -> None:
    event = started()
    same_as_director(event)
    assert event.floor.chips() == 1300
    assert event.tables.applied == len(event.director.events)
    assert len(event.tables.playing_rows()) == 3


def test_a_bust_a_break_and_its_moves_leave_the_floor_as_the_director_sees_it() -> None:
    event = started()
    bust(event, 0)
    same_as_director(event)
    assert event.tables.chair_of(0) is None
    assert len(event.tables.row_of) == len(event.tables.playing_rows()) == 2
    assert event.floor.chips() == 1200


def test_a_rebuy_keeps_the_seat_and_adds_chips() -> None:
    event = started(rebuy=Rebuy(until_level=1, cost=1, chips=70, limit=1))
    where = event.director.where[0]
    bust(event, 0)
    assert event.director.where[0] == where
    assert event.stack_of(0) == 70
    same_as_director(event)


def test_an_add_on_adds_chips() -> None:
    event = started(addon=AddOn(until_level=1, cost=1, chips=30))
    event.director.take_addon([2], 1)
    event.tables.apply(0)
    assert (event.stack_of(2), event.stack_of(3)) == (130, 100)


def test_a_table_without_a_hand_has_no_positions() -> None:
    event = started()
    assert event.tables.positions(1) == event.tables.positions(99) == (-1, -1, -1)
    event.step()
    button, small, big = event.tables.positions(1)
    assert len({button, small, big}) >= 2
    assert min(button, small, big) >= 0
