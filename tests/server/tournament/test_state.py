"""A served tournament as data, from the first entry to the winner."""

from __future__ import annotations

import pytest

from bigslick.server.tournament.facts import LevelReached, TournamentStarted
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.levels import Break

from .floor import Floor, entered, structure


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(("field", "seats"), [(2, 2), (6, 6), (9, 9), (18, 6), (30, 6), (23, 9)])
def test_a_tournament_is_played_to_its_winner(field: int, seats: int, timed: bool) -> None:
    floor = Floor(TournamentSettings(structure=structure(field, seats, timed=timed)), field)
    names = list(entered(floor, field))
    assert floor.live.complete
    floor.take(TournamentStarted(at=floor.now, seed=bytes(range(32)).hex()))
    floor.play()
    assert floor.live.status == "over"
    assert sorted(name for name, _ in floor.places) == sorted(names)
    assert min(place for _, place in floor.places) == 1
    assert floor.live.left == 1
    assert sum(sum(table.stacks) for table in floor.tables.values()) == 1000 * field


def test_levels_and_breaks_go_by_the_time_since_the_start() -> None:
    played = structure(2, 2, timed=True, breaks=(Break(after=1, seconds=120),))
    floor = Floor(TournamentSettings(structure=played), 1)
    list(entered(floor, 2))
    start = floor.now + 7_000
    floor.take(TournamentStarted(at=start, seed="00" * 32))
    live = floor.live
    assert (live.level_now(start + 59_999, 0), live.on_break(start + 59_999)) == (1, False)
    assert live.next_change(start) == start + 60_000
    assert live.on_break(start + 60_000)
    assert not live.playable(1, start + 60_000)
    assert live.next_change(start + 60_000) == start + 180_000
    assert (live.level_now(start + 180_000, 0), live.on_break(start + 180_000)) == (2, False)
    assert live.playable(1, start + 180_000)


def test_a_break_between_levels_by_hands_takes_its_time() -> None:
    played = structure(2, 2, breaks=(Break(after=1, seconds=120),))
    floor = Floor(TournamentSettings(structure=played), 1)
    list(entered(floor, 2))
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    assert floor.live.playable(1, floor.now)
    floor.take(LevelReached(at=floor.now, level=2, floor=floor.report))
    live, start = floor.live, floor.now
    assert live.news[-2:] == ["break of 2 min after level 1", "level 2: blinds 25/50"]
    assert live.on_break(start + 119_999)
    assert not live.playable(1, start + 119_999)
    assert live.next_change(start) == start + 120_000
    assert live.playable(1, start + 120_000)
    assert live.next_change(start + 120_000) is None


def test_levels_by_hands_go_by_the_table_that_has_played_most() -> None:
    floor = Floor(TournamentSettings(structure=structure(2, 2)), 1)
    list(entered(floor, 2))
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    assert [floor.live.level_now(floor.now, hands) for hands in (0, 5, 6, 11, 12)] == [1, 1, 2, 2, 3]
    assert floor.live.next_level_in(4) == 2
    assert floor.live.next_change(floor.now) is None
