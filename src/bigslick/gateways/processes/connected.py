"""A bot's process that connects to our port, as competition programs do."""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from contextlib import suppress

from bigslick.bots import BotFailed

from .child import Child
from .lines import Lines
from .process import ProcessSettings

CONNECT_SECONDS = 10.0


class Connected:
    """A running process and its connection; its output is ignored, its error output is kept."""

    def __init__(
        self,
        command: Sequence[str],
        settings: ProcessSettings,
        most_bytes: int,
        *,
        host: bool = True,
        folder: str | None = None,
    ) -> None:
        """Start a program with a port as its last argument, after the host if it takes one."""
        with socket.socket() as server:
            server.bind(("127.0.0.1", 0))
            server.listen(1)
            port = str(server.getsockname()[1])
            where = ["127.0.0.1", port] if host else [port]
            self.child = Child([*command, *where], settings.limits, folder=folder, log=settings.log)
            try:
                self.child.ignore_output()
                self.lines = Lines(_accepted(server, self.child), most_bytes)
            except BotFailed:
                self.child.kill()
                raise
            except BaseException:  # do not wait for it to end here: a time limit could interrupt us again
                self.child.let_go()
                raise

    def write(self, text: str, seconds: float) -> None:
        try:
            self.lines.write(text.encode(), seconds)
        except BotFailed as error:
            raise self._told(error) from None

    def read(self, seconds: float) -> str:
        try:
            return self.lines.read(seconds).decode(errors="replace")
        except BotFailed as error:
            raise self._told(error) from None

    def _told(self, error: BotFailed) -> BotFailed:
        return BotFailed(self.child.obituary()) if "closed" in str(error) else error

    def let_go(self) -> None:
        """Kill the process without waiting."""
        self.child.let_go()

    def kill(self) -> None:
        self.lines.close()
        self.child.kill()

    def say_goodbye(self, line: bytes = b"") -> None:
        """Send a last line, close the connection, and make sure the process ends."""
        if line:
            with suppress(BotFailed):
                self.lines.write(line, 1)
        self.lines.close()
        self.child.say_goodbye()


def _accepted(server: socket.socket, child: Child) -> socket.socket:
    until = time.monotonic() + CONNECT_SECONDS
    server.settimeout(0.05)  # between two checks on the process
    while True:
        try:
            return server.accept()[0]
        except TimeoutError:
            if child.ended:
                raise BotFailed(f"never connected: {child.obituary()}") from None
            if time.monotonic() > until:
                raise BotFailed(f"did not connect within {CONNECT_SECONDS:g} s") from None
