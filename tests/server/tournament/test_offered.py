"""What a player is told that they can pay for."""

from __future__ import annotations

import pytest

from bigslick.protocol import wire
from bigslick.protocol.encoding import decode
from bigslick.protocol.tournament import ChipsOffered, OffersNow
from bigslick.server.tournament import facts, task
from bigslick.server.tournament.offered import offered
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.server.tournament.task import TELL_MS
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .floor import Floor, structure
from .test_following import started, until
from .test_task import Host, Watcher


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


async def test_a_crowd_hears_of_offers_once_a_second_and_who_acts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 players watch an event, and something is committed many times a second."""
    asked = list[str]()

    def counting(live: LiveTournament, player: str, now: int) -> tuple[ChipsOffered, ...]:
        asked.append(player)
        return offered(live, player, now)

    monkeypatch.setattr(task, "offered", counting)
    host, watchers = Host(), {name: Watching(name) for name in ("ann", "bob", "cat", "dan")}
    event = await host.open(structure(6, 6))
    for watcher in watchers.values():
        event.watch(watcher)
    await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
    await event.submit("bob", wire.Register(cmd_id="2", tournament="sng"))
    await event.submit("ann", wire.Unregister(cmd_id="3", tournament="sng"))
    kinds = {name: [offer.kind for offer in watcher.now.offers] for name, watcher in watchers.items()}
    assert kinds == {"ann": ["entry"], "bob": [], "cat": ["entry"], "dan": ["entry"]}
    assert asked.count("dan") == 2, "when dan came, and with the first change; the next two came within a second"
    await host.clock.advance(TELL_MS)
    assert asked.count("dan") == 3
    await event.stop()


class Watching(Watcher):
    """A connection that knows its offers."""

    @property
    def now(self) -> OffersNow:
        return decode([frame for frame in self.frames if b'"type":"offers"' in frame][-1], OffersNow)
