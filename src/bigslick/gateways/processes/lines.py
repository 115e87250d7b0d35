"""Lines over a socket, with limits on time and length: a silent, endless or missing peer raises `BotFailed`."""

from __future__ import annotations

import socket
import time
from contextlib import suppress

from bigslick.bots import BotFailed

QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)


class Lines:
    """A socket that is read and written line by line."""

    def __init__(self, link: socket.socket, most_bytes: int) -> None:
        self._link = link
        self._most_bytes = most_bytes
        self._rest = b""
        with suppress(OSError):  # answers are short, and someone waits for them
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def write(self, data: bytes, seconds: float) -> None:
        try:
            self._link.settimeout(seconds)
            self._link.sendall(data)
        except TimeoutError:
            raise BotFailed(f"did not read what it was sent within {seconds:.3g} s") from None
        except OSError:
            raise BotFailed("the connection is closed") from None

    def read(self, seconds: float) -> bytes:
        """Return the next line, without its line break."""
        until = time.monotonic() + seconds
        while b"\n" not in self._rest:
            if len(self._rest) > self._most_bytes:
                raise BotFailed(f"wrote a line of more than {self._most_bytes:,} bytes")
            left = until - time.monotonic()
            try:
                self._link.settimeout(max(left, 1e-6))
                if QUICKACK is not None:  # a peer that writes a line in two pieces would wait 40 ms for the second
                    with suppress(OSError):
                        self._link.setsockopt(socket.IPPROTO_TCP, QUICKACK, 1)
                chunk = self._link.recv(self._most_bytes)
            except TimeoutError:
                raise BotFailed(f"no answer within {seconds:.3g} s") from None
            except OSError:
                raise BotFailed("the connection is closed") from None
            if not chunk:
                raise BotFailed("the connection is closed")
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        if len(line) > self._most_bytes:
            raise BotFailed(f"wrote a line of more than {self._most_bytes:,} bytes")
        return line.rstrip(b"\r")

    def close(self) -> None:
        with suppress(OSError):
            self._link.shutdown(socket.SHUT_RDWR)
        self._link.close()
