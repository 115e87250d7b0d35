"""The card room's periodic work: lobby, heartbeat, chip counts, empty tables, old sessions and hands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from bigslick.protocol.host import Close
from bigslick.sentence import say
from bigslick.server.accounting.chip_count import count_patiently
from bigslick.server.hosting.state import HOUSE
from bigslick.server.operations.log import write, write_error
from bigslick.server.store.bank import MINT
from bigslick.server.store.commands import sweep_commands
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.retention import OldHands
from bigslick.server.store.times import note_seen

from .card_room import CardRoom
from .connections import BEAT_MS
from .evenings import open_evening

LOBBY_MS: Final = 1_000
"""The shortest time between lobby messages."""
EMPTY_MS: Final = 30 * 60_000
"""How long a player's table stays open without players or viewers."""
SWEEP_MS: Final = 3600_000
"""How often expired sessions, chat and commands are deleted."""
RETIRE_MS: Final = 600_000
"""How often old hands are moved into files."""
CHECK_MS: Final = 15_000
"""How often all chips are counted."""
JUMP_MS: Final = 60_000
"""How far the machine's clock may drift unnoticed."""


class Housekeeping:
    """Does each job at its interval until stopped."""

    def __init__(self, room: CardRoom) -> None:
        self._room = room
        self._empty_since: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._off_by = room.clock.off_by()

    async def start(self) -> None:
        room = self._room
        await self.note_open()
        work: tuple[tuple[int, Callable[[], Awaitable[None]], str], ...] = (
            (LOBBY_MS, self.tell_lobby, "lobby"),
            (BEAT_MS, room.presence.beat, "heartbeat"),
            (CHECK_MS, self.count_chips, "chip audit"),
            (CHECK_MS, self.close_empty, "empty tables"),
            (CHECK_MS, self.check_clock, "clock"),
            (RETIRE_MS, self.note_open, "open"),
            (SWEEP_MS, self._unless_wrong(room.accounts.sweep), "sessions"),
            (SWEEP_MS, self._unless_wrong(room.kept_chat.sweep), "old chat"),
            (SWEEP_MS, self._unless_wrong(lambda: sweep_commands(room.store, room.clock)), "old commands"),
            (RETIRE_MS, self._unless_wrong(self._retire_hands), "old hands"),
        )
        self._tasks = [asyncio.create_task(self._repeat(ms, do), name=name) for ms, do, name in work]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with contextlib.suppress(StoreFailed):
                await self.note_open()

    async def tell_lobby(self) -> None:
        """Remove finished tables and tournaments, keep the house's tournaments open, open the tables of evenings that
        begin, and update the lobby.
        """
        room = self._room
        for table, task in list(room.tables.items()):
            if task.over:
                if task.live.cash:
                    await room.store.append(Batch(closed=((table, room.clock.now()),)))
                del room.tables[table]
                await task.stop()
                write("table_closed", table=table)
        for name, tournament in list(room.tournaments.items()):
            if tournament.closed:
                del room.tournaments[name]
                await tournament.stop()
                write("tournament_closed", tournament=name)
        await room.open_house_tournaments()
        for evening in room.evenings.due(room.clock.now()):
            await open_evening(room, evening)
        room.tell_lobby()

    async def close_empty(self) -> None:
        """Close players' tables and tournaments that have been empty for a long time; the house's stay."""
        room = self._room
        now, house = room.clock.now(), {settings.name for settings in room.options.tables}
        empty = {
            table
            for table, task in room.tables.items()
            if not (task.settings.tournament or task.settings.name in house or task.watching or task.live.people)
        }
        empty |= {name for name, event in room.tournaments.items() if event.deserted}
        self._empty_since = {table: self._empty_since.get(table, now) for table in empty}
        for table, since in self._empty_since.items():
            if now - since >= EMPTY_MS:
                place = room.tables.get(table) or room.tournaments[table]
                alone = say("the table was empty for a while"), say("nobody entered for a while")
                why = str(alone[table in room.tournaments])
                await place.submit(HOUSE, Close(cmd_id=secrets.token_hex(8), at=table, why=why))

    async def count_chips(self) -> None:
        """Count every chip, and log the problems."""
        room = self._room
        wrong = await count_patiently(room)
        room.metrics.checks.inc()
        room.metrics.chips.set(-room.bank.balance(MINT))
        if wrong:
            room.metrics.violations.inc(len(wrong))
            for sentence in wrong:
                write("chips_wrong", logging.ERROR, reason=sentence)

    async def note_open(self) -> None:
        """Note in the database that the room is open at this time."""
        await self._room.store.append(Batch(statements=[note_seen(self._room.clock.now())]))

    async def check_clock(self) -> None:
        """Log if the machine's clock was set, or the machine slept; the room's own clock is unaffected."""
        off = self._room.clock.off_by()
        if abs(off - self._off_by) > JUMP_MS:
            write("clock_jumped", logging.WARNING, milliseconds=off - self._off_by)
            self._off_by = off

    def _unless_wrong(self, delete: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """Return a job that deletes nothing while the clock may be wrong."""

        async def do() -> None:
            if self._room.clock.now() >= self._room.deletes_from:
                await delete()

        return do

    async def _retire_hands(self) -> None:
        room = self._room
        if moved := await OldHands(room.store, room.clock, room.options.retention).sweep():
            write("hands_retired", hands=moved)

    async def _repeat(self, ms: int, do: Callable[[], Awaitable[None]]) -> None:
        while True:
            await self._room.clock.sleep(ms)
            await self._room.store.fine()
            try:
                await do()
            except Exception as error:
                write_error("failed", error)
