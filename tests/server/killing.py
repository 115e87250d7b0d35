"""Kill a real server at random moments while people play, and audit after each death what it leaves behind.

Players come back by themselves and go on. The audit folds the facts in the store by itself and compares: everything
that anybody was told follows from the facts, nothing is told twice differently or left out, every command that was
answered is a fact exactly once, and every chip is in an account.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bigslick import Action, Bet, Call, Check, Fold, Raise
from bigslick.client import Client, CommandRefused, ConnectionLost, guest_token
from bigslick.client import client as connecting
from bigslick.hand.options import Options
from bigslick.protocol import wire
from bigslick.server.store.bank import Bank, table_account, tournament_account
from bigslick.server.store.store import Store
from bigslick.server.table import facts
from bigslick.server.table.apply import apply
from bigslick.server.table.script import ScriptedUpdate, ShownTable, for_viewer
from bigslick.server.table.state import LiveTable
from bigslick.server.tournament import facts as tournament_facts
from bigslick.server.tournament.apply import apply as apply_to_tournament
from bigslick.server.tournament.state import LiveTournament
from bigslick.table.events import PlayerBusted, PlayerLeft, SatOut

TABLES = """
[[table]]
name = "One"
seats = 4
least_buy_in = 200
bots = ["lag"]
[table.pace]
action_ms = 8000
deal_animation_delay_ms = 5
inter_round_delay_ms = 100
bot_ms = 20

[[table]]
name = "Two"
seats = 3
least_buy_in = 200
profile = "classic"
[table.pace]
action_ms = 8000
deal_animation_delay_ms = 0
inter_round_delay_ms = 50

[[tournament]]
fill_ms = 300
fill_bots = ["lag", "maniac"]
[tournament.structure]
name = "Sprint"
entrants = 6
seats = 3
starting_stack = 600
buy_in = 20
fee = 2
levels = [{ small = 10, big = 20, hands = 8 }, { small = 20, big = 40, hands = 8 }, { small = 50, big = 100 }]
payouts = { percent = [70, 30] }
[tournament.pace]
action_ms = 8000
deal_animation_delay_ms = 5
inter_round_delay_ms = 50
bot_ms = 10
"""
CHIPS = 200
SITTING = {"One": 2, "Two": 3}
"""How many sit down at each of the tables."""
ENTERING = 2
"""How many play one tournament after the other."""


class Died(Exception):
    """The server ended by itself."""


class Server:
    """`bigslick serve` in a process of its own."""

    def __init__(self, url: str, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        tables = folder / "tables.toml"
        tables.write_text(TABLES)
        self._command = [
            *(sys.executable, "-c", "import sys; from bigslick.cli import main; sys.exit(main())", "serve"),
            *("--db", url, "--port", str(self.port), "--tables", str(tables), "--log", str(self.log)),
        ]
        self._process: asyncio.subprocess.Process | None = None

    async def spawn(self) -> None:
        """Start the process, and do not wait for it."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            env={**os.environ, "BIGSLICK_ADMIN_TOKEN": "a token for the tests"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    async def opened(self) -> None:
        """Wait until it serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), 60)
        if b"is open at" not in line:
            assert self._process.stderr is not None
            raise Died((line + await self._process.stderr.read()).decode())

    async def kill(self) -> None:
        """End it at once, wherever it is."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        await asyncio.wait_for(process.communicate(), 30)
        assert process.returncode is not None
        return process.returncode


class Recorder(Client):
    """A client that keeps everything it is told and everything it was answered."""

    def __init__(self, url: str, token: str | None, tries: int) -> None:
        super().__init__(url, token, tries)
        self.told: list[wire.Update | wire.TableSnapshot] = []
        self.done: list[tuple[Any, wire.Done]] = []
        self.refused: list[tuple[Any, CommandRefused]] = []

    async def _hear(self, message: wire.FromServer) -> None:
        if isinstance(message, wire.Update | wire.TableSnapshot):
            self.told.append(message)
        await super()._hear(message)

    async def command(self, command: wire.TableCommand | wire.TournamentCommand) -> wire.Done:
        try:
            answer = await super().command(command)
        except CommandRefused as refused:
            self.refused.append((command, refused))
            raise
        self.done.append((command, answer))
        return answer


