"""A damaged row costs only its own table or tournament, and every chip stays accounted for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import Ban
from bigslick.protocol.tournament import PlayerMoved
from bigslick.server.hosting.state import Invitation, new_token
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.room.opening import open_room
from bigslick.server.room.options import RoomOptions
from bigslick.server.store import schema
from bigslick.server.store.records import Batch, FactRow
from bigslick.server.table.draft import SAVE_EVERY
from bigslick.server.table.orders import Admit

from .databases import opened
from .served import ADMIN, Served, serving, table

FACTS, SAVES = schema.facts, schema.snapshots
TWO = (table("One"), table("Two"))


def a_fact(stream: str, seq: int = 2) -> sa.Update:
    return sa.update(FACTS).where(FACTS.c.stream == stream, FACTS.c.seq == seq)


def a_chip_more(rows: Sequence[FactRow]) -> sa.Executable:
    """Have the player sit down with an extra chip."""
    (taken,) = [row for row in rows if b'"chips":1000' in row.payload]
    return a_fact("t1", taken.seq).values(payload=taken.payload.replace(b'"chips":1000', b'"chips":1001'))


DAMAGES: dict[str, tuple[Callable[[Sequence[FactRow]], sa.Executable], str]] = {
    "garbage": (lambda _: a_fact("t1", 3).values(payload=b"\x00garbage"), "fact 3 of table t1 is damaged: DecodeError"),
    "another fact": (
        lambda _: a_fact("t1", 3).values(payload=b'{"type":"seed_promised","at":1,"seat":5,"promise":"secret"}'),
        "fact 3 of table t1 is damaged: AssertionError",
    ),
    "a gap": (
        lambda _: sa.delete(FACTS).where(FACTS.c.stream == "t1", FACTS.c.seq == 2),
        "fact 2 of table t1 is missing",
    ),
    "no facts": (lambda _: sa.delete(FACTS).where(FACTS.c.stream == "t1"), "table t1 has no facts"),
    "a chip more": (
        a_chip_more,
        "table t1 has 1001 chips by its facts, but 1000 by the ledger",
    ),
}


async def sit_at_two(room: Served) -> None:
    """Seat ann at the first table, bob at the second."""
    for player, at in (("ann", "t1"), ("bob", "t2")):
        async with room.socket(await room.token(player)) as socket:
            assert isinstance(await socket.ask(wire.Sit(cmd_id="s", table=at, chips=1000)), wire.Done)


async def damage(url: str, *statements: sa.Executable) -> None:
    """Edit a database that no server is using."""
    async with opened(url) as store:
        await store.append(Batch(statements=statements))


@pytest.mark.parametrize("how", DAMAGES)
async def test_a_damaged_table_is_named_and_set_aside_and_the_rest_is_served(
    url: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A table with a damaged row is named and set aside, its chips are accounted for, and the rest is served."""
    harm, why = DAMAGES[how]

    async with serving(url, *TWO) as room:
        await sit_at_two(room)
    async with opened(url) as store:
        rows = await store.read("t1")
    await damage(url, harm(rows))
    with caplog.at_level(logging.ERROR, "bigslick.server"):
        async with asyncio.timeout(60), serving(url, *TWO) as room:
            card_room = room.card_room
            names = {task.id: task.settings.name for task in card_room.tables.values()}
            assert names == {"t2": "Two", "t3": "One"}, "the house opens its table anew"
            (aside,) = card_room.set_aside.values()
            assert (aside.id, aside.account, aside.chips, aside.why) == ("t1", "table:t1", 1000, why)
            assert card_room.check() == (), "the ledger is balanced, and the audit counts what is set aside"
            async with httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web:
                answer = await web.get("/api/admin/check", headers={"Authorization": f"Bearer {ADMIN}"})
                assert answer.json()["wrong"] == []
                assert answer.json()["set_aside"] == [msgspec.to_builtins(aside)]
                health = await web.get("/healthz")
                assert (health.status_code, health.text) == (200, "ok\nset aside: 1\n")
            async with room.socket(await room.token("cat")) as cat:
                assert isinstance(await cat.ask(wire.Sit(cmd_id="s", table="t2", chips=1000)), wire.Done)
                refused = await cat.ask(wire.Sit(cmd_id="d", table="t1", chips=1000))
                assert (refused.code, "set aside" in refused.sentence) == ("set_aside", True)
    (line,) = [record for record in caplog.records if record.getMessage() == "set_aside"]
    fields: dict[str, Any] = line.fields  # type: ignore[attr-defined]
    assert fields == {"account": "table:t1", "chips": 1000, "reason": why}
    assert "secret" not in caplog.text


