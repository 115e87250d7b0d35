"""A store's database: SQLite or PostgreSQL depending on its address, migrated to the current schema."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bigslick.errors import BigslickError

from . import schema
from .trouble import Trouble, reason, trouble_of

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_BUSY_SECONDS: Final = 5
# By default, both ends take hours to notice a dead connection. Until then its transaction would hold the row that every
# other one needs.
_POSTGRES: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "tcp_user_timeout": 20_000,
    "options": "-c idle_in_transaction_session_timeout=60000",
}
_Answer = TypeVar("_Answer")
Check = Callable[[AsyncConnection], Awaitable[None]]
"""Looks at a database before it is taken over, and raises `StoreFailed` to leave it to the server that has it."""
_TAKE_OVER_LOCK: Final = 0x6269675F736C6963  # any number, as long as every server uses the same one


class StoreFailed(BigslickError):
    """The database cannot be used. The sentence says why, and what to try. Nothing was written, except perhaps with
    `OutcomeUnknown`.
    """

    def __init__(self, sentence: str, trouble: Trouble | None = None) -> None:
        super().__init__(sentence)
        self.trouble = trouble
        """Trouble with the whole database; None if only this request failed."""


class OutcomeUnknown(StoreFailed):
    """The answer to a commit was lost, and this process will never know whether it went through."""


class TakenOver(NamedTuple):
    """A database that a server has taken over."""

    epoch: int
    """The server's number, which every commit checks."""
    commits: int
    from_open: bool
    """Whether the server before has not closed it, because it was killed or still runs."""


class Database:
    """A database and its address: `sqlite:///path`, a plain path, or `postgresql://user@host/name`."""

    def __init__(self, url: str) -> None:
        parsed = _parse(url)
        self.name: str = parsed.render_as_string(hide_password=True)
        self.readers: AsyncEngine
        """Connections for reading."""
        self.writers: AsyncEngine
        """Opens the only connection that writes."""
        self.read_seconds: float | None = None
        """How long a query may take; a file always answers."""
        self.answer_seconds: float | None = None
        """How long the writer waits for an answer before it drops the connection."""
        self.ping_seconds: float | None = None
        """How long a pooled connection may take to answer a ping."""
        self._lost: set[asyncio.Future[Any]] = set()
        if parsed.get_backend_name() == "postgresql":
            address = parsed.set(drivername="postgresql+psycopg")
            self.readers = create_async_engine(address, pool_pre_ping=True, connect_args=_POSTGRES)
            # The writer keeps one connection. Without a pool, its next one is new, and not a reader's dead one.
            self.writers = create_async_engine(address, poolclass=sa.NullPool, connect_args=_POSTGRES)
            self.read_seconds, self.answer_seconds, self.ping_seconds = 30.0, 10.0, 3.0
            return
        self._file = Path(str(parsed.database))
        if self._file.is_dir():
            raise StoreFailed(f"cannot open the database {self._file}: it is a folder; name a file")
        self.name = str(self._file)
        self.readers = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"))
        self.writers = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), async_creator=self._connect)
        for engine in (self.readers, self.writers):
            sa.event.listen(engine.sync_engine, "connect", _open_sqlite)
            begin = "BEGIN" if engine is self.readers else "BEGIN IMMEDIATE"
            sa.event.listen(engine.sync_engine, "begin", functools.partial(_begin_sqlite, begin))

    async def prepare(self, check: Check | None = None) -> TakenOver:
        """Migrate the tables and take over the database.

        If `check` refuses, nothing has changed.
        """
        try:
            if self.writers.dialect.name == "sqlite":
                if not self._file.parent.is_dir():  # often a typing error
                    folder = self._file.parent
                    raise StoreFailed(f"cannot open the database {self.name}: there is no folder {folder}; create it")
                self._file.touch(mode=0o600)  # it holds the seeds of hands in play
            async with self.writers.begin() as connection:
                if connection.dialect.name == "postgresql":
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_TAKE_OVER_LOCK)))
                await connection.run_sync(self._migrate)
                if check is not None:
                    await check(connection)
                return await _take_over(connection)
        except (OSError, SQLAlchemyError) as error:
            raise StoreFailed(f"cannot open the database {self.name}: {reason(error)}", trouble_of(error)) from None

    async def release(self, epoch: int) -> None:
        """Note that the server with this epoch has closed the database, if it is still its own and can be reached."""
        table = schema.writer
        closed = sa.update(table).where(table.c.epoch == epoch).values(epoch=epoch + 1)

        async def note() -> None:
            async with self.writers.begin() as connection:
                await connection.execute(closed)

        with contextlib.suppress(OSError, SQLAlchemyError, TimeoutError):  # then the next server says so in vain
            await self.answered(note(), self.answer_seconds)

    async def must_be_current(self) -> None:
        """Refuse a database that is missing or has another schema, without touching it."""
        if self.writers.dialect.name == "sqlite" and not self._file.is_file():
            raise StoreFailed(f"cannot open the database {self.name}: there is no such file")
        try:
            async with self.readers.connect() as connection:
                present = await connection.run_sync(_revision)
        except (OSError, SQLAlchemyError) as error:
            raise StoreFailed(f"cannot open the database {self.name}: {reason(error)}") from None
        if present != schema.REVISION:
            raise StoreFailed(
                f"the database {self.name} has schema {present or 'none'}, and this bigslick reads {schema.REVISION}: "
                "open it once with `bigslick serve`, which migrates it, or use the bigslick that wrote it"
            )

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection that answers; if a pooled one is silent, the whole pool is replaced."""
        connection = self.readers.connect()
        try:
            await self.answered(connection.start(), self.ping_seconds)
        except TimeoutError:
            await self.readers.dispose()
            connection = self.readers.connect()
            await connection.start()
        async with contextlib.aclosing(connection):
            yield connection

    async def answered(
        self,
        work: Coroutine[Any, Any, _Answer],
        seconds: float | None,
        detach: Callable[[], AsyncConnection | None] = lambda: None,
    ) -> _Answer:
        """Wait this long for the database, or raise `TimeoutError`.

        On a silent connection the driver takes another ten seconds to cancel a query. It does that in the background,
        and the connection that `detach` hands over is closed afterwards.
        """
        if seconds is None:
            return await work
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task,), timeout=seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if task.done():
            return task.result()
        task.cancel()
        ending = asyncio.ensure_future(_end(task, detach()))
        self._lost.add(ending)
        ending.add_done_callback(self._lost.discard)
        raise TimeoutError

    async def close(self) -> None:
        await asyncio.gather(*self._lost)
        await self.writers.dispose()
        await self.readers.dispose()

    def _migrate(self, connection: sa.Connection) -> None:
        present = _revision(connection)
        if present == schema.REVISION:
            return
        # Imported only if needed, because it takes a third of a server's start-up time.
        import alembic.command
        from alembic.config import Config
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if present is not None and present not in known:
            raise StoreFailed(
                f"the database {self.name} has schema {present}, but this bigslick knows only those up to "
                f"{schema.REVISION}: install a newer bigslick, or name another database"
            )
        if present is None:
            schema.METADATA.create_all(connection, checkfirst=False)
            alembic.command.stamp(config, schema.REVISION)
        else:
            alembic.command.upgrade(config, schema.REVISION)

    @property
    def file(self) -> Path | None:
        """The SQLite database's file."""
        return self._file if self.writers.dialect.name == "sqlite" else None

    async def _connect(self, *_: Any, **__: Any) -> aiosqlite.Connection:
        connect = functools.partial(sqlite3.connect, self._file, timeout=_BUSY_SECONDS, check_same_thread=False)
        return await _CommitsApart(connect, iter_chunk_size=64)