class Person:
    """Somebody who sits at a table and plays at random, whatever happens to the server."""

    def __init__(self, server: Server, token: str, table: str, dice: random.Random) -> None:
        self.server = server
        self.token = token
        self.table = table
        self.dice = dice
        self.client: Recorder
        self.player = ""
        self.seat: int | None = None
        self.sat: int | None = None
        """Where he last sat down."""
        self.hands = 0
        self.probes: list[wire.TableSnapshot] = []

    async def play(self) -> None:
        """Play for ever."""
        client = await Recorder.connect(self.server.address, token=self.token, tries=10_000)
        assert isinstance(client, Recorder)
        self.client = client
        await self._begin()
        async for message in client:
            if isinstance(message, wire.Welcome):
                self.player = message.player or ""
            elif isinstance(message, wire.TableSnapshot | wire.Update):
                if message.table == self.table:
                    await self._hear(message)
            else:
                await self._take(message)

    async def _begin(self) -> None:
        await self.client.watch(self.table)

    async def _take(self, message: wire.FromServer) -> None:
        """Anything but what happens at a table."""

    async def _hear(self, message: wire.TableSnapshot | wire.Update) -> None:
        turn = None
        if isinstance(message, wire.TableSnapshot):
            self.seat, turn = message.you, message.turn
            away = [seat.stack for seat in message.seats if seat.seat == self.seat and seat.sitting_out]
            if away:
                await self._come_back(away[0])
        for event in message.events:
            if isinstance(event, wire.Turn):
                turn = event
            elif isinstance(event, wire.HandBegan):
                self.hands += self.seat in event.players
            elif isinstance(event, PlayerBusted | SatOut) and event.seat == self.seat:
                await self._come_back(0 if isinstance(event, PlayerBusted) else 1)
            elif isinstance(event, PlayerLeft) and event.seat == self.seat:
                self.seat = None
        if self.seat is None:
            await self._sit()
        if turn is not None and turn.seat == self.seat:
            with contextlib.suppress(CommandRefused):  # he may have been too late
                await self.client.act(self.table, turn, any_action(turn.options, self.dice))

    async def _sit(self) -> None:
        # A snapshot from before the answer may be read after it, and then he sits there already.
        with contextlib.suppress(CommandRefused):
            self.sat = await self.client.sit(self.table, CHIPS)
        self.seat = self.sat

    async def _come_back(self, stack: int) -> None:
        with contextlib.suppress(CommandRefused):
            if not stack:
                await self.client.top_up(self.table, CHIPS)
            await self.client.sit_in(self.table, "post")

    async def probe(self) -> None:
        """Look at the table over a new connection, as somebody does who opens the page again."""
        if not self.table:
            return
        client = await Client.connect(self.server.address, token=self.token, tries=0)
        try:
            await client.watch(self.table)
            async for message in client:
                if isinstance(message, wire.TableSnapshot):
                    self.probes.append(message)
                if isinstance(message, wire.TableSnapshot | wire.Refused):  # a tournament's table may be gone
                    return
        finally:
            await client.close()


class Entrant(Person):
    """Somebody who plays one tournament after the other, and goes where he is seated."""

    tournament = ""

    async def _begin(self) -> None:
        await self.client.watch_lobby()

    async def _take(self, message: wire.FromServer) -> None:
        if isinstance(message, wire.Lobby) and not self.tournament:
            for card in message.tournaments:
                if card.status == "registering":
                    await self._enter(card.tournament)
                    return
        elif isinstance(message, wire.TournamentNow) and message.card.tournament == self.tournament:
            mine = [entrant for entrant in message.entrants if entrant.player == self.player]
            if message.card.status in ("over", "cancelled") or (mine and mine[0].place):
                self.tournament = ""
            elif mine and mine[0].table not in ("", self.table):
                self.table, self.seat = mine[0].table, None
                await self.client.watch(self.table)

    async def _enter(self, tournament: str) -> None:
        with contextlib.suppress(CommandRefused):  # it may have started by now
            await self.client.command(wire.Register(cmd_id=self.client.cmd_id(), tournament=tournament))
            self.tournament = tournament
            await self.client.watch_tournament(tournament)

    async def _sit(self) -> None:
        """The director says where he sits."""

    async def _come_back(self, stack: int) -> None:
        if stack:
            await super()._come_back(stack)


def any_action(options: Options, dice: random.Random) -> Action:
    """Something legal: mostly passive, so that hands go on for a while."""
    wishes: list[Action] = [Check() if options.check else Call()] * 6
    if not options.check:
        wishes.append(Fold())
    for kind, totals in ((Bet, options.bet_to), (Raise, options.raise_to)):
        if totals:
            wishes.append(kind(to=dice.choice((totals[0], totals[0], totals[-1]))))
    return dice.choice(wishes)


