"""Opens a card room: its store, its restored tables and tournaments, and the house's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from math import inf
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bigslick.checks import counted
from bigslick.server.operations.log import write
from bigslick.server.room.damaged import SetAside, acquaintance
from bigslick.server.store.accounts import DAY_MS
from bigslick.server.store.bank import Bank, table_account, tournament_account
from bigslick.server.store.clubs import Clubs
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.evenings import Evenings
from bigslick.server.store.names import Names
from bigslick.server.store.newcomers import Newcomers
from bigslick.server.store.records import Stream
from bigslick.server.store.sanctions import Sanctions
from bigslick.server.store.series import SeriesBook
from bigslick.server.store.store import Store
from bigslick.server.store.times import last_seen
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.table.draft import KIND
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.loading import KIND as TOURNAMENT
from bigslick.server.tournament.task import TournamentTask

from .card_room import TABLES, TOURNAMENTS, CardRoom
from .connections import Connections
from .housekeeping import Housekeeping
from .options import RoomOptions
from .outages import Outages

AHEAD: Final = 50
"""How many tables are read together at the start."""


@asynccontextmanager
async def open_room(options: RoomOptions) -> AsyncIterator[CardRoom]:
    """Run a card room: everything restored, and the house's tables open. At the end, everything viewers saw is
    stored.
    """
    clock, connections = options.clock, Connections()
    tables: dict[str, TableTask] = {}
    tournaments: dict[str, TournamentTask] = {}
    outages = Outages(clock, connections, tables, tournaments)
    ahead = seen = 0

    async def check(connection: AsyncConnection) -> None:
        nonlocal ahead, seen
        seen = await last_seen(connection)
        ahead = _clock_ahead(options, seen)

    observe = options.metrics.append.observe
    store = await Store.open(options.url, check=check, observe=observe, changed=outages.changed)
    try:
        names = await Names.load(store)
        clubs = await Clubs.load(store, names, clock)
        room = CardRoom(
            options,
            store,
            await Bank.load(store, names),
            names,
            await Newcomers.load(store),
            clubs,
            await Evenings.load(store, clubs, clock),
            await SeriesBook.load(store, clubs, clock),
            await Sanctions.load(store, clock),
            connections,
            tables=tables,
            tournaments=tournaments,
            table_numbers=_last_number(TABLES, await store.streams(KIND, closed=True)),
            tournament_numbers=_last_number(TOURNAMENTS, await store.streams(TOURNAMENT, closed=True)),
        )
        housekeeping = Housekeeping(room)
        try:
            await _restore(room, ahead, seen)
            await _open_house(room)
            await housekeeping.start()
            if store.from_open:
                write("took_over", logging.WARNING)
            write("opened", tables=len(tables), tournaments=len(tournaments))
            yield room
        finally:
            room.leave()
            await housekeeping.stop()
            await room.stop()
    finally:
        await store.close()  # otherwise the database's threads keep the process alive
        write("closed")


async def _restore(room: CardRoom, ahead: int, seen: int) -> None:
    """Restore all tables and tournaments, then serve them; the clock is this far ahead of when it was last open."""
    streams = await room.store.streams(KIND)
    for place, stream in enumerate(streams):
        if place % AHEAD == 0:
            await room.store.read_ahead([stream.id for stream in streams[place : place + AHEAD]])
        try:
            room.tables[stream.id] = await TableTask.restore(stream.id, room.services, room)
        except (DamagedStream, StoreFailed) as error:
            await _set_aside(room, stream.id, table_account(stream.id), error)
    _set_clock(room, ahead)
    if room.clock.now() >= room.deletes_from:
        await room.kept_chat.sweep()
    await room.kept_chat.restore({task.id: task.talk.add for task in room.tables.values()})
    for stream in await room.store.streams(TOURNAMENT):
        await _restore_tournament(room, stream.id, min(seen, room.clock.now()))
    for task in list(room.tables.values()):
        await room.serve(task)
    for tournament in room.tournaments.values():
        await tournament.start()


async def _restore_tournament(room: CardRoom, name: str, seen: int) -> None:
    """Restore a tournament; if it or one of its tables is damaged, set aside all of it."""
    account, tables = tournament_account(name), [table for table in room.set_aside if table.startswith(f"{name}.")]
    try:
        if tables:
            raise DamagedStream(f"table {tables[0]} of tournament {name} is damaged")
        tournament = await TournamentTask.restore(name, room.services, room, seen)
        if (owed := tournament.live.owed) != (held := room.bank.balance(account)):
            raise DamagedStream(f"tournament {name} owes {owed} chips by its facts, but has {held} by the ledger")
        room.tournaments[name] = tournament
    except (DamagedStream, StoreFailed) as error:
        await _set_aside(room, name, account, error)
        for table in [task.id for task in room.tables.values() if task.settings.tournament == name]:
            del room.tables[table]
            await _set_aside(room, table, table_account(table), DamagedStream(f"its tournament {name} is damaged"))


async def _set_aside(room: CardRoom, name: str, account: str, error: DamagedStream | StoreFailed) -> None:
    """Set aside a damaged table or tournament; its chips stay in its account, where the audit counts them."""
    if isinstance(error, StoreFailed):
        if error.trouble is None or error.trouble.kind != "damaged":
            raise error
        error = DamagedStream(f"the rows of {name} cannot be read: {error.trouble.code}")
    found = SetAside(id=name, account=account, chips=room.bank.balance(account), why=str(error))
    room.put_aside(found, await acquaintance(room.store, name))
    write("set_aside", logging.ERROR, account=account, chips=found.chips, reason=found.why)


def _clock_ahead(options: RoomOptions, newest: int) -> int:
    """Return how far the clock is ahead of the newest time in the database, if more than a day.

    It would end every session and retire every hand, so the operator must vouch for it.
    """
    now = options.clock.now()
    ahead = now - newest if newest else 0
    if ahead <= DAY_MS:
        return 0
    if not options.trust_clock:
        raise StoreFailed(
            f"the clock of this machine says {_date(now)}, but the database was last used on {_date(newest)}, "
            f"{counted(ahead // DAY_MS, 'day')} before: set the clock, or if it is right, start with --trust-clock"
        )
    return ahead


def _set_clock(room: CardRoom, ahead: int) -> None:
    """Continue from the latest moment anyone may have seen, even if the machine's clock is behind it."""
    clock = room.clock
    shown = max((max(task.live.at, task.live.script_end) for task in room.tables.values()), default=0)
    if ahead:
        write("clock_ahead", logging.WARNING, milliseconds=ahead)
        room.deletes_from = clock.now() + DAY_MS
    if behind := clock.not_before(shown):
        write("clock_behind", logging.WARNING, milliseconds=behind)
        if behind > DAY_MS:
            room.deletes_from = inf


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


async def _open_house(room: CardRoom) -> None:
    """Open the house's tables and tournaments that are missing."""
    names = {task.settings.name for task in room.tables.values() if not task.live.closed}
    missing = [settings for settings in room.options.tables if settings.name not in names]
    await room.series.follow(room.options.series)
    await asyncio.gather(*(room.open_table(settings) for settings in missing))
    await room.open_house_tournaments()


def _last_number(prefix: str, streams: Sequence[Stream]) -> int:
    """Return the highest number in use. Counting would not work, because a failed opening leaves a gap."""
    numbers = [stream.id.removeprefix(prefix) for stream in streams]
    return max((int(number) for number in numbers if number.isdecimal()), default=0)
