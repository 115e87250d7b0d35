"""Audits a database that no server is using, and backs up one in use.

An audit checks that every open table's and tournament's facts fold, every chip is accounted for, and every hand proves
its deck.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa

from bigslick.protocol import wire
from bigslick.protocol.fairness import check as check_proof
from bigslick.server.operations.clock import SystemClock
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import MINT, Bank, table_account, tournament_account
from bigslick.server.store.database import Database, StoreFailed
from bigslick.server.store.histories import Histories
from bigslick.server.store.names import Names
from bigslick.server.store.schema import hand_players, hands
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.server.table.draft import KIND
from bigslick.server.table.room import NoRoom
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.loading import KIND as TOURNAMENT
from bigslick.server.tournament.task import TournamentTask

BACKUP_PAGES: Final = 1_000
"""Pages a backup copies at a time; the room writes in between."""


class AuditReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an audit: what it covered, and every fault as a sentence."""

    tables: int
    tournaments: int
    hands: int
    chips: int
    """Chips ever issued."""
    wrong: tuple[str, ...]


async def audit(url: str, progress: Callable[[int, int], object] = lambda _done, _of: None) -> AuditReport:
    """Audit a database without changing it; no server may be writing to it.

    `progress` is called with the number of verified hands and the total.
    """
    store = await Store.reading(url)
    try:
        return await _audit(store, progress)
    finally:
        await store.close()


async def _audit(store: Store, progress: Callable[[int, int], object]) -> AuditReport:
    bank, room = await Bank.load(store, await Names.load(store)), _RoomAtRest()
    services = Services(store, bank, SystemClock(), _no_secrets)
    counted: dict[str, int] = {}
    wrong: list[str] = []
    tables, tournaments = await store.streams(KIND), await store.streams(TOURNAMENT)
    for stream in tables:
        try:
            task = await TableTask.restore(stream.id, services, room)
        except Exception as error:  # anything a damaged row can cause
            wrong.append(_damage("table", stream.id, error))
            counted[table_account(stream.id)] = bank.balance(table_account(stream.id))
            continue
        room.tables[task.id] = task
        if not task.settings.tournament:
            counted[table_account(task.id)] = task.live.chips
    for stream in tournaments:
        account = tournament_account(stream.id)
        try:
            event = await TournamentTask.restore(stream.id, services, room)
        except Exception as error:
            wrong.append(_damage("tournament", stream.id, error))
            counted[account] = bank.balance(account)
            continue
        counted[account] = event.live.owed
    wrong += bank.check(counted)
    verified, lies = await _verify_hands(store, progress)
    return AuditReport(
        tables=len(tables),
        tournaments=len(tournaments),
        hands=verified,
        chips=-bank.balance(MINT),
        wrong=(*wrong, *lies),
    )


def _damage(kind: str, name: str, error: Exception) -> str:
    """Describe a stream's fault; a `DamagedStream` already names it."""
    if isinstance(error, DamagedStream):
        return str(error)
    return f"{kind} {name} cannot be read: {type(error).__name__}: {error}"


async def _verify_hands(store: Store, progress: Callable[[int, int], object]) -> tuple[int, list[str]]:
    histories = Histories(store, SystemClock())
    names = [row[0] for row in await store.select(sa.select(hands.c.id).order_by(hands.c.table_id, hands.c.number))]
    wrong = []
    for done, name in enumerate(names, 1):
        players = await store.select(
            sa.select(hand_players.c.player, hand_players.c.name).where(hand_players.c.hand == name)
        )
        try:
            for player, shown in players:
                proof = await histories.proof(name, player)
                if proof is not None:
                    wrong += [f"hand {name}, as {shown} saw it: {lie}" for lie in check_proof(proof).lies]
        except Exception as error:
            wrong.append(f"hand {name} cannot be read: {type(error).__name__}: {error}")
        progress(done, len(names))
    return len(names), wrong


def _no_secrets() -> bytes:
    raise AssertionError("a table at rest deals no hand")


class _RoomAtRest(NoRoom):
    """A database's tables while no server runs."""

    def __init__(self) -> None:
        self.tables: dict[str, TableTask] = {}

    async def serve(self, task: TableTask) -> None:  # noqa: ARG002
        raise AssertionError("a tournament at rest opens no table")

    def connected(self, player: str) -> bool:  # noqa: ARG002
        return False

    def seated(self, player: str, table: str) -> None: ...

    def tell(self, player: str, message: wire.FromServer) -> None: ...


def back_up(url: str, target: Path) -> None:
    """Copy an SQLite database to a file as it is at that moment, even while a server writes to it."""
    source = Database(url).file
    if source is None:
        raise StoreFailed("PostgreSQL has its own backup: use pg_dump, which also works while the room is open")
    if not source.is_file():
        raise StoreFailed(f"cannot back up {source}: there is no such file")
    if target.exists():
        raise StoreFailed(f"{target} exists: name a new file, so that no backup is lost")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the seeds of hands in play
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new, pages=BACKUP_PAGES)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise StoreFailed(f"cannot back up {source}: {error}") from None
    part.rename(target)
