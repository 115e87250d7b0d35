"""One event played both ways: by the simulator, and live at served tables with the same cards, actions and choices.

The simulator is handed the decks that the served tables seal, and its bots play them. Live, people in all seats send
the same actions as commands, at the pace of the structure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from random import Random
from typing import Any, Final, NamedTuple, cast

from msgspec.structs import replace

from bigslick.core.draws import Draws
from bigslick.hand.events import Called, Checked, Event, Folded, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.settings import TablePace
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import FEES, MINT, Bank, player_account
from bigslick.server.store.records import StoredHand
from bigslick.server.store.store import Store
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask
from bigslick.tournament.director.events import TournamentEvent
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.structure import HandPace, Structure
from tests.server.virtual import MemoryStore
from tests.virtual_clock import VirtualClock

from .tournaments import any_case

NAME: Final = "event"
PURSE: Final = 10**12
STEP_MS: Final = 100_000
QUIET: Final = 1000
"""How many steps without a hand end the wait for a winner."""
RUN_OUT: Final = {0: 0, 1: 5, 2: 7, 3: 9}
"""How long a run-out takes by the streets that are left: in half pauses before a street, or ninths of the whole one."""


class BotField(NamedTuple):
    """The bots of an event, and the seed of its draws."""

    seed: bytes
    bots: tuple[str, ...]


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
    stakes: tuple[int, int, int]
    events: tuple[Event, ...]

    @classmethod
    def of(cls, hand: Hand) -> HandPlayed:
        setup = hand.setup
        return cls(
            setup.stacks,
            setup.button,
            (setup.small_blind_seat, setup.big_blind_seat),
            (setup.small_blind, setup.big_blind, setup.ante),
            hand.events,
        )


def any_event(random: Random, most: int = 14) -> tuple[Structure, BotField]:
    """Return an event that the card room serves as the simulator plays it: a freezeout."""
    case = any_case(random, most)
    pace = HandPace(seconds_per_hand=9 * random.randint(1, 4), seconds_per_action=random.choice((1, 2, 9, 10)))
    given = {"rebuy": None, "addon": None, "late_reg_levels": 0, "reentry_limit": 0, "pace": pace}
    seed = random.randint(0, 1 << 60).to_bytes(32, "big")
    return replace(case.structure, **given), BotField(seed, case.bots)


# -- the cards ---------------------------------------------------------------------------------------------------------


def deck_of(secret: bytes, table: int, hand: int) -> tuple[int, ...]:
    """Return the deck of a hand at a served table whose players add no seeds."""
    return DealtDeck(SealedDeck(secret, f"{NAME}.{table}", hand), {}).cards


def stream_of(deck: Sequence[int]) -> Draws:
    """Return the stream from which a shuffle makes this deck."""
    order, drawn = list(range(52)), bytearray()
    for place in range(51):
        at = order.index(deck[place], place)
        drawn.append(_byte_for(52 - place, at - place))
        order[place], order[at] = order[at], order[place]
    return Draws(lambda: bytes(drawn))


@cache
def _byte_for(below: int, drawn: int) -> int:
    """Return a byte that draws this number."""
    return next(byte for byte in range(256) if byte * below >> 8 == drawn and byte * below & 0xFF >= 256 % below)


class KnownCards:
    """A floor that deals each hand from the deck that the served table has for it."""

    def __init__(self, event: Tournament, secret: bytes) -> None:
        self._event = event
        self._floor = event.floor
        self._secret = secret

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    def play_next(self) -> int:
        self._deal(self._floor.earliest())
        return self._floor.play_next()

    def play_round(self, rows: list[int]) -> int:
        (row,) = rows  # a watched round is played table by table
        self._deal(row)
        return self._floor.play_round(rows)

    def _deal(self, row: int) -> None:
        table, hand = self._event.tables.table_of[row], self._floor.hands_of(row) + 1
        self._floor.deal_from(stream_of(deck_of(self._secret, table, hand)))


class Simulated:
    """An event played by the simulator, with its hands by table and number."""

    def __init__(self, structure: Structure, field: BotField) -> None:
        self.hands: dict[tuple[int, int], PlayedHand] = {}
        seed: Any = field.seed  # the same bytes as live, where an int or a str would be another seed
        event = self.event = Tournament(structure, seed, bots=field.bots, watch=self._keep)
        floor: Any = KnownCards(event, field.seed)
        event.floor = floor
        event.finish()

    def _keep(self, played: PlayedHand) -> None:
        self.hands[played.table, played.number] = played

    @property
    def happened(self) -> WhatHappened:
        """Return what happened, with the accounts as they should be."""
        structure, director = self.event.structure, self.event.director
        balances = {player_account(name): PURSE for name in structure.names}
        for name in director.names:
            balances[player_account(name)] -= structure.entry_cost
        for placed in director.finishes.values():
            balances[player_account(director.names[placed.entry])] += placed.prize
        balances[FEES] = structure.fee * len(director.names)
        balances[MINT] = -sum(balances.values())
        hands = {key: HandPlayed.of(played.hand) for key, played in self.hands.items()}
        return WhatHappened(self.event.events, hands, balances)


# -- live --------------------------------------------------------------------------------------------------------------


def served_pace(pace: HandPace) -> TablePace:
    """Return a table's clocks for hands as long as the simulator's.

    A hand begins when its table is released. A run-out from the deal takes exactly a hand's base time.
    """
    return TablePace(
        action_ms=10_000_000,
        deal_animation_delay_ms=0,
        street_delay_ms=2000 * pace.seconds_per_hand // RUN_OUT[3],
        inter_round_delay_ms=0,
        seeds_ms=0,
    )


class LiveRoom:
    """A card room with one tournament whose players send the commands of a simulated event."""

    def __init__(self, structure: Structure, field: BotField, played: Simulated) -> None:
        self.store = MemoryStore()
        self.clock = VirtualClock(0, self._act_when_due)
        self.tables: dict[str, TableTask] = {}
        self.task: TournamentTask
        self._played = played
        self._names = structure.names
        self._pace = structure.pace
        accounts = {player_account(name): PURSE for name in self._names}
        self.bank = Bank({MINT: -sum(accounts.values()), **accounts})
        self._services = Services(cast(Store, self.store), self.bank, self.clock, lambda: field.seed)
        self._settings = TournamentSettings(structure=structure, pace=served_pace(structure.pace))
        self._commands = 0
        self._began: dict[str, int] = {}
        """When the current hand of each table began."""
        self._acted: dict[str, tuple[int, int]] = {}
        """The last turn of each table whose action is sent or planned."""
        self._planned: dict[int, list[Callable[[], None]]] = {}
        """The commands to send, by time: those of one moment are sent together."""

    async def play(self) -> WhatHappened:
        """Play the event to its end."""
        self.task = await TournamentTask.open(NAME, self._settings, self._services, self)
        await self.task.start()
        for name in self._names:
            self._send(self.task, name, wire.Register(cmd_id=self._cmd_id(), tournament=NAME))
        quiet = 0
        while not self.task.live.over and quiet < QUIET:
            before = len(self.store.hands)
            await self.clock.advance(STEP_MS)
            quiet = 0 if len(self.store.hands) > before else quiet + 1
        director = self.task.live.director
        assert director is not None
        balances = {account: self.bank.balance(account) for account in self._played.happened.balances}
        hands = {(number_of(kept.table), kept.number): Hand.load(kept.record) for kept in self.store.hands}
        await self.task.stop()
        for table in self.tables.values():
            await table.stop()
        return WhatHappened(list(director.events), {at: HandPlayed.of(hand) for at, hand in hands.items()}, balances)

    # -- the room that tables and tournament use -----------------------------------------------------------------------

    async def serve(self, task: TableTask) -> None:
        self.tables[task.id] = task
        await task.start()

    def connected(self, player: str) -> bool:
        return True

    def shuts_out(self, player: str, club: str) -> bool:
        return False

    def seated(self, player: str, table: str) -> None: ...

    def tell(self, player: str, message: wire.FromServer) -> None: ...

    def observe(self, update: ScriptedUpdate) -> None: ...

    def hand_ended(self, hand: StoredHand) -> None:
        self.task.hand_ended(hand)

    # -- the players ---------------------------------------------------------------------------------------------------

    async def _act_when_due(self) -> None:
        """Act at every table whose turn is due, and plan the actions that are not due yet."""
        while sum(map(self._act, self.tables.values())):
            while asyncio.get_running_loop()._ready:  # type: ignore[attr-defined]
                await asyncio.sleep(0)

    def _act(self, task: TableTask) -> bool:
        """Act as the simulator's bot did; return whether the command is sent."""
        turn, hand = task.live.turn, task.live.table.number
        if turn is None or self._acted.get(task.id) == (hand, turn.number):
            return False
        self._acted[task.id] = hand, turn.number
        if turn.number == 0:
            self._began[task.id] = turn.opened
        played = self._played.hands.get((number_of(task.id), hand))
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
    structure: Structure, field: BotField, planted: AbstractContextManager[object] | None = None
) -> tuple[WhatHappened, WhatHappened]:
    """Return the course of an event by the simulator, and live, where a difference may be planted."""
    played = Simulated(structure, field)
    expected = played.happened
    with planted or nullcontext():
        live = asyncio.run(LiveRoom(structure, field, played).play())
    last = {table: max(number for at, number in expected.hands if at == table) for table, _ in expected.hands}
    in_progress = {(table, number) for table, number in last.items() if (table, number) not in live.hands}
    # The simulator plays every hand it begins, even if the event is over before its end.
    finished = {key: hand for key, hand in expected.hands.items() if key not in in_progress}
    return expected._replace(hands=finished), live
