"""One event played both ways: by the simulator, and live at served tables with the same cards, actions and choices.

The simulator is handed the decks that the served tables seal, and its bots play them. Live, the same actions, entries,
rebuys and add-ons are sent as commands, at the pace of the structure.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, NamedTuple, cast

from bigslick.hand.events import Called, Checked, Event, Folded, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.settings import TablePace
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import FEES, MINT, Bank, player_account, tournament_account
from bigslick.server.store.records import StoredHand
from bigslick.server.store.store import Store
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from bigslick.table.positions import positions
from bigslick.tournament.director.events import AddedOn, BountyWon, Placed, Rebought, TournamentEvent
from bigslick.tournament.floor.no_shows import drawn_no_shows
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.structure.structure import HandPace, Structure
from tests.server.virtual import MemoryStore
from tests.virtual_clock import VirtualClock

from .any_event import Field
from .between_hands import BetweenHands
from .simulated import NAME, Simulated

PURSE: Final = 10**12
NEVER_MS: Final = 10_000_000
STAGE_MS: Final = 1_000
"""The pause before each round, flight or day, in which players register for the next flight."""
STEP_MS: Final = 100_000
QUIET: Final = 1000
"""How many steps without a hand end the wait for a winner."""
RUN_OUT: Final = {0: 0, 1: 5, 2: 7, 3: 9}
"""How long a run-out takes by the streets that are left: in half pauses before a street, or ninths of the whole one."""


class WhatHappened(NamedTuple):
    """What happened in an event."""

    events: list[TournamentEvent]
    """The director's decisions, in order."""
    hands: dict[tuple[int, int], HandPlayed]
    """The hands by table and number."""
    balances: dict[str, int]
    """The accounts at the end."""


class HandPlayed(NamedTuple):
    """A hand without the cards that no one saw."""

    stacks: tuple[int, ...]
    button: int
    blind_seats: tuple[int | None, int | None]
    positions: dict[int, str]
    stakes: tuple[int, int, int]
    events: tuple[Event, ...]

    @classmethod
    def of(cls, hand: Hand) -> HandPlayed:
        setup = hand.setup
        return cls(
            setup.stacks,
            setup.button,
            (setup.small_blind_seat, setup.big_blind_seat),
            positions(setup),
            (setup.small_blind, setup.big_blind, setup.ante),
            hand.events,
        )


def expected_of(played: Simulated, field: Field) -> WhatHappened:
    """Return what happened in a simulated event, with the accounts as they should be after it."""
    hands = {key: HandPlayed.of(hand.hand) for key, hand in played.played.items()}
    return WhatHappened(played.events, hands, accounts_after(played, field))


def accounts_after(played: Simulated, field: Field) -> dict[str, int]:
    """Return what everybody has after an event; the house pays for its bots."""
    structure, names = played.structure, played.director.names
    won: Counter[str] = Counter()
    for name in names:
        won[name] -= structure.entry_cost
    for event in played.events:
        if isinstance(event, Rebought) and structure.rebuy:
            won[names[event.entry]] -= structure.rebuy.cost
        elif isinstance(event, AddedOn) and structure.addon:
            won[names[event.entry]] -= structure.addon.cost
        elif isinstance(event, BountyWon):
            won[names[event.entry]] += event.cashed
        elif isinstance(event, Placed):
            won[names[event.entry]] += event.prize
    people = {player_account(player): PURSE + won[player] for player in field.people}
    fees = {FEES: structure.fee * sum(name in field.people for name in names), tournament_account(NAME): 0}
    return {MINT: -sum(people.values()) - sum(fees.values()), **fees, **people}


# -- live --------------------------------------------------------------------------------------------------------------


def served_pace(pace: HandPace) -> TablePace:
    """Return a table's clocks for hands as long as the simulator's.

    A hand begins when its table is released. A run-out from the deal takes exactly a hand's base time.
    """
    return TablePace(
        action_ms=NEVER_MS,
        grace_ms=NEVER_MS,
        bot_ms=NEVER_MS,
        deal_animation_delay_ms=0,
        street_delay_ms=2000 * pace.seconds_per_hand // RUN_OUT[3],
        inter_round_delay_ms=0,
        seeds_ms=0,
    )


def served_settings(structure: Structure, field: Field) -> TournamentSettings:
    """Return the settings of an event that its players enter."""
    flights = structure.flights is not None
    return TournamentSettings(
        structure=structure if flights else structure.with_entrants(len(field.names) - field.late),
        start="time" if flights else "full",
        start_time=STAGE_MS if flights else 0,
        bots=tuple(name.split()[0] for name in field.names[: field.house]),
        pace=served_pace(structure.pace),
        rebuy_ms=NEVER_MS,
        addon_ms=NEVER_MS,
        stage_pause_ms=STAGE_MS,
    )


