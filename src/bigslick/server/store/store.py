"""The store: facts by stream, the ledger and played hands, in SQLite or PostgreSQL.

What happens together is one `Batch`, and `append` returns when it is committed; batches that arrive while a
transaction runs share the next one. Only one process writes: opening a store takes it over, and the process that had it
before is refused from then on. Each commit carries its number, so that after a lost connection the store knows whether
its last transaction went through, and does nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bigslick.errors import BigslickError

from . import schema
from .database import Database, StoreFailed, is_lost, reason
from .inserts import Inserts
from .records import Batch, FactRow, SavedState, Stream


class Conflict(BigslickError):
    """A batch was not committed because part of it exists already, such as a fact with that number."""


class Store:
    """A database that is open for writing. `Store.open(url)` gives one."""

    patience: float = 30.0
    """For how many seconds the store tries to reconnect before a batch fails."""

    def __init__(self, database: Database, epoch: int, commits: int) -> None:
        self._database = database
        self._epoch = epoch
        self._commits = commits
        self._pending: list[tuple[Batch, asyncio.Future[None]]] = []
        self._awake = asyncio.Event()
        self._closing = False
        self._connection: AsyncConnection | None = None
        self._attempted: _Failures | None = None
        self._inserts = Inserts()
        self.observe: Callable[[float], None] | None = None
        """Called with the seconds that each batch took."""
        self._task = asyncio.create_task(self._write(), name="store writer")

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at `sqlite:///path`, a plain path or `postgresql://…`; it is created or migrated if necessary."""
        database = Database(url)
        try:
            epoch, commits = await database.prepare()
        except BaseException:
            await database.close()
            raise
        return cls(database, epoch, commits)

    async def append(self, batch: Batch) -> None:
        """Commit a batch, or raise `Conflict` or `StoreFailed`."""
        if self._closing:
            raise StoreFailed("the store is closed")
        began = perf_counter()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pending.append((batch, done))
        self._awake.set()
        await done
        if self.observe is not None:
            self.observe(perf_counter() - began)

    async def close(self) -> None:
        """Commit what is pending and close the database."""
        self._closing = True
        self._awake.set()
        await self._task
        await self._disconnect()
        await self._database.close()

    @property
    def name(self) -> str:
        """The database without its password, for logs."""
        return self._database.name

    # -- reading -------------------------------------------------------------------------------------------------

    async def select(self, statement: sa.Executable) -> Sequence[Any]:
        """The committed rows that a statement finds."""
        try:
            async with self._database.readers.connect() as connection:
                found: Sequence[Any] = (await connection.execute(statement)).all()
        except DBAPIError as error:
            raise StoreFailed(f"cannot read the database {self.name}: {reason(error)}") from None
        return found

    async def read(self, stream: str, after: int = 0) -> list[FactRow]:
        """The facts of a stream after its `after`-th."""
        table = schema.facts
        found = await self.select(
            sa.select(table.c.seq, table.c.at, table.c.payload)
            .where(table.c.stream == stream, table.c.seq > after)
            .order_by(table.c.seq)
        )
        return [FactRow(stream, seq, at, payload) for seq, at, payload in found]

    async def streams(self, kind: str | None = None, *, closed: bool = False) -> list[Stream]:
        """The streams that are open, by the time they were opened; with `closed` all of them."""
        table = schema.streams
        statement = sa.select(table.c.id, table.c.kind, table.c.opened_at, table.c.closed_at)
        if kind is not None:
            statement = statement.where(table.c.kind == kind)
        if not closed:
            statement = statement.where(table.c.closed_at.is_(None))
        found = await self.select(statement.order_by(table.c.opened_at, table.c.id))
        return [Stream(id=row[0], kind=row[1], opened_at=row[2], closed_at=row[3]) for row in found]

    async def snapshot(self, stream: str) -> SavedState | None:
        """The last saved state of a stream."""
        table = schema.snapshots
        found = await self.select(sa.select(table.c.seq, table.c.payload).where(table.c.stream == stream))
        return SavedState(stream, found[0][0], found[0][1]) if found else None

    async def balances(self) -> dict[str, int]:
        """What each account holds by the ledger."""
        table = schema.ledger
        out = sa.select(table.c.source, sa.func.sum(table.c.amount)).group_by(table.c.source)
        into = sa.select(table.c.target, sa.func.sum(table.c.amount)).group_by(table.c.target)
        balances: dict[str, int] = {}
        for statement, sign in ((out, -1), (into, 1)):
            for account, chips in await self.select(statement):
                balances[account] = balances.get(account, 0) + sign * int(chips)
        return balances

    # -- writing -------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        gather = 0.0
        while True:
            await self._awake.wait()
            if gather and (early := began + gather - loop.time()) > 0 and not self._closing:
                await asyncio.sleep(early)
            self._awake.clear()
            group, self._pending = self._pending, []
            if group:
                began, gather = loop.time(), min(_GATHER * (len(group) - 1), _LONGEST)
                await self._commit(group)
            elif self._closing:
                return
            if self._closing:
                self._awake.set()

    async def _commit(self, group: list[tuple[Batch, asyncio.Future[None]]]) -> None:
        batches = [batch for batch, _ in group]
        try:
            failures = await self._insist(batches)
            self._commits += 1
        except StoreFailed as failed:
            failures = dict.fromkeys(range(len(group)), failed)
        for number, (_, done) in enumerate(group):
            if done.done():  # the waiting task was cancelled
                continue
            if number in failures:
                done.set_exception(failures[number])
            else:
                done.set_result(None)

    async def _insist(self, batches: Sequence[Batch]) -> _Failures:
        """Commit the batches in one transaction, however often the connection is lost; the failures by batch."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.patience
        pause = 0.05
        self._attempted = None
        asked = False
        while True:
            try:
                return await self._transaction(batches)
            except StoreFailed:
                raise
            except Exception as error:  # drivers raise more than their own errors, and the writer must go on
                await self._disconnect()
                unsure = self._attempted is not None and not asked  # a failed commit may have been one after all
                asked = asked or unsure
                if not unsure and (not is_lost(error) or loop.time() > until or self._closing):
                    raise StoreFailed(f"cannot write to the database {self.name}: {reason(error)}") from None
            if not unsure:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)

    async def _transaction(self, batches: Sequence[Batch]) -> _Failures:
        if self._connection is None:
            self._connection = await self._database.writers.connect()
        connection = self._connection
        try:
            if not await self._begin(connection):
                assert self._attempted is not None
                return self._attempted
            await self._put(connection, batches)
            failures: _Failures = {}
        except Exception as error:
            if is_lost(error) or isinstance(error, StoreFailed):
                raise
            await connection.rollback()
            if not await self._begin(connection):
                raise
            failures = await self._one_by_one(connection, batches)
        self._attempted = failures
        await connection.commit()
        return failures

    async def _begin(self, connection: AsyncConnection) -> bool:
        """Number the transaction, which holds off any other; false if the one with this number is done already.

        The count goes on where the last transaction left it. After a connection was lost during a commit, it tells
        whether the commit went through: a database still busy with it holds the row until it has decided.
        """
        while True:
            counted = await connection.execute(_COUNT, {"mine": self._epoch, "last": self._commits})
            if counted.rowcount == 1:
                return True
            epoch, commits = (await connection.execute(_COUNTED)).one()
            await connection.rollback()
            if epoch != self._epoch:
                raise StoreFailed(
                    f"another server has opened the database {self.name}: stop one of the two, since only one may write"
                )
            if self._attempted is not None and commits == self._commits + 1:
                return False
            self._commits = commits  # an abandoned transaction went through after all

    async def _one_by_one(self, connection: AsyncConnection, batches: Sequence[Batch]) -> _Failures:
        """Write each batch by itself, so that only the one at fault fails."""
        failures: _Failures = {}
        for number, batch in enumerate(batches):
            try:
                async with connection.begin_nested():
                    await self._put(connection, [batch])
            except IntegrityError as error:
                failures[number] = Conflict(f"already written: {reason(error)}")
            except Exception as error:
                if is_lost(error):
                    raise
                failures[number] = StoreFailed(f"the database {self.name} refuses this: {reason(error)}")
        return failures

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

    async def _put(self, connection: AsyncConnection, batches: Sequence[Batch]) -> None:
        await self._inserts.put(connection, batches)
        for batch in batches:
            for stream, at in batch.closed:
                await connection.execute(
                    sa.update(schema.streams).where(schema.streams.c.id == stream).values(closed_at=at)
                )
            for statement in batch.statements:
                await connection.execute(statement)


# A transaction costs as much CPU time as a hundred facts: the more batches the last one had, the longer the next one
# waits for more, so that a busy card room has few transactions and a quiet one does not wait.
_GATHER = 0.0003
_LONGEST = 0.024
_Failures = dict[int, Exception]
_COUNT = (
    sa.update(schema.writer)
    .where(schema.writer.c.epoch == sa.bindparam("mine"), schema.writer.c.commits == sa.bindparam("last"))
    .values(commits=schema.writer.c.commits + 1)
)
_COUNTED = sa.select(schema.writer.c.epoch, schema.writer.c.commits)
