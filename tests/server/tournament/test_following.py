"""What a running tournament does by itself, and in which order."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from bigslick.protocol import host, wire
from bigslick.server.tournament import facts
from bigslick.server.tournament.following import next_fact
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.till import Purse
from bigslick.tournament.director import events as ev
from bigslick.tournament.structure.formats import Day, Flights, NoShows
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

from .floor import Floor, HostedFloor, structure

REBUY = Rebuy(until_level=2, cost=50, chips=1000)
PAID = Payouts(percent=tuple(map(Decimal, (30, 25, 20, 15, 10))))
ADDON = AddOn(until_level=1, cost=30, chips=1500)


def started(played: Structure, people: int, style: str = "maniac", **settings: Any) -> Floor:
    """Return a tournament of people that has just started."""
    floor = Floor(TournamentSettings(structure=played, **settings), 3, style)
    for number in range(people):
        floor.take(facts.PlayerEntered(at=floor.now, player=f"p{number}"))
    floor.take(facts.TournamentStarted(at=floor.now, seed="07" * 32))
    floor.follow()
    return floor


def until(floor: Floor, kind: type[facts.OfTournament]) -> Any:
    """Play until a fact of this kind, and return it."""
    for _ in range(2_000):
        if isinstance(floor.facts[-1], kind):
            return floor.facts[-1]
        before = len(floor.facts)
        floor.go_on()
        for place, fact in enumerate(floor.facts[before:], before):
            if isinstance(fact, kind) and place < len(floor.facts):
                return fact
    raise AssertionError(f"no {kind.__name__}")


def kinds(floor: Floor) -> list[str]:
    return [type(event).__name__ for event in floor.ordered]


# -- levels -----------------------------------------------------------------------------------------------------------


def test_a_level_that_is_due_begins_before_a_hand_of_the_same_second_is_reported() -> None:
    """TDA 23: at the change, the new level; and the simulator reports a hand after it."""
    floor = started(structure(2, 2, timed=True), 2)
    began = floor.now
    hand = facts.ReportedHand(table=1, hand=1, stacks={0: 1000, 1: 1000}, ended_at=began + 60_400, second=60)
    earlier = facts.ReportedHand(table=1, hand=1, stacks={0: 1000, 1: 1000}, ended_at=began + 59_900, second=59)
    for played, first in ((hand, facts.LevelReached), (earlier, facts.HandsReported)):
        fact = next_fact(floor.live, floor.report, [played], False, began + 60_500)
        assert isinstance(fact, first)


def test_nothing_but_reports_happens_during_a_pause() -> None:
    floor = HostedFloor("ann", "bob", timed=True)
    floor.start()
    floor.host("ann", host.Pause, why="dinner")
    hand = facts.ReportedHand(table=1, hand=1, stacks={0: 1000, 1: 1000}, ended_at=floor.now, second=0)
    assert next_fact(floor.live, floor.report, [], False, floor.now + 90_000) is None
    assert isinstance(next_fact(floor.live, floor.report, [hand], False, floor.now + 90_000), facts.HandsReported)


# -- rebuys and the add-on --------------------------------------------------------------------------------------------


def test_a_busted_player_has_some_time_to_rebuy_and_keeps_the_seat_meanwhile() -> None:
    floor = started(structure(6, 6, rebuy=REBUY, fee=10), 6, rebuy_ms=20_000)
    offer = until(floor, facts.RebuysOffered)
    (entry, *_), live = offer.entries, floor.live
    assert (offer.until, live.waits_until[-1]) == (floor.now + 20_000, floor.now + 20_000)
    assert not live.playable(1, floor.now)
    assert next_fact(live, floor.report, floor.ended, False, floor.now + 19_999) is None
    name, seat = live.playing.director.names[entry], live.playing.director.where[entry]
    for each in offer.entries:
        player = live.playing.director.names[each]
        kind = wire.BuyChips if each == entry else wire.DeclineChips
        floor.do(player, kind(cmd_id="b", tournament="sng", kind="rebuy"))
    assert live.owed == 600 + 50
    floor.follow()
    assert live.playing.stacks[entry] == 1000
    assert floor.tables[seat[0]].players[seat[1]] == name, "TDA 27: the same seat"
    (rebought,) = (event for event in floor.ordered if isinstance(event, ev.Rebought))
    assert (rebought.entry, rebought.chips, live.playing.director.rebuys[entry]) == (entry, 1000, 1)
    assert floor.chips == live.playing.director.chips


def test_a_hand_that_ends_at_the_moment_of_a_bust_waits_for_its_rebuy() -> None:
    """They are reported together, because players who bust at the same moment share places."""
    floor = started(structure(12, 6, rebuy=REBUY, timed=True, starting_stack=40), 12)
    offer = until(floor, facts.RebuysOffered)
    (bust,) = (hand for hand in floor.ended if hand.table == offer.table)
    (other,) = set(floor.tables) - {bust.table}
    quiet = replace(bust, table=other, losses=(), stacks={})
    assert next_fact(floor.live, floor.report, [bust, quiet], False, floor.now) is None
    earlier = replace(quiet, ended_at=bust.ended_at - 1)
    found = next_fact(floor.live, floor.report, [bust, earlier], False, floor.now)
    assert isinstance(found, facts.HandsReported)
    assert found.hands == (earlier,)


def test_a_player_who_says_nothing_is_out_when_the_time_is_over() -> None:
    floor = started(structure(6, 6, rebuy=REBUY), 6)
    offer = until(floor, facts.RebuysOffered)
    floor.now = offer.until
    floor.follow()
    assert not [event for event in floor.ordered if isinstance(event, ev.Rebought)]
    assert {event.entry for event in floor.ordered if isinstance(event, ev.Busted)} >= set(offer.entries)
    assert not floor.live.offers


def test_the_add_on_is_sold_before_the_level_closes_its_pool() -> None:
    """The order is: the sale, the end of the level with the break, the prizes, and the next level."""
    played = structure(4, 4, addon=ADDON, breaks=(Break(after=1, seconds=300),), timed=True)
    floor = started(played, 4, "rock")
    sale = until(floor, facts.SaleOpened)
    began, live = floor.facts[-1].at, floor.live
    assert sale.until == live.clock.when(360_000), "as long as the break lasts"
    entries = list(live.playing.stacks)
    for entry in entries[:-1]:
        name = live.playing.director.names[entry]
        floor.do(name, wire.BuyChips(cmd_id="a", tournament="sng", kind="addon"))
    assert next_fact(live, floor.report, floor.ended, False, floor.now) is None, "one player has yet to decide"
    name = live.playing.director.names[entries[-1]]
    floor.do(name, wire.DeclineChips(cmd_id="a", tournament="sng", kind="addon"))
    floor.follow()
    assert [kind for kind in kinds(floor) if kind != "LevelStarted"][-5:] == [
        *["AddedOn"] * 3,
        "BreakStarted",
        "RegistrationClosed",
    ]
    assert {event.at for event in floor.ordered[-5:]} == {60}
    assert (live.level, live.on_break(began + 1_000), live.owed) == (1, True, 400 + 3 * 30)
    assert floor.chips == live.playing.director.chips == 4000 + 3 * 1500


def test_without_a_break_the_clock_waits_for_the_sale() -> None:
    floor = started(structure(4, 4, addon=ADDON, timed=True), 4, "rock", addon_ms=40_000)
    sale = until(floor, facts.SaleOpened)
    assert sale.until == sale.at + 40_000
    stands = floor.live.clock.seconds(sale.at)
    floor.now = sale.until
    floor.follow()
    (level,) = (event for event in floor.ordered if isinstance(event, ev.LevelStarted) and event.level == 2)
    assert (level.at, floor.live.clock.seconds(floor.now)) == (60, stands)
    assert "AddedOn" not in kinds(floor)


def test_short_stacks_may_rebuy_before_their_next_hand() -> None:
    rebuy = Rebuy(until_level=2, cost=50, chips=1000, at_most=1000)
    floor = started(structure(3, 3, rebuy=rebuy), 3, "rock")
    floor.do("p1", wire.BuyChips(cmd_id="b", tournament="sng", kind="rebuy"))
    assert (floor.live.owed, floor.chips) == (350, 3000)
    floor.play_hand(1)
    sold = next(event for event in floor.ordered if isinstance(event, ev.Rebought))
    assert (sold.entry, sold.at, floor.chips, floor.live.playing.director.chips) == (1, 1, 4000, 4000)


# -- hand for hand, stages, early ends --------------------------------------------------------------------------------


def test_a_hand_for_hand_round_takes_its_time_off_the_clock() -> None:
    """TDA RP-8: two minutes for each hand, however long it really takes."""
    floor = started(structure(9, 3, timed=True, h4h_seconds=100, payouts=PAID), 9)
    director = floor.live.playing.director
    until(floor, facts.RoundBegan)
    while not floor.live.over and director.hand_for_hand:
        before = floor.live.clock.seconds(floor.now)
        assert floor.live.clock.is_held("hand for hand")
        assert floor.live.next_change(floor.now) is None
        while floor.live.clock.is_held("hand for hand") and not director.met:
            floor.go_on()
        while director.met:
            floor.go_on()
        assert floor.live.clock.seconds(floor.now) == before + 100


def test_a_day_ends_with_its_level_once_every_table_has_met() -> None:
    levels = tuple(Level(small=10 << k, big=20 << k, seconds=120) for k in range(8))
    floor = started(structure(9, 3, levels=levels, days=(Day(until_level=1),)), 9, "rock", stage_pause_ms=5_000)
    live, director = floor.live, floor.live.playing.director
    while live.due(floor.now) is None and not live.playing.between_stages:
        floor.go_on()
    reached = until(floor, facts.LevelReached)
    assert reached.due == 120
    bags = [event for event in floor.ordered if isinstance(event, ev.Bagged)]
    assert sum(event.stack for event in bags) == floor.chips == 9000
    assert (live.stage_at, director.stage.name) == (reached.at + 5_000, "day 1")
    stands = live.clock.seconds(floor.now)
    floor.now += 60_000
    assert live.clock.seconds(floor.now) == stands, "no time passes between two days"
    floor.follow()
    assert (director.stage.name, live.stage_at, live.level) == ("day 2", None, 2)
    assert not director.bags


@pytest.mark.parametrize("alone", [0, 1])
def test_a_flight_that_no_one_can_play_is_skipped(alone: int) -> None:
    days, flights = (Day(until_players=2),), Flights(count=2, reenter=False)
    floor = started(structure(4, 4, days=days, flights=flights), 4)
    while not floor.live.playing.between_stages:
        floor.go_on()
    for _ in range(alone):
        floor.take(facts.PlayerEntered(at=floor.now, player="late"))
    floor.play()
    names = [event.stage for event in floor.ordered if isinstance(event, ev.StageStarted)]
    assert names == ["day 1A", "day 1B", "day 2"]
    assert (floor.live.owed, "late" in floor.live.playing.director.names) == (0, False)
    assert floor.balances().get(Purse("player", "late"), 0) == 0, "the entry came back"


def test_with_nothing_left_to_play_for_there_is_some_time_to_enter_again() -> None:
    floor = started(structure(2, 2, late_reg_levels=5, reentry_limit=1, timed=True), 2)
    while floor.live.decided_until is None:
        floor.go_on()
    live, stands = floor.live, floor.live.clock.seconds(floor.now)
    loser = next(name for name in ("p0", "p1") if not live.is_in(name))
    floor.now += 30_000
    floor.do(loser, wire.Register(cmd_id="r", tournament="sng"))
    assert (live.decided_until, live.clock.seconds(floor.now), live.left) == (None, stands, 2)
    while live.decided_until is None:
        floor.go_on()
    floor.now = live.decided_until
    floor.follow()
    assert isinstance(floor.facts[-1], facts.EntriesDecided)
    assert live.over
    assert (live.owed, len(live.playing.director.names)) == (0, 3)


def test_players_who_never_came_are_removed_and_the_others_stay() -> None:
    levels = tuple(Level(small=10 << k, big=20 << k, hands=4) for k in range(8))
    absent = NoShows(remove_after_level=1, percent=Decimal(1))
    floor = started(structure(6, 6, levels=levels, no_shows=absent, starting_stack=5000), 6, "rock")
    for name in ("p0", "p2", "p3", "p5"):
        floor.take(facts.PlayerShowedUp(at=floor.now, player=name))
    while floor.live.level == 1:
        floor.go_on()
    gone = [event for event in floor.ordered if isinstance(event, ev.NoShowRemoved)]
    assert sorted(floor.live.playing.director.names[event.entry] for event in gone) == ["p1", "p4"]
    assert floor.chips == floor.live.playing.director.chips == 30_000 - sum(event.stack for event in gone)
    floor.play()
    assert floor.live.owed == 0


def test_ours_levels_by_hands_are_played_in_rounds() -> None:
    """A round is reported once its last table has played."""
    floor = started(structure(8, 4), 8)
    first, second = (
        facts.ReportedHand(table=table, hand=1, stacks=dict.fromkeys(range(4), 1000), ended_at=floor.now, second=0)
        for table in (1, 2)
    )
    assert next_fact(floor.live, floor.report, [first], True, floor.now) is None
    fact = next_fact(floor.live, floor.report, [first, second], False, floor.now)
    assert isinstance(fact, facts.HandsReported)
    assert fact.hands == (first, second)
