"""The kinds of faults. Each does its harm, then leaves a room that must recover on its own."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa

from bigslick.server.store import schema

from .processes import DAY_SECONDS, PATIENCE, Died

if TYPE_CHECKING:
    from .run import Run

Fault = Callable[["Run"], Awaitable[None]]


# -- the server -------------------------------------------------------------------------------------------------------


async def kill(run: Run) -> None:
    """kill -9 at any moment during play."""
    await asyncio.sleep(run.dice.uniform(0, 0.7))
    await run.probe()
    await run.server.kill()
    await run.audit()
    await run.restart()


async def kill_between_hands(run: Run) -> None:
    """kill -9 as a player of a tournament is moved, buys chips, answers a deal, or hears what the director decided."""
    await run.until_between_hands()
    await asyncio.sleep(run.dice.uniform(0, 0.05))
    await run.server.kill()
    await run.audit()
    await run.restart()


async def kill_while_starting(run: Run) -> None:
    """kill -9, then again before the next server is open."""
    await run.server.kill()
    for _ in range(run.dice.choice((1, 1, 2))):
        await run.server.spawn()
        await asyncio.sleep(run.dice.uniform(0, 1.5))
        await run.server.kill()
        await run.audit()
    await run.restart()


async def freeze(run: Run) -> None:
    """SIGSTOP, then SIGCONT after a while."""
    run.server.freeze()
    await asyncio.sleep(run.dice.choice((0.2, 1.0, 3.0)))
    await run.audit()
    run.server.thaw()


async def stop(run: Run) -> None:
    """SIGTERM: everybody gets a goodbye, and the process exits cleanly."""
    code = await run.server.stop()
    assert code in (0, -15), f"a server that was asked to stop ended with {code}: {run.server.complaints()}"
    await run.audit()
    await run.restart()


async def take_over(run: Run) -> None:
    """A second server opens the same database; the first says goodbye and exits, and people switch to the second."""
    loser = run.server
    byes = sum(len(person.byes) for person in run.people)
    winner = run.new_server()
    await winner.start()
    run.use(winner)
    code = await loser.ended()
    assert code != 0, "a server whose database was taken over ended as if all were well"
    assert any(line.get("status") == "taken_over" for line in loser.logged()), "its log does not say why"
    assert sum(len(person.byes) for person in run.people) > byes, "nobody was told goodbye"


# -- lines to players -------------------------------------------------------------------------------------------------


async def cut_lines(run: Run) -> None:
    """Break players' connections silently."""
    run.line.cut(run.dice.choice((0.3, 1.0)))


async def freeze_lines(run: Run) -> None:
    """Let nothing through for a while, then everything at once; some people give up in the meantime."""
    run.line.freeze()
    await asyncio.sleep(run.dice.choice((0.5, 2.0)))
    run.line.cut(run.dice.choice((0.0, 0.0, 0.5)))
    run.line.thaw()


async def slow_lines(run: Run) -> None:
    """Slow everybody down to a few kilobytes a second."""
    run.line.bytes_per_second = 4_000
    await asyncio.sleep(run.dice.choice((1.0, 3.0)))
    run.line.bytes_per_second = 0


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


async def lose_commit(run: Run) -> None:
    """Lose a COMMIT or its answer, along with the connection."""
    run.database.lose(run.dice.choice(("question", "answer", "answer")))
    await asyncio.wait_for(run.database.lost.wait(), 30)


async def lose_commit_between_hands(run: Run) -> None:
    """Lose a COMMIT or its answer as something happens to a player of a tournament between hands."""
    await run.until_between_hands()
    await lose_commit(run)


async def lose_commit_and_stay_away(run: Run) -> None:
    """Lose the answer to a COMMIT, and keep the database away for longer than the store waits."""
    run.database.lose("answer", then_away=True)
    await asyncio.wait_for(run.database.lost.wait(), 30)
    await asyncio.sleep(PATIENCE + run.dice.uniform(0.5, 2.5))
    run.database.come_back()


async def restart_database(run: Run) -> None:
    """Stop or crash PostgreSQL, for a moment or for longer than the store's patience."""
    assert run.cluster is not None
    await asyncio.to_thread(run.cluster.stop, run.dice.choice(("fast", "immediate")))
    await asyncio.sleep(run.dice.choice((0.0, 1.0, PATIENCE + 2)))
    await asyncio.to_thread(run.cluster.start)


async def freeze_database(run: Run) -> None:
    """Freeze the database for a while."""
    run.database.freeze()
    await asyncio.sleep(run.dice.choice((0.5, 2.0, PATIENCE + 1)))
    run.database.thaw()


