"""`bigslick serve` as its own process: it opens, plays, logs nothing secret, and closes cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from bigslick.bots import HouseBot
from bigslick.client import Client, ConnectionLost, play, sign_up
from bigslick.history import loads
from bigslick.protocol import wire

from .conftest import Refused, Run

ADMIN = "the-admin-token-of-this-room"


@contextlib.contextmanager
def serve(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """Run a card room in a folder; yield the process, its address, and its output."""
    with start(folder, "serve", "--port", "0", "--fast", "--log", "room.log", *arguments) as started:
        yield started


@contextlib.contextmanager
def start(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """Run a command that serves, in its own process; yield the process, the address it printed, and its output."""
    code = "import sys; from bigslick.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *arguments]
    found_here = os.pathsep.join(str(Path(place).resolve()) for place in sys.path if place)
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": found_here}
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    assert process.stdout is not None
    printed = []
    try:
        for line in process.stdout:
            printed.append(line)
            if found := re.search(r"http://\S+:\d+", line):
                break
        else:
            pytest.fail("".join(printed))
        yield process, found[0], printed
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def test_a_room_opens_plays_and_closes_without_telling_secrets(tmp_path: Path) -> None:
    password = "correct horse battery"

    async def plays(url: str) -> tuple[str, list[str]]:
        token = await sign_up(url, "ann", password)
        await play(url, "t3", HouseBot("caller", 1), hands=6, token=token, rebuy=True)
        async with httpx.AsyncClient(
            base_url=url, headers={"Authorization": f"Bearer {token}"}, trust_env=False
        ) as web:
            hands = (await web.get("/api/hands")).json()["hands"]
            assert len(hands) >= 6
            texts = [(await web.get(f"/api/hands/{hand['id']}/history")).text for hand in hands]
        client = await Client.connect(url, token=token, tries=0)
        async with client:
            await client.watch("t3")
            assert isinstance(await client.next(), wire.Welcome)
            process.send_signal(signal.SIGTERM)
            heard: list[Any] = []
            with contextlib.suppress(ConnectionLost):
                while True:
                    heard.append(await client.next())
            assert isinstance(heard[-1], wire.Bye)
            assert client._socket is not None
            assert client._socket.close_code == 1012
        return token, texts

    with serve(tmp_path, "--admin-token", ADMIN) as (process, url, _):
        token, texts = asyncio.run(plays(url))
        assert process.wait(60) in (0, -signal.SIGTERM)
    log = (tmp_path / "room.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"opened", "closed", "request", "table_opened"} <= {line["event"] for line in lines}
    assert not [line for line in lines if line["level"] == "error"]
    for secret in (token, ADMIN, password):
        assert secret not in log
    for text in texts:
        loads(text)  # a whole hand
    assert not re.search(r"\b(?:[2-9TJQKA][cdhs]){2,}", log), "no cards"
    assert not re.search(r"[0-9a-f]{32}", log), "no seeds, hashes or tokens"
    assert (tmp_path / "bigslick.db").exists()


def test_the_token_of_the_house_is_new_each_time_and_told_once(tmp_path: Path) -> None:
    with serve(tmp_path) as (process, url, printed):
        assert process.stdout is not None
        token = process.stdout.readline().split()[-1]
        assert len(token) >= 32
        headers = {"Authorization": f"Bearer {token}"}
        checked = httpx.get(f"{url}/api/admin/check", headers=headers, trust_env=False)
        assert msgspec.json.decode(checked.content)["wrong"] == []
        process.send_signal(signal.SIGINT)
        assert process.wait(60) in (0, 130, -signal.SIGINT)
    assert token not in (tmp_path / "room.log").read_text()
    assert "The card room is open" in printed[-1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[table]]\nname = 'A'\nseats = 99\n", "seats=99: expected a whole number"),
        ("[[table]]\nname = 'A'\nbots = ['shrak']\n", "did you mean 'shark'"),
        ("[[table]]\nname = 'A'\n[[table]]\nname = 'A'\n", "called 'A'"),
        ("[[table]]\nnam = 'A'\n", "nam"),
    ],
)
def test_a_bad_file_of_tables_is_refused(run: Run, tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "tables.toml").write_text(text)
    done = run("serve", "--tables", str(tmp_path / "tables.toml"))
    assert done.code == 2
    assert sentence in done.err


def test_a_token_that_can_be_guessed_is_refused(run: Run) -> None:
    done = run("serve", "--admin-token", "admin")
    assert done.code == 2
    assert "at least 20 characters" in done.err


def test_a_second_server_on_a_database_says_that_it_took_it_over(tmp_path: Path) -> None:
    with serve(tmp_path) as (first, _, _), serve(tmp_path) as (second, _, _):
        assert second.stdout is not None
        assert second.stdout.readline().startswith("It took the database over from a server that had not closed it")
        assert first.wait(60) == 2, "it notices by itself"
        second.send_signal(signal.SIGINT)
        assert second.wait(60) in (0, 130, -signal.SIGINT)


def test_a_database_that_is_none_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "room.db").write_text("no database" * 100)
    log = tmp_path / "room.log"
    assert "cannot open" in refused("serve", "--port", 0, "--db", tmp_path / "room.db", "--log", log)
    assert "postgresql" in refused("serve", "--port", 0, "--db", "mysql://somewhere/else", "--log", log)


def test_a_room_for_the_network_prints_where_friends_find_it(tmp_path: Path) -> None:
    arguments = ("--host", "0.0.0.0", "--public-url", "https://poker.example.org/", "--json")
    with serve(tmp_path, *arguments) as (_, url, printed):
        found = json.loads("".join(printed))
        assert url.startswith("http://127.0.0.1:"), "for yourself"
        assert found["friends"][0] == "https://poker.example.org"
        port = url.rpartition(":")[2]
        assert all(each.endswith(f":{port}") for each in found["friends"][1:])
        page = httpx.get(url, trust_env=False)
        assert page.status_code == 200


def test_an_address_that_no_link_can_begin_with_is_refused(refused: Refused) -> None:
    sentence = refused("serve", "--port", "0", "--public-url", "poker.example.org")
    assert sentence.startswith("--public-url: 'poker.example.org' is not the room's address")
