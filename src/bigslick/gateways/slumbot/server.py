"""A server with Slumbot's HTTP API, to try its clients against any bot."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bigslick.extras import missing

try:
    import anyio.to_thread
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
except ModuleNotFoundError as error:
    raise missing("room", error.name) from None

from bigslick.bots import Bot, Guard
from bigslick.shuffle import Keystream, Seed

from .session import PATHS, BadRequest, SlumbotSession

MOST_SESSIONS = 1000
"""The most clients at a time; beyond that, the longest-silent one is dropped."""
MOST_BYTES = 1 << 12


class SlumbotRoom:
    def __init__(self, bot: Bot, seed: Seed | None, seconds: float) -> None:
        self._bot = bot
        self._seed = seed
        self._seconds = seconds
        self._sessions: OrderedDict[str, SlumbotSession] = OrderedDict()
        self._locks: dict[str, anyio.Lock] = {}
        self._made = 0
        self.guards: list[Guard] = []

    def session(self, token: object) -> SlumbotSession:
        """Return a token's session, or a new one without a token."""
        if token is None or token == "":
            return self._new()
        found = self._sessions.get(token) if isinstance(token, str) else None
        if found is None:
            raise BadRequest("this token is not known: leave it out to begin a new session")
        self._sessions.move_to_end(found.token)
        return found

    def lock(self, session: SlumbotSession) -> anyio.Lock:
        """Return the lock that serialises one session's requests."""
        return self._locks[session.token]

    def _new(self) -> SlumbotSession:
        while len(self._sessions) >= MOST_SESSIONS:
            token, oldest = self._sessions.popitem(last=False)
            del self._locks[token]
            oldest.close()
        self._made += 1
        player = self._bot.player(self._seed, "slumbot", self._made)
        guard = Guard(player, self._bot.name, self._seconds, time.perf_counter)
        self.guards.append(guard)
        token = secrets.token_hex(16)
        session = SlumbotSession(guard, Keystream(self._seed, "slumbot", self._made), token)
        self._sessions[token] = session
        self._locks[token] = anyio.Lock()
        return session

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()


def slumbot_app(room: SlumbotRoom) -> Starlette:
    """Return the endpoints, under the current path and the one for older clients."""

    async def login(request: Request) -> Response:
        await _body(request)
        return _answer({"token": room.session(None).token})

    async def new_hand(request: Request) -> Response:
        body = await _body(request)
        session = room.session(body.get("token"))
        async with room.lock(session):
            return _answer(await anyio.to_thread.run_sync(session.new_hand))

    async def act(request: Request) -> Response:
        body = await _body(request)
        if not body.get("token"):
            raise BadRequest("an action needs the token of its hand")
        session = room.session(body["token"])
        async with room.lock(session):
            return _answer(await anyio.to_thread.run_sync(session.act, body.get("incr")))

    async def refuse(_request: Request, error: Exception) -> Response:
        return _answer({"error_msg": str(error)})

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        room.close()

    endpoints = (("login", login), ("new_hand", new_hand), ("act", act))
    routes = [Route(f"{path}/{name}", do, methods=["POST"]) for path in PATHS for name, do in endpoints]
    return Starlette(routes=routes, exception_handlers={BadRequest: refuse}, lifespan=lifespan)


async def _body(request: Request) -> dict[str, Any]:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise BadRequest(f"the request has more than {MOST_BYTES:,} bytes")
    try:
        found = msgspec.json.decode(data) if data.strip() else {}
    except msgspec.MsgspecError as error:
        raise BadRequest(f"the request is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadRequest("the request is not an object: expected token and incr")
    return found


def _answer(content: dict[str, Any]) -> JSONResponse:
    return JSONResponse(content)


class SlumbotServer(uvicorn.Server):
    """Announces its port when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        """Listen, and announce the port."""
        await super().startup(sockets=sockets)
        if self.servers:
            self._ready(self.servers[0].sockets[0].getsockname()[1])


def new_slumbot_server(room: SlumbotRoom, host: str, port: int, ready: Callable[[int], object]) -> SlumbotServer:
    """Make a server that runs until it is stopped; port 0 takes a free one."""
    config = uvicorn.Config(slumbot_app(room), host=host, port=port, log_level="error", ws="none")
    return SlumbotServer(config, ready)
