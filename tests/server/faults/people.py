"""People who keep playing over raw sockets, whatever happens to the room, and record everything they are sent.

They speak JSON over `websockets` and know only docs/reference/wire.md, not our client.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
import msgspec
import websockets.asyncio.client as sockets
from websockets.exceptions import WebSocketException

CHIPS = 200
SILENCE = 20.0
"""After this many silent seconds, a client reconnects."""
_NUMBERS = itertools.count(1)
_WAIT = (0.05, 0.3)
_THINK = (0.05, 0.2)
"""A socket may send about six messages a second."""
CHORES = ("renew_invite", "move_player", "redraw_seats", "correct_chips", "change_settings", "start_broadcast")
"""What a host does, hand after hand."""
ERRANDS = ("walk", "change_seat", "sit_out_at_blind", "walk", "change_seat", "sit_out")
"""What everyone does now and then."""
_AWAY = (1.5, 2.5)
"""How long a person who walks away is gone: the tables' grace, and time for the others to vote."""
_ABOUT_A_HOST = {"correct_chips", "change_settings", "sit_out_player", "want_sit_out"} | {
    "move_player",
    "redraw_seats",
    "start_broadcast",
    "renew_invite",
}
"""Commands that say where with `at`."""
IN_A_TOURNAMENT = {"register", "buy_chips", "decline_chips", "propose_deal", "answer_deal"}
"""Commands that say where with `tournament`."""
Json = dict[str, Any]


class Told(NamedTuple):
    """A table's message as it arrived."""

    player: str
    table: str
    seq: int
    is_snapshot: bool
    frame: bytes


class Answered(NamedTuple):
    """A command with its answer."""

    player: str
    command: Json
    answer: Json


