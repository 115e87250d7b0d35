"""A host's orders in a running tournament: the clock, and who sits where."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.protocol import host
from bigslick.protocol.encoding import encode
from bigslick.server.hosting.state import HOUSE
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.structure.levels import Break
from bigslick.tournament.structure.structure import AddOn

from .floor import HostedFloor

MINUTE = 60


class Running(HostedFloor):
    """A tournament of three that has just started, whose timed levels last a minute."""

    def __init__(self, *, timed: bool = True, **changes: Any) -> None:
        super().__init__("ann", "bob", "cat", field=3, timed=timed, **changes)
        self.start()
        self.follow()

    def wait(self, seconds: float) -> None:
        self.now += int(1000 * seconds)
        self.follow()

    def clock(self, player: str = "ann", **change: Any) -> None:
        self.host(player, host.ChangeClock, why="rain", **change)
        self.follow()

    def no_clock(self, **change: Any) -> str:
        return self.no("ann", host.ChangeClock(cmd_id="no", at="sng", why="rain", **change))

    @property
    def left(self) -> int | None:
        """The seconds until the level changes or the break ends."""
        at = self.live.next_change(self.now)
        return None if at is None else (at - self.now) // 1000

    @property
    def told(self) -> str:
        return next(str(news.sentence) for news in reversed(self.live.news) if news.kind == "order")


def again(floor: HostedFloor) -> LiveTournament:
    """Return the tournament from its stored facts alone."""
    opened = floor.facts[0]
    assert isinstance(opened, facts.TournamentOpened)
    live = LiveTournament(opened)
    for fact in floor.facts[1:]:
        apply(live, facts.read(encode(fact)))
    return live


# -- the clock --------------------------------------------------------------------------------------------------------


def test_a_level_lasts_longer_and_everything_after_it_comes_later() -> None:
    floor = Running(breaks=(Break(after=1, seconds=300),))
    floor.wait(20)
    floor.clock(seconds=5 * MINUTE)
    assert floor.told == "ann adds 5 min to level 1: rain."
    assert floor.left == 340
    floor.clock(seconds=-4 * MINUTE)
    assert floor.told == "ann takes 4 min off level 1: rain."
    assert floor.left == 100
    floor.wait(100)
    assert floor.live.on_break(floor.now)
    assert again(floor).next_change(floor.now) == floor.live.next_change(floor.now)
    floor.wait(300)
    assert (floor.live.level, floor.left) == (2, MINUTE), "the next level keeps its length"


def test_a_break_is_extended_and_ended() -> None:
    floor = Running(breaks=(Break(after=1, seconds=300),))
    floor.wait(MINUTE)
    floor.clock(seconds=60)
    assert (floor.told, floor.left) == ("ann adds 1 min to the break: rain.", 360)
    assert floor.no_clock(seconds=-360) == "the break ends in 6 min: take less, or go on to the next level"
    floor.wait(10)
    floor.clock(level=2)
    assert floor.told == "ann goes on to level 2: rain."
    assert not floor.live.on_break(floor.now)
    assert (floor.live.level, floor.left) == (2, MINUTE)


def test_a_break_between_levels_by_hands_is_extended_and_ended_too() -> None:
    floor = Running(timed=False, breaks=(Break(after=1, seconds=300),))
    assert floor.no_clock(seconds=60) == "the level of now goes by hands: expected hands"
    while floor.live.level < 2:
        floor.go_on()
    assert floor.left == 300
    assert floor.no_clock(hands=1) == "the level or break of now goes by the clock: expected seconds"
    floor.clock(seconds=-100)
    assert (floor.told, floor.left) == ("ann takes 1 min 40 s off the break: rain.", 200)
    floor.clock(level=2)
    assert not floor.live.on_break(floor.now)
    assert floor.live.level == 2


def test_hands_are_added_to_a_level_and_taken_off_it() -> None:
    floor = Running(timed=False)
    before = floor.live.next_level_in(0)
    assert before is not None
    floor.clock(hands=2)
    assert floor.told == "ann adds 2 hands to level 1: rain."
    assert floor.live.next_level_in(0) == before + 2
    refused = floor.no_clock(hands=-before - 2)
    assert refused == f"the level ends in {before + 2} hands: expected fewer to take"
    floor.clock(hands=-before - 1)
    floor.go_on()
    floor.go_on()
    assert floor.live.level == 2


@pytest.mark.parametrize("timed", [True, False])
def test_a_later_level_begins_at_once_and_closes_what_ends_before_it(timed: bool) -> None:
    floor = Running(timed=timed, late_reg_levels=2, breaks=(Break(after=1, seconds=300),))
    if timed:
        floor.wait(20)
    assert floor.live.late
    floor.clock(level=3)
    floor.follow()
    assert (floor.live.level, floor.live.late, floor.live.on_break(floor.now)) == (3, False, False)
    assert floor.live.prizes
    kinds = [news.kind for news in floor.live.news]
    assert (kinds.count("level"), kinds.count("break")) == (2, 0), "the start and level 3"
    assert again(floor).level == 3
    floor.play()


def test_a_level_that_began_this_second_can_be_passed_too() -> None:
    floor = Running()
    floor.clock(level=2)
    floor.wait(1)
    assert (floor.live.level, floor.left) == (2, MINUTE)


def test_the_sale_of_the_add_on_lasts_as_long_as_its_break() -> None:
    addon = AddOn(until_level=1, cost=50, chips=500)
    floor = Running(breaks=(Break(after=1, seconds=300),), addon=addon, late_reg_levels=1)
    floor.wait(MINUTE)
    assert floor.live.sale is not None
    floor.clock(seconds=60)
    assert floor.live.sale.until == floor.live.next_change(floor.now)
    assert floor.left == 360
    floor.wait(10)
    floor.clock(level=2)
    assert floor.live.sale is None
    assert (floor.live.level, floor.live.on_break(floor.now)) == (2, False)


def test_while_the_game_is_paused_the_clock_can_be_changed() -> None:
    floor = Running()
    floor.wait(20)
    floor.host("ann", host.Pause, why="dinner")
    assert floor.told == "ann pauses the tournament: dinner."
    floor.clock(seconds=60)
    floor.wait(1000)
    floor.host("ann", host.Resume)
    assert floor.told == "ann resumes the tournament."
    assert floor.left == 100


def test_the_house_changes_the_clock_like_a_host() -> None:
    floor = Running()
    floor.clock(HOUSE, seconds=60)
    assert floor.told == "The house adds 1 min to level 1: rain."
    assert floor.no("bob", host.ChangeClock(cmd_id="x", at="sng", why="rain", seconds=5)) == (
        "Only the host can do that."
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "expected one change: seconds, hands, or a level to go on to"),
        ({"seconds": 5, "level": 2}, "expected one change: seconds, hands, or a level to go on to"),
        ({"hands": 5}, "the level or break of now goes by the clock: expected seconds"),
        ({"seconds": -60}, "the level ends in 1 min: take less, or go on to the next level"),
        ({"level": 1}, "level 1 cannot begin now, as blinds never go down: expected a level from 2 to 6"),
        ({"level": 9}, "level 9 cannot begin now, as blinds never go down: expected a level from 2 to 6"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    assert Running().no_clock(**change) == sentence


def test_the_last_level_never_ends_and_an_event_that_is_not_played_has_no_clock() -> None:
    floor = Running()
    floor.clock(level=6)
    floor.wait(1)
    assert floor.no_clock(seconds=60) == "level 6 is the last one, and never ends"
    assert floor.no_clock(level=6) == "level 6 is the last one that can be played now"
    early = HostedFloor("ann", "bob")
    command = host.ChangeClock(cmd_id="x", at="sng", why="rain", seconds=5)
    assert early.no("ann", command) == "Tournament is not being played: it has no clock to change"
    floor.host("ann", host.Close, why="flood")
    assert floor.no("ann", command) == "Tournament is being called off: flood"
