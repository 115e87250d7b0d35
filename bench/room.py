"""How many tables one process can serve: a server, and a light load generator in another process, over loopback.

    python -m bench.room --tables 100 500 --db room.db postgresql://user@host/name
    python -m bench.room --tables 100 --soak 60

Every table has six connected players, and each acts about once a second. For each action we measure the time from when
it is sent until all six players have received its update. In the middle of each measurement the server collects all its
garbage, so the slowest action is one that waited for it; a soak prints the server's memory every minute.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvloop

SEATS = 6
THINK = (0.09, 0.23)
"""Actions per second at a table of six, roughly."""
Lines = list[dict[str, Any]]
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


# -- the server -------------------------------------------------------------------------------------------------------


def serve_tables(tables: int, folder: Path, url: str, profile: str) -> None:
    """Serve empty tables, and enough players for them."""
    from bigslick.protocol.settings import TablePace, TableSettings

    pace = TablePace(deal_animation_delay_ms=0, street_delay_ms=0, inter_round_delay_ms=100, action_ms=20_000)
    specs = [
        TableSettings(name=f"Table {number}", seats=SEATS, pace=pace, dead_blind_rule="choice")
        for number in range(tables)
    ]
    serve(folder, url, profile, tables * SEATS, tables=specs)


def serve(folder: Path, url: str, profile: str, players: int, **opened: Any) -> None:
    """Open a card room and its players, write down their tokens, and serve until stopped."""
    from bigslick.server.operations.limits import Limits, Rate
    from bigslick.server.room.options import RoomOptions
    from bigslick.server.run import new_server

    plenty = Rate(10**9, 1000)
    limits = Limits(
        commands=plenty,
        arrivals=plenty,
        connects=plenty,
        connections=10**9,
        connections_per_address=10**9,
        sockets_per_address=10**9,
    )
    options = RoomOptions(url=url, limits=limits, **opened)
    signal.signal(signal.SIGUSR1, lambda *_: gc.collect())
    began = time.perf_counter()

    def ready(port: int) -> None:
        asyncio.get_running_loop().create_task(invite(port))

    async def invite(port: int) -> None:
        opened = round(time.perf_counter() - began, 2)
        accounts = server.card_room.accounts

        async def token() -> str:
            return await accounts.new_session(await accounts.new_guest(), "bot")

        tokens = await asyncio.gather(*(token() for _ in range(players)))
        said = {"port": port, "tokens": tokens, "tables": list(server.card_room.tables), "opened_s": opened}
        (folder / "ready.tmp").write_text(json.dumps(said))
        (folder / "ready.tmp").rename(folder / "ready.json")

    server = new_server(options, "127.0.0.1", 0, ready)
    try:
        if profile:
            import cProfile

            seen = cProfile.Profile(time.thread_time)
            seen.enable()
            server.run()
        else:
            server.run()
    except KeyboardInterrupt:
        pass
    finally:
        if profile:
            seen.disable()
            seen.dump_stats(profile)


# -- the load ---------------------------------------------------------------------------------------------------------


class Options(msgspec.Struct):
    """The options that the load generator reads."""

    check: bool = False
    call: int = 0
    raise_to: tuple[int, ...] = ()


class Turn(msgspec.Struct):
    """The part of an event that the load generator reads."""

    type: str = ""
    seat: int = -1
    hand: int = 0
    number: int = 0
    options: Options | None = None


class Told(msgspec.Struct):
    """The part of an update or a snapshot that the load generator reads."""

    events: list[Turn] = []
    turn: Turn | None = None
    you: int | None = None


TOLD = msgspec.json.Decoder(Told)


class Figures:
    """Everything that the load generator's players have seen."""

    def __init__(self) -> None:
        self.counting = False
        self.latencies: list[float] = []
        self.frames = self.octets = self.acts = self.refused = self.lost = self.closed = 0
        self.seated = 0


class Table:
    """A table, with the action in progress."""

    def __init__(self, name: str, players: int = SEATS) -> None:
        self.name = name
        self.players = players
        self.sent = 0.0
        self.target = -1
        self.missing = 0