async def read_only_database(run: Run) -> None:
    """Make the database read-only for a while."""
    name = sa.make_url(run.address).database
    for setting in ("on", "off"):
        await run.tell_database(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}', own="off")
        run.database.cut()
        if setting == "on":
            await asyncio.sleep(run.dice.uniform(0.5, 2.0))


# -- the disk and SQLite ----------------------------------------------------------------------------------------------


async def fill_disk(run: Run) -> None:
    """Fill the database's disk, then free space again."""
    if not run.disk.mounted:
        await limit_files(run)
        return
    run.disk.fill()
    try:
        await asyncio.sleep(run.dice.uniform(0.5, 2.0))
    finally:
        run.disk.clear()
    await run.mend_database()


async def limit_files(run: Run) -> None:
    """Limit the size of the server's files, for when no small disk can be mounted and filled."""
    before = resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    await asyncio.sleep(run.dice.uniform(0.5, 2.0))
    resource.prlimit(run.server.pid, resource.RLIMIT_FSIZE, before)


async def read_only_disk(run: Run) -> None:
    """A server that cannot write to its database says so and exits; the next one takes over."""
    await run.server.kill()
    await run.books.close()
    with run.disk.read_only():
        await run.server.spawn()
        with pytest.raises(Died, match="cannot open the database"):
            await run.server.opened()
        assert await run.server.ended() != 0
    await run.audit()
    await run.restart()


async def lock_database(run: Run) -> None:
    """Have another program hold the file's write lock."""
    async with run.writing() as connection:
        await connection.execute(sa.text("UPDATE writer SET id = id"))
        await asyncio.sleep(run.dice.uniform(0.2, 2.0))
        await connection.rollback()


# -- clocks and rows --------------------------------------------------------------------------------------------------


async def jump_between(run: Run) -> None:
    """Set the wall clock forward or back while the server is down."""
    await run.server.kill()
    run.clock.jump(run.dice.choice((-1, 1)) * run.dice.choice((5, 120, 3600, DAY_SECONDS)))
    await run.restart()


async def jump_while_running(run: Run) -> None:
    """Set the wall clock forward or back under a running server."""
    run.clock.jump(run.dice.choice((-1, 1)) * run.dice.choice((5, 120, 3600, DAY_SECONDS)))


async def damage_row(run: Run) -> None:
    """Make a table's row unreadable: the table is named and set aside, all others are served; then repair it."""
    await run.server.kill()
    await run.audit()  # the audit must read the row before it is damaged
    table = run.dice.choice(list(run.house))
    async with run.writing() as connection:
        rows, column, where = await _row_of(connection, table)
        kept = (await connection.execute(sa.select(column).select_from(rows).where(where))).scalar_one()
        harm = run.dice.choice((b"", b"not a fact", bytes(kept[: len(kept) // 2]), b"\xff" + bytes(kept[1:])))
        await connection.execute(sa.update(rows).where(where).values({column.name: harm}))
        await connection.commit()
    try:
        await run.restart()
        assert any(table in str(line) for line in run.server.logged() if line["level"] in ("error", "warning"))
        await run.until_played(without=table)
        await run.ask_the_house()
    finally:
        await run.server.kill()
        async with run.writing() as connection:
            await connection.execute(sa.update(rows).where(where).values({column.name: kept}))
            await connection.commit()
    await run.audit()
    await run.restart()


async def _row_of(connection: Any, table: str) -> tuple[sa.Table, sa.Column[Any], sa.ColumnElement[bool]]:
    """Return a table's last fact, which the next start will read, and delete any saved state that would skip it."""
    rows, saves = schema.facts, schema.snapshots
    last = (await connection.execute(sa.select(sa.func.max(rows.c.seq)).where(rows.c.stream == table))).scalar_one()
    await connection.execute(sa.delete(saves).where(saves.c.stream == table, saves.c.seq >= last))
    return rows, rows.c.payload, sa.and_(rows.c.stream == table, rows.c.seq == last)


# -- how often each kind comes ----------------------------------------------------------------------------------------

EVERYWHERE: dict[Fault, int] = {
    kill: 6,
    kill_between_hands: 8,
    kill_while_starting: 2,
    freeze: 4,
    stop: 1,
    take_over: 2,
    cut_lines: 5,
    freeze_lines: 4,
    slow_lines: 3,
    jump_between: 3,
    jump_while_running: 2,
    damage_row: 2,
    fill_disk: 2,
}
"""Each kind with its weight."""
SQLITE: dict[Fault, int] = {**EVERYWHERE, read_only_disk: 1, lock_database: 4, limit_files: 1}
POSTGRES: dict[Fault, int] = {
    **EVERYWHERE,
    lose_commit: 8,
    lose_commit_between_hands: 8,
    lose_commit_and_stay_away: 4,
    restart_database: 3,
    freeze_database: 3,
    read_only_database: 2,
}
