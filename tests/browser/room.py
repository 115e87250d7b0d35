"""The browser tests' card room, with test hooks that the product lacks.

A test can open tables with its own settings, act for players without a page, and advance the clock.

    python -m tests.browser.room FOLDER

It prints its address.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bigslick.hand.actions import Call, Check
from bigslick.hand.events import Mucked, PotAwarded
from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.host import Close
from bigslick.protocol.room_events import Turn
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.state import HOUSE
from bigslick.server.operations.clock import SystemClock
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.log import logging_to
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import new_server
from bigslick.server.table.seen import awaited
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.shuffle import Keystream
from tests.server.served import id_of

STANDING: Final = ("Cedar", "Birch", "Ash", "Oak", "Willow")
"""Tables that are always there, empty, with the ids t1 to t5."""
ADMIN: Final = "the-house-of-the-tests"
PATIENT: Final = {
    "action_ms": 7_200_000,
    "newcomer_ms": 0,
    "bank_ms": 0,
    "grace_ms": 60_000,
    "deal_animation_delay_ms": 0,
    "street_delay_ms": 0,
    "inter_round_delay_ms": 600_000,
    "bot_ms": 0,
}
"""Cards come immediately and everything else waits for the test: no clock runs out, and no hand starts on its own."""
_MANY: Final = Rate(1_000_000, 1_000)
LIMITS: Final = Limits(
    commands=_MANY,
    arrivals=_MANY,
    connects=_MANY,
    sign_ups=_MANY,
    sign_ins=_MANY,
    requests=_MANY,
    page_requests=_MANY,
    tables=_MANY,
)


class Timer:
    """A scheduled call on a clock that can be advanced."""

    def __init__(self, clock: MovedClock, at: int, callback: Callable[[], None]) -> None:
        self._clock, self._at, self._callback = clock, at, callback
        self.handle = self._set()

    def _set(self) -> asyncio.TimerHandle:
        wait = max(0, self._at - self._clock.now() + 1) / 1000
        return asyncio.get_running_loop().call_later(wait, self._call)

    def _call(self) -> None:
        self._clock.timers.discard(self)
        self._callback()

    def set_again(self) -> None:
        """Wait for the remaining time after the clock was advanced."""
        self.handle.cancel()
        self.handle = self._set()

    def cancel(self) -> None:
        """Prevent the call."""
        self._clock.timers.discard(self)
        self.handle.cancel()


class MovedClock(SystemClock):
    """The system's clock, which a test advances instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.timers: set[Timer] = set()

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Call back at a time, or when the clock is advanced past it."""
        timer = Timer(self, at, callback)
        self.timers.add(timer)
        return timer

    async def wait_until(self, at: int) -> None:
        """Wait until a time, or until the clock is advanced past it."""
        come = asyncio.Event()
        timer = self.call_at(at, come.set)
        try:
            await come.wait()
        finally:
            timer.cancel()

    def move(self, ms: int) -> None:
        """Advance the clock, and every timer with it."""
        self.not_before(self.now() + ms)
        for timer in tuple(self.timers):
            timer.set_again()


class Shuffle:
    """The house's secrets: random, or chosen so a table's first hand ends as a test wants.

    Its players must not have promised seeds, which is true if they sat down without the page.
    """

    def __init__(self) -> None:
        self.wanted: tuple[TableTask, Callable[[Hand], bool]] | None = None

    def __call__(self) -> bytes:
        """Return the next secret."""
        while True:
            secret = secrets.token_bytes(32)
            if self.wanted is None or self._fits(secret, *self.wanted):
                return secret

    def _fits(self, secret: bytes, task: TableTask, end: Callable[[Hand], bool]) -> bool:
        """Whether the hand ends as wanted when everybody checks or calls."""
        cards = DealtDeck(SealedDeck(secret, task.id, 1), {}).cards
        hand = Hand(task.live.table.copy().next_hand(seed=Keystream(secret, "places"), deck=cards))
        while hand.options is not None:
            hand.act(Check() if hand.options.check else Call())
        return end(hand)


SHUFFLE: Final = Shuffle()
_ENDS: Final[dict[str, Callable[[Hand], bool]]] = {
    "mucked": lambda hand: any(isinstance(event, Mucked) for event in hand.events),
    "not split": lambda hand: sum(isinstance(event, PotAwarded) for event in hand.events) == 1,
}
"""How a test may want a hand to end."""


async def _want(room: CardRoom, given: dict[str, Any]) -> None:
    SHUFFLE.wanted = room.tables[given["table"]], _ENDS[given["end"]]


async def _open(room: CardRoom, given: dict[str, Any]) -> str:
    settings = {**given, "pace": {**PATIENT, **given.get("pace", {})}}
    return (await room.open_table(msgspec.convert(settings, TableSettings))).id


async def _open_tournament(room: CardRoom, given: dict[str, Any]) -> str:
    settings = {**given, "pace": msgspec.convert({**PATIENT, **given.get("pace", {})}, TablePace)}
    return (await room.open_tournament(msgspec.convert(settings, TournamentSettings))).id


_COMMAND: Final[Any] = wire.TableCommand | wire.TournamentCommand


async def _do(room: CardRoom, given: dict[str, Any]) -> str:
    if given["type"] == "sit" and room.tables[given["table"]].settings.dead_blind_rule != "choice":
        given.pop("missed_blinds", None)  # the page offers it only where players have the choice
    answer = await room.submit(id_of(room.names, given.pop("player")) or "", msgspec.convert(given, _COMMAND))
    return answer.sentence if isinstance(answer, wire.Refused) else ""


async def _turn(room: CardRoom, given: dict[str, Any]) -> list[Any]:
    task = room.tables[given["table"]]
    while (turn := task.live.shown.turn) is None or (player := awaited(task.live)) is None:
        await asyncio.sleep(0.005)
    return [task.name_of(player), turn.hand, turn.number, turn.options.check]


async def _play(room: CardRoom, given: dict[str, Any]) -> None:
    """Check or call for every person until the hand with this number is over and shown."""
    task, last = room.tables[given["table"]], given["hand"]
    number = 0
    while task.live.table.number < last or task.live.playing is not None or task.live.next_update_at is not None:
        turn, player = task.live.shown.turn, awaited(task.live)
        if turn is not None and player is not None:
            number += 1
            action = Check() if turn.options.check else Call()
            act = wire.Act(
                cmd_id=f"play-{last}-{number}", table=task.id, hand=turn.hand, number=turn.number, action=action
            )
            await task.submit(player, act)
        elif turn is not None:
            await _let_bot_act(room, task)
        elif task.live.table.number < last:  # a finished hand may still be on its way to the viewers
            await _deal(room, given)
        await asyncio.sleep(0.005)


async def _let_bot_act(room: CardRoom, task: TableTask) -> None:
    if (turn := task.live.turn) is not None:
        await _move(room, {"ms": max(0, turn.opened + task.live.pace.bot_ms - room.clock.now())})


def _name(turn: Turn) -> str:
    """Return a turn's key as the page writes it."""
    return f"{turn.hand}:{turn.number}"