class LiveRoom:
    """A card room with one tournament whose players send the commands of a simulated event."""

    def __init__(self, structure: Structure, field: Field, played: Simulated, store: MemoryStore | None = None) -> None:
        self.store = MemoryStore() if store is None else store
        self.clock = VirtualClock(0, self._act_when_due)
        self.tables: dict[str, TableTask] = {}
        self.task: TournamentTask | None = None
        self._played = played
        self._pace = structure.pace
        self._absent = drawn_no_shows(played.structure, played.seed)
        accounts = {player_account(name): PURSE for name in field.people}
        self.bank = Bank({MINT: -sum(accounts.values()), **accounts})
        self._services = Services(cast(Store, self.store), self.bank, self.clock, lambda: field.seed)
        self._settings = served_settings(structure, field)
        self._between = BetweenHands(structure, field, played, self._wake_at)
        self._commands = 0
        self._began: dict[str, int] = {}
        """When the current hand of each table began."""
        self._acted: dict[str, tuple[int, int]] = {}
        """The last turn of each table whose action is sent or planned."""
        self._planned: dict[int, list[Callable[[], None]]] = {}
        """The commands to send, by time: those of one moment are sent together."""

    async def play(self, accounts: Iterable[str]) -> WhatHappened:
        """Play the event to its end; return what happened, with these accounts."""
        task = self.task = await TournamentTask.open(NAME, self._settings, self._services, self)
        await task.start()
        quiet = 0
        while not task.live.over and quiet < QUIET:
            before = len(self.store.hands)
            await self.clock.advance(STEP_MS)
            quiet = 0 if len(self.store.hands) > before else quiet + 1
        director = task.live.director
        events = [] if director is None else list(director.events)
        balances = {account: self.bank.balance(account) for account in accounts}
        hands = {(number_of(kept.table), kept.number): Hand.load(kept.record) for kept in self.store.hands}
        await task.stop()
        for table in self.tables.values():
            await table.stop()
        return WhatHappened(events, {at: HandPlayed.of(hand) for at, hand in hands.items()}, balances)

    # -- the room that tables and tournament use -----------------------------------------------------------------------

    async def serve(self, task: TableTask) -> None:
        self.tables[task.id] = task
        await task.start()

    def connected(self, player: str) -> bool:
        return player not in self._absent

    def shuts_out(self, player: str, club: str) -> bool:
        return False

    def seated(self, player: str, table: str) -> None: ...

    def tell(self, player: str, message: wire.FromServer) -> None: ...

    def observe(self, update: ScriptedUpdate) -> None: ...

    def hand_ended(self, hand: StoredHand) -> None:
        assert self.task is not None
        self.task.hand_ended(hand)

    # -- the players ---------------------------------------------------------------------------------------------------

    async def _act_when_due(self) -> None:
        """Act at every table whose turn is due, and plan the actions that are not due yet."""
        while sum(map(self._act, self.tables.values())) + self._choose():
            while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)

    def _choose(self) -> int:
        """Send what is due between hands; return how much."""
        if self.task is None:
            return 0
        due = self._between.due(self.task.live, self.task.tables, self.clock.now())
        for player, command in due:
            self._send(self.task, player, command)
        return len(due)

    def _wake_at(self, at: int) -> None:
        self.clock.call_at(at, lambda: None)

    def _act(self, task: TableTask) -> bool:
        """Act as the simulator's bot did; return whether the command is sent."""
        turn, hand = task.live.turn, task.live.table.number
        if turn is None or self._acted.get(task.id) == (hand, turn.number):
            return False
        self._acted[task.id] = hand, turn.number
        if turn.number == 0:
            self._began[task.id] = turn.opened
        played = self._played.played.get((number_of(task.id), hand))
        if played is None or turn.number >= len(played.codes):
            return False  # live the hand went another way: the courses will differ
        action, player = played.hand.actions[turn.number], task.live.occupant(turn.seat).player
        command = wire.Act(cmd_id=self._cmd_id(), table=task.id, hand=hand, number=turn.number, action=action)
        at = max(turn.opened, self._acts_at(played, turn.number, self._began[task.id]))
        if at > self.clock.now():
            if at not in self._planned:
                self.clock.call_at(at, partial(self._send_planned, at))
            self._planned.setdefault(at, []).append(partial(self._send, task, player, command))
            return False
        self._send(task, player, command)
        return True

    def _acts_at(self, played: PlayedHand, number: int, began: int) -> int:
        """Return when to act, so that the hand is as long as the simulator's."""
        actions, pace = len(played.codes), self._pace
        left = RUN_OUT[_streets_run_out(played)] * 1000 * pace.seconds_per_hand // RUN_OUT[3]
        return began + 1000 * (pace.hand(actions) - pace.seconds_per_action * (actions - 1 - number)) - left

    def _send_planned(self, at: int) -> None:
        for send in self._planned.pop(at):
            send()

    def _cmd_id(self) -> str:
        self._commands += 1
        return f"c{self._commands}"

    @staticmethod
    def _send(task: Any, player: str, command: Any) -> None:
        task.post(player, command, asyncio.get_running_loop().create_future())


def number_of(table: str) -> int:
    return int(table.rpartition(".")[2])


def _streets_run_out(played: PlayedHand) -> int:
    """Return how many streets are dealt after the last action, with every hand tabled."""
    streets = 0
    for event in played.hand.events:
        if isinstance(event, StreetDealt):
            streets += 1
        elif isinstance(event, Folded | Checked | Called | Wagered):
            streets = 0
    return streets


def both_ways(
    structure: Structure, field: Field, planted: AbstractContextManager[object] | None = None
) -> tuple[WhatHappened, WhatHappened]:
    """Return the course of an event by the simulator, and live, where a difference may be planted."""
    played = Simulated(structure, field)
    played.finish()
    expected = expected_of(played, field)
    with planted or nullcontext():
        live = asyncio.run(LiveRoom(structure, field, played).play(expected.balances))
    last = {table: max(number for at, number in expected.hands if at == table) for table, _ in expected.hands}
    in_progress = {(table, number) for table, number in last.items() if (table, number) not in live.hands}
    # The simulator plays every hand it begins, even if the event is over before its end.
    finished = {key: hand for key, hand in expected.hands.items() if key not in in_progress}
    return expected._replace(hands=finished), live
