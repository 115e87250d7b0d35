"""Every move that balances tables, in events played to their end (TDA 11).

This computes who moves and where from what everyone sees: who sits where, and the floor's last big blinds.
"""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import Rules
from bigslick.shuffle import Keystream
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.events import Busted, FirstButtonPlaced, Moved, Seated, TableBroken, TableOpened
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure
from bigslick.tournament.structure.table_counts import tables_needed

BY_HANDS = tuple(Level(small=10 << k, big=20 << k, hands=5) for k in range(16))
BY_TIME = tuple(Level(small=10 << k, big=20 << k, seconds=600) for k in range(16))


class Watcher:
    """Plays an event and checks each balancing move."""

    def __init__(self, structure: Structure, seed: int) -> None:
        self.seats: dict[int, dict[int, int]] = {}
        self.chairs: dict[int, int] = {}
        self.big: dict[int, int] = {}
        self.button: dict[int, int] = {}
        self.before_first = 0
        self.checked = read = 0
        event = Tournament(structure, seed, bots=("rock", "caller"))
        while not event.over:
            rows = dict(event.tables.row_of)
            event.step()
            bigs = {table: event.floor.positions(row)[2] for table, row in rows.items()}
            self.big = {table: big for table, big in bigs.items() if big >= 0}
            for happened in event.events[read:]:
                self.happened(happened)
            read = len(event.events)

    def happened(self, event: Any) -> None:
        if isinstance(event, TableOpened):
            self.seats[event.table], self.chairs[event.table] = {}, event.chairs
            self.button[event.table] = event.button
        elif isinstance(event, FirstButtonPlaced):
            self.button[event.table] = event.button
        elif isinstance(event, Seated):
            self.seats[event.table][event.seat] = event.entry
        elif isinstance(event, Busted) and event.out:
            del self.seats[event.table][event.seat]
        elif isinstance(event, Moved):
            if event.reason.startswith("seat "):
                self.check(event)
            del self.seats[event.from_table][event.from_seat]
            self.seats[event.to_table][event.to_seat] = event.entry
        elif isinstance(event, TableBroken):
            del self.seats[event.table]

    def check(self, move: Moved) -> None:
        source, target = self.seats[move.from_table], self.seats[move.to_table]
        sizes = [len(seats) for seats in self.seats.values()]
        assert (len(source), len(target)) == (max(sizes), min(sizes))
        assert move.from_seat == min(source, key=lambda seat: self.until_big(move.from_table, seat))
        small = self.small_next(move.to_table)
        free = [seat for seat in range(self.chairs[move.to_table]) if seat not in target and seat != small]
        assert move.to_seat == min(free, key=lambda seat: self.until_big(move.to_table, seat))
        self.checked += 1

    def until_big(self, table: int, seat: int) -> int:
        """Count the seats from the next small blind to this one."""
        return (seat - self.small_next(table) - 1) % self.chairs[table]

    def small_next(self, table: int) -> int:
        """Return the next small blind: the last big blind or, in the first hand, the first player after the button."""
        if table in self.big:
            return self.big[table]
        self.before_first += 1
        button, chairs = self.button[table], self.chairs[table]
        return min(self.seats[table], key=lambda seat: (seat - button - 1) % chairs)


@pytest.mark.parametrize("levels", [BY_HANDS, BY_TIME], ids=["by hands", "by time"])
def test_tda_11_a_the_next_big_blind_moves_to_the_seat_that_pays_it_soonest(levels: tuple[Level, ...]) -> None:
    structure = Structure(seats=9, starting_stack=3000, entrants=80, levels=levels, rules=Rules(button="dead"))
    checked = sum(Watcher(structure, seed).checked for seed in range(16))
    assert checked > 50


def test_s2_2_2_1_before_its_first_hand_a_table_sends_its_first_big_blind() -> None:
    """The button is drawn with the seats, so everyone can see who would pay the first big blind."""
    structure = Structure(seats=6, starting_stack=3000, levels=BY_HANDS, redraw_at_tables=())
    moved = 0
    for seed in range(40):
        director = Director(structure, Keystream(seed), lambda _: (-1, -1, -1))
        director.open([f"Player {number}" for number in range(24)])
        opened = {event.table: event.button for event in director.events if isinstance(event, TableOpened)}
        gone = [entry for entry in director.chairs[2] if entry >= 0][:2]
        before = {table: list(chairs) for table, chairs in director.chairs.items()}
        director.remove_no_shows(dict.fromkeys(gone, 3000), 1)
        director.settle(director.chairs, 1)
        (move,) = (event for event in director.events if isinstance(event, Moved))
        button = opened[move.from_table]
        order = [seat % 6 for seat in range(button + 1, button + 7) if before[move.from_table][seat % 6] >= 0]
        assert move.from_seat == order[1], "the second player after the button"
        moved += 1
    assert moved == 40


def test_tda_10_a_table_that_is_to_break_starts_no_other_hand() -> None:
    """With timed levels, while one table finishes its hand, tables due to break after it do not keep playing."""
    seen = 0

    def watch(played: PlayedHand) -> None:
        nonlocal seen
        director = event.director
        extra = len(director.chairs) - tables_needed(director.left, 4, 4)
        if extra > 0:
            assert played.table not in sorted(director.chairs)[-extra:]
            seen += extra > 1

    structure = Structure(seats=4, starting_stack=500, entrants=300, levels=BY_TIME, redraw_at_tables=())
    event = Tournament(structure, 3, bots=("maniac", "random"), watch=watch)
    event.finish()
    assert seen > 10
