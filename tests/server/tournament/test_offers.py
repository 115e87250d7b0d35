"""Who may buy chips, and what happens to money for chips that cannot be had any more."""

from __future__ import annotations

from typing import Any

from bigslick.protocol import wire
from bigslick.server.tournament import facts
from bigslick.server.tournament.till import Purse
from bigslick.shuffle import Keystream
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .floor import Floor, structure
from .test_following import started, until


def buy(chips: Any) -> wire.BuyChips:
    return wire.BuyChips(cmd_id="b", tournament="sng", kind=chips)


def decline(chips: Any) -> wire.DeclineChips:
    return wire.DeclineChips(cmd_id="d", tournament="sng", kind=chips)


def test_chips_that_are_not_for_sale_are_refused_with_the_reason() -> None:
    floor = started(structure(3, 3), 3)
    assert floor.no("p0", buy("rebuy")) == "Tournament has no rebuys"
    assert floor.no("p0", buy("addon")) == "Tournament has no add-on"
    rebuy, addon = Rebuy(until_level=1, cost=5, chips=500), AddOn(until_level=2, cost=5, chips=500)
    floor = started(structure(3, 3, rebuy=rebuy, addon=addon), 3, "rock")
    assert floor.no("eve", buy("rebuy")) == "you are not in Tournament"
    assert floor.no("p0", buy("rebuy")) == "you still have chips: a rebuy is for players who have lost them all"
    assert floor.no("p0", buy("addon")) == "the add-on is sold when level 2 ends"
    assert "nothing is on offer" in floor.no("p0", decline("rebuy"))
    while floor.live.level == 1:
        floor.go_on()
    assert floor.no("p0", buy("rebuy")) == "rebuys are over: they end with level 1"


def test_a_stack_above_the_limit_and_a_rebuy_too_many_are_refused() -> None:
    floor = started(structure(3, 3, rebuy=Rebuy(until_level=3, cost=5, chips=500, at_most=999)), 3, "rock")
    assert floor.no("p0", buy("rebuy")) == "you have too many chips for a rebuy: expected at most 999"
    rebuy = Rebuy(until_level=3, cost=5, chips=10, at_most=5000, limit=1)
    floor = started(structure(3, 3, rebuy=rebuy), 3, "rock")
    floor.do("p0", buy("rebuy"))
    assert "paid for these chips already" in floor.no("p0", buy("rebuy"))
    floor.play_hand(1)
    assert floor.no("p0", buy("rebuy")) == "you have taken the only rebuy that an entry can have"


def test_the_money_comes_back_if_the_rebuys_end_before_the_chips_come() -> None:
    levels = tuple(Level(small=10, big=20, hands=1) for _ in range(4))
    rebuy = Rebuy(until_level=1, cost=40, chips=500, at_most=5000)
    floor = started(structure(3, 3, levels=levels, rebuy=rebuy, buy_in=0), 3, "rock")
    deal(floor)
    floor.do("p0", buy("rebuy"))
    assert floor.live.owed == 40
    floor.follow()
    assert (floor.live.level, floor.live.owed) == (2, 0)
    assert floor.balances()[Purse("player", "p0")] == 0


def deal(floor: Floor) -> None:
    """Play a hand that the tournament has not heard of yet."""
    follow, floor.follow = floor.follow, lambda: None  # type: ignore[method-assign]
    floor.play_hand(1)
    floor.follow = follow  # type: ignore[method-assign]


def test_the_money_comes_back_if_the_stack_is_not_short_any_more() -> None:
    rebuy = Rebuy(until_level=3, cost=40, chips=500, at_most=1000)
    floor = started(structure(2, 2, rebuy=rebuy, buy_in=0), 2, "rock")
    deal(floor)
    for player in ("p0", "p1"):
        floor.do(player, buy("rebuy"))
    floor.follow()
    stacks = dict(floor.live.playing.stacks)
    floor.play_hand(1)
    bought = {entry for entry, stack in stacks.items() if stack <= 1000}
    assert len(bought) == 1, "one of them won the blinds"
    assert floor.live.owed == 40
    assert [floor.live.playing.director.rebuys[entry] for entry in (0, 1)] == [int(entry in bought) for entry in (0, 1)]


def test_the_money_for_an_add_on_comes_back_to_a_player_who_busts_before_the_sale_ends() -> None:
    addon = AddOn(until_level=1, cost=30, chips=500)
    floor = started(structure(4, 4, addon=addon, timed=True, buy_in=0), 4)
    live, floor.now = floor.live, floor.now + 59_000
    floor.stream = Keystream(5)  # a hand in which someone busts
    deal(floor)
    (loss, *_) = floor.ended[0].losses
    assert live.clock.seconds(floor.now) > 60, "the hand was in progress when the level ended"
    floor.take(facts.SaleOpened(at=floor.now, until=floor.now + 60_000))
    entry = live.playing.director.chairs[1][loss.seat]
    floor.do(live.playing.director.names[entry], buy("addon"))
    assert live.owed == 30
    floor.now += 60_000
    floor.follow()
    assert (live.owed, live.sale, floor.chips) == (0, None, live.playing.director.chips)


def test_declining_is_an_answer() -> None:
    floor = started(structure(6, 6, rebuy=Rebuy(until_level=2, cost=50, chips=1000)), 6)
    offer = until(floor, facts.RebuysOffered)
    for entry in offer.entries:
        floor.do(floor.live.playing.director.names[entry], decline("rebuy"))
    floor.follow()
    assert not floor.live.offers
    assert not set(offer.entries) & set(floor.live.playing.stacks)
