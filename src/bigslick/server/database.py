"""Where the store lives: SQLite or PostgreSQL by its address, brought to the present schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from . import schema


class StoreFailed(Exception):
    """The database cannot be used: the sentence says which, and what to try."""


def new_engine(url: str) -> AsyncEngine:
    """Connections to a database: `sqlite:///path`, a plain path, or `postgresql://user@host/name`."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreFailed(f"{url!r} is not the address of a database: expected a file or postgresql://…") from None
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return create_async_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=5, max_overflow=5)
    if kind != "sqlite":
        raise StoreFailed(f"{kind!r} is not a database that serves: expected a file, sqlite:///… or postgresql://…")
    if not parsed.database or parsed.database == ":memory:":
        raise StoreFailed("a database in memory would be lost with the process: name a file")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": 30})
    sa.event.listen(engine.sync_engine, "connect", _open_sqlite)
    sa.event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _open_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver's own idea of transactions knows no savepoints
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


async def prepare(engine: AsyncEngine) -> tuple[int, int]:
    """Make the tables where they are missing, and take the database over."""
    async with engine.begin() as connection:
        await connection.run_sync(schema.METADATA.create_all)
    return 0, 0