async def test_a_damaged_save_costs_nothing(url: str) -> None:
    """A saved state only saves time: the facts give the same table."""

    bots = table("Bots", seats=3, bots=("tag", "caller"))
    async with serving(url, bots) as room, room.socket() as watcher:
        await watcher.say(wire.WatchTable(table="t1"))
        live = room.card_room.tables["t1"].live
        while live.shown.hand <= SAVE_EVERY:
            await watcher.hear(wire.Update)
    async with opened(url) as store:
        assert await store.snapshot("t1") is not None
    await damage(url, sa.update(SAVES).values(payload=b"\x00garbage"))
    async with serving(url, bots) as room:
        assert room.card_room.set_aside == {}
        assert room.card_room.tables["t1"].live.table.number > SAVE_EVERY
        assert room.card_room.check() == ()


@pytest.mark.parametrize("which", ["sng1", "sng1.1"])
async def test_a_damaged_tournament_is_set_aside_with_its_tables(url: str, which: str) -> None:
    """A tournament cannot continue without its facts or one of its tables: all of it is set aside, with its money."""

    quick = [msgspec.structs.replace(TOURNAMENTS[0], fill_ms=50)]

    async with serving(url, table(), tournaments=quick) as room:
        async with room.socket(await room.token("ann")) as ann:
            assert isinstance(await ann.ask(wire.Register(cmd_id="r", tournament="sng1")), wire.Done)
            await ann.hear(PlayerMoved)
        entries = room.card_room.bank.balance("tournament:sng1")
        assert entries == 3_000
    await damage(url, a_fact(which).values(payload=b"\x00"))
    async with asyncio.timeout(60), serving(url, table(), tournaments=quick) as room:
        card_room = room.card_room
        assert set(card_room.set_aside) == {"sng1", "sng1.1"}
        assert card_room.set_aside["sng1"].chips == entries
        assert set(card_room.tables) == {"t1"}
        assert set(card_room.tournaments) == {"sng2"}, "the house opens another one"
        assert card_room.check() == ()


def test_a_card_room_that_cannot_open_ends_with_a_sentence_and_leaves_no_thread(tmp_path: Path) -> None:
    """A start on SQLite never hangs: damage that cannot be set aside ends the process with an error."""
    file = tmp_path / "room.db"
    asyncio.run(_open_and_close(str(file)))
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE ledger")
    program = "import sys; from bigslick.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", "--db", str(file), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode not in (0, None)
    assert "cannot read the database" in done.stderr


async def _open_and_close(url: str) -> None:
    async with open_room(RoomOptions(url=url, tables=[table()], admin_token=ADMIN)):
        pass


@pytest.mark.parametrize("seq", [1, 2], ids=["its opening", "a later fact"])
async def test_a_damaged_private_table_is_unknown_to_those_who_may_not_come_in(url: str, seq: int) -> None:
    """Only players who could come in while it was served are told that it is damaged."""

    async with serving(url, table()) as room:
        card_room = room.card_room
        host = await room.token("ann")
        invited = Invitation(host=room.id("ann"), door=GameDoor(private=True), token=new_token(bytes(32)))
        private = (await card_room.open_table(table("Hidden"), invited)).id
        for player in ("bob", "cat", "dan"):
            await room.token(player)
            await card_room.tables[private].submit(None, Admit(player=room.id(player)))
        await card_room.tables[private].submit(room.id("ann"), Ban(cmd_id="b", at=private, player=room.id("dan")))
        async with room.socket(host) as ann:
            assert isinstance(await ann.ask(wire.Sit(cmd_id="s", table=private, chips=1000)), wire.Done)
    await damage(url, a_fact(private, seq).values(payload=b"\x00"))
    async with asyncio.timeout(60), serving(url, table()) as room:
        assert private in room.card_room.set_aside
        async with httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web:
            who: tuple[tuple[str | None, bool], ...] = (
                ("ann", True),
                ("cat", True),
                ("dan", False),
                ("eve", False),
                (None, False),
            )
            for name, knows in who:
                headers = {}
                if name is not None:
                    if name == "eve":
                        await room.card_room.accounts.new_guest(name)
                    token = await room.card_room.accounts.new_session(room.id(name), "bot")
                    headers = {"Authorization": f"Bearer {token}"}
                for path in ("/api/tables/{}", "/api/tables/{}/hands", "/api/tables/{}/ledger"):
                    answer = await web.get(path.format(private), headers=headers)
                    missing = await web.get(path.format("t99"), headers=headers)
                    same = answer.text.replace(private, "t99") == missing.text
                    assert (same, answer.status_code == missing.status_code) == (
                        (not knows, not knows) if "ledger" in path and name else (not knows, True)
                    ), (name, path, answer.text)