async def _go_on(room: CardRoom, given: dict[str, Any]) -> None:
    task = room.tables[given["table"]]
    while (turn := task.live.shown.turn) is None or awaited(task.live) is None or _name(turn) == given["after"]:
        if turn is not None and awaited(task.live) is None:
            await _let_bot_act(room, task)
        else:
            await _deal(room, given)
        await asyncio.sleep(0.005)


async def _deal(room: CardRoom, given: dict[str, Any]) -> None:
    """Start the next hand immediately, if there are enough players."""
    live = room.tables[given["table"]].live
    if live.playing is None and live.sealed is None and live.next_at is not None:
        await _move(room, {"ms": max(0, live.next_at - room.clock.now())})


async def _move(room: CardRoom, given: dict[str, Any]) -> int:
    assert isinstance(room.clock, MovedClock)
    room.clock.move(given["ms"])
    return room.clock.now()


async def _close(room: CardRoom, given: dict[str, Any]) -> None:
    SHUFFLE.wanted = None
    for number, task in enumerate([room.tables[table] for table in given["tables"] if table in room.tables]):
        for occupant in task.live.occupants:
            if occupant is not None and not occupant.bot:
                await task.submit(occupant.player, wire.SitOut(cmd_id=f"over-{number}", table=task.id))
        await task.submit(HOUSE, Close(cmd_id=f"close-{number}", at=task.id, why="the test is over"))


