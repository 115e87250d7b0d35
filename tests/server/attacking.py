"""Attacks a card room over raw sockets while timing honest players.

It floods the room with connections, handshakes, headers, bodies and messages, from one address and from many
(127.0.0.x), and sends malformed data of every kind. Everything stays on loopback, and is bounded in number and time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.waiting import LONG

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def get(path: str, *headers: str, method: str = "GET", close: bool = True) -> bytes:
    """Return a request without a body."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *headers, *(["Connection: close"] if close else [])]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def post(path: str, body: bytes, *headers: str, length: int | None = None, method: str = "POST") -> bytes:
    """Return a request with a body, whatever length it claims."""
    size = len(body) if length is None else length
    return get(path, "Content-Type: application/json", f"Content-Length: {size}", *headers, method=method) + body


ANSWERED: dict[str, bytes] = {
    "page": get("/"),
    "file": get("/main.js"),
    "file, known": get("/main.js", 'If-None-Match: "x"'),
    "head": get("/", method="HEAD"),
    "range": get("/main.js", "Range: bytes=0-10"),
    "no such file": get("/nothing"),
    "path that climbs": get("/../../../etc/passwd"),
    "path with a zero": get("/api/tables/%00"),
    "health": get("/healthz"),
    "figures": get("/metrics"),
    "lobby": get("/api/lobby"),
    "not signed in": get("/api/sessions"),
    "forged token": get("/api/me", "Authorization: Bearer " + "A" * 43),
    "cookie without an origin": get("/api/refill", "Cookie: bigslick_session=x", method="POST"),
    "foreign origin": get("/api/refill", "Origin: https://elsewhere.example", method="POST"),
    "no such hand": get("/api/hands/t1-99999"),
    "hand with a number of a thousand digits": get("/api/hands/t1-" + "9" * 1_000),
    "widget": get("/embed/t1-1"),
    "widget that climbs": get("/embed/..%2f..%2fetc%2fpasswd"),
    "my hands of nobody": get("/api/hands?holding=AKs&won=won"),
    "a range of nonsense": get("/api/statistics?holding=" + "%2B" * 60, "Authorization: Bearer " + "A" * 43),
    "notes of nobody": get("/api/notes"),
    "a note of nobody": post("/api/notes", b'{"player":"bob","text":"x"}'),
    "an avatar of nobody": post("/api/avatar", b'{"avatar":"fox"}'),
    "avatars of too many": get("/api/avatars?players=" + ",".join(["ann"] * 200)),
    "wrong admin": get("/api/admin/check", "Authorization: Bearer wrong"),
    "guest": post("/api/guest", b"{}"),
    "wrong invite": post("/api/invites", b'{"cmd_id":"0123456789abcdef","invite":"AAAAAAAAAAAAAAAAAAAAAAAA"}'),
    "page of a wrong invite": get("/i/AAAAAAAAAAAAAAAAAAAAAAAA"),
    "picture of a wrong invite": get("/i/AAAAAAAAAAAAAAAAAAAAAAAA/picture.png"),
    "invitation with a long token": get("/api/invitations/" + "A" * 2_000),
    "tournament without a player": post("/api/tournaments", b'{"name":"x"}'),
    "reserved name": post("/api/guest", b'{"name":"House"}'),
    "name of a kilobyte": post("/api/guest", b'{"name":"' + b"\xcc\x81" * 500 + b'"}'),
    "name of nobody": post("/api/name", b'{"name":"Tom"}'),
    "method": get("/api/lobby", method="DELETE"),
    "not JSON": post("/api/guest", b"\xff\xfe"),
    "nested": post("/api/guest", b'{"name":' + b"[" * 8000),
    "unknown field": post("/api/guest", b'{"admin":true}'),
    "too large": post("/api/guest", b" " * 20_000),
    "other kind of body": post("/api/guest", b"{}").replace(b"application/json", b"text/plain"),
    "another upgrade": get("/", "Upgrade: h2c", "Connection: Upgrade", close=False),
    "not HTTP": b"EHLO room\r\n\r\n",
    "bytes": bytes(range(256)) * 4,
    "headers too long": get("/", "X: " + "a" * 40_000),
    "too many headers": get("/", *(f"X-{number}: 1" for number in range(4_000))),
    "no host": get("/").replace(b"Host: x\r\n", b""),
    "two hosts": get("/", "Host: y"),
    "a host of the internet": get("/").replace(b"Host: x", b"Host: evil.example"),
    "a host that cannot be read": get("/").replace(b"Host: x", b"Host: [x/y"),
    "figures through a proxy": get("/metrics", "X-Forwarded-For: 203.0.113.7"),
    "no address": b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    "two lengths": post("/api/guest", b"{}", "Content-Length: 3"),
    "chunks that lie": get("/api/guest", "Transfer-Encoding: chunked", method="POST", close=False) + b"zz\r\n",
    "handshake, foreign origin": HANDSHAKE + b"Origin: https://elsewhere.example\r\n\r\n",
    "handshake, cookie without an origin": HANDSHAKE + b"Cookie: bigslick_session=x\r\n\r\n",
    "handshake, forged token": HANDSHAKE + b"Authorization: Bearer forged\r\n\r\n",
    "handshake, elsewhere": HANDSHAKE.replace(b"/ws", b"/api/ws") + b"\r\n",
    "handshake, no key": HANDSHAKE.replace(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b"") + b"\r\n",
    "handshake, old version": HANDSHAKE.replace(b"Version: 13", b"Version: 8") + b"\r\n",
}
"""Requests that are answered or refused before the server closes the connection."""


