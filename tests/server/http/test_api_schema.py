"""The API does what its document says, whatever schemathesis sends to a served room."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.openapi import openapi
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import Server, new_server

from ..served import ADMIN, table

PLENTY = Rate(10**9, 1000)
LIMITS = Limits(
    arrivals=PLENTY,
    requests=PLENTY,
    sign_ins=PLENTY,
    sign_ups=PLENTY,
    tables=PLENTY,
    most_tables=20,
    free_guesses=10**9,  # schemathesis also sends wrong admin tokens
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a room that runs in its own thread, and a player's token."""
    folder: Path = tmp_path_factory.mktemp("room")
    options = RoomOptions(url=str(folder / "room.db"), tables=[table(bots=("tag",))], limits=LIMITS, admin_token=ADMIN)
    ready = threading.Event()
    found: list[str] = []
    servers: list[Server] = []

    async def run() -> None:
        async def invite(port: int) -> None:
            accounts = server.card_room.accounts
            token = await accounts.new_session(await accounts.new_guest("ann"), "bot")
            found.extend([f"http://127.0.0.1:{port}", token])
            ready.set()

        tasks: list[asyncio.Task[None]] = []
        server = new_server(options, "127.0.0.1", 0, lambda port: tasks.append(asyncio.create_task(invite(port))))
        servers.append(server)
        await server.serve()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield found[0], found[1]
    finally:
        servers[0].should_exit = True
        thread.join(60)


SCHEMA = schemathesis.openapi.from_dict(json.loads(openapi(ENDPOINTS, "1")))


def whole(value: Any) -> Any:
    """Return the same value with 5.0 as 5: a schema treats them as equal, but the API is strict."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: whole(each) for key, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


@SCHEMA.parametrize()
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_the_api_answers_as_its_document_says(case: Any, room: tuple[str, str]) -> None:
    url, token = room
    admin = case.operation.path.startswith("/api/admin/")
    headers = {"Authorization": f"Bearer {ADMIN if admin else token}"}
    if case.operation.path == "/api/sessions" and case.operation.method.upper() == "DELETE":
        headers = {}
    case.body = whole(case.body)
    case.call_and_validate(base_url=url, headers=headers)
