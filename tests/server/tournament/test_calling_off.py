"""A running tournament that is called off pays everyone by the rule, in every format and at any moment."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.protocol import host, wire
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.tournament import facts
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.till import FEES, MINT, POOL, Purse
from bigslick.tournament.director.events import EndedEarly
from bigslick.tournament.director.standings import player_results
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

from .floor import Floor, HostedFloor, entered
from .test_live_formats import FORMATS, LEVELS


def off(floor: Floor, player: str = HOUSE, why: str = "rain") -> None:
    """Call the tournament off, and let it follow."""
    floor.do(player, host.Close(cmd_id=f"c{len(floor.facts)}", at="sng", why=why))
    if floor.live.status == "running":
        floor.follow()


def begun(name: str, seed: int) -> Floor:
    """Return a tournament of a format whose first seats are drawn."""
    given: dict[str, Any] = {"seats": 6, "levels": LEVELS, "payouts": Payouts(), "fee": 7, **FORMATS[name]}
    played = Structure(entrants=8, starting_stack=1500, buy_in=51, **given)
    floor = Floor(TournamentSettings(structure=played), seed, invitation=Invitation(host="p0"))
    list(entered(floor, 8))
    floor.take(facts.TournamentStarted(at=floor.now, seed="07" * 32))
    floor.follow()
    return floor


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FORMATS)
def test_ours_money_is_constant_when_any_format_is_called_off_at_any_moment(name: str, seed: int) -> None:
    floor = begun(name, seed)
    for _ in range((0, 14, 40)[seed]):
        if not floor.live.over:
            floor.go_on()
    if floor.live.over:
        return
    off(floor)
    director, balances = floor.live.playing.director, floor.balances()
    assert floor.live.over
    assert floor.live.owed == balances.get(POOL, 0) == 0
    (called,) = [event for event in director.events if isinstance(event, EndedEarly)]
    assert floor.live.status == ("cancelled" if called.rule == "refund" else "over")
    if called.rule == "refund":
        assert balances[FEES] == 0
        if director.bounties is None:
            assert set(balances.values()) == {0}
    else:
        people = [player for player, bot in floor.live.players.items() if not bot]
        for result in player_results(director, people):
            back = sum(m.amount for m in floor.money if m.source == FEES and m.target.player == result.player)
            assert balances[Purse("player", result.player)] == result.prize + result.bounties - result.spent + back
        assert len(director.finishes) == len(director.names), "everyone has a place"


def test_ours_before_registration_closes_everything_goes_back_with_its_fee() -> None:
    floor = begun("rebuys", 0)
    rebuy = floor.live.structure.rebuy
    assert rebuy is not None
    entry = floor.live.playing.entry_of("p0")
    assert entry is not None
    floor.take(facts.ChipsPaid(at=floor.now, by="p0", cmd_id="b", entry=entry, kind="rebuy"))
    off(floor, "p0", "the power is out")
    assert set(floor.balances().values()) == {0}, "also for chips that had not come yet"
    assert floor.live.news[-1].sentence.startswith("Called off: the power is out. Every entry, rebuy and add-on")


def test_ours_before_the_money_the_players_left_share_half_equally_and_half_by_chips() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan", fee=10, payouts=Payouts(amounts=(250, 150)), guarantee=0)
    floor.start()
    for player, stack in zip(["ann", "bob", "cat", "dan"], (2500, 1000, 400, 100), strict=True):
        floor.live.playing.stacks[floor.live.playing.entry_of(player) or 0] = stack
    off(floor, "ann")
    got = {purse.player: chips for purse, chips in floor.balances().items() if purse.kind == "player"}
    assert got == {"ann": 75, "bob": 0, "cat": -30, "dan": -45}, "50 each, and 200 by chips: 125, 50, 20 and 5"
    assert floor.live.status == "over"
    places = sorted((floor.live.hosting.name_of(name), place) for name, place in floor.places)
    assert places == [("ann", 1), ("bob", 2), ("cat", 3), ("dan", 4)]


def test_ours_in_the_money_each_gets_the_lowest_open_prize_and_the_rest_by_icm() -> None:
    """rules.md 5.5: 5000/3000/2000 with 50/30/20 is 38.39/32.75/28.86."""
    floor = HostedFloor("ann", "bob", "cat", field=3, fee=10, payouts=Payouts(amounts=(150, 90, 60)))
    floor.start()
    for player, stack in zip(["ann", "bob", "cat"], (5000, 3000, 2000), strict=True):
        floor.live.playing.stacks[floor.live.playing.entry_of(player) or 0] = stack
    off(floor)
    got = {purse.player: chips + 110 for purse, chips in floor.balances().items() if purse.kind == "player"}
    assert got == {"ann": 116, "bob": 98, "cat": 86}, "115.18, 98.25 and 86.57: the odd unit goes to the largest stack"
    assert floor.balances()[FEES] == 30, "in the money nobody gets the fee back"


def test_the_hands_in_progress_are_the_last_ones_and_nothing_is_sold_any_more() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan", late_reg_levels=2)
    floor.start()
    (table,) = floor.tables
    assert floor.live.playable(table, floor.now)
    floor.host("ann", host.Close, why="rain")
    assert not floor.live.playable(table, floor.now)
    assert floor.live.status == "running", "until the hands are over"
    assert floor.no("eve", wire.Register(cmd_id="r", tournament="sng")) == "Tournament is being called off: rain"
    assert floor.no("ann", host.Close(cmd_id="2", at="sng")) == "Tournament is being called off: rain"
    assert floor.live.news[-1].sentence == "ann calls the tournament off after the hands in progress: rain."
    floor.follow()
    last = floor.facts[-1]
    assert isinstance(last, facts.TournamentCancelled)
    assert (last.by, last.why) == ("ann", "rain")
    assert floor.no("ann", host.Close(cmd_id="3", at="sng")) == "Tournament is over."


def test_a_paused_tournament_can_be_called_off() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan")
    floor.start()
    floor.host("ann", host.Pause)
    off(floor, "ann")
    assert floor.live.over
    assert floor.balances()[Purse("player", "ann")] == 0
    assert MINT not in floor.balances()