class Person:
    """A person who sits at a table and plays at random."""

    def __init__(self, name: str, address: Callable[[], str], table: str, dice: random.Random) -> None:
        self.name = name
        self.table = table
        self.dice = dice
        self.player = ""
        self.token = ""
        self.told: list[Told] = []
        self.probes: list[Told] = []
        self.done: list[Answered] = []
        self.refused: list[Answered] = []
        self.byes: list[str] = []
        self.pending: dict[str, Json] = {}
        """Commands without an answer so far."""
        self.hands = 0
        self._address = address
        self.commands = 0
        self._last_seq: dict[str, int] = {}
        self._seat: int | None = None
        self._hosts = False
        """Whether they are their table's host."""
        self._left_with = 0
        """Chips they have to bring back to the table."""
        self._names: dict[str, str] = {}
        """The players of the last hand, by seat."""
        self._hand = 0
        """The last hand dealt to them."""
        self._seated = False
        """Whether a seat was granted, even if not seen yet."""
        self._turns: set[tuple[int, int]] = set()
        self._seeds: dict[str, str] = {}
        """Seeds that are promised but not opened yet, by promise."""
        self._puzzled = False
        """Whether a command failed, so they should look at the table again."""
        self._chores = itertools.cycle(CHORES)
        self._errands = itertools.cycle(ERRANDS)
        self._walks_away = False
        """Whether they leave the room for a moment, in the middle of a hand."""
        self._outbox: list[bytes] = []

    # -- the line ------------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Play forever, over as many connections as it takes."""
        while True:
            try:
                if not self.token:
                    await self._come_in()
                async with _connection(self._address(), self.token) as socket:
                    self._greet()
                    await self._flush(socket)
                    while True:
                        self._hear(await asyncio.wait_for(_frame(socket), SILENCE))
                        await self._flush(socket)
                        if self._walks_away:
                            raise EOFError
            except (OSError, EOFError, WebSocketException, httpx.HTTPError):
                await asyncio.sleep(self.dice.uniform(*(_AWAY if self._walks_away else _WAIT)))
                self._walks_away = False

    async def probe(self) -> None:
        """Look at the table over a new connection, as if reloading the page."""
        if not self.table or not self.token:
            return
        table, player = self.table, self.player
        try:
            async with _connection(self._address(), self.token) as socket, asyncio.timeout(10):
                await socket.send(msgspec.json.encode({"type": "watch", "table": table}).decode())
                while True:
                    frame = await _frame(socket)
                    said = msgspec.json.decode(frame)
                    if said["type"] == "snapshot":
                        self.probes.append(Told(player, table, said["seq"], True, frame))
                    if said["type"] in ("snapshot", "refused"):  # a tournament's table may be gone
                        return
        except (OSError, WebSocketException):
            pass

    async def _come_in(self) -> None:
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=10) as client:
            name = f"Player {next(_NUMBERS)}"  # a name shared at a table would be shown with a number
            answer = await client.post(f"http://{self._address()}/api/guest", json={"name": name, "bearer": True})
            if answer.status_code != 201:
                raise OSError(answer.text)
            self.token = answer.json()["token"]
        self._seat, self._seated, self._left_with = None, False, 0
        self._last_seq.clear()
        self._turns.clear()

    async def _flush(self, socket: sockets.ClientConnection) -> None:
        if self._outbox:
            await asyncio.sleep(self.dice.uniform(*_THINK))
        frames, self._outbox = self._outbox, []
        for frame in frames:
            await socket.send(frame.decode())

    def _say(self, message: Json) -> None:
        self._outbox.append(msgspec.json.encode(message))

    def command(self, kind: str, /, **more: Any) -> None:
        """Send a command until it is answered."""
        self.commands += 1
        where = "at" if kind in _ABOUT_A_HOST else "table"
        command = {"type": kind, "cmd_id": f"{self.name}-{self.commands}", where: self.table, **more}
        if kind in IN_A_TOURNAMENT:
            del command["table"]
        self.pending[command["cmd_id"]] = command
        self._say(command)

    def _greet(self) -> None:
        """Handle a new connection: resend unanswered commands, or change plans."""
        self._outbox.clear()
        forgotten = [cmd_id for cmd_id in self.pending if self.dice.random() < 0.1]
        for cmd_id in forgotten:
            del self.pending[cmd_id]
        if forgotten or self._puzzled:
            self._turns.clear()
        again = {} if forgotten or self._puzzled else {"last_seq": self._last_seq.get(self.table)}
        self._puzzled = False
        self._watch({name: value for name, value in again.items() if value is not None})
        for command in self.pending.values():
            self._say(command)

    def _watch(self, again: Json) -> None:
        self._say({"type": "watch", "table": self.table, **again})

    def _wants(self, kind: str) -> bool:
        return all(command["type"] != kind for command in self.pending.values())

    def _start_over(self) -> None:
        """Come back as a new player, with new chips."""
        self.token, self.player = "", ""
        self.pending.clear()
        raise EOFError

    # -- playing -------------------------------------------------------------------------------------------------

    def _hear(self, frame: bytes) -> None:
        said = msgspec.json.decode(frame)
        match said["type"]:
            case "welcome":
                self.player = said["player"]
            case "snapshot" | "update":
                self.told.append(Told(self.player, said["table"], said["seq"], said["type"] == "snapshot", frame))
                self._last_seq[said["table"]] = said["seq"]
                if said["table"] == self.table:
                    self._see(said)
            case "refused" if said.get("code") == "set_aside":  # resent until the room knows what was done
                self._puzzled = True
                raise EOFError
            case "done" | "refused":
                command = self.pending.pop(said.get("cmd_id", ""), None)
                if command is not None:
                    kept = self.done if said["type"] == "done" else self.refused
                    kept.append(Answered(self.player, command, said))
                    self._take(command, said)
            case "host" if said["at"] == self.table:
                self._hosts = said["host"] == self.player
            case "bye":
                self.byes.append(said["sentence"])
            case _:
                self._note(said)

    def _take(self, command: Json, answer: Json) -> None:
        """Handle the answer to a command."""
        kind, refused = command["type"], answer["type"] == "refused"
        if kind == "sit":
            self._seated = not refused or "already" in answer["sentence"]
            if refused and "you left this table with" in answer["sentence"]:
                self._watch({})  # a snapshot says how much to bring back
        if refused and "has just lost the connection" in answer["sentence"] and self._wants(kind):
            self.command(kind, player=command["player"])  # until the grace is over, or they are back
        if kind == "act" and refused:
            self._turns.discard((command["hand"], command["number"]))
        if refused and answer.get("code") == "unknown":  # it may be there again once the next server runs
            self._puzzled = True
        if refused and answer.get("code") in ("failed", "away", "too_fast"):
            self._puzzled = True
            raise EOFError
        if refused and "in your account" in answer["sentence"]:
            if self._seat is None:
                self._start_over()
            elif self._wants("leave"):
                self.command("leave")

    def _note(self, said: Json) -> None:
        """Handle any message that is not about a table."""

    def _see(self, said: Json) -> None:
        turn = None
        if said["type"] == "snapshot":
            self._seat, turn = said["you"], said["turn"]
            self._seated = self._seat is not None
            self._left_with = said["left_with"]
            if said.get("sealed") is not None:
                self._open_seed(said["sealed"])
            elif self._seated and said.get("promise") not in self._seeds and self._wants("promise_seed"):
                self.command("promise_seed", promise=self._promise())
            for seat in said["seats"]:
                if seat["seat"] == self._seat and seat["sitting_out"]:
                    self._come_back(seat["stack"])
        for event in said["events"]:
            turn = self._hear_of(event) or turn
        if self._seat is None and not self._seated:
            self._sit()
        elif turn is not None and turn["seat"] == self._seat:
            self._act(turn)

    def _hear_of(self, event: Json) -> Json | None:
        """Handle one event; return it if it is a turn."""
        mine = event.get("player") == self.player
        match event["type"]:
            case "turn":
                return event
            case "player_joined" if mine:
                self._seat = event["seat"]
                self._seated = True
            case "seat_changed" if mine:
                self._seat = event["new_seat"]
            case "seats_drawn":
                seats = [int(seat) for seat, player in event["players"].items() if player == self.player]
                self._seat = seats[0] if seats else None
            case "player_left" if mine:
                self._seat, self._seated = None, False
            case "player_busted" | "sat_out" if mine:
                self._come_back(0 if event["type"] == "player_busted" else 1)
            case "deck_sealed":
                self._open_seed(event)
            case "disconnected" if event["seat"] != self._seat:
                self._miss(event["seat"])
            case "hand_began" if str(self._seat) in event["players"]:
                self.hands += 1
                self._names = event["players"]
                self._hand = event["hand"]
                if self.dice.random() < 0.1 and self._wants("straddle"):
                    self.command("straddle", on=self.dice.random() < 0.7)
                if self.dice.random() < 0.3 and self._wants("want_bomb_pot"):
                    self.command("want_bomb_pot", on=self.dice.random() < 0.9)
                if self.dice.random() < 0.1 and self._wants("answer_broadcast"):
                    self.command("answer_broadcast", yes=self.dice.random() < 0.7)
                if not event["seeds"].get(str(self._seat), {}).get("seed") and self._wants("promise_seed"):
                    self.command("promise_seed", promise=self._promise())
                if self._hosts and self.dice.random() < 0.8:
                    self._host()
                if self.dice.random() < 0.3:
                    self._move_about()
                if self.dice.random() < 0.04:
                    self._go()
            case "hand_ended" if self._hand:
                self._look_back()
        return None

    def _move_about(self) -> None:
        """Change seats, sit out now or at the big blind, or walk away without a word, one after the other."""
        what = next(self._errands)
        if what == "walk":
            self._walks_away = True
        elif self._wants(what):
            more: Json = {"change_seat": {"seat": self.dice.randrange(6)}, "sit_out_at_blind": {"on": True}}
            self.command(what, **more.get(what, {}))

    def _host(self) -> None:
        """Do the next thing that a host can do."""
        what, named = next(self._chores), self.dice.choice([*self._names.values()])
        if not self._wants(what):
            return
        if what == "correct_chips":
            self.command(what, player=named, chips=self.dice.choice((-150, -1, 1, 150)), why="miscounted")
        elif what == "move_player":
            self.command(what, player=named, seat=self.dice.randrange(6))
        elif what in ("redraw_seats", "start_broadcast"):
            self.command(what)
        elif what == "renew_invite":  # only a private table has one
            self.command("change_settings", changes={"private": True})
            self.command(what)
            self.command("change_settings", changes={"private": False})
        else:
            most, hours = self.dice.choice((0, 400)), self.dice.choice((1, 12))
            changes = {"ante": self.dice.randrange(3), "most_buy_in": most, "comeback_hours": hours}
            changes |= {"seven_deuce": self.dice.randrange(3), "private": False}
            self.command("change_settings", changes=changes)

    def _miss(self, seat: int) -> None:
        """Sit out a player who has lost the connection, or vote for it, as a host may too."""
        kind = "sit_out_player" if self._hosts and self.dice.random() < 0.5 else "want_sit_out"
        if self._wants(kind) and str(seat) in self._names:
            self.command(kind, player=self._names[str(seat)])

    def _look_back(self) -> None:
        """Show cards from the finished hand, or rabbit hunt, now and then."""
        if self.dice.random() < 0.1 and self._wants("show_cards"):
            self.command("show_cards", hand=self._hand, which=self.dice.choice(("first", "second", "both")))
        if self.dice.random() < 0.1 and self._wants("hunt_rabbit"):
            self.command("hunt_rabbit", hand=self._hand)

    def _promise(self) -> str:
        """Return a promise for a new seed."""
        seed = self.dice.randbytes(32)
        promise = hashlib.sha256(seed).hexdigest()
        self._seeds[promise] = seed.hex()
        return promise

    def _open_seed(self, sealed: Json) -> None:
        """Open the seed promised for a sealed deck; one in ten is never opened."""
        seed = self._seeds.pop(sealed["promises"].get(str(self._seat), ""), None)
        if seed is not None and self.dice.random() < 0.9:
            self.command("open_seed", hand=sealed["hand"], seed=seed, promise=self._promise())

    def _go(self) -> None:
        if self._wants("leave"):
            self.command("leave")

    def _sit(self) -> None:
        if self._wants("sit"):
            self.command("sit", chips=max(CHIPS, self._left_with), missed_blinds="post")

    def _come_back(self, stack: int) -> None:
        if not stack and self._wants("top_up"):
            self.command("top_up", chips=CHIPS)
        if self._wants("sit_in"):
            self.command("sit_in", how="post")

    def _act(self, turn: Json) -> None:
        decision = turn["hand"], turn["number"]
        if decision not in self._turns:
            self._turns.add(decision)
            self.command("act", hand=decision[0], number=decision[1], action=any_action(turn["options"], self.dice))


def any_action(options: Json, dice: random.Random) -> Json:
    """Return a legal action: mostly passive, so hands last, but all-in often enough for run-outs."""
    if boards := options.get("boards"):
        return {"type": "run_out", "boards": boards[0] if dice.random() < 0.1 else boards[-1]}
    wishes: list[Json] = [{"type": "check" if options.get("check") else "call"}] * 6
    if not options.get("check"):
        wishes.append({"type": "fold"})
    for kind in ("bet", "raise"):
        if totals := options.get(f"{kind}_to"):
            wishes += [{"type": kind, "to": dice.choice((totals[0], totals[-1]))}] * 2
    return dice.choice(wishes)


def _connection(address: str, token: str) -> sockets.connect:
    return sockets.connect(
        f"ws://{address}/ws",
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        max_queue=None,
        max_size=None,
        open_timeout=10,
        ping_interval=None,
        close_timeout=0.2,
        proxy=None,
    )


def _frame(socket: sockets.ClientConnection) -> Awaitable[bytes]:
    return socket.recv(decode=False)
