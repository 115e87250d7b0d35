"""What a player is told that they can pay for."""

from __future__ import annotations

from bigslick.protocol import wire
from bigslick.protocol.tournament import ChipsOffered
from bigslick.server.tournament import facts
from bigslick.server.tournament.offered import offered
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .floor import Floor, structure
from .test_following import started, until


def test_an_entry_costs_buy_in_fee_and_bounty_until_registration_closes() -> None:
    played = structure(3, 3, fee=10, bounty=Bounty(amount=40), late_reg_levels=1, reentry_limit=1, timed=True)
    floor = Floor(TournamentSettings(structure=played), 1)
    assert offered(floor.live, "ann", floor.now) == (ChipsOffered(kind="entry", cost=150, chips=1000),)
    floor = started(played, 3, "rock")
    live = floor.live
    (late,) = offered(live, "ann", floor.now)
    assert (late.kind, late.cost, late.until) == ("entry", 150, live.clock.when(60_000))
    assert offered(live, "p0", floor.now) == ()
    while live.late:
        floor.go_on()
    assert offered(live, "ann", floor.now) == ()


def test_a_busted_player_is_offered_a_rebuy_and_the_others_wait() -> None:
    floor = started(structure(6, 6, rebuy=Rebuy(until_level=2, cost=50, chips=700)), 6)
    offer = until(floor, facts.RebuysOffered)
    names = floor.live.playing.director.names
    for entry in offer.entries:
        told = offered(floor.live, names[entry], floor.now)
        assert told == (ChipsOffered(kind="rebuy", cost=50, chips=700, until=offer.until, waits=True),)
        floor.do(names[entry], wire.DeclineChips(cmd_id="d", tournament="sng", kind="rebuy"))
        assert offered(floor.live, names[entry], floor.now) == ()
    others = set(floor.live.playing.stacks) - set(offer.entries)
    assert all(offered(floor.live, names[entry], floor.now) == () for entry in others)


def test_the_add_on_is_offered_to_everyone_with_chips_while_it_is_on_sale() -> None:
    floor = started(structure(4, 4, addon=AddOn(until_level=1, cost=30, chips=500), timed=True), 4, "rock")
    assert offered(floor.live, "p0", floor.now) == ()
    sale = until(floor, facts.SaleOpened)
    assert offered(floor.live, "p0", floor.now) == (
        ChipsOffered(kind="addon", cost=30, chips=500, until=sale.until, waits=True),
    )
    floor.do("p0", wire.BuyChips(cmd_id="b", tournament="sng", kind="addon"))
    assert offered(floor.live, "p0", floor.now) == ()


def test_nothing_is_offered_once_it_is_over() -> None:
    floor = started(structure(2, 2, late_reg_levels=1), 2)
    floor.play()
    assert offered(floor.live, "ann", floor.now) == ()
