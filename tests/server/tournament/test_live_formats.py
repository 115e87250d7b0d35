"""Every format at real tables, with restarts at any moment: the money and the chips are constant."""

from __future__ import annotations

import asyncio
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.encoding import decode
from bigslick.protocol.tournament import OffersNow
from bigslick.server.store.bank import player_account, tournament_account
from bigslick.server.tournament.task import TournamentTask
from bigslick.tournament.director.standings import player_results
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.formats import Bracket, Day, Flights, Shootout
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

from .test_task import Host, Watcher

LEVELS = tuple(Level(small=25 << step, big=50 << step, ante=(50 << step) * (step > 1), seconds=20) for step in range(9))
BY_HANDS = tuple(Level(small=25 << step, big=50 << step, hands=5) for step in range(9))
REBUY = Rebuy(until_level=2, cost=20, chips=1500, limit=2, at_most=700)
ADDON = AddOn(until_level=2, cost=15, chips=2000)
FORMATS: dict[str, dict[str, Any]] = {
    "rebuys": {"rebuy": REBUY, "addon": ADDON, "breaks": (Break(after=2, seconds=30),)},
    "re-entries": {
        "late_reg_levels": 2,
        "reentry_limit": 2,
        "bounty": Bounty(amount=30, kind="progressive"),
        "levels": (*LEVELS[:4], *(replace(level, ante=9, ante_kind="button") for level in LEVELS[4:])),
    },
    "mystery": {"bounty": Bounty(amount=30, kind="mystery", top_percent=(Decimal(40),)), "hand_for_hand": True},
    "satellite": {"payouts": Payouts(seat_price=60), "seats": 4},
    "shootout": {"shootout": Shootout(places="table"), "seats": 4, "levels": BY_HANDS},
    "bracket": {"bracket": Bracket(), "seats": 2},
    "days": {"days": (Day(until_level=2), Day(until_players=3)), "seats": 4, "guarantee": 1000},
    "flights": {"days": (Day(until_players=2),), "flights": Flights(count=2), "seats": 4},
}


class Watching(Watcher):
    """Ann's connection, which knows what she can pay for."""

    offers: OffersNow | None = None

    def send(self, frame: bytes) -> None:
        super().send(frame)
        if b'"type":"offers"' in frame:
            self.offers = decode(frame, OffersNow)


async def answer(event: TournamentTask, watcher: Watching, said: Counter[str]) -> None:
    """Buy whatever is on offer, and now and then decline it."""
    for offer in () if watcher.offers is None else watcher.offers.offers:
        said[offer.kind] += 1
        cmd_id = f"{offer.kind}{said[offer.kind]}"
        command: wire.TournamentCommand
        if offer.kind == "entry":
            command = wire.Register(cmd_id=cmd_id, tournament="sng")
        elif said[offer.kind] % 4 == 3:
            command = wire.DeclineChips(cmd_id=cmd_id, tournament="sng", kind=offer.kind)
        else:
            command = wire.BuyChips(cmd_id=cmd_id, tournament="sng", kind=offer.kind)
        answered = await event.submit("ann", command)
        again = await event.submit("ann", command)
        assert answered == again, "sent twice, done once"
        said[type(answered).__name__] += 1


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_end_with_restarts_at_any_moment(name: str) -> None:
    given: dict[str, Any] = {"seats": 6, "levels": LEVELS, "payouts": Payouts(paid_percent=Decimal(30)), "fee": 5}
    played = Structure(entrants=8, starting_stack=1500, buy_in=50, **{**given, **FORMATS[name]})

    async def play() -> None:
        host, watcher, said = Host(purse=5000), Watching("ann"), Counter[str]()
        event = await host.open(
            played, fill_ms=0, fill_bots=("maniac", "lag"), rebuy_ms=3_000, addon_ms=4_000, stage_pause_ms=2_000
        )
        event.watch(watcher)
        await event.submit("ann", wire.Register(cmd_id="0", tournament="sng"))
        for step in range(3000):
            if event.live.over:
                break
            await host.clock.advance(331)
            await answer(event, watcher, said)
            assert event.chips == event.handed_out
            assert not host.bank.check({tournament_account("sng"): event.live.owed})
            if step % 11 == 10:
                event = await host.restart(event, seen=host.clock.now() - 1_500)
                event.watch(watcher)
        assert event.live.status == "over"
        assert host.bank.balance(tournament_account("sng")) == event.live.owed == 0
        director = event.live.playing.director
        won = sum(placed.prize for placed in director.finishes.values())
        won += sum(director.bounties.won) if director.bounties else 0
        paid_in = played.pool(len(director.names), director.rebought, director.addons)
        assert won == paid_in + (30 * len(director.names) if played.bounty else 0)
        (mine,) = player_results(director, ["ann"])
        assert (mine.place, mine.shared, mine.buyin) == (1, 1, 50), "house bots do not count"
        assert host.bank.balance(player_account("ann")) == 5000 - mine.spent + mine.prize + mine.bounties
        await event.stop()

    asyncio.run(play())
