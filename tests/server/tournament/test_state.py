"""A served tournament as data, from the first entry to the winner."""

from __future__ import annotations

import pytest

from bigslick.server.tournament.facts import TournamentStarted
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
    assert (live.due(start + 59_999), live.on_break(start + 59_999)) == (None, False)
    assert live.next_change(start) == start + 60_000
    assert live.on_break(start + 60_000)
    floor.now = start + 60_000
    assert live.due(floor.now) == 60
    floor.follow()
    assert (live.level, live.due(floor.now), live.playable(1, floor.now)) == (1, None, False)
    assert live.news[-1].sentence == "A break of 2 min begins."
    assert live.next_change(start + 60_000) == start + 180_000
    floor.now = start + 180_000
    floor.follow()
    assert (live.level, live.on_break(floor.now), live.playable(1, floor.now)) == (2, False, True)


def test_a_break_between_levels_by_hands_takes_its_time() -> None:
    played = structure(2, 2, breaks=(Break(after=1, seconds=120),))
    floor = Floor(TournamentSettings(structure=played), 1, "rock")
    list(entered(floor, 2))
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    assert floor.live.playable(1, floor.now)
    while floor.live.level == 1:
        floor.play_hand(1)
    live, start = floor.live, floor.now
    assert [told.sentence for told in live.news[-2:]] == ["A break of 2 min begins.", "Level 2: blinds 25/50."]
    assert live.on_break(start + 119_999)
    assert not live.playable(1, start + 119_999)
    assert live.next_change(start) == start + 120_000
    assert live.playable(1, start + 120_000)
    assert live.next_change(start + 120_000) is None


def test_levels_by_hands_go_by_the_table_that_has_played_most() -> None:
    floor = Floor(TournamentSettings(structure=structure(2, 2)), 1, "rock")
    list(entered(floor, 2))
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    levels = []
    for _ in range(12):
        levels.append(floor.live.level)
        floor.play_hand(1)
    assert levels == [1] * 6 + [2] * 6
    assert floor.live.next_level_in(14) == 4
    assert floor.live.next_change(floor.now) is None
