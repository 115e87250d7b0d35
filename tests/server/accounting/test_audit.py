from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bigslick.hand.events import HandEnded
from bigslick.protocol import wire
from bigslick.server.accounting.audit import AuditReport, audit, back_up
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Store

from ..served import Served, serving, table


async def play(room: Served, hands: int) -> None:
    """Let house bots play hands for a viewer, while a player waits with chips on the table."""
    async with room.socket(await room.token()) as viewer:
        await viewer.ask(wire.Sit(cmd_id="1", table="t2", chips=400))
        await viewer.say(wire.WatchTable(table="t1"))
        ended = 0
        while ended < hands:
            update = await viewer.hear(wire.Update)
            ended += sum(isinstance(event, HandEnded) for event in update.events)


def played(folder: Path, copy: Path | None = None) -> Path:
    """Make a database with played hands, and a copy taken during play."""

    async def run() -> None:
        busy = table("Busy", seats=3, bots=("tag", "caller"))
        async with serving(folder, busy, table("Quiet"), tournaments=TOURNAMENTS) as room:
            await play(room, 5)
            if copy is not None:
                playing = asyncio.create_task(play(room, 20))
                await asyncio.to_thread(back_up, str(folder / "room.db"), copy)
                await playing

    asyncio.run(run())
    return folder / "room.db"


def audited(path: Path) -> AuditReport:
    return asyncio.run(audit(str(path)))


def test_a_room_is_right_and_stays_as_it_is(tmp_path: Path) -> None:
    path = played(tmp_path)
    before = path.read_bytes()
    seen: list[tuple[int, int]] = []
    report = asyncio.run(audit(str(path), lambda done, of: seen.append((done, of))))
    assert report.wrong == ()
    assert (report.tables, report.tournaments, report.chips) == (2, 2, 10_000 + sum_of_bots(path))
    assert report.hands >= 5
    assert seen[-1] == (report.hands, report.hands)
    assert path.read_bytes() == before


def sum_of_bots(path: Path) -> int:
    """Return the total that the mint gave house bots."""
    with sqlite3.connect(path) as database:
        given = database.execute("SELECT amount FROM ledger WHERE source = 'mint' AND reason != 'welcome'").fetchall()
    return sum(chips for (chips,) in given)


def test_a_backup_of_an_open_room_is_whole_and_can_be_opened(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    played(tmp_path, copy)
    report = audited(copy)
    assert report.wrong == ()
    assert report.hands >= 5
    assert copy.stat().st_mode & 0o077 == 0, "it holds the seeds of hands in play"
    restored = tmp_path / "restored"
    restored.mkdir()
    copy.rename(restored / "room.db")

    async def reopen() -> None:
        async with serving(restored) as room:
            assert room.card_room.check() == ()
            await room.card_room.accounts.new_guest()

    asyncio.run(reopen())


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE ledger SET amount = amount + 1 WHERE target LIKE 'table:%'", "chips by its facts, but"),
        ("DELETE FROM ledger WHERE reason = 'welcome'", "expected 0 or more"),
        ("UPDATE facts SET payload = x'7b' WHERE stream = 't1' AND seq = 3", "fact 3 of table t1 is damaged"),
        ("UPDATE hands SET root = '" + "0" * 64 + "' WHERE number = 2", "hand t1-2, as"),
        ("UPDATE hands SET record = '{' WHERE number = 3", "hand t1-3 cannot be read"),
    ],
)
def test_what_is_damaged_is_named(tmp_path: Path, damage: str, sentence: str) -> None:
    path = played(tmp_path)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM snapshots")
        assert database.execute(damage).rowcount
    report = audited(path)
    assert any(sentence in wrong for wrong in report.wrong), report.wrong


def test_what_is_no_room_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="there is no such file"):
        audited(tmp_path / "nothing.db")
    assert not (tmp_path / "nothing.db").exists()
    (tmp_path / "text.db").write_text("no database" * 1000)
    with pytest.raises(StoreFailed, match="cannot open"):
        audited(tmp_path / "text.db")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(StoreFailed, match="has schema none"):
        audited(tmp_path / "other.db")


def test_no_backup_is_written_over_and_postgresql_has_its_own(tmp_path: Path) -> None:
    path, other = tmp_path / "room.db", tmp_path / "other.db"
    with pytest.raises(StoreFailed, match="there is no such file"):
        back_up(str(path), other)
    path.write_text("no database" * 1000)
    with pytest.raises(StoreFailed, match="cannot back up"):
        back_up(str(path), other)
    assert list(tmp_path.iterdir()) == [path]
    other.touch()
    with pytest.raises(StoreFailed, match="exists: name a new file"):
        back_up(str(path), other)
    with pytest.raises(StoreFailed, match="use pg_dump"):
        back_up("postgresql://user@host/name", other)


async def test_a_store_for_reading_takes_nothing_over(url: str) -> None:
    writer = await Store.open(url)
    reader = await Store.reading(url)
    assert await reader.streams() == []
    with pytest.raises(StoreFailed, match="closed"):
        await reader.append(None)  # type: ignore[arg-type]
    await reader.close()
    await writer.append(Batch())
    await writer.close()