def frame(text: bytes) -> bytes:
    """Return a short client message, masked with zeros (RFC 6455, 5.2)."""
    return b"\x81" + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text


PING = frame(b'{"type":"ping","at":1}')
FLOODS = {
    "pings": b"\x89\x80\0\0\0\0" * 1_000,
    "pongs": b"\x8a\x80\0\0\0\0" * 1_000,
    "empty fragments": b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 1_000_000,
    "messages": PING * 1_000,
    "nonsense": frame(b"{") * 1_000,
    "frames after a close": frame(b"{") * 5 + PING * 1_000,
    "lobby watchers": frame(b'{"type":"watch_lobby"}') * 1_000,
}
"""Frames that one socket sends over and over; the fragments belong to a message that never ends."""
SIGN_IN = post("/api/sessions", b'{"name":"nobody","password":"wrong horse"}')
"""A guess at a password, which costs the server a hash."""
FINAL_FRAME = {
    "unmasked frame": b"\x81\x05hello",
    "reserved bits": b"\xf1\x80\x00\x00\x00\x00",
    "unknown opcode": b"\x83\x80\x00\x00\x00\x00",
    "frame too long": b"\x81\xff" + struct.pack("!Q", 2**62) + b"\x00\x00\x00\x00",
    "close": b"\x88\x80\x00\x00\x00\x00",
}
"""The frame that ends an accepted socket."""
HALF: dict[str, bytes] = {
    "silence": b"",
    "half a line": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "half a body": post("/api/guest", b'{"na', length=500),
    "half a handshake": HANDSHAKE,
}
"""The bytes a connection sends before it waits forever."""


class Stranger:
    """One raw TCP connection."""

    def __init__(self, port: int, source: str = "127.0.0.1", *, buffer: int | None = None) -> None:
        self.port = port
        self._socket = socket.socket()
        if buffer is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.setblocking(False)
        with contextlib.suppress(AttributeError, OSError):  # for thousands of source ports on one address
            self._socket.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
        self._socket.bind((source, 0))
        self._loop = asyncio.get_running_loop()

    async def __aenter__(self) -> Stranger:
        await self._loop.sock_connect(self._socket, ("127.0.0.1", self.port))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def say(self, data: bytes) -> None:
        """Send bytes."""
        await self._loop.sock_sendall(self._socket, data)

    async def hear(self, until: bytes | None = None) -> bytes:
        """Return everything until the server closes the connection, or at least something it sent."""
        heard = b""
        async with asyncio.timeout(LONG):
            while until is None or until not in heard:
                with contextlib.suppress(ConnectionError):
                    if data := await self._loop.sock_recv(self._socket, 65_536):
                        heard += data
                        continue
                break
        return heard

    def close(self, *, reset: bool = False) -> None:
        """Close the connection, or cut it."""
        if reset:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()


async def exchange(port: int, data: bytes, source: str = "127.0.0.1", *, reset: bool = False) -> bytes:
    """Return the server's answer to some bytes before it closes the connection; b"" if it refused the connection."""
    stranger = Stranger(port, source)
    try:
        await stranger.__aenter__()
        await stranger.say(data)
        return b"" if reset else await stranger.hear()
    except ConnectionError:
        return b""
    finally:
        stranger.close(reset=reset)


async def break_in_every_way(port: int, source: str = "127.0.0.1") -> dict[str, bytes]:
    """Send everything once, and return the answers by name."""
    answers = {name: await exchange(port, data, source) for name, data in ANSWERED.items()}
    for name, last in FINAL_FRAME.items():
        async with Stranger(port, source) as stranger:
            await stranger.say(HANDSHAKE + b"\r\n")
            await stranger.hear(b"welcome")
            await stranger.say(last)
            answers[name] = await stranger.hear()
    for name, data in {**HALF, "page": ANSWERED["page"], "socket": HANDSHAKE + b"\r\n"}.items():
        await exchange(port, data, source, reset=True)
        answers[f"{name}, cut"] = b""
    return answers


@contextlib.asynccontextmanager
async def crowd(port: int, number: int, sources: Iterable[str], data: bytes) -> AsyncIterator[list[Stranger]]:
    """Open this many connections that each send some bytes and then wait; refused ones do not count."""
    addresses = list(sources)
    here: list[Stranger] = []

    async def come(place: int) -> None:
        stranger = Stranger(port, addresses[place % len(addresses)])
        here.append(stranger)
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(20):
                await stranger.__aenter__()
                await stranger.say(data)

    try:
        for first in range(0, number, 200):
            await asyncio.gather(*(come(place) for place in range(first, min(first + 200, number))))
        yield here
    finally:
        for stranger in here:
            stranger.close()


