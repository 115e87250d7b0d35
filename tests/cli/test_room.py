"""`bigslick room`: its reports about a database."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

from bigslick.server.room.config import TABLES
from bigslick.server.room.opening import open_room
from bigslick.server.room.options import RoomOptions

from .conftest import Refused, Run


def opened(path: Path) -> Path:
    """Return the database of a room that was opened and closed."""

    async def run() -> None:
        async with open_room(RoomOptions(url=str(path), tables=TABLES[:2])):
            pass

    asyncio.run(run())
    return path


def test_a_room_is_audited_and_backed_up(run: Run, tmp_path: Path) -> None:
    path, copy = opened(tmp_path / "room.db"), tmp_path / "copy.db"
    done = run("room", "check", path)
    assert done.out == "2 open tables, 0 tournaments, 0 hands, 4,800 chips: everything is right.\n"
    assert "holds everything" in run("room", "backup", path, copy).out
    said = json.loads(run("room", "check", copy, "--json").out)
    assert said["ok"]
    assert (said["tables"], said["hands"], said["wrong"]) == (2, 0, [])


def test_what_is_wrong_is_an_exit_code(run: Run, tmp_path: Path) -> None:
    path = opened(tmp_path / "room.db")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE ledger SET amount = amount + 5")
    done = run("room", "check", path)
    assert done.code == 1
    assert "table t1 has 800 chips by its facts, but 820 by the ledger" in done.err
    assert not json.loads(run("room", "check", path, "--json").out)["ok"]


def test_a_missing_database_is_a_sentence(refused: Refused, tmp_path: Path) -> None:
    assert "there is no such file" in refused("room", "check", tmp_path / "none.db")
    assert "there is no such file" in refused("room", "backup", tmp_path / "none.db", "copy.db")
    assert "there is no such file" in refused("room", "clock", tmp_path / "none.db", "--repair")


def test_times_from_the_future_are_named_and_moved_back(run: Run, tmp_path: Path) -> None:
    path = opened(tmp_path / "room.db")
    assert run("room", "clock", path).code == 0
    with sqlite3.connect(path) as database:
        database.execute("UPDATE writer SET seen_at = seen_at + 400 * 86400000")
    done = run("room", "clock", path)
    assert done.code == 1
    assert "days and" in done.err
    assert "--repair" in done.err
    assert "1 time moved back by 3" in run("room", "clock", path, "--repair").out
    assert json.loads(run("room", "clock", path, "--json").out)["ahead_ms"] == 0


def test_the_ledger_of_a_table_is_told_in_every_form(run: Run, refused: Refused, tmp_path: Path) -> None:
    path = opened(tmp_path / "room.db")
    told = run("room", "ledger", path, "t1").out
    assert told.splitlines()[0].split() == [
        "player",
        "bought",
        "in",
        "topped",
        "up",
        "left",
        "with",
        "sits",
        "with",
        "net",
    ]
    assert "the house" in told
    found = json.loads(run("room", "ledger", path, "t1", "--json").out)
    (house,) = found["results"]
    assert (house["player"], house["house"], house["net"]) == ("the house", True, 0)
    assert found["settlement"] == {"payments": [], "fewest": True}
    lines = run("room", "ledger", path, "t1", "--part", "players").out.splitlines()
    assert lines[0] == "player,buy_ins,bought_in,topped_up,left_with,sits_with,net"
    assert run("room", "ledger", path, "t1", "--part", "payments").out == "payer,payee,chips,amount,currency\n"
    assert "choose one" in refused("room", "ledger", path, "t1", "--part", "moves", "--json")
    assert "'t9' is neither a cash table" in refused("room", "ledger", path, "t9")
