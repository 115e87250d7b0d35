"""A thousand clients in one live event on 112 tables: how long an action takes, and how fast a break begins and ends.

    python -m bench.event --pace human
    python -m bench.event --pace second

Server and clients are two processes on one machine, over loopback. At human pace players think for 2 to 5 seconds and
hands follow each other as they do for people; at the other pace every client acts about once a second. Everyone watches
the event as the page does. For each action we measure the time from when it is sent until everyone at its table has
received its update; for the break, until the last client knows of it, and from its end until the last one has cards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from .room import Figures, Lines, Player, Table, memory_of, serve, window, with_server

PLAYERS, SEATS = 1000, 9
THINK = {"human": (2.0, 5.0), "second": (0.0, 0.2)}
"""Seconds for an action; hands are short, so at a table of nine 0.1 s are an action a second for everyone."""
BREAK = {"human": 240, "second": 15}
"""Seconds for the break: long enough for the hands in progress to end."""
MOST_WAIT = 60


def serve_event(pace: str, level: int, folder: Path, url: str, profile: str) -> None:
    """Serve an event that starts when everyone has entered, with a break after its first level."""
    from bigslick.protocol.settings import TablePace
    from bigslick.server.tournament.settings import TournamentSettings
    from bigslick.tournament import Break, Level, Structure

    levels = (Level(small=50, big=100, seconds=level), Level(small=50, big=100))
    structure = Structure(
        name="The thousand",
        entrants=PLAYERS,
        seats=SEATS,
        starting_stack=10**6,  # deep enough that everyone stays in
        buy_in=100,
        levels=levels,
        breaks=(Break(after=1, seconds=BREAK[pace]),),
    )
    quick = TablePace(deal_animation_delay_ms=0, street_delay_ms=0, inter_round_delay_ms=100, action_ms=20_000)
    settings = TournamentSettings(structure=structure, pace=TablePace() if pace == "human" else quick)
    serve(folder, url, profile, PLAYERS, tables=(), tournaments=(settings,))


class Clock(msgspec.Struct):
    """The part of an event's clock that the load generator reads."""

    next_break_at: int | None = None
    break_ends_at: int | None = None


class Event(msgspec.Struct):
    """The part of an event's messages that the load generator reads."""

    clock: Clock | None = None
    table: str = ""


EVENT = msgspec.json.Decoder(Event)


class Hall:
    """The event as the clients see it."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.entered = self.seated = 0
        self.clock = Clock()
        self.told_of_break: list[float] = []
        """When each client learned that there is a break."""
        self.dealt: list[float] = []
        """When each client saw the first hand after it."""


class Entrant(Player):
    """A client that plays in the event, at whichever table it has a seat."""

    def __init__(self, hall: Hall, token: str, figures: Figures, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(Table("", 0), token, figures, loop)
        self.hall = hall
        self.in_break = False

    def come_in(self) -> None:
        """Enter the event."""
        self.say(b'{"type":"watch_tournament","tournament":"sng1"}')
        self.say(b'{"type":"register","cmd_id":"in","tournament":"sng1"}')

    def frame(self, frame: bytes) -> None:
        """Follow the event, and play at its table."""
        hall = self.hall
        if frame.startswith(b'{"type":"moved"'):
            self.move(EVENT.decode(frame).table)
        elif frame.startswith(b'{"type":"tournament'):
            on_break = b'"on_break":true' in frame[:4000]
            if on_break and not self.in_break:
                self.in_break = True
                hall.told_of_break.append(time.time())
            if (clock := EVENT.decode(frame).clock if len(hall.told_of_break) <= 1 else None) is not None:
                hall.clock = clock
        elif frame.startswith(b'{"type":"done"') and b'"in"' in frame:
            hall.entered += 1
        elif self.in_break and frame.startswith(b'{"type":"update"') and b'"type":"hand_began"' in frame:
            self.in_break = False
            hall.dealt.append(time.time())
        super().frame(frame)

    def move(self, name: str) -> None:
        """Go to a table."""
        self.table.players -= 1
        self.table = self.hall.tables.setdefault(name, Table(name, 0))
        self.table.players += 1
        self.hall.seated += 1
        self.say(b'{"type":"watch","table":"%s"}' % name.encode())


async def load(said: dict[str, Any], pid: int, wish: Wish) -> Lines:
    """Enter everyone, measure a while, and then the break."""
    loop, figures, hall = asyncio.get_running_loop(), Figures(), Hall()
    empty, began = memory_of(pid), time.perf_counter()
    Entrant.think = THINK[wish.pace]
    for token in said["tokens"]:
        await loop.create_connection(partial(Entrant, hall, token, figures, loop), "127.0.0.1", said["port"])
    print(f"{PLAYERS} connected after {time.perf_counter() - began:.1f} s", file=sys.stderr)
    await _until(lambda: hall.seated == PLAYERS)
    print(f"{hall.entered} entered, {hall.seated} seated after {time.perf_counter() - began:.1f} s", file=sys.stderr)
    seated = time.perf_counter() - began
    await asyncio.sleep(wish.warm)
    line = await window(figures, pid, wish.seconds, sweeps=wish.sweeps)
    breaks_at = (hall.clock.next_break_at or 0) / 1000
    await _until(lambda: len(hall.told_of_break) == PLAYERS, max(0, breaks_at - time.time()))
    ends_at = (hall.clock.break_ends_at or 0) / 1000
    await _until(lambda: len(hall.dealt) == PLAYERS, max(0, ends_at - time.time()))
    line = {
        "pace": wish.pace,
        "tables": sum(table.players > 0 for table in hall.tables.values()),
        "players": hall.seated,
        "seated_s": round(seated, 1),
        **line,
        "per_player_s": round(line["acts_per_s"] / PLAYERS, 2),
        "told_of_break": len(hall.told_of_break),
        "break_s": round(max(hall.told_of_break, default=0) - breaks_at, 2),
        "dealt_after_it": len(hall.dealt),
        "restart_s": round(max(hall.dealt, default=0) - ends_at, 2),
        "kb_per_player": round((memory_of(pid) - empty) / 1e3 / PLAYERS),
    }
    print(json.dumps(line), flush=True)
    return [line]


async def _until(ready: Any, wait: float = 0) -> None:
    """Wait until something is so; give up after a minute, and let the figures say so."""
    end = time.perf_counter() + wait + MOST_WAIT
    while not ready() and time.perf_counter() < end:
        await asyncio.sleep(0.05)


class Wish(argparse.Namespace):
    """The command-line options."""

    pace: str
    seconds: float
    warm: float
    sweeps: bool
    db: str
    profile: str
    level: int
    folder: Path | None


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--pace", choices=THINK, default="human")
    asked.add_argument("--seconds", type=float, default=40)
    asked.add_argument("--warm", type=float, default=20)
    asked.add_argument("--no-sweeps", dest="sweeps", action="store_false", help="do not collect garbage halfway")
    asked.add_argument("--db", default="")
    asked.add_argument("--profile", default="", help="write the server's cProfile to this file")
    asked.add_argument("--level", type=int, default=0, help=argparse.SUPPRESS)
    asked.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    wish = asked.parse_args(namespace=Wish())
    if wish.folder is not None:
        serve_event(wish.pace, wish.level, wish.folder, wish.db, wish.profile)
        return
    level = round(wish.warm + wish.seconds) + 10
    command = ["bench.event", "--pace", wish.pace, "--level", str(level), "--profile", wish.profile]
    with_server(command, wish.db or None, lambda said, pid: load(said, pid, wish))


if __name__ == "__main__":
    main()