class _CommitsApart(aiosqlite.Connection):
    """A connection that works on the caller's thread, and uses its own thread only to commit.

    A statement takes microseconds, but on another thread each of its rows would wait milliseconds for the busy loop's
    interpreter lock. Only a commit is slow, and it needs no lock.
    """

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if self._connection is None or fn in (self._connection.commit, self._connection.close):
            return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]
        return fn(*args, **kwargs)


async def _end(task: asyncio.Future[Any], connection: AsyncConnection | None) -> None:
    with contextlib.suppress(Exception, asyncio.CancelledError):
        await task
    await discard(connection)


async def discard(connection: AsyncConnection | None) -> None:
    """Close a connection that may be broken, and never put it back into a pool."""
    if connection is not None:
        with contextlib.suppress(Exception):
            await connection.invalidate()
        with contextlib.suppress(Exception):
            await connection.close()


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _parse(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url if "://" in url else f"sqlite:///{url}")
    except ArgumentError:
        raise StoreFailed(f"{url!r} is not the address of a database: expected a file or postgresql://…") from None
    kind = parsed.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise StoreFailed(f"{kind!r} is not a supported database: expected a file, sqlite:///… or postgresql://…")
    if kind == "sqlite" and (not parsed.database or parsed.database == ":memory:"):
        raise StoreFailed("a database in memory is lost with the process: name a file")
    return parsed


def _open_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver's own transactions have no savepoints
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(begin: str, connection: sa.Connection) -> None:
    # A transaction that reads before it writes cannot wait for another writer: it fails.
    connection.exec_driver_sql(begin)


async def _take_over(connection: AsyncConnection) -> TakenOver:
    table = schema.writer
    # Locked, or the server that still runs could commit between the two statements.
    counted = sa.select(table.c.epoch, table.c.commits).with_for_update()
    found = (await connection.execute(counted)).one_or_none()
    if found is None:
        await connection.execute(table.insert().values(id=1, epoch=1, commits=0))
        return TakenOver(1, 0, from_open=False)
    before, commits = found
    from_open = before % 2 == 1  # an epoch is odd while a server has it
    epoch = before + (2 if from_open else 1)
    await connection.execute(sa.update(table).values(epoch=epoch))
    return TakenOver(epoch, commits, from_open)
