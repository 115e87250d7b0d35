from __future__ import annotations

import asyncio
import gc
import io
import json
import socket
import sys
from collections.abc import Hashable
from pathlib import Path

import httpx
import pytest

from bigslick.server.operations.limits import Buckets
from bigslick.server.operations.log import logging_to, write
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import _bind, new_server
from bigslick.server.store.database import StoreFailed

from .served import serving, table


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = new_server(RoomOptions(url=str(tmp_path / "room.db")), "127.0.0.1", port)
        with pytest.raises(ValueError, match=f"cannot listen at port {port} of 127.0.0.1: .* try another --port"):
            asyncio.run(server.serve())


def test_no_answer_waits_for_the_acknowledgement_of_its_beginning() -> None:
    with _bind("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_database_that_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "room.db").write_text("this is no database" * 100)
    server = new_server(RoomOptions(url=str(tmp_path / "room.db")), "127.0.0.1", 0)
    with pytest.raises(StoreFailed, match="cannot open"):
        asyncio.run(server.serve())


def test_serving_leaves_the_interpreter_as_it_was(tmp_path: Path) -> None:
    before = sys.getswitchinterval()

    async def run() -> None:
        async with serving(tmp_path, table()):
            assert not gc.isenabled()

    asyncio.run(run())
    assert gc.isenabled()
    assert sys.getswitchinterval() == before


def test_only_a_proxy_is_believed_where_requests_come_from(tmp_path: Path) -> None:
    async def addresses(proxy: str | None) -> list[str]:
        options = RoomOptions(url=str(tmp_path / "room.db"))
        seen: list[str] = []

        class Noted(Buckets):
            def take(self, who: Hashable, now: int) -> bool:
                seen.append(str(who))
                return super().take(who, now)

        ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        server = new_server(options, "127.0.0.1", 0, ready.set_result, proxy=proxy)
        task = asyncio.create_task(server.serve())
        url = f"http://127.0.0.1:{await ready}/api/lobby"
        server.card_room.usage.requests = Noted(server.card_room.limits.requests)
        async with httpx.AsyncClient(trust_env=False, verify=False) as web:
            await web.get(url, headers={"X-Forwarded-For": "203.0.113.7"})
        server.should_exit = True
        await task
        return seen

    assert asyncio.run(addresses(None)) == ["127.0.0.1"]
    assert asyncio.run(addresses("192.0.2.1")) == ["127.0.0.1"]
    assert asyncio.run(addresses("127.0.0.1")) == ["203.0.113.7"]


def test_stderr_is_quiet_until_the_room_is_open_and_a_file_keeps_every_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def events(text: str) -> list[str]:
        return [json.loads(line)["event"] for line in text.splitlines()]

    async def run() -> None:
        async with serving(tmp_path, table()):
            assert events(capsys.readouterr().err) == []
            assert events(file.getvalue()) == ["table_opened", "opened"]
            write("request", path="/api/me")
            assert events(capsys.readouterr().err) == ["request"]

    file = io.StringIO()
    with logging_to(sys.stderr), logging_to(file):
        asyncio.run(run())
