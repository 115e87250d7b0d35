"""A TCP proxy before PostgreSQL that loses what a test wants to be lost: answers to COMMIT, or everything."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Proxy:
    """Passes bytes between clients and a database, until it is told not to."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.away = False
        """Whether it lets nobody in."""
        self.swallow = False
        """Whether it passes the next COMMIT on, loses its answer, and is away from then on."""
        self.swallowed = asyncio.Event()
        self.flows = asyncio.Event()
        """Cleared, it keeps every connection and passes nothing on, like a database that is frozen."""
        self.flows.set()

    def url(self, url: str) -> str:
        """The address of a database by way of this proxy."""
        return url.replace(f":{self._target}/", f":{self.port}/")

    def cut(self) -> None:
        """Be away: end every connection, and refuse new ones."""
        self.away = True
        for writer in tuple(self._lines):
            writer.transport.abort()

    def come_back(self) -> None:
        """Let clients in again."""
        self.away = self.swallow = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.away:
            writer.transport.abort()
            return
        there, out = await asyncio.open_connection("127.0.0.1", self._target)
        committing = asyncio.Event()
        self._lines |= {writer, out}
        lines = (
            asyncio.ensure_future(self._up(reader, out, committing)),
            asyncio.ensure_future(self._down(there, writer, committing)),
        )
        self._tasks |= set(lines)
        try:
            await asyncio.wait(lines, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for line in lines:
                line.cancel()
            await asyncio.gather(*lines, return_exceptions=True)
            self._tasks -= set(lines)
            self._lines -= {writer, out}
            writer.transport.abort()
            out.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter, committing: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if self.swallow and b"COMMIT" in data:
                    committing.set()
                await self.flows.wait()
                out.write(data)

    async def _down(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter, committing: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if committing.is_set():  # the database has answered, so that it has committed
                    self.cut()
                    self.swallowed.set()
                    return
                out.write(data)


@contextlib.asynccontextmanager
async def proxy(target: int) -> AsyncIterator[Proxy]:
    """A proxy before the database at a port of this machine."""
    running = Proxy(target)
    server = await asyncio.start_server(running._serve, "127.0.0.1", 0)
    running.port = server.sockets[0].getsockname()[1]
    try:
        yield running
    finally:
        server.close()
        running.cut()