async def flood(port: int, number: int, data: bytes, sources: Iterable[str], at_once: int = 50) -> int:
    """Send a request repeatedly, each on a new connection; return how many were answered and not cut."""
    addresses = list(sources)
    left = iter(range(number))
    answered = 0

    async def work() -> None:
        nonlocal answered
        for place in left:
            if await exchange(port, data, addresses[place % len(addresses)]):
                answered += 1

    await asyncio.gather(*(work() for _ in range(at_once)))
    return answered


async def pour(port: int, what: str, seconds: float, source: str) -> int:
    """Send frames as fast as the server takes them, reconnecting when it closes; return how many sockets it took."""
    ends, sockets = asyncio.get_running_loop().time() + seconds, 0
    while asyncio.get_running_loop().time() < ends:
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout_at(ends), Stranger(port, source) as stranger:
                await stranger.say(HANDSHAKE + b"\r\n")
                if b"welcome" not in await stranger.hear(b"welcome"):
                    await asyncio.sleep(0.2)  # refused: the address connects too often
                    continue
                sockets += 1
                while True:
                    await stranger.say(FLOODS[what])
    return sockets


class Watch:
    """Honest sockets that keep sending requests, and their waits for answers in milliseconds."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    @contextlib.asynccontextmanager
    async def during(self, port: int, sockets: int = 8, every: float = 0.2) -> AsyncIterator[None]:
        """Send requests while something else happens, each socket within its limits."""
        async with contextlib.AsyncExitStack() as stack:
            tasks = []
            for place in range(sockets):
                honest = await stack.enter_async_context(Stranger(port, f"127.0.1.{10 + place}"))
                await honest.say(HANDSHAKE + b"\r\n")
                await honest.hear(b"welcome")
                tasks.append(asyncio.create_task(self._ask(honest, every)))
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                for ended in await asyncio.gather(*tasks, return_exceptions=True):
                    if not isinstance(ended, asyncio.CancelledError):
                        raise AssertionError(f"an honest socket was lost: {ended!r}")

    async def _ask(self, honest: Stranger, every: float) -> None:
        while True:
            began = perf_counter()
            await honest.say(PING)
            heard = await honest.hear(b"pong")
            if b"pong" not in heard:
                raise ConnectionError("closed")
            _, alive, rest = heard.partition(b"\x89\x04")  # the server's own ping, with four bytes to send back
            if alive:
                await honest.say(b"\x8a\x84\0\0\0\0" + rest[:4])
            self.waits.append(1000 * (perf_counter() - began))
            await asyncio.sleep(every)

    def percentile(self, percent: float) -> float:
        """Return how long all but the slowest few waited."""
        ranked = sorted(self.waits)
        return ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))]


class Victim:
    """`bigslick serve` in its own process, and the resources it uses."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.pid = process.pid
        self.port = port

    def memory_mb(self) -> float:
        """Return its memory use."""
        return memory_mb(self.pid)

    def descriptors(self) -> int:
        """Return how many descriptors it has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def cpu_seconds(self) -> float:
        """Return its CPU time."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(process: int | None = None) -> float:
    """Return a process's memory use."""
    pages = int(Path(f"/proc/{process or 'self'}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.asynccontextmanager
async def victim(folder: Path) -> AsyncIterator[Victim]:
    """Run a card room with its default tables."""
    program = "import sys; from bigslick.cli import main; sys.exit(main())"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, "serve", "--json", "--port", "0", "--db", str(folder / "room.db")),
        *("--log", str(folder / "room.log")),
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        opened: dict[str, Any] = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        yield Victim(process, int(opened["url"].rpartition(":")[2]))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(LONG):
            await process.wait()


async def attack(what: str, port: int, number: int, seconds: float, *sources: str) -> dict[str, int]:
    """Attack from another process, so the attacker's work does not slow honest players; return what it saw."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, what, str(port), str(number), str(seconds), *sources),
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    said, _ = await process.communicate()
    found: dict[str, int] = json.loads(said)
    return found


async def _attack(what: str, port: int, number: int, seconds: float, sources: list[str]) -> dict[str, int]:
    if what == "connections":
        async with crowd(port, number, sources, b"GET / HTTP/1.1\r\nX: ") as here:
            await asyncio.sleep(seconds)
            return {"tried": len(here)}
    if what in FLOODS:
        poured = await asyncio.gather(*(pour(port, what, seconds, sources[n % len(sources)]) for n in range(number)))
        return {"tried": sum(poured)}
    data = SIGN_IN if what == "sign-ins" else ANSWERED[what]
    return {"tried": number, "answered": await flood(port, number, data, sources, at_once=100)}


if __name__ == "__main__":
    kind, to, times, length, *places = sys.argv[1:]
    print(json.dumps(asyncio.run(_attack(kind, int(to), int(times), float(length), places or ["127.0.0.1"]))))
