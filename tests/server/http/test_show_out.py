"""Showing a player out: seats, queues and entries are given up, and nothing more is sent."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bigslick.protocol import wire
from bigslick.server.http.show_out import show_out
from bigslick.server.tournament.settings import TournamentSettings

from ..served import asking
from ..tournament.floor import structure


def test_a_player_who_is_shown_out_has_their_chips_back_and_sees_nothing_more(tmp_path: Path) -> None:
    async def run() -> None:
        event = TournamentSettings(structure=structure(6, fee=10, name="Friday"))
        async with asking(tmp_path, tournaments=[event]) as (room, web):
            async with room.socket(await room.token("ann")) as ann:
                await ann.say(wire.WatchTable(table="t1"))
                await ann.hear(wire.TableSnapshot)
                await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
                await ann.ask(wire.Register(cmd_id="r", tournament="sng1"))
                assert room.card_room.balance("ann") == 8_890
                await show_out(room.card_room, "ann", "Good night.", "c1")
                assert room.card_room.balance("ann") == 8_890, "nothing of that club is hers"
                await show_out(room.card_room, "ann", "Good night.")
                assert (await ann.hear(wire.Refused)).sentence == "Good night."
                assert room.card_room.balance("ann") == 10_000
                assert room.card_room.tables["t1"].watching == 0
                assert room.card_room.check() == ()
            assert (await web.get("/healthz")).text == "ok\n"

    asyncio.run(run())
