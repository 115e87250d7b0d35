"""Opening a card room: its store, its tables and tournaments as they were, and what the house offers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bigslick.server.operations.log import write
from bigslick.server.room.damaged import SetAside, acquaintance
from bigslick.server.store.bank import Bank, table_account, tournament_account
from bigslick.server.store.clubs import Clubs
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Stream
from bigslick.server.store.sanctions import Sanctions
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.table.draft import KIND
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.loading import KIND as TOURNAMENT
from bigslick.server.tournament.task import TournamentTask

from .card_room import CardRoom
from .connections import Connections
from .housekeeping import Housekeeping
from .options import RoomOptions
from .outages import Outages

AHEAD: Final = 50
"""How many tables are read together at the start."""


@asynccontextmanager
async def open_room(options: RoomOptions) -> AsyncIterator[CardRoom]:
    """A running card room: everything restored, and the house's tables open. At the end all viewers saw is stored."""
    clock, connections = options.clock, Connections()
    tables: dict[str, TableTask] = {}
    tournaments: dict[str, TournamentTask] = {}
    outages = Outages(clock, connections, tables, tournaments)
    store = await Store.open(options.url, observe=options.metrics.append.observe, changed=outages.changed)
    try:
        room = CardRoom(
            options,
            store,
            await Bank.load(store),
            await Clubs.load(store, clock),
            await Sanctions.load(store, clock),
            connections,
            tables=tables,
            tournaments=tournaments,
            table_numbers=_last_number("t", await store.streams(KIND, closed=True)),
            tournament_numbers=_last_number("sng", await store.streams(TOURNAMENT, closed=True)),
        )
        housekeeping = Housekeeping(room)
        try:
            await _restore(room)
            await _open_house(room)
            housekeeping.start()
            write("opened", tables=len(tables), tournaments=len(tournaments))
            yield room
        finally:
            room.leave()
            await housekeeping.stop()
            await room.stop()
    finally:
        await store.close()  # or the threads of the database keep the process alive
        write("closed")


async def _restore(room: CardRoom) -> None:
    """Restore all tables and tournaments, and then serve them."""
    streams = await room.store.streams(KIND)
    for place, stream in enumerate(streams):
        if place % AHEAD == 0:
            await room.store.read_ahead([stream.id for stream in streams[place : place + AHEAD]])
        try:
            room.tables[stream.id] = await TableTask.restore(stream.id, room.services, room)
        except (DamagedStream, StoreFailed) as error:
            await _set_aside(room, stream.id, table_account(stream.id), error)
    await room.kept_chat.restore({task.id: task.talk.add for task in room.tables.values()})
    _set_clock(room)
    for stream in await room.store.streams(TOURNAMENT):
        await _restore_tournament(room, stream.id)
    for task in list(room.tables.values()):
        await room.serve(task)
    for tournament in room.tournaments.values():
        await tournament.start()


async def _restore_tournament(room: CardRoom, name: str) -> None:
    """Restore a tournament; if it or one of its tables is damaged, all of it is set aside."""
    account, tables = tournament_account(name), [table for table in room.set_aside if table.startswith(f"{name}.")]
    try:
        if tables:
            raise DamagedStream(f"table {tables[0]} of tournament {name} is damaged")
        tournament = await TournamentTask.restore(name, room.services, room)
        if (owed := tournament.live.owed) != (held := room.bank.balance(account)):
            raise DamagedStream(f"tournament {name} owes {owed} chips by its facts, but has {held} by the ledger")
        room.tournaments[name] = tournament
    except (DamagedStream, StoreFailed) as error:
        await _set_aside(room, name, account, error)
        for table in [task.id for task in room.tables.values() if task.settings.tournament == name]:
            del room.tables[table]
            await _set_aside(room, table, table_account(table), DamagedStream(f"its tournament {name} is damaged"))


async def _set_aside(room: CardRoom, name: str, account: str, error: DamagedStream | StoreFailed) -> None:
    """Leave a damaged table or tournament out; its chips stay in its account, where the audit counts them."""
    if isinstance(error, StoreFailed):
        if error.trouble is None or error.trouble.kind != "damaged":
            raise error
        error = DamagedStream(f"the rows of {name} cannot be read: {error.trouble.code}")
    found = SetAside(id=name, account=account, chips=room.bank.balance(account), why=str(error))
    room.put_aside(found, await acquaintance(room.store, name))
    write("set_aside", logging.ERROR, account=account, chips=found.chips, reason=found.why)


def _set_clock(room: CardRoom) -> None:
    """Go on from the latest moment that anyone may have seen, even if the machine's clock is behind it."""
    seen = [max(task.live.at, task.live.script_end) for task in room.tables.values()]
    if behind := room.clock.not_before(max(seen, default=0)):
        write("clock_behind", logging.WARNING, milliseconds=behind)


async def _open_house(room: CardRoom) -> None:
    """Open the house's tables and tournaments that are missing."""
    names = {task.settings.name for task in room.tables.values()}
    missing = [settings for settings in room.options.tables if settings.name not in names]
    await asyncio.gather(*(room.open_table(settings) for settings in missing))
    await room.open_house_tournaments()


def _last_number(prefix: str, streams: Sequence[Stream]) -> int:
    """The highest number in use; counting would not do, since an opening that failed leaves a gap."""
    numbers = [stream.id.removeprefix(prefix) for stream in streams]
    return max((int(number) for number in numbers if number.isdecimal()), default=0)