_DOORS: Final = {
    "open": _open,
    "open_tournament": _open_tournament,
    "want": _want,
    "do": _do,
    "turn": _turn,
    "play": _play,
    "go_on": _go_on,
    "deal": _deal,
    "move": _move,
    "close": _close,
}


async def _door(request: Request) -> JSONResponse:
    card_room: CardRoom = request.app.state.card_room
    return JSONResponse(await _DOORS[request.path_params["door"]](card_room, await request.json()))


class Room:
    """The room as one test sees it: its address, its own tables, and the test hooks."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._tables: dict[str, str] = {}
        self._commands = 0

    def ask(self, door: str, **given: Any) -> Any:
        """Use one of the test hooks."""
        request = urllib.request.Request(f"{self.base}/tests/{door}", json.dumps(given).encode(), method="POST")
        with _NO_PROXY.open(request, timeout=60) as answer:
            return json.load(answer)

    def order(self, table: str, kind: str) -> None:
        """Carry out the operator's command: `pause` after the hand, `resume`, or `close`, which ends the night."""
        self._commands += 1
        body = {"type": kind, "cmd_id": f"order-{table}-{self._commands}", "at": table}
        headers = {"Authorization": f"Bearer {ADMIN}", "Content-Type": "application/json"}
        address = f"{self.base}/api/admin/host-commands"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers, method="POST")
        with _NO_PROXY.open(request, timeout=60) as answer:
            assert answer.status == 204

    def table(self, name: str, **settings: Any) -> str:
        """Return the test's own table with this name, opened on first use: for two, at 5/10."""
        if name not in self._tables:
            self._tables[name] = self.ask("open", **{"name": name, "seats": 2, "dead_blind_rule": "choice", **settings})
        return self._tables[name]

    def tournament(self, **settings: Any) -> str:
        """Open a tournament."""
        return str(self.ask("open_tournament", **settings))

    def do(self, player: str, kind: str, **fields: Any) -> None:
        """Carry out a player's command, as the page would send it."""
        self._commands += 1
        refused = self.ask("do", player=player, type=kind, cmd_id=f"test-{self._commands}", **fields)
        assert not refused, refused

    def sit(self, player: str, table: str, chips: int = 1000) -> None:
        """Give a player a seat."""
        self.do(player, "sit", table=table, chips=chips, missed_blinds="post")

    def want(self, table: str, end: str) -> None:
        """Choose how a table's first hand ends if everybody checks or calls: `mucked`, or `not split`."""
        self.ask("want", table=table, end=end)

    def act(self, table: str, action: str = "") -> str:
        """Act for the player to act: check or call, or take the given action. Return who it was."""
        player, hand, number, free = self.ask("turn", table=table)
        action = action or ("check" if free else "call")
        self.do(player, "act", table=table, hand=hand, number=number, action={"type": action})
        return str(player)

    def play(self, table: str, hand: int = 1) -> None:
        """Check or call for everybody at a table until the hand with this number is over."""
        self.ask("play", table=table, hand=hand)

    def deal(self, table: str) -> None:
        """Start a table's next hand immediately, if there are enough players."""
        self.ask("deal", table=table)

    def go_on(self, table: str, after: str | None = "") -> None:
        """Let a table's bots act and its hands start until a person has a new decision to make."""
        self.ask("go_on", table=table, after=after)

    def move(self, ms: int = 0) -> int:
        """Advance the clock without waiting, and return the time."""
        return int(self.ask("move", ms=ms))

    def close(self) -> None:
        """Close the test's own tables."""
        if self._tables:
            self.ask("close", tables=[*self._tables.values()])


_NO_PROXY: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def main() -> None:
    """Serve until the process is ended."""
    folder = Path(sys.argv[1])
    options = RoomOptions(
        url=str(folder / "room.db"),
        tables=[TableSettings(name=name, dead_blind_rule="choice") for name in STANDING],
        admin_token=ADMIN,
        limits=LIMITS,
        clock=MovedClock(),
        draw=SHUFFLE,
    )
    server = new_server(options, "127.0.0.1", 0, lambda port: print(f"http://127.0.0.1:{port}", flush=True))
    app: Any = server.config.app
    app.router.routes.insert(0, Route("/tests/{door}", _door, methods=["POST"]))
    with (folder / "room.log").open("a", encoding="utf-8") as stream, logging_to(stream):
        server.run()


if __name__ == "__main__":
    main()
