"""The store: facts by stream, the ledger and played hands, in SQLite or PostgreSQL.

Everything that happens together is one `Batch`, and `append` returns when it is committed. Batches that arrive during a
transaction share the next one. Only one process writes: opening a store takes it over, and the previous process is
refused from then on.

Each commit is numbered. If its answer is lost, the store asks the database for the number, however long the database is
away. A batch is reported as failed only if it is not in the database. Meanwhile `trouble` describes the problem, and
nothing new should start before `fine` returns.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncConnection

from bigslick.errors import BigslickError

from . import schema
from .database import Check, Database, OutcomeUnknown, StoreFailed, discard
from .inserts import Inserts
from .records import Batch, DoneCommand, FactRow, SavedState, Stream
from .trouble import Trouble, is_lost, reason, trouble, trouble_of


class Conflict(BigslickError):
    """A batch was not committed because part of it already exists, such as a fact with that number."""


class Store:
    """A database open for writing; create one with `Store.open(url)`."""

    patience: float = 30.0
    """How many seconds a batch waits for an absent database before it fails; once its commit is sent, forever."""

    def __init__(
        self,
        database: Database,
        epoch: int,
        commits: int,
        observe: Callable[[float], None] | None = None,
        changed: Callable[[Trouble | None], None] | None = None,
    ) -> None:
        self._database = database
        self._epoch = epoch
        self._commits = commits
        self._pending: list[_Waiting] = []
        self._awake = asyncio.Event()
        self._closing = False
        self._hurried = asyncio.Event()
        self._fine = asyncio.Event()
        self._fine.set()
        self.from_open = False
        """Whether the server before has not closed the database, because it was killed or still runs."""
        self.trouble: Trouble | None = None
        """Why the database is not writable; None if all is well."""
        self._changed = changed
        """Called when `trouble` changes or ends."""
        self._connection: AsyncConnection | None = None
        self._attempted: _Failures | None = None
        self._inserts = Inserts()
        self._ahead: dict[str, tuple[SavedState | None, list[FactRow]]] = {}
        self._observe = observe
        """Called with the seconds each batch took."""
        self._task = asyncio.create_task(self._write(), name="store writer")

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        check: Check | None = None,
        observe: Callable[[float], None] | None = None,
        changed: Callable[[Trouble | None], None] | None = None,
    ) -> Store:
        """Open the store at `sqlite:///path`, a plain path or `postgresql://…`; create or migrate it if necessary."""
        database = Database(url)
        try:
            epoch, commits, from_open = await database.prepare(check)
        except BaseException:
            await database.close()
            raise
        store = cls(database, epoch, commits, observe, changed)
        store.from_open = from_open
        return store

    @classmethod
    async def reading(cls, url: str) -> Store:
        """Open the store for reading only: nothing is created, migrated or taken over, and `append` is refused."""
        database = Database(url)
        try:
            await database.must_be_current()
        except BaseException:
            await database.close()
            raise
        store = cls(database, 0, 0)
        store._closing = True
        return store

    async def append(self, batch: Batch) -> None:
        """Commit a batch, or raise `Conflict` or `StoreFailed`; `OutcomeUnknown` only if the process ends."""
        if self._closing:
            raise StoreFailed("the store is closed")
        began = perf_counter()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._pending.append((batch, done, loop.time()))
        self._awake.set()
        await done
        if self._observe is not None:
            self._observe(perf_counter() - began)

    async def fine(self) -> None:
        """Wait until the database is writable, or the process is about to end."""
        await self._fine.wait()

    def hurry(self) -> None:
        """Stop waiting for an absent database, because the process is ending."""
        self._hurried.set()
        self._fine.set()

    async def close(self) -> None:
        """Commit what is pending and close the database."""
        self.hurry()
        self._closing = True
        self._awake.set()
        await self._task
        await self._disconnect()
        if self._epoch and self.trouble is None:
            await self._database.release(self._epoch)
        await self._database.close()

    @property
    def name(self) -> str:
        """The database without its password, for logs."""
        return self._database.name

    # -- reading -------------------------------------------------------------------------------------------------

    async def select(self, statement: sa.Executable) -> Sequence[Any]:
        """Return the committed rows that a statement finds."""
        try:
            async with asyncio.timeout(self._database.read_seconds), self._database.reading() as connection:
                found: Sequence[Any] = (await connection.execute(statement)).all()
        except (DBAPIError, PoolExhausted, OSError) as error:
            raise StoreFailed(f"cannot read the database {self.name}: {reason(error)}", trouble_of(error)) from None
        return found

    async def read(self, stream: str, after: int = 0) -> list[FactRow]:
        """Return a stream's facts after number `after`."""
        saved, rows = self._ahead.pop(stream, (None, None))
        if rows is not None and after == (0 if saved is None else saved.seq):
            return rows
        table = schema.facts
        found = await self.select(
            sa.select(table.c.seq, table.c.at, table.c.payload)
            .where(table.c.stream == stream, table.c.seq > after)
            .order_by(table.c.seq)
        )
        return [FactRow(stream, seq, at, payload) for seq, at, payload in found]

    async def streams(self, kind: str | None = None, *, closed: bool = False) -> list[Stream]:
        """Return the open streams, in the order they were opened; with `closed`, all of them."""
        table = schema.streams
        statement = sa.select(table)
        if kind is not None:
            statement = statement.where(table.c.kind == kind)
        if not closed:
            statement = statement.where(table.c.closed_at.is_(None))
        found = await self.select(statement.order_by(table.c.opened_at, table.c.id))
        return [Stream(**row._mapping) for row in found]

    async def stream(self, name: str) -> Stream | None:
        """Return a table's or tournament's stream, open or closed."""
        found = await self.select(sa.select(schema.streams).where(schema.streams.c.id == name))
        return Stream(**found[0]._mapping) if found else None

    async def snapshot(self, stream: str) -> SavedState | None:
        """Return a stream's last saved state."""
        if stream in self._ahead:
            return self._ahead[stream][0]
        table = schema.snapshots
        found = await self.select(sa.select(table.c.seq, table.c.payload).where(table.c.stream == stream))
        return SavedState(stream, found[0][0], found[0][1]) if found else None

    async def commands(self, stream: str, player: str, cmd_id: str | None = None, most: int = 1) -> list[DoneCommand]:
        """Return a player's latest commands that were carried out, oldest first, or the one with this id."""
        table = schema.commands
        statement = sa.select(table).where(table.c.stream == stream, table.c.player == player)
        if cmd_id is not None:
            statement = statement.where(table.c.cmd_id == cmd_id)
        found = await self.select(statement.order_by(table.c.at.desc()).limit(most))
        return [DoneCommand(**row._mapping) for row in reversed(found)]

    async def read_ahead(self, streams: Sequence[str]) -> None:
        """Prefetch `snapshot` and `read` for these streams in two statements instead of two for each."""
        self._ahead = {}
        saves, rows = schema.snapshots, schema.facts
        since = rows.outerjoin(saves, rows.c.stream == saves.c.stream)
        try:
            saved = await self.select(
                sa.select(saves.c.stream, saves.c.seq, saves.c.payload).where(saves.c.stream.in_(streams))
            )
            found = await self.select(
                sa.select(rows.c.stream, rows.c.seq, rows.c.at, rows.c.payload)
                .select_from(since)
                .where(rows.c.stream.in_(streams), rows.c.seq > sa.func.coalesce(saves.c.seq, 0))
                .order_by(rows.c.stream, rows.c.seq)
            )
        except StoreFailed:  # some row cannot be read, and its reader will report it
            return
        self._ahead = {stream: (None, []) for stream in streams}
        for stream, seq, payload in saved:
            self._ahead[stream] = SavedState(stream, seq, payload), []
        for stream, seq, at, payload in found:
            self._ahead[stream][1].append(FactRow(stream, seq, at, payload))

    async def balances(self) -> dict[str, int]:
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
            if not self._awake.is_set() and not await self._woken():
                await self._look()
                continue
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

    async def _woken(self) -> bool:
        """Wait for a batch; False if none came for a while."""
        try:
            async with asyncio.timeout(_LOOK_SECONDS if self.trouble is None else _LAST_PAUSE):
                await self._awake.wait()
        except TimeoutError:
            return False
        return True

    async def _look(self) -> None:
        """Check the database when there is nothing to commit: is it there, ours, and writable again?"""
        if self.trouble is not None:
            if self.trouble.kind != "taken_over":
                await self._commit([])
            return
        try:
            epoch, _ = await self._answered(self._counted(_COUNTED))
            if epoch != self._epoch:
                self._note(trouble("taken_over"))
        except Exception as error:
            await self._disconnect()
            self._note(trouble_of(error) or trouble("away"))

    async def _commit(self, group: list[_Waiting]) -> None:
        batches = [batch for batch, _, _ in group]
        try:
            failures = await self._insist(batches, self.patience if group else 0.0)
            self._commits += 1
            self._note(None)
        except StoreFailed as failed:
            if failed.trouble is not None:
                self._note(failed.trouble)
            failures = dict.fromkeys(range(len(group)), failed)
        for number, (_, done, _) in enumerate(group):
            if done.done():  # the waiting task was cancelled
                continue
            if number in failures:
                done.set_exception(failures[number])
            else:
                done.set_result(None)

    async def _insist(self, batches: Sequence[Batch], patience: float) -> _Failures:
        """Commit the batches in one transaction, however often the connection is lost; return the failures by batch."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        pause = _FIRST_PAUSE
        while True:
            self._attempted = None
            try:
                return await self._answered(self._transaction(batches))
            except StoreFailed:
                raise
            except Exception as error:  # drivers raise more than their own errors, and the writer must keep running
                await self._disconnect()
                found = trouble_of(error)
                self._note(found or self.trouble)
                if self._attempted is not None and await self._went_through():
                    return self._attempted
                if not is_lost(error) or loop.time() > until or self._hurried.is_set():
                    raise StoreFailed(f"cannot write to the database {self.name}: {reason(error)}", found) from None
            pause = await self._pause(pause)

    async def _went_through(self) -> bool:
        """Whether an unanswered commit is in the database, which may take a long time to say."""
        pause = _FIRST_PAUSE
        while True:
            try:
                # A transaction still in progress holds the row until it is decided.
                epoch, commits = await self._answered(self._counted(_COUNTED.with_for_update()))
            except Exception as error:
                await self._disconnect()
                self._note(trouble_of(error) or trouble("away"))
            else:
                if epoch == self._epoch and commits in (self._commits, self._commits + 1):
                    return bool(commits > self._commits)
                raise OutcomeUnknown(self._taken_over(epoch), trouble("taken_over"))
            if self._hurried.is_set():
                raise OutcomeUnknown(f"the database {self.name} went away during a commit", self.trouble)
            pause = await self._pause(pause)

    async def _pause(self, seconds: float) -> float:
        """Wait before the next attempt, and return the length of the next pause; batches that waited too long fail."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hurried.wait()
        latest = asyncio.get_running_loop().time() - (0 if self._hurried.is_set() else self.patience)
        waiting, self._pending = self._pending, []
        for entry in waiting:
            _, done, since = entry
            if since > latest:
                self._pending.append(entry)
            elif not done.done():
                done.set_exception(StoreFailed(f"cannot write to the database {self.name}", self.trouble))
        return min(2 * seconds, _LAST_PAUSE)

    async def _answered(self, work: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Wait for the database, but not forever: silence is first reported, then treated as a lost connection."""
        silent = asyncio.get_running_loop().call_later(_SILENT_SECONDS, self._note, trouble("away"))
        try:
            return await self._database.answered(work, self._database.answer_seconds, self._detach)
        finally:
            silent.cancel()

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._database.writers.connect()
        return self._connection

    async def _counted(self, statement: sa.Executable) -> tuple[int, int]:
        """Read which process owns the database, and its number of commits."""
        connection = await self._connected()
        epoch, commits = (await connection.execute(statement)).one()
        await connection.rollback()
        return epoch, commits

    async def _transaction(self, batches: Sequence[Batch]) -> _Failures:
        connection = await self._connected()
        try:
            await self._begin(connection)
            await self._put(connection, batches)
            failures: _Failures = {}
        except Exception as error:
            if trouble_of(error) is not None or isinstance(error, StoreFailed):
                raise
            await connection.rollback()
            await self._begin(connection)
            failures = await self._one_by_one(connection, batches)
        self._attempted = failures
        await connection.commit()
        return failures

    async def _begin(self, connection: AsyncConnection) -> None:
        """Number the transaction, which locks out any other."""
        counted = await connection.execute(_COUNT, {"mine": self._epoch, "last": self._commits})
        if counted.rowcount != 1:
            await connection.rollback()
            epoch, _ = await self._counted(_COUNTED)
            raise OutcomeUnknown(self._taken_over(epoch), trouble("taken_over"))

    def _taken_over(self, epoch: int) -> str:
        if epoch == self._epoch:
            return f"the database {self.name} is not where this server left it: start the server again"
        return f"another server has opened the database {self.name}: stop one of the two, since only one may write"

    def _note(self, found: Trouble | None) -> None:
        """Record the database's state, and notify if it has changed."""
        before, self.trouble = self.trouble, found
        if (before is None) == (found is None) and (before is None or found is None or before.kind == found.kind):
            return
        if self._changed is not None:
            self._changed(found)
        if found is None or self._hurried.is_set():
            self._fine.set()
        else:
            self._fine.clear()

    async def _one_by_one(self, connection: AsyncConnection, batches: Sequence[Batch]) -> _Failures:
        """Write each batch alone, so only the faulty one fails."""
        failures: _Failures = {}
        for number, batch in enumerate(batches):
            try:
                async with connection.begin_nested():
                    await self._put(connection, [batch])
            except IntegrityError as error:
                failures[number] = Conflict(f"already written: {reason(error)}")
            except Exception as error:
                if trouble_of(error) is not None:  # this batch is not at fault, but SQLite has rolled all of it back
                    raise
                failures[number] = StoreFailed(f"the database {self.name} refuses this: {reason(error)}")
        return failures

    async def _disconnect(self) -> None:
        await discard(self._detach())

    def _detach(self) -> AsyncConnection | None:
        connection, self._connection = self._connection, None
        return connection

    async def _put(self, connection: AsyncConnection, batches: Sequence[Batch]) -> None:
        await self._inserts.put(connection, batches)
        for batch in batches:
            for stream, at in batch.closed:
                await connection.execute(
                    sa.update(schema.streams).where(schema.streams.c.id == stream).values(closed_at=at)
                )
            for statement in batch.statements:
                await connection.execute(statement)


# A transaction costs as much CPU time as a hundred facts. The more batches the last one had, the longer the next one
# waits for more, so a busy card room has few transactions and a quiet one does not wait.
_GATHER = 0.0003
_LONGEST = 0.024
_FIRST_PAUSE: Final = 0.05
_LAST_PAUSE: Final = 1.0
"""Between attempts to reach a database."""
_LOOK_SECONDS: Final = 5.0
"""How often an idle store checks that the database is there and still its own."""
_SILENT_SECONDS: Final = 5.0
"""After this many seconds without an answer, players are notified."""
_Answer = TypeVar("_Answer")
_Failures = dict[int, Exception]
_Waiting = tuple[Batch, "asyncio.Future[None]", float]
"""A batch, its future, and when it arrived."""
_COUNT = (
    sa.update(schema.writer)
    .where(schema.writer.c.epoch == sa.bindparam("mine"), schema.writer.c.commits == sa.bindparam("last"))
    .values(commits=schema.writer.c.commits + 1)
)
_COUNTED = sa.select(schema.writer.c.epoch, schema.writer.c.commits)
