"""Every entry with its result."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.tournament.director.events import BagForfeited, Busted, NoShowRemoved
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.finishers import finishers
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.formats import Flights, NoShows

from .events import rounds, turbo


@pytest.mark.parametrize("event", [turbo(), rounds()], ids=["by time", "by hands"])
def test_every_entry_is_there_once_with_its_standing(event: Tournament) -> None:
    rows = finishers(event)
    assert len({(row.player, row.entry) for row in rows}) == len(rows) == len(event.director.names)
    for row, standing in zip(rows, event.standings(), strict=True):
        assert standing.player in (row.player, f"{row.player} (entry {row.entry})")
        assert (row.place, row.prize, row.hands, row.bot) == (
            standing.place,
            standing.prize,
            standing.hands,
            standing.bot,
        )
        assert (row.places_shared, row.busted_by) == (standing.places_shared, standing.busted_by)
        assert (row.bounties, row.seat_won) == (standing.bounties, standing.seat_won)


def test_the_level_is_that_of_the_bust_and_not_of_the_ranking() -> None:
    """A player who busts during registration gets a place only when it closes."""
    event = turbo()
    busted = {found.entry: found for found in event.events if isinstance(found, Busted) and found.out}
    by_name = {(row.player, row.entry): row for row in finishers(event)}
    early = 0
    for entry, out in busted.items():
        row = by_name[event.director.names[entry], event.director.bullets[entry]]
        assert (row.level, row.at, row.table, row.seat) == (out.level, out.at, out.table, out.seat + 1)
        early += event.director.finishes[entry].level > out.level
    assert early > 0


def test_the_winner_has_the_last_level_and_was_busted_by_no_one() -> None:
    event = rounds()
    first = finishers(event)[0]
    assert (first.player, first.level, first.at, first.busted_by) == (event.winner, event.level, event.rounds, None)


def test_bounties_are_those_that_were_paid() -> None:
    structure = msgspec.structs.replace(load("turbo-6").with_entrants(12), bounty=Bounty(amount=50))
    event = Tournament(structure, 3)
    event.finish()
    rows = finishers(event)
    assert sum(row.bounties for row in rows) == 50 * len(rows)
    assert [row.bounties for row in rows] == [standing.bounties for standing in event.standings()]


def test_an_event_that_has_just_begun_has_no_finishers() -> None:
    event = Tournament(rounds().structure, 1)
    assert finishers(event) == []


def test_a_no_show_goes_out_when_the_seat_opens() -> None:
    absent = NoShows(remove_after_level=2, players=("Player 3",))
    event = Tournament(msgspec.structs.replace(load("turbo-6").with_entrants(12), no_shows=absent), 3)
    event.finish()
    (row,) = (row for row in finishers(event) if row.player == "Player 3")
    (removed,) = (found for found in event.events if isinstance(found, NoShowRemoved))
    assert (row.level, row.at, row.table, row.seat) == (3, removed.at, removed.table, removed.seat + 1)
    assert row.busted_by is None


def test_a_bag_that_does_not_count_goes_out_before_the_next_day() -> None:
    flights = Flights(count=2, bags="best", again_below=1000)
    event = Tournament(msgspec.structs.replace(load("flights").with_entrants(24), flights=flights), 3)
    event.finish()
    forfeited = {found.entry: found for found in event.events if isinstance(found, BagForfeited)}
    rows = {(row.player, row.entry): row for row in finishers(event)}
    assert forfeited
    for entry, bag in forfeited.items():
        row = rows[event.director.names[entry], event.director.bullets[entry]]
        assert (row.level, row.at, row.busted_by) == (bag.level, bag.at, None)
