"""A room that is killed at any moment of a deal, and commands that come twice at once."""

from __future__ import annotations

import asyncio
from decimal import Decimal

from msgspec.structs import replace

from bigslick.protocol import host, wire
from bigslick.protocol.deals import AnswerDeal, ProposeDeal
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.bank import player_account, tournament_account
from bigslick.server.tournament.deals import deal_now
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from bigslick.tournament.structure.payouts import Payouts

from .floor import structure
from .test_task import PACE, Host


class Duel(Host):
    """Ann, who hosts, and bob, both connected, heads-up for 140 and 60."""

    def connected(self, player: str) -> bool:
        return True

    async def begin(self) -> TournamentTask:
        played = structure(2, 2, timed=True, payouts=Payouts(percent=(Decimal(70), Decimal(30))))
        settings = TournamentSettings(structure=played, pace=replace(PACE, grace_ms=30_000))
        event = self.event = await TournamentTask.open("sng", settings, self.services, self, Invitation(host="ann"))
        await event.start()
        for number, player in enumerate(("ann", "bob")):
            done = await event.submit(player, wire.Register(cmd_id=f"r{number}", tournament="sng"))
            assert isinstance(done, wire.Done)
        await self.clock.advance(0)
        return event

    async def twice(self, event: TournamentTask, player: str, command: wire.TournamentCommand) -> TournamentTask:
        """Send a command, kill the room, and send it again: it is done once."""
        assert await event.submit(player, command) == wire.Done(cmd_id=command.cmd_id)
        before = deal_now(event.live), event.live.count
        event = await self.restart(event)
        assert await event.submit(player, command) == wire.Done(cmd_id=command.cmd_id)
        assert deal_now(event.live).number == before[0].number
        return event


def test_a_kill_at_any_moment_of_a_deal_neither_loses_nor_repeats_it() -> None:
    async def play() -> None:
        room = Duel()
        event = await room.begin()
        proposed = ProposeDeal(cmd_id="d", tournament="sng", method="even", for_first=20)
        assert isinstance(await event.submit("ann", proposed), wire.Done)
        for _ in range(60):
            if deal_now(event.live).state == "voting":
                break
            assert deal_now(event.live).state == "proposed"
            await room.clock.advance(1000)
        event = await room.restart(event)
        assert {share.player: share.amount for share in deal_now(event.live).shares} == {"ann": 90, "bob": 90}
        for player in ("ann", "bob"):
            if not next(share.accepted for share in deal_now(event.live).shares if share.player == player):
                event = await room.twice(event, player, AnswerDeal(cmd_id=player, tournament="sng", deal=1, yes=True))
        assert deal_now(event.live).state == "made"
        close = host.Close(cmd_id="c", at="sng", why="late")
        assert isinstance(await event.submit("ann", close), wire.Done)
        for _ in range(60):
            if event.live.over:
                break
            await room.clock.advance(1000)
        won = [room.bank.balance(player_account(player)) - 900 for player in ("ann", "bob")]
        assert (min(won) >= 90, sum(won)) == (True, 200)
        assert not room.bank.balance(tournament_account("sng"))
        await event.stop()

    asyncio.run(play())


def test_an_entry_sent_from_two_connections_at_once_is_paid_once() -> None:
    async def play() -> None:
        room = Duel()
        event = await room.open(structure(6, fee=10))
        sent = [event.submit("ann", wire.Register(cmd_id=name, tournament="sng")) for name in ("one", "two")]
        answers = await asyncio.gather(*sent)
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        (refused,) = [answer for answer in answers if isinstance(answer, wire.Refused)]
        assert refused.sentence == "you have already entered Tournament"
        assert room.bank.balance(player_account("ann")) == 890
        await event.stop()

    asyncio.run(play())