class Player(asyncio.Protocol):
    """One socket: reads frames with as little work as possible, and acts on its turn."""

    think = THINK

    def __init__(self, table: Table, token: str, figures: Figures, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self.token, self.figures, self.loop = table, token, figures, loop
        self.seq = -1
        self.count = 0
        self.buffer = b""
        self.open = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Ask for a websocket."""
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            b"Authorization: Bearer " + self.token.encode() + b"\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio calls it so
        """Stop: the room closed the socket."""
        self.figures.closed += 1

    def data_received(self, data: bytes) -> None:
        """Read all complete frames."""
        if self.buffer:
            data = self.buffer + data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(data.decode())
            self.open, at = True, end + 4
            self.come_in()
        size = len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = data[at + 2] << 8 | data[at + 3], at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = struct.unpack_from("!Q", data, at + 2)[0], at + 10
            if size < start + length:
                break
            if data[at] == 0x81:
                self.frame(data[start : start + length])
            elif data[at] == 0x89:
                self.transport.write(
                    b"\x8a\x80\0\0\0\0"
                    if length == 0
                    else bytes([0x8A, 0x80 | length]) + b"\0\0\0\0" + data[start : start + length]
                )
            at = start + length
        self.buffer = data[at:]

    def come_in(self) -> None:
        """Take a seat."""
        name = self.table.name.encode()
        self.say(b'{"type":"watch","table":"%s"}' % name)
        self.say(b'{"type":"sit","cmd_id":"sit","table":"%s","chips":1000,"missed_blinds":"post"}' % name)

    def frame(self, frame: bytes) -> None:
        """Count a message, and plan an action if it asks for one."""
        figures, table = self.figures, self.table
        figures.frames += 1
        figures.octets += len(frame)
        if frame.startswith(b'{"type":"update"'):
            place = frame.index(b'"seq":') + 6
            seq = int(frame[place : frame.index(b",", place)])
            if seq != self.seq + 1:
                figures.lost += 1
            self.seq = seq
            if seq == table.target:
                table.missing -= 1
                if not table.missing and figures.counting:
                    figures.latencies.append(time.perf_counter() - table.sent)
            if b'"view":{' in frame:
                told = TOLD.decode(frame)
                self.plan(next(turn for turn in told.events if turn.type == "turn"))
            elif b'"player_busted"' in frame:
                self.say(
                    b'{"type":"top_up","cmd_id":"%s-t%d","table":"%s","chips":1000}'
                    % (b"x", self.seq, table.name.encode())
                )
        elif frame.startswith(b'{"type":"snapshot"'):
            place = frame.index(b'"seq":') + 6
            self.seq = int(frame[place : frame.index(b",", place)])
            told = TOLD.decode(frame)
            if told.turn is not None and told.turn.seat == told.you and b'"view":{' in frame:
                self.plan(told.turn)
        elif frame.startswith(b'{"type":"refused"'):
            if b'"top_up"' not in frame and b"-t" not in frame:
                figures.refused += 1
        elif frame.startswith(b'{"type":"done"') and b'"sit"' in frame:
            figures.seated += 1

    def plan(self, turn: Turn) -> None:
        """Schedule an action."""
        self.loop.call_later(random.uniform(*self.think), self.act, turn)

    def act(self, turn: Turn) -> None:
        """Act, mostly with a check or call."""
        options = turn.options
        assert options is not None
        chance = random.random()
        if options.raise_to and chance < 0.06:
            action = b'{"type":"raise","to":%d}' % options.raise_to[0]
        elif options.check:
            action = b'{"type":"check"}'
        elif options.call and chance < 0.8:
            action = b'{"type":"call"}'
        else:
            action = b'{"type":"fold"}'
        table, figures = self.table, self.figures
        self.count += 1
        table.target, table.missing = self.seq + 1, table.players
        if figures.counting:
            figures.acts += 1
        table.sent = time.perf_counter()
        self.say(
            b'{"type":"act","cmd_id":"a%d","table":"%s","hand":%d,"number":%d,"action":%s}'
            % (self.count, table.name.encode(), turn.hand, turn.number, action)
        )

    def say(self, text: bytes) -> None:
        """Send a client frame; a mask of zeros leaves the text unchanged."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + text)


def _itself(player: Player) -> Player:
    return player


async def load(said: dict[str, Any], pid: int, wish: Wish) -> Lines:
    """Seat everyone, and measure once or, for a soak, every minute; print each line when it is ready."""
    loop = asyncio.get_running_loop()
    figures = Figures()
    tables = [Table(name) for name in said["tables"]]
    tokens = iter(said["tokens"])
    empty = memory_of(pid)
    started = time.perf_counter()
    for table in tables:
        for _ in range(SEATS):
            player = Player(table, next(tokens), figures, loop)
            await loop.create_connection(partial(_itself, player), "127.0.0.1", said["port"])
    wanted = len(tables) * SEATS
    while figures.seated < wanted and time.perf_counter() - started < 60:
        await asyncio.sleep(0.1)
    if figures.seated < wanted:
        print(f"only {figures.seated} of {wanted} sit", file=sys.stderr)
    connected = time.perf_counter() - started
    await asyncio.sleep(wish.warm)
    lines = []
    for minute in range(max(1, wish.soak)):
        line = await window(figures, pid, 60 if wish.soak else wish.seconds, sweeps=wish.sweeps)
        line = {
            **({"minute": minute + 1} if wish.soak else {}),
            "tables": len(tables),
            "players": wanted,
            "opened_s": said["opened_s"],
            "connected_s": round(connected, 1),
            **line,
            "per_player_s": round(line["acts_per_s"] / wanted, 2),
            "kb_per_table": round((memory_of(pid) - empty) / 1e3 / len(tables)),
        }
        print(json.dumps(line), flush=True)
        lines.append(line)
    return lines


async def window(figures: Figures, pid: int, seconds: float, *, sweeps: bool) -> dict[str, Any]:
    """Measure for this many seconds; if asked to, the server collects all its garbage halfway through."""
    figures.latencies = []
    figures.acts = 0
    begin, server, own = time.perf_counter(), cpu_of(pid), time.process_time()
    frames, octets = figures.frames, figures.octets
    figures.counting = True
    await asyncio.sleep(seconds / 2)
    if sweeps:
        os.kill(pid, signal.SIGUSR1)
    await asyncio.sleep(seconds / 2)
    figures.counting = False
    span = time.perf_counter() - begin
    found = sorted(figures.latencies)

    def at(share: float) -> float:
        return round(1000 * found[min(len(found) - 1, int(share * len(found)))], 1) if found else float("nan")

    return {
        "acts_per_s": round(figures.acts / span),
        "frames_per_s": round((figures.frames - frames) / span),
        "mb_per_s": round((figures.octets - octets) / span / 1e6, 1),
        "p50_ms": at(0.5),
        "p90_ms": at(0.9),
        "p99_ms": at(0.99),
        "max_ms": at(1.0),
        "answered": len(found),
        "acted": figures.acts,
        "lost": figures.lost,
        "refused": figures.refused,
        "closed": figures.closed,
        "server_cpu": round((cpu_of(pid) - server) / span, 2),
        "us_per_act": round(1e6 * (cpu_of(pid) - server) / max(1, figures.acts)),
        "load_cpu": round((time.process_time() - own) / span, 2),
        "server_mb": round(memory_of(pid) / 1e6),
    }


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def memory_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def measure(tables: int, url: str | None, wish: Wish) -> Lines:
    """Run one server with its tables under load."""
    command = ["bench.room", "--serve", str(tables), "--profile", wish.profile]
    return with_server(command, url, lambda said, pid: load(said, pid, wish))


def with_server(
    command: list[str], url: str | None, work: Callable[[dict[str, Any], int], Coroutine[Any, Any, Lines]]
) -> Lines:
    """Start a server in its own process, do some work with it, and stop it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = ["--folder", name, "--db", url or str(folder / "room.db")]
        server = subprocess.Popen([sys.executable, "-m", *command, *place])
        try:
            while not (folder / "ready.json").exists():
                if server.poll() is not None:
                    raise RuntimeError("the server has stopped: see above")
                time.sleep(0.2)
            said = json.loads((folder / "ready.json").read_text())
            return uvloop.run(work(said, server.pid))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


class Wish(argparse.Namespace):
    """The command-line options."""

    tables: list[int]
    seconds: float
    warm: float
    soak: int
    sweeps: bool
    db: list[str]
    profile: str
    serve: int | None
    folder: Path


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, nargs="+", default=[100, 500])
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--warm", type=float, default=5)
    asked.add_argument("--soak", type=int, default=0, metavar="MINUTES", help="print a line a minute for this long")
    asked.add_argument("--no-sweeps", dest="sweeps", action="store_false", help="do not collect garbage halfway")
    asked.add_argument("--db", nargs="+", default=[""], help="databases, each used for every number of tables")
    asked.add_argument("--profile", default="", help="write the server's cProfile to this file")
    asked.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    asked.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    wish = asked.parse_args(namespace=Wish())
    if wish.serve is not None:
        serve_tables(wish.serve, wish.folder, wish.db[0], wish.profile)
        return
    for url in wish.db:
        for tables in wish.tables:
            measure(tables, url, wish)


if __name__ == "__main__":
    main()
