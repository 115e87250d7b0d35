"""A TCP proxy to a local port that can be frozen, slowed, cut, closed, or made to lose an answer."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import sys
from collections.abc import AsyncIterator
from typing import Literal

Lost = Literal["question", "answer"]
_SMALL = 4096
"""The line's buffer size, small enough that the other end notices a slow reader."""


class Line:
    """Forwards every connection on `port` to `target`, as the line's state allows."""

    def __init__(self, target: int, dice: random.Random | None = None, *, spread: bool = False) -> None:
        self.target = target
        self.spread = spread and sys.platform == "linux"
        """Whether each connection comes from its own address."""
        self.port = 0
        self.closed = False
        self.bytes_per_second = 0
        """Its speed; 0 means no limit."""
        self.loses: Lost | None = None
        """Which part of the next COMMIT gets lost, along with the connection."""
        self.lost = asyncio.Event()
        """Set when that happened."""
        self.thawed = asyncio.Event()
        self.thawed.set()
        self._dice = dice or random.Random(0)
        self._then_away = False
        self._connections: set[_Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Start accepting connections."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=_SMALL)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut every connection, and accept no more."""
        self.thaw()
        self.closed = True
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def freeze(self) -> None:
        """Let nothing through, and close nothing."""
        self.thawed.clear()

    def thaw(self) -> None:
        """Let everything through, including what has queued up."""
        self.thawed.set()

    def mute(self) -> int:
        """From now on, lose everything on the current connections without closing them; return how many there are."""
        for connection in self._connections:
            connection.muted = True
        return len(self._connections)

    def cut(self, share: float = 1.0) -> int:
        """Break connections silently; return how many."""
        chosen = [connection for connection in self._connections if self._dice.random() < share]
        for connection in chosen:
            connection.abort()
        return len(chosen)

    def go_away(self) -> None:
        """Break every connection, and refuse new ones."""
        self.closed = True
        self.cut()

    def come_back(self) -> None:
        """Accept connections again."""
        self.closed = False

    def lose(self, what: Lost, *, then_away: bool = False) -> None:
        """Lose the next COMMIT or the answer to it, and break this connection or all of them."""
        self.lost.clear()
        self.loses = what
        self._then_away = then_away

    def url(self, url: str) -> str:
        """Return a database's address over this line."""
        return url.replace(f":{self.target}/", f":{self.port}/")

    def has_lost(self, connection: _Connection) -> None:
        """Record that a connection lost what it was meant to lose."""
        connection.abort()
        if self._then_away:
            self.go_away()
        self.lost.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._serve(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.closed:
            return
        await self.thawed.wait()
        try:
            there, back = await asyncio.open_connection(sock=await self._dial(), limit=_SMALL)
        except OSError:  # nothing is listening there right now
            return
        connection = _Connection(self, (reader, writer), (there, back))
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)

    async def _dial(self) -> socket.socket:
        dialling = socket.socket()
        dialling.setblocking(False)
        dialling.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
        if self.spread:
            dialling.bind((f"127.0.{self._dice.randrange(1, 255)}.{self._dice.randrange(1, 255)}", 0))
        try:
            await asyncio.get_running_loop().sock_connect(dialling, ("127.0.0.1", self.target))
        except BaseException:
            dialling.close()
            raise
        return dialling


@contextlib.asynccontextmanager
async def line_to(target: int) -> AsyncIterator[Line]:
    """Run a proxy to a port inside a `with` block."""
    line = Line(target)
    await line.open()
    try:
        yield line
    finally:
        await line.close()


End = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Connection:
    """One connection over a line, until either end closes it."""

    def __init__(self, line: Line, near: End, far: End) -> None:
        self._line = line
        self._near = near
        self._far = far
        self._swallows = False
        self.muted = False

    def abort(self) -> None:
        for _, writer in (self._near, self._far):
            writer.transport.abort()

    async def serve(self) -> None:
        pumps = [
            asyncio.ensure_future(self._pump(self._near[0], self._far[1], asks=True)),
            asyncio.ensure_future(self._pump(self._far[0], self._near[1], asks=False)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for _, writer in (self._near, self._far):  # data already in flight still arrives
                writer.close()
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(writer.wait_closed(), 1)
        finally:
            self.abort()
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, asks: bool) -> None:
        line = self._line
        with contextlib.suppress(OSError):
            while data := await source.read(64 if line.bytes_per_second else 1 << 16):
                await line.thawed.wait()
                if self.muted:
                    continue
                if line.bytes_per_second:
                    await asyncio.sleep(len(data) / line.bytes_per_second)
                if asks and line.loses is not None and b"COMMIT" in data:
                    self._swallows = line.loses == "answer"
                    line.loses = None
                    if not self._swallows:
                        line.has_lost(self)
                        return
                elif not asks and self._swallows:  # the database has answered, so it has committed
                    line.has_lost(self)
                    return
                target.write(data)
                await target.drain()
