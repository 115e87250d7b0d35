"""A room served over real sockets, in the test's loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets.asyncio.client as sockets

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode, from_json_value
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.operations.clock import Clock, SystemClock
from bigslick.server.operations.limits import Limits
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import new_server
from bigslick.server.store.names import Names
from bigslick.server.words import fold
from tests.waiting import LONG

QUICK = TablePace(
    action_ms=20_000,
    newcomer_ms=0,
    bank_ms=0,
    deal_animation_delay_ms=0,
    street_delay_ms=0,
    inter_round_delay_ms=0,
    bot_ms=0,
    grace_ms=0,
)
"""No waits except for players."""
ADMIN = "the-token-of-the-house"
_DECODER = msgspec.json.Decoder(wire.FromServer, dec_hook=from_json_value)


def table(name: str = "Elm", **settings: Any) -> TableSettings:
    """Return the settings for a table without pauses."""
    return TableSettings(name=name, **{"pace": QUICK, "dead_blind_rule": "choice", **settings})


def id_of(names: Names, name: str) -> str | None:
    """Return the id of the account or guest with this name; None if there is none."""
    guests = {fold(called): player for player, called in names._names.items()}
    return names.id_of(name) or guests.get(fold(name))


class Served:
    """A running room, and ways into it."""

    def __init__(self, card_room: CardRoom, port: int) -> None:
        self.card_room = card_room
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def id(self, name: str) -> str:
        """Return the id of the account or guest with this name; an unknown name is returned as is."""
        return id_of(self.card_room.names, name) or name

    async def token(self, name: str | None = None) -> str:
        """Create a guest's token without HTTP."""
        return await self.card_room.accounts.new_session(await self.card_room.accounts.new_guest(name), "bot")

    async def member(self, name: str) -> str:
        """Create a token for an account without HTTP or a password."""
        accounts = self.card_room.accounts
        return await accounts.new_session(await accounts._make(name, "member", None), "bot")

    @contextlib.asynccontextmanager
    async def socket(self, token: str | None = None, *, cookie: str | None = None, **more: Any) -> AsyncIterator[Raw]:
        """Connect a socket for this player as a program or, with a cookie, as a page; without a player, signed out."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if cookie is not None:
            headers["Cookie"] = f"bigslick_session={cookie}"
        async with sockets.connect(
            f"ws://127.0.0.1:{self.port}/ws",
            additional_headers=headers,
            compression=None,
            max_queue=None,  # a full queue would block the closing handshake
            proxy=None,
            **more,
        ) as socket:
            yield Raw(socket)


class Raw:
    """A socket that can send anything."""

    def __init__(self, socket: sockets.ClientConnection) -> None:
        self.socket = socket
        self.kept: deque[Any] = deque()

    async def say(self, message: Any) -> None:
        """Send a command, or anything else."""
        text = message if isinstance(message, str | bytes) else encode(message).decode()
        await self.socket.send(text)

    async def hear(self, kind: type | None = None) -> Any:
        """Return the next message, or the next one of a kind."""
        async with asyncio.timeout(LONG):
            while True:
                message = self.kept.popleft() if self.kept else await self.next()
                if kind is None or isinstance(message, kind):
                    return message

    async def next(self) -> Any:
        """Return the next message."""
        return _DECODER.decode(await self.socket.recv())

    async def ask(self, message: Any) -> Any:
        """Send a command and return its answer; messages before it can be read afterwards."""
        await self.say(message)
        async with asyncio.timeout(LONG):
            while True:
                answer = await self.next()
                if isinstance(answer, wire.Done | wire.Refused) and answer.cmd_id == message.cmd_id:
                    return answer
                self.kept.append(answer)

    async def closed(self) -> int:
        """Return the code with which the room closes the socket."""
        async with asyncio.timeout(LONG):
            await self.socket.wait_closed()
        return self.socket.close_code or 0


@contextlib.asynccontextmanager
async def serving(
    folder: Path | str,
    *tables: TableSettings,
    limits: Limits | None = None,
    tournaments: Sequence[Any] = (),
    series: Sequence[Any] = (),
    clock: Clock | None = None,
    trust_clock: bool = False,
) -> AsyncIterator[Served]:
    """Serve a room with these tables, its store in a folder or at an address."""
    url = str(folder / "room.db") if isinstance(folder, Path) else folder
    options = RoomOptions(
        url=url,
        tables=tables,
        tournaments=tournaments,
        series=series,
        limits=limits or Limits(),
        admin_token=ADMIN,
        clock=clock or SystemClock(),
        trust_clock=trust_clock,
    )
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    server = new_server(options, "127.0.0.1", 0, ready.set_result)
    task = asyncio.create_task(server.serve())
    task.add_done_callback(lambda _: ready.done() or ready.cancel())
    try:
        await asyncio.wait([ready])
        if task.done():
            task.result()
        yield Served(server.card_room, ready.result())
    finally:
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def asking(
    folder: Path, limits: Limits | None = None, *, tournaments: Sequence[Any] = (), **headers: str
) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    """Serve a room with an empty table t1 and a bot table t2, and a browser page that calls its API."""
    busy = table("Busy", seats=3, bots=("tag", "caller"))
    async with (
        serving(folder, table(), busy, limits=limits, tournaments=tournaments) as room,
        httpx.AsyncClient(
            base_url=room.url, headers={"Origin": room.url, **headers}, trust_env=False, verify=False
        ) as client,
    ):
        yield room, client
