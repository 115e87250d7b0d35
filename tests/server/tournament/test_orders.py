"""A host's orders in a running tournament: the clock, and who sits where."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bigslick.protocol import host
from bigslick.protocol.deals import ProposeDeal
from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.server.hosting.facts import Requested
from bigslick.server.hosting.state import HOUSE
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.deals import deal_now
from bigslick.server.tournament.state import LiveTournament
from bigslick.server.tournament.till import Purse
from bigslick.tournament.director.events import Moved
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.levels import Break
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn

from .floor import HostedFloor

MINUTE = 60
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy", "joe")


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


# -- who sits where ---------------------------------------------------------------------------------------------------


class Two(HostedFloor):
    """A tournament of ten at two tables of five, in which all tables are between hands."""

    def __init__(self, players: int = 10, **changes: Any) -> None:
        super().__init__(*NAMES[:players], field=10, seats=6, timed=True, **changes)
        self.start()
        self.follow()

    def entry(self, player: str) -> int:
        found = self.live.playing.entry_of(player)
        assert found is not None
        return found

    def where(self, player: str) -> tuple[int, int]:
        return self.live.playing.director.where[self.entry(player)]

    def open_seat(self, table: int) -> int:
        return self.live.playing.director.chairs[table].index(-1)

    def kick(self, player: str = "bob", **order: Any) -> None:
        self.host("ann", host.Kick, **{"player": player, "why": "slow", **order})

    def move(self, player: str, table: int, seat: int) -> None:
        self.host("ann", host.MovePlayer, player=player, table=table, seat=seat, why="wheelchair")

    @property
    def orders(self) -> list[str]:
        return [str(news.sentence) for news in self.live.news if news.kind in ("order", "out")]


def test_tda_71_d_the_chips_of_a_player_who_is_taken_out_leave_play() -> None:
    floor = Two()
    table, _ = floor.where("bob")
    floor.kick()
    assert floor.chips == 10_000, "their table is not asked before the hand is over"
    floor.follow()
    assert floor.orders == ["ann takes bob out after this hand: slow.", "bob is taken out in 10th place: slow."]
    assert floor.chips == floor.live.playing.director.chips == 9000
    assert floor.places == [("bob", 10)]
    assert len(floor.tables[table].players) == 4
    assert again(floor).playing.director.where == floor.live.playing.director.where
    floor.play()
    assert not floor.live.owed
    floor.balances()


def test_ours_a_player_who_is_taken_out_gets_the_prize_of_the_place_and_their_own_bounty() -> None:
    floor = Two(
        payouts=Payouts(percent=tuple(map(Decimal, (20, 20, 15, 15, 5, 5, 5, 5, 5, 5)))), bounty=Bounty(amount=50)
    )
    floor.kick()
    floor.follow()
    assert floor.orders[-1] == "bob is taken out in 10th place and wins 50: slow."
    assert floor.balances()[Purse("player", "bob")] == 50 + 50 - 150
    floor.play()
    assert not floor.live.owed


def test_the_last_but_one_can_be_taken_out_and_the_other_wins() -> None:
    floor = Two(2)
    floor.kick()
    floor.follow()
    assert floor.live.over
    assert floor.places == [("bob", 2), ("ann", 1)]


def test_before_registration_closes_a_player_who_is_taken_out_can_enter_again_if_the_host_says_so() -> None:
    floor = Two(late_reg_levels=2, reentry_limit=1, door=GameDoor(approve="players"))
    floor.kick()
    floor.follow()
    assert floor.orders[-1] == "bob is taken out: slow."
    (found,) = floor.register("bob")
    assert isinstance(found, Requested)


def test_a_player_is_moved_to_an_open_seat_of_another_table() -> None:
    floor = Two(9)
    tables = {player: floor.where(player)[0] for player in NAMES[:9]}
    most = max(floor.tables, key=lambda table: len(floor.tables[table].players))
    player = next(player for player, table in tables.items() if table == most)
    target = 3 - most
    seat = floor.open_seat(target)
    floor.move(player, target, seat)
    assert floor.where(player)[0] == most, "it waits for the hand"
    floor.follow()
    assert floor.where(player) == (target, seat)
    assert floor.orders == [f"ann moves {player} to table {target}, seat {seat + 1}, after this hand: wheelchair."]
    moved = floor.ordered[-1]
    assert isinstance(moved, Moved)
    assert moved.reason == "wheelchair"
    assert again(floor).playing.director.chairs == floor.live.playing.director.chairs
    floor.play()


def test_a_player_is_moved_within_a_table_and_an_order_falls_when_the_seat_is_taken() -> None:
    floor = Two()
    table, _ = floor.where("bob")
    seat = floor.open_seat(table)
    floor.move("bob", table, seat)
    other = next(player for player in NAMES if player != "bob" and floor.where(player)[0] == table)
    floor.move(other, 0, seat)
    floor.follow()
    assert floor.where("bob") == (table, seat)
    assert floor.orders[-1] == f"{other} does not move: seat {seat + 1} of table {table} is taken."
    floor.play()


def test_an_order_falls_with_the_player_and_another_replaces_it() -> None:
    floor = Two()
    table, _ = floor.where("bob")
    floor.move("bob", table, floor.open_seat(table))
    floor.kick()
    floor.follow()
    assert [player for player, _ in floor.places] == ["bob"]
    assert not floor.live.seat_orders


def test_orders_about_seats_that_cannot_be_are_refused() -> None:
    floor = Two()
    table, seat = floor.where("bob")
    other = 3 - table

    def no(kind: type[Any], **order: Any) -> str:
        return floor.no("ann", kind(cmd_id="x", at="sng", **{"player": "bob", "why": "law", **order}))

    assert no(host.Kick, why=" ") == "give a reason: all tables read it"
    assert no(host.Kick, player="zoe") == "zoe is not playing in Tournament"
    assert no(host.Kick, player="ann").startswith("you cannot take yourself out of a running tournament")
    ban = host.Ban(cmd_id="x", at="sng", player="bob")
    assert floor.no("ann", ban) == "Tournament has started: take bob out first, with a reason"
    assert no(host.MovePlayer, seat=0, table=9) == "table 9 is not in play"
    assert no(host.MovePlayer, seat=7) == f"table {table} has 6 seats"
    assert no(host.MovePlayer, seat=seat) == f"the player sits in seat {seat + 1} of table {table} already"
    taken = floor.live.playing.director.chairs[other]
    there = next(number for number, entry in enumerate(taken) if entry >= 0)
    assert no(host.MovePlayer, seat=there, table=other) == f"seat {there + 1} of table {other} is taken"
    refused = no(host.MovePlayer, seat=floor.open_seat(other), table=other)
    assert refused == "the tables would be out of balance, and somebody would have to move back"
    assert floor.no("bob", host.Kick(cmd_id="x", at="sng", player="cat", why="law")) == "Only the host can do that."


def test_a_vote_on_a_deal_falls_when_a_player_is_taken_out() -> None:
    floor = Two(3)
    floor.do("ann", ProposeDeal(cmd_id="d", tournament="sng", method="even"))
    floor.follow()
    assert deal_now(floor.live).state == "voting"
    floor.kick()
    floor.follow()
    assert deal_now(floor.live).state == "open"
    assert str(floor.live.news[-1].sentence) == "The deal falls: a player is out."


def test_the_house_moves_and_takes_out_like_a_host() -> None:
    floor = Two()
    floor.host(HOUSE, host.Kick, player="bob", why="cheats")
    floor.follow()
    assert floor.orders[0] == "The house takes bob out after this hand: cheats."
