"""The times in a database: finds the newest, and moves back those that a wrong clock wrote.

A room that ran with its clock ahead leaves facts, sessions and hands from the future. `move_back` subtracts the
difference from each of them, so the newest becomes the present.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import METADATA, facts, sanctions, sessions, snapshots, writer

_ENDS: Final = ((sessions.c.expires_at, sessions.c.created_at), (sanctions.c.until, sanctions.c.since))
"""Times that lie in the future by design, and the time each was set."""
_TIME: Final = re.compile(r"(?:^|_)(?:at|since|until|begins|deadline|end|queue_lost)$")
"""The keys of times in stored JSON."""


class MovedBack(msgspec.Struct, frozen=True, kw_only=True):
    """How far a database's times were ahead, and how many rows were moved back."""

    newest: int
    ahead_ms: int
    """0 if no time is ahead."""
    rows: int = 0


def _written() -> Iterator[sa.Column[Any]]:
    """The columns that say when something happened."""
    ends = [ends for ends, _ in _ENDS]
    for table in METADATA.sorted_tables:
        for column in table.c:
            if _TIME.search(column.name) and not any(column is each for each in ends):
                yield column


async def last_seen(connection: AsyncConnection) -> int:
    """Return the last time the room is known to have been open, or a player signed in; 0 for a new database."""
    seen_at, signed_in, played = (
        sa.select(sa.func.max(at)) for at in (writer.c.seen_at, sessions.c.created_at, facts.c.at)
    )
    # A room before schema 2 noted no time, but its facts have theirs. They have no index.
    seen = await connection.scalar(seen_at) or await connection.scalar(played) or 0
    return max(seen, await connection.scalar(signed_in) or 0)


def note_seen(now: int) -> sa.Executable:
    """Return the statement that records that the room is open."""
    return sa.update(writer).values(seen_at=now)


async def move_back(url: str, now: int, *, look: bool = False) -> MovedBack:
    """Move every time after `now` back by as much as the newest is ahead, or only report it; no server may be running.

    Either everything is moved or nothing is.
    """
    database = Database(url)
    try:
        await database.must_be_current()
        if not look:
            await database.release((await database.prepare()).epoch)  # stops a server that is still running
        async with database.writers.begin() as connection:
            times = [await connection.scalar(sa.select(sa.func.max(column))) for column in _written()]
            newest = max((time for time in times if time is not None), default=0)
            ahead = max(0, newest - now)
            if look or not ahead:
                return MovedBack(newest=newest, ahead_ms=ahead)
            rows = await connection.run_sync(_move_payloads, now, ahead)
            for ends, since in _ENDS:
                rows += await connection.run_sync(_move, ends, since, now, ahead)
            for column in _written():
                rows += await connection.run_sync(_move, column, column, now, ahead)
        return MovedBack(newest=newest, ahead_ms=ahead, rows=rows)
    finally:
        await database.close()


def _move(connection: sa.Connection, column: sa.Column[Any], since: sa.Column[Any], now: int, ahead: int) -> int:
    change = sa.update(column.table).where(since > now).values({column: column - ahead})
    return connection.execute(change).rowcount


def _move_payloads(connection: sa.Connection, now: int, ahead: int) -> int:
    """Rewrite the facts and saved states that a wrong clock wrote."""
    rows = 0
    ahead_of = sa.select(facts.c.stream, facts.c.seq, facts.c.payload).where(facts.c.at > now)
    found = connection.execute(ahead_of.order_by(facts.c.stream, facts.c.seq)).fetchall()
    for stream, seq, payload in found:
        key = sa.and_(facts.c.stream == stream, facts.c.seq == seq)
        connection.execute(sa.update(facts).where(key).values(payload=_moved_json(payload, now, ahead)))
        rows += 1
    for stream, payload in connection.execute(sa.select(snapshots.c.stream, snapshots.c.payload)).fetchall():
        moved = _moved_json(payload, now, ahead)
        if moved != payload:
            connection.execute(sa.update(snapshots).where(snapshots.c.stream == stream).values(payload=moved))
            rows += 1
    return rows


def _moved_json(payload: bytes, now: int, ahead: int) -> bytes:
    return msgspec.json.encode(_moved(msgspec.json.decode(payload), "", now, ahead))


def _moved(value: Any, key: str, now: int, ahead: int) -> Any:
    """Return a value with its times moved back; chip counts stay, however large."""
    if isinstance(value, dict):
        named = key == "queue_lost"  # its keys are players
        return {name: _moved(each, key if named else name, now, ahead) for name, each in value.items()}
    if isinstance(value, list):
        return [_moved(each, key, now, ahead) for each in value]
    is_time = isinstance(value, int) and not isinstance(value, bool) and bool(_TIME.search(key))
    return value - ahead if is_time and value > now else value
