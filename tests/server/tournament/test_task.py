"""A served tournament with its tables, on virtual time: entries, moves between live tables, restarts, and the money."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import from_json_value
from bigslick.protocol.host import Close, Pause, StartNow
from bigslick.protocol.settings import TablePace
from bigslick.protocol.tournament import PlayerMoved, TournamentChanged, TournamentNow
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import FEES, MINT, Bank, player_account, tournament_account
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.names import Names
from bigslick.server.store.records import ChipTransfer, StoredHand
from bigslick.server.store.store import Store
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.task import TableTask
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.server.tournament.task import CLOSE_MS, TournamentTask
from bigslick.tournament.structure.structure import Structure
from tests.virtual_clock import VirtualClock

from ..virtual import MemoryStore, counted
from .floor import structure

PACE = TablePace(
    action_ms=500,
    bank_ms=0,
    bank_refill_ms=0,
    grace_ms=0,
    disconnect_bank_ms=0,
    deal_animation_delay_ms=5,
    inter_round_delay_ms=20,
    bot_ms=10,
    timeouts_to_sit_out=1,
)


_MESSAGE = msgspec.json.Decoder(wire.FromServer, dec_hook=from_json_value)


class Watcher:
    def __init__(self, player: str | None = None) -> None:
        self.player = player
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    @property
    def seen(self) -> list[TournamentNow]:
        """The tournament after each message, the whole of it or a change."""
        known: list[TournamentNow] = []
        for frame in self.frames:
            match _MESSAGE.decode(frame):
                case TournamentNow() as now:
                    known.append(now)
                case TournamentChanged() as change:
                    after = known[-1].after(change)
                    assert after is not None, "no message is missing"
                    known.append(after)
        return known

    @property
    def last(self) -> TournamentNow:
        return self.seen[-1]


def check_standing(now: TournamentNow) -> None:
    """Check that the field as viewers see it adds up."""
    assert [*now.entrants] == sorted(now.entrants, key=lambda one: (one.place, -one.stack, one.player))
    for entrant in now.entrants:
        assert not entrant.table or entrant.table == f"sng.{now.tables[entrant.table]}"


class Select(MemoryStore):
    """An in-memory store that can find hand records, the only thing a tournament selects."""

    async def select(self, statement: Any) -> list[tuple[str]]:
        wanted = {value for name, value in statement.compile().params.items() if name.startswith(("table", "number"))}
        return [(hand.record,) for hand in self.hands if {hand.table, hand.number} == wanted]


class Host:
    """A card room with one tournament on virtual time."""

    def __init__(self, purse: int = 1000) -> None:
        self.store = Select()
        self.clock = VirtualClock()
        self.tables: dict[str, TableTask] = {}
        self.told: list[tuple[str, wire.FromServer]] = []
        self.draw = counted()
        self.bank = Bank({player_account("ann"): purse, player_account("bob"): purse, MINT: -2 * purse})
        self.names = Names()
        self.services = Services(cast(Store, self.store), self.bank, self.clock, self.draw, self.names)

    async def serve(self, room: TableTask) -> None:
        self.tables[room.id] = room
        await room.start()

    def connected(self, player: str) -> bool:
        return player != "bob"

    def shuts_out(self, player: str, club: str) -> bool:
        return False

    def seated(self, player: str, table: str) -> None: ...

    def tell(self, player: str, message: wire.FromServer) -> None:
        self.told.append((player, message))

    def observe(self, update: ScriptedUpdate) -> None: ...

    def hand_ended(self, hand: StoredHand) -> None:
        self.event.hand_ended(hand)

    async def open(self, played: Structure, invitation: Invitation | None = None, **more: Any) -> TournamentTask:
        spec = TournamentSettings(structure=played, pace=PACE, **more)
        event = self.event = await TournamentTask.open("sng", spec, self.services, self, invitation)
        await event.start()
        await self.clock.advance(0)
        return event

    async def restart(self, event: TournamentTask, seen: int = 0) -> TournamentTask:
        """Act as if the process had been killed: the tables and the tournament come back from the store."""
        await event.stop()
        for room in self.tables.values():
            await room.stop()
        old, self.tables = self.tables, {}
        for name, room in old.items():
            if not room.live.closed:
                self.tables[name] = await TableTask.restore(name, self.services, self)
        event = self.event = await TournamentTask.restore("sng", self.services, self, seen)
        for room in self.tables.values():
            await room.start()
        await event.start()
        await self.clock.advance(0)
        return event


async def finish(host: Host, event: TournamentTask, chips: int, seconds: int = 4000) -> None:
    for _ in range(seconds):
        if event.live.over:
            break
        await host.clock.advance(1000)
        assert event.chips == chips
        assert not host.bank.check({tournament_account("sng"): event.live.owed})
    assert event.live.status == "over"


@pytest.mark.parametrize(("field", "seats"), [(2, 2), (6, 6), (18, 6), (30, 9)])
@pytest.mark.parametrize("timed", [False, True])
def test_a_sit_and_go_is_played_to_its_winner(field: int, seats: int, timed: bool) -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(field, seats, timed=timed, fee=10), fill_ms=5000, fill_bots=("maniac",))
        watcher = Watcher()
        event.watch(watcher)
        assert await event.submit("ann", wire.Register(cmd_id="1", tournament="sng")) == wire.Done(cmd_id="1")
        assert host.bank.balance(player_account("ann")) == 890
        assert host.bank.balance(tournament_account("sng")) == event.live.owed == 100
        assert watcher.last.card.entered == 1
        await host.clock.advance(5000)
        assert event.live.status == "running"
        moved = [message for player, message in host.told if player == "ann"]
        assert isinstance(moved[0], PlayerMoved)
        await finish(host, event, 1000 * field)
        for now in watcher.seen:
            check_standing(now)
        assert watcher.last == replace(event.now(), seq=watcher.last.seq)
        standing = watcher.last
        assert [entrant.place for entrant in standing.entrants] == sorted(e.place for e in standing.entrants)
        assert standing.entrants[0].place == 1
        assert len({entrant.player for entrant in standing.entrants}) == field
        assert sum(entrant.prize for entrant in standing.entrants) == sum(standing.payouts) == 100 * field
        assert host.bank.balance(tournament_account("sng")) == 0
        assert host.bank.balance(FEES) == 10
        await host.clock.advance(CLOSE_MS + 2000)
        assert event.closed
        assert all(room.live.closed for room in host.tables.values())

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(3))
def test_a_restart_at_any_moment_goes_on_to_the_end(seed: int) -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(18, 6), fill_ms=0, fill_bots=("maniac", "lag"))
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        await host.clock.advance(1)
        for step in range(4000):
            if event.live.over:
                break
            await host.clock.advance(37 + 101 * seed)
            if step % (5 + seed) == 0:
                before = event.now()
                event = await host.restart(event)
                assert event.chips == 18_000
                assert event.live.left == before.card.left
                again = await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
                assert again == wire.Done(cmd_id="1")
        assert event.live.status == "over"
        assert host.bank.balance(tournament_account("sng")) == 0
        assert not host.bank.check()

    asyncio.run(play())


def test_a_commit_that_fails_is_done_again_from_what_is_in_the_store(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(12, 6), fill_ms=0, fill_bots=("maniac", "lag"))
        host.store.failure = StoreFailed("the disk is full")
        refused = await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        assert isinstance(refused, wire.Refused)
        assert refused.code == "failed"
        await host.clock.advance(2000)
        assert await event.submit("ann", wire.Register(cmd_id="1", tournament="sng")) == refused, "its one answer"
        assert isinstance(await event.submit("ann", wire.Register(cmd_id="2", tournament="sng")), wire.Done)
        assert host.bank.balance(player_account("ann")) == 900
        for step in range(4000):
            if event.live.over:
                break
            await host.clock.advance(53)
            if step % 9 == 0:
                host.store.failure = StoreFailed("the disk is full")
        host.store.failure = None
        await host.clock.advance(3000)
        await finish(host, event, 12_000)
        assert host.bank.balance(tournament_account("sng")) == 0
        await event.stop()

    asyncio.run(play())


def test_who_is_moved_to_a_table_in_a_hand_waits_for_its_end() -> None:
    """TDA 8-A: no player is dealt into a hand that has begun."""

    async def play() -> None:
        host = Host()
        event = await host.open(structure(24, 3, timed=True), fill_ms=0, fill_bots=("maniac",))
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        travelled = 0
        for _ in range(60_000):
            if event.live.over:
                break
            await host.clock.advance(20)
            travelled += len(event.live.travelling)
            assert event.chips == 24_000
        assert event.live.over
        assert travelled

    asyncio.run(play())


def test_a_renamed_player_stays_in_and_is_shown_by_the_new_name() -> None:
    async def play() -> None:
        host = Host()
        host.names.put("ann", "Jurgen")
        event = await host.open(structure(6, 6), fill_ms=0, fill_bots=("maniac",))
        watcher = Watcher()
        event.watch(watcher)
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        assert [entrant.player for entrant in watcher.last.entrants] == ["Jurgen"]
        await host.clock.advance(1)
        table = host.tables["sng.1"]
        host.names.put("ann", "Jürgen")
        for task in (event, table):
            task.rename("ann")
        await host.clock.advance(50)
        for restarted in (False, True):
            if restarted:
                event = await host.restart(event)
            entrant = next(entrant for entrant in event.now().entrants if not entrant.bot)
            assert (entrant.player, event.live.players["ann"]) == ("Jürgen", "")
            assert entrant.stack > 0, "the seat belongs to the same player"
            assert "Jürgen" in [seat.player for seat in host.tables["sng.1"].live.shown.seats]
        await finish(host, event, 6000)
        hands = [hand.names[seat] for hand in host.store.hands for seat in hand.players if hand.players[seat] == "ann"]
        assert set(hands[1:]) <= {"Jürgen"}
        placed = next(entrant for entrant in event.now().entrants if not entrant.bot)
        assert host.bank.balance(player_account("ann")) == 900 + placed.prize

    asyncio.run(play())


def test_an_entry_is_paid_once_and_returned_before_the_start() -> None:
    async def play() -> None:
        host = Host(purse=150)
        event = await host.open(structure(6, fee=10))
        enter = wire.Register(cmd_id="1", tournament="sng")
        assert isinstance(await event.submit("ann", enter), wire.Done)
        assert isinstance(await event.submit("ann", enter), wire.Done)
        assert host.bank.balance(player_account("ann")) == 40
        second = await event.submit("ann", wire.Register(cmd_id="2", tournament="sng"))
        assert isinstance(second, wire.Refused)
        assert "already" in second.sentence
        back = await event.submit("ann", wire.Unregister(cmd_id="3", tournament="sng"))
        assert isinstance(back, wire.Done)
        assert host.bank.balance(player_account("ann")) == 150
        spent = ChipTransfer(source=player_account("bob"), target=MINT, amount=100, reason="spent", at=0)
        host.bank.book([spent])
        poor = await event.submit("bob", wire.Register(cmd_id="4", tournament="sng"))
        assert isinstance(poor, wire.Refused)
        assert poor.sentence == "the entry costs 110 chips, but your account has only 50"
        assert not host.bank.check()
        await event.stop()

    asyncio.run(play())


def test_a_tournament_that_is_called_off_pays_everybody_back() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(6, fee=10), bots=("tag",))
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        closing = Close(cmd_id="c1", at="sng", why="the house closes early")
        assert isinstance(await event.submit(HOUSE, closing), wire.Done)
        assert event.card().status == "cancelled"
        assert host.bank.balance(player_account("ann")) == 1000
        assert host.bank.balance(tournament_account("sng")) == host.bank.balance(FEES) == 0
        again = await event.submit(HOUSE, Close(cmd_id="c2", at="sng"))
        assert isinstance(again, wire.Refused)
        assert again.sentence == "Tournament is over."
        await host.clock.advance(CLOSE_MS + 2000)
        assert event.closed

    asyncio.run(play())


def test_house_bots_that_enter_at_once_start_it_when_the_last_place_is_taken() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(3, 3), bots=("tag", "rock"))
        assert event.card().entered == 2
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        await host.clock.advance(0)
        assert event.live.status == "running"
        assert set(host.tables) == {"sng.1"}
        await event.stop()
        for room in host.tables.values():
            await room.stop()

    asyncio.run(play())


def test_a_host_starts_with_bots_in_the_free_places_and_pays_for_nobody() -> None:
    async def play() -> None:
        host = Host(purse=100)
        event = await host.open(structure(4, 4), Invitation(host="ann"), start="host", fill_ms=0, fill_bots=("tag",))
        await event.submit("bob", wire.Register(cmd_id="1", tournament="sng"))
        await host.clock.advance(60_000)
        assert event.card().entered == 1
        assert isinstance(await event.submit("ann", StartNow(cmd_id="s", at="sng")), wire.Done)
        assert (event.live.status, event.card().entered) == ("running", 4)
        assert [host.bank.balance(player_account(player)) for player in ("ann", "bob")] == [100, 0]
        await event.stop()
        for room in host.tables.values():
            await room.stop()

    asyncio.run(play())


def test_ours_a_host_keeps_a_tournament_paused_for_as_long_as_the_door_allows() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(2, 2), Invitation(host="ann", door=GameDoor(longest_pause_ms=60_000)))
        for number, player in enumerate(("ann", "bob")):
            await event.submit(player, wire.Register(cmd_id=str(number), tournament="sng"))
        await host.clock.advance(0)
        assert isinstance(await event.submit("ann", Pause(cmd_id="p", at="sng")), wire.Done)
        room = host.tables["sng.1"]
        await host.clock.advance(59_000)
        assert room.live.hosting.paused == event.live.hosting.paused == "a break"
        await host.clock.advance(1_000)
        assert room.live.hosting.paused == event.live.hosting.paused == ""
        await event.stop()
        await room.stop()

    asyncio.run(play())


def test_a_player_without_a_connection_is_told_to_be_away() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(2, 2))
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        await event.submit("bob", wire.Register(cmd_id="2", tournament="sng"))
        await host.clock.advance(0)
        room = host.tables["sng.1"]
        chairs = {chair.player: chair.connected for chair in room.live.occupants if chair is not None}
        assert chairs == {"ann": True, "bob": False}
        await event.stop()
        await room.stop()

    asyncio.run(play())


def test_no_fact_of_a_tournament_is_lost_in_the_store() -> None:
    async def play() -> None:
        host = Host()
        event = await host.open(structure(6), fill_ms=0, fill_bots=("maniac",))
        await event.submit("ann", wire.Register(cmd_id="1", tournament="sng"))
        await finish(host, event, 6000)
        rows = host.store.rows["sng"]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        found = [facts.read(row.payload) for row in rows]
        assert isinstance(found[0], facts.TournamentOpened)
        again = LiveTournament(found[0])
        for fact in found[1:]:
            apply(again, fact)
        assert again.status == "over"
        assert again.news == event.live.news
        await event.stop()

    asyncio.run(play())