class Audit:
    """What the store says of a table, followed fact by fact, and compared with what people were told."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.live: LiveTable | None = None
        self.facts = 0
        self.tellings: dict[int, ScriptedUpdate] = {}
        self.commands: Counter[tuple[str, str]] = Counter()
        self.checked: Counter[int] = Counter()
        """How many messages of each person were compared."""

    async def follow(self, store: Store) -> None:
        """Fold the facts since the last time; their numbers have no gaps."""
        rows = await store.read(self.table, self.facts)
        assert [row.seq for row in rows] == list(range(self.facts + 1, self.facts + 1 + len(rows)))
        self.facts += len(rows)
        for row in rows:
            fact = facts.read(row.payload)
            if self.live is None:
                assert isinstance(fact, facts.Opened)
                self.live = LiveTable(fact)
                continue
            self._tell(self.live.show_due(fact.at))
            apply(self.live, fact)
            if fact.cmd_id and isinstance(fact, facts.Acted | facts.SeatTaken | facts.PlayerSatIn | facts.ChipsBought):
                self.commands[fact.by, fact.cmd_id] += 1

    def _tell(self, told: list[ScriptedUpdate]) -> None:
        for telling in told:
            assert telling.seq == len(self.tellings) + 1
            self.tellings[telling.seq] = telling

    def compare(self, number: int, person: Person) -> None:
        """Everything a person was told follows from the facts, in this order and without a gap."""
        assert self.live is not None
        coming = {telling.seq: telling for telling in self.live.script}
        told = [message for message in person.client.told if message.table == self.table]
        last = None
        for position, message in enumerate(told):
            if isinstance(message, wire.Update) and position >= self.checked[number]:
                telling = self.tellings.get(message.seq) or coming.get(message.seq)
                assert telling is not None, f"update {message.seq} of {self.table} was told and is not in the store"
                expected = for_viewer(telling, self.table, person.player)
                assert message == expected, f"{person.player} was told\n{message}\nand the facts say\n{expected}"
                assert last is None or message.seq <= last + 1, "an update was left out"
            last = message.seq
        self.checked[number] = len(told)

    def look_back(self, people: list[Person]) -> None:
        """At the end: the table as it was seen over new connections was the table of that moment."""
        assert self.live is not None
        self._tell(self.live.show_due(1 << 60))
        seen = [(snapshot, person.player) for person in people for snapshot in _snapshots(person, self.table)]
        seen.sort(key=lambda pair: pair[0].seq)
        shown, upto = ShownTable(), 0
        for snapshot, player in seen:
            while upto < snapshot.seq:
                upto += 1
                shown.show(self.tellings[upto])
            again = shown.snapshot(self.table, snapshot.spec, player, snapshot.now)
            assert msgspec.structs.replace(again, spec=snapshot.spec) == snapshot


def _snapshots(person: Person, table: str) -> list[wire.TableSnapshot]:
    told = [message for message in person.client.told if isinstance(message, wire.TableSnapshot)]
    return [snapshot for snapshot in (*person.probes, *told) if snapshot.table == table]


class Books:
    """The audit of everything: tables, tournaments, commands and money."""

    def __init__(self) -> None:
        self.tables: dict[str, Audit] = {}
        self.tournaments: dict[str, LiveTournament] = {}
        self._tournament_facts: Counter[str] = Counter()
        self._entries: Counter[tuple[str, str]] = Counter()

    async def check(self, url: str, people: Sequence[Person]) -> None:
        """Compare the store with what people know while no server runs."""
        store = await Store.open(url)
        try:
            for stream in await store.streams(closed=True):
                if stream.kind == "tournament":
                    await self._follow_tournament(store, stream.id)
                else:
                    await self.tables.setdefault(stream.id, Audit(stream.id)).follow(store)
            bank = await Bank.load(store)
        finally:
            await store.close()
        for table in self.tables.values():
            for number, person in enumerate(people):
                table.compare(number, person)
        self._check_commands(people)
        self._check_chips(bank)

    async def _follow_tournament(self, store: Store, name: str) -> None:
        for row in await store.read(name, self._tournament_facts[name]):
            self._tournament_facts[name] += 1
            assert row.seq == self._tournament_facts[name]
            fact = tournament_facts.read(row.payload)
            if isinstance(fact, tournament_facts.TournamentOpened):
                self.tournaments[name] = LiveTournament(fact)
                continue
            apply_to_tournament(self.tournaments[name], fact)
            if fact.cmd_id:
                self._entries[fact.by, fact.cmd_id] += 1

    def _check_commands(self, people: Sequence[Person]) -> None:
        done = sum((table.commands for table in self.tables.values()), Counter(self._entries))
        assert all(count == 1 for count in done.values()), "a command was done twice"
        for person in people:
            for command, _ in person.client.done:
                assert done[person.player, command.cmd_id] == 1, f"{command} was answered and is no fact"

    def _check_chips(self, bank: Bank) -> None:
        """Every account holds what was counted, and the chips of a tournament are those that it handed out."""
        counted = {tournament_account(name): played.owed for name, played in self.tournaments.items()}
        at_tables: Counter[str] = Counter()
        for name, table in self.tables.items():
            assert table.live is not None
            if tournament := table.live.settings.tournament:
                at_tables[tournament] += table.live.chips
            else:
                counted[table_account(name)] = table.live.chips
        assert not bank.check(counted), bank.check(counted)
        for name, played in self.tournaments.items():
            if played.director is not None and not played.over:
                chips = at_tables[name] + sum(traveller.chips for traveller in played.travelling.values())
                assert chips == len(played.director.names) * played.structure.starting_stack


class Figures(msgspec.Struct):
    """What came of it."""

    kills: int
    kills_while_starting: int
    hands: int
    facts: int
    told: int
    probes: int
    commands: int
    tournaments: int
    """How many were played to their winner."""


async def kill_often(url: str, folder: Path, kills: int, seed: int) -> Figures:
    """Kill the server so often, and audit each time; the figures, or an assertion that fails."""
    dice = random.Random(seed)
    server = Server(url, folder)
    async with _people(server, dice) as people:
        books = Books()
        early = 0
        for _ in range(kills):
            if dice.random() < 0.15:
                early += 1
                await asyncio.sleep(dice.uniform(0, 1.5))
            else:
                await server.opened()
                await _until_somebody_played(people)
                await asyncio.sleep(dice.uniform(0, 0.7))
                await _probe(dice.choice(people))
                await asyncio.sleep(dice.uniform(0, 0.3))
            await server.kill()
            await books.check(url, people)
            await server.spawn()
        await server.opened()
        await _until_somebody_played(people)
        code = await server.stop()
        assert code in (0, -signal.SIGTERM), f"a server that was asked to stop ended with {code}"
        await books.check(url, people)
        for table in books.tables.values():
            table.look_back(people)
        for line in server.log.read_text().splitlines():
            assert json.loads(line)["level"] not in ("error", "critical"), line
        return Figures(
            kills=kills,
            kills_while_starting=early,
            hands=sum(_hands(table) for table in books.tables.values()),
            facts=sum(table.facts for table in books.tables.values()),
            told=sum(len(person.client.told) for person in people),
            probes=sum(len(person.probes) for person in people),
            commands=sum(len(person.client.done) for person in people),
            tournaments=sum(played.status == "over" for played in books.tournaments.values()),
        )


def _hands(table: Audit) -> int:
    assert table.live is not None
    return table.live.table.number


@contextlib.asynccontextmanager
async def _people(server: Server, dice: random.Random) -> AsyncIterator[list[Person]]:
    """The first server, and people who have sat down."""
    connecting._LAST_WAIT = 0.2
    await server.spawn()
    tasks: list[asyncio.Task[None]] = []
    people: list[Person] = []
    try:
        await server.opened()
        lobby = await _lobby(server)
        tables = {card.name: card.table for card in lobby.tables}
        for table in (tables[name] for name, count in SITTING.items() for _ in range(count)):
            people.append(Person(server, await guest_token(server.address), table, random.Random(dice.random())))
        for _ in range(ENTERING):
            people.append(Entrant(server, await guest_token(server.address), "", random.Random(dice.random())))
        tasks = [asyncio.create_task(person.play()) for person in people]
        await _until_somebody_played(people)
        # The first death is timed like all others: this server has said already that it is open.
        await server.kill()
        await server.spawn()
        yield people
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        for person in people:
            await person.client.close()
        await server.kill()


async def _lobby(server: Server) -> wire.Lobby:
    client = await Client.connect(server.address)
    try:
        await client.watch_lobby()
        async for message in client:
            if isinstance(message, wire.Lobby):
                return message
    finally:
        await client.close()
    raise AssertionError


async def _probe(person: Person) -> None:
    with contextlib.suppress(ConnectionLost):
        await asyncio.wait_for(person.probe(), 10)


async def _until_somebody_played(people: list[Person]) -> None:
    """Wait until at every table somebody has been heard since now, so that every life of a server counts."""
    async with asyncio.timeout(90):
        before = {person: len(person.client.done) if hasattr(person, "client") else 0 for person in people}
        for table in {person.table for person in people if not isinstance(person, Entrant)}:
            here = [person for person in people if person.table == table]
            while not any(hasattr(person, "client") and len(person.client.done) > before[person] for person in here):
                await asyncio.sleep(0.02)
