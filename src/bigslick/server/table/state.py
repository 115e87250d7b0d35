"""A served table as data, and what you can ask of it. Only `apply` changes it."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.afterwards import Afterwards
from bigslick.protocol.fairness import DealtDeck
from bigslick.protocol.room_events import PlayerSeed
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.state import Hosting
from bigslick.server.serving.answers import Answers
from bigslick.server.store.records import StoredHand
from bigslick.table.seats import Seat
from bigslick.table.state import BombPots
from bigslick.table.table import Table

from . import facts
from .script import ScriptedUpdate, ShownTable

BUSTED_MS: Final = 2 * 60_000
"""How long a cash table keeps the seat of a player without chips."""
AWAY_MS: Final = 10 * 60_000
"""How long a cash table keeps the seat of a player who sits out."""
HELD_MS: Final = 30_000
"""How long a free seat is held for the first player in the queue."""
QUEUE_LOST_MS: Final = 30_000
"""How long a player without a connection keeps the place in the queue."""


class Occupant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The player in a seat, beyond what the rules of the table need to know."""

    player: str
    bot: str = ""
    """The style of a house bot; empty for a person."""
    promise: str = ""
    """The hash of the seed that they add to the next hand."""
    bank_ms: int = 0
    connected: bool = True
    lost_at: int = 0
    lost_hand: int = 0
    """The hand in which the connection was lost, or the next one."""
    timeouts: int = 0
    """In a row."""
    graces: int = 0
    """In this hand."""
    away_since: int = 0
    busted_at: int = 0
    kicked: bool = False
    """Whether the host makes them leave after the hand."""
    since: int = 0
    """When they sat down."""
    wants_bomb: bool = False
    """Whether they agree to a bomb pot in the next hand."""


class OpenTurn(msgspec.Struct, kw_only=True):
    """The turn that the clocks run for."""

    seat: int
    number: int
    opened: int
    """When viewers see it; an action before that comes too early."""
    deadline: int
    takes_time: bool = False
    """Whether its player has taken the time bank."""


class SealedHand(msgspec.Struct, kw_only=True):
    """The next hand from the moment its deck is sealed until it is dealt: nothing about it changes but the seeds."""

    hand: int
    secret: bytes
    """The house's secret, from which the deck was shuffled."""
    seeds: dict[int, PlayerSeed]
    """The promises of players, and the seeds opened so far, by seat."""
    until: int
    """When it is dealt at the latest."""
    bomb_pot: int = 0
    """The big blinds of each player in a bomb pot that all of them agreed to; 0 for an ordinary hand."""

    @property
    def complete(self) -> bool:
        """Whether every promised seed is there."""
        return all(added.seed for added in self.seeds.values())


class LiveHand(msgspec.Struct, kw_only=True):
    """Everything that is true only while a hand is played."""

    hand: Hand
    deck: DealtDeck
    secret: bytes
    """The house's secret for this hand."""
    seeds: dict[int, PlayerSeed]
    """The seeds that players added to the order of the deck, by seat."""
    players: dict[int, str]
    """The players dealt in, by seat."""
    scripted: int = 0
    """How many events of the hand are in the script."""
    actions: int = 0
    """How many actions the hand has seen."""
    turn: OpenTurn | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """The seats dealt in, in dealing order."""
        return self.hand.setup.dealt


class EndedHand(msgspec.Struct, kw_only=True):
    """The last hand from its end until the next one is dealt: its players may still show cards."""

    hand: Hand
    deck: DealtDeck
    secret: bytes
    seeds: dict[int, PlayerSeed]
    players: dict[int, str]
    told_at: int
    """When viewers have seen its end; nothing more is shown before."""
    public: Afterwards = Afterwards()
    """Cards made public since."""


class SeatHold(msgspec.Struct, frozen=True):
    """A free seat, held for a player from the queue."""

    player: str
    seat: int
    until: int


class ChipMove(msgspec.Struct, frozen=True):
    """Chips that come to the table, or leave it if negative; a bot's chips belong to the house."""

    player: str
    bot: bool
    chips: int
    reason: str


class Consequences(msgspec.Struct, kw_only=True):
    """The effect of a fact on the ledger and the record of hands."""

    moves: list[ChipMove] = []
    hand: StoredHand | None = None
    revealed: tuple[str, Afterwards] | None = None
    """The cards made public of a hand that was recorded before."""


class LiveTable:
    """A served table, without clock, randomness or store. It holds secrets; viewers get the script."""

    def __init__(self, opened: facts.Opened) -> None:
        settings = opened.settings
        self.opened = opened
        self.id = opened.table
        """Also the name of its stream."""
        self.settings = settings
        self.pace = settings.pace
        self.count = 1
        """How many facts have been applied, the opening included."""
        self.at = opened.at
        """The time of the last fact."""
        self.table = _new_table(opened)
        self.occupants: list[Occupant | None] = [None] * settings.seats
        self.wanted_bots: list[str] = [] if settings.tournament else list(settings.bots)
        self.others_due: int | None = None
        """When anything but the turn and the next hand is due; None until it is worked out again."""
        self.playing: LiveHand | None = None
        """The hand being played by the facts; viewers may still be watching the end of the last one."""
        self.ended: EndedHand | None = None
        """The last hand, until the next one is dealt."""
        self.sealed: SealedHand | None = None
        """The next hand, once its deck is sealed."""
        self.queue: list[str] = []
        self.holds: list[SeatHold] = []
        self.queue_lost: dict[str, int] = {}
        """Players in the queue who are not connected, and since when."""
        self.hosting = Hosting.of(opened.invitation)
        self.closing = ""
        self.closed = ""
        self.parked = bool(settings.tournament)
        """Whether the tournament has yet to release the next hand."""
        self.next_at: int | None = None
        self.seq = 0
        """The number of the last update in the script, shown or not."""
        self.script: deque[ScriptedUpdate] = deque()
        """Updates that viewers have yet to see."""
        self.script_end = opened.at
        self.dealt_in: dict[int, str] = {}
        """The people in the present or last hand, by seat, whether they have left it or not."""
        self.skips: list[int] = []
        """The seats whose players want to skip ahead."""
        self.shown = ShownTable()
        self._promises: dict[str, str] = {}
        """The promises that snapshots show: facts are applied before they are committed, and shown after."""
        self._shown_skips: tuple[int, ...] = ()
        self.answers: Answers[tuple[int, int | None]] = Answers()

    # -- seats and chips -----------------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """The player who runs the table; empty for a table of the house."""
        return self.hosting.host

    @property
    def hidden(self) -> bool:
        """Whether its hands are only for players who were dealt in or may come in."""
        return self.hosting.door.private or self.hosting.door.spectators == "off"

    @property
    def cash(self) -> bool:
        """Whether it is a cash table."""
        return not self.settings.tournament

    @property
    def chips(self) -> int:
        """All chips on the table: in stacks, in the middle, and bought for after the hand."""
        return sum(seat.stack + seat.top_up for seat in self.table.seats if seat is not None)

    @property
    def people(self) -> int:
        """How many people play here; players who sit out do not count."""
        return sum(
            occupant is not None and not occupant.bot and not self.taken(seat).sitting_out
            for seat, occupant in enumerate(self.occupants)
        )

    @property
    def waits_for_someone(self) -> bool:
        """Whether anyone's clock runs: the player to act, seeds to be opened, a player who may lose a place."""
        if self.turn is not None or self.holds or self.sealed is not None or self.queue_lost:
            return True
        if self.hosting.away_since is not None:
            return True
        return any(each is not None and (each.away_since or each.busted_at) for each in self.occupants)

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        for seat, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.player == player:
                return seat
        return None

    @property
    def by_time(self) -> list[str]:
        """The connected people with a seat who stay, longest-seated first."""
        there = [
            each for seat, each in enumerate(self.occupants) if each is not None and each.connected and self.stays(seat)
        ]
        return [each.player for each in sorted(there, key=lambda each: each.since)]

    def stays(self, seat: int) -> bool:
        """Whether a person sits there who neither leaves nor is made to."""
        occupant = self.occupant(seat)
        if occupant.bot or occupant.kicked or occupant.player in self.hosting.banned:
            return False
        return not self.taken(seat).leaving

    def occupant(self, seat: int) -> Occupant:
        """The player in a taken seat."""
        occupant = self.occupants[seat]
        assert occupant is not None
        return occupant

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there, or sat: they see what only this seat may see."""
        occupant = self.occupants[seat]
        return occupant is None or not occupant.bot

    def taken(self, seat: int) -> Seat:
        """A taken seat as the rules of the table see it."""
        taken = self.table.seats[seat]
        assert taken is not None
        return taken

    def free_seats(self, player: str = "") -> list[int]:
        """The seats that a player may take: empty, and not held for another player."""
        held = {hold.seat for hold in self.holds if hold.player != player}
        return [seat for seat, occupant in enumerate(self.occupants) if occupant is None and seat not in held]

    def seats_now(self) -> tuple[wire.SeatNow, ...]:
        """The taken seats for viewers."""
        found = []
        for seat, (occupant, taken) in enumerate(zip(self.occupants, self.table.seats, strict=True)):
            if occupant is not None and taken is not None:
                found.append(
                    wire.SeatNow(
                        seat=seat,
                        player=occupant.player,
                        stack=taken.stack,
                        bot=occupant.bot,
                        sitting_out=taken.sitting_out or taken.stack == 0,
                        leaving=taken.leaving,
                        connected=occupant.connected,
                        waiting=taken.owes and not self.in_hand(seat),
                        posting=taken.missed_blinds == "post",
                        straddles=taken.straddles,
                        wants_bomb=occupant.wants_bomb,
                        bank_ms=occupant.bank_ms,
                        top_up=self._top_up(seat),
                        bought=taken.top_up,
                    )
                )
        return tuple(found)

    def shown_money(self) -> tuple[int, dict[str, int]]:
        """The last fact that viewers have seen in full, and each player's chips on the table by then.

        The chips of house bots are together, under "". A fact shown in part must not give its result away.
        """
        found: dict[str, int] = {}
        for seat in self.shown.seats:
            name = "" if seat.bot else seat.player
            found[name] = found.get(name, 0) + seat.stack + seat.bought
        return (self.script[0].fact - 1 if self.script else self.count), found

    def _top_up(self, seat: int) -> tuple[int, int] | None:
        legal = self.table.top_up_range(seat) if self.cash else range(0)
        return (legal[0], legal[-1]) if legal else None

    # -- the hand ------------------------------------------------------------------------------------------------

    @property
    def dealing(self) -> bool:
        """Whether it is fixed who plays: a hand is being played, or its deck is sealed."""
        return self.playing is not None or self.sealed is not None

    @property
    def hand(self) -> Hand | None:
        """The hand being played."""
        return None if self.playing is None else self.playing.hand

    @property
    def turn(self) -> OpenTurn | None:
        """The turn being waited for."""
        return None if self.playing is None else self.playing.turn

    def in_hand(self, seat: int) -> bool:
        """Whether the seat was dealt in to the hand being played."""
        return self.playing is not None and self.playing.hand.setup.stacks[seat] > 0

    def expiry(self, turn: OpenTurn) -> int:
        """When the time bank of the player to act runs out."""
        return turn.deadline + self.occupant(turn.seat).bank_ms

    # -- answers and viewers -------------------------------------------------------------------------------------

    def answer(self, player: str, cmd_id: str) -> wire.Done | None:
        """The answer to a command that was carried out before."""
        found = self.answers.get(player, cmd_id)
        return None if found is None else wire.Done(cmd_id=cmd_id, seq=found[0], seat=found[1])

    @property
    def next_update_at(self) -> int | None:
        """When viewers see something next."""
        return self.script[0].at if self.script else None

    def show_due(self, now: int) -> list[ScriptedUpdate]:
        """Take the updates that are due by now out of the script; from now on every snapshot includes them."""
        due: list[ScriptedUpdate] = []
        while self.script and self.script[0].at <= now:
            update = self.script.popleft()
            self.shown.show(update)
            due.append(update)
        sitting = (occupant for occupant in self.occupants if occupant is not None)
        self._promises = {occupant.player: occupant.promise for occupant in sitting if occupant.promise}
        self._shown_skips = tuple(self.skips)
        return due

    def snapshot(self, player: str | None, now: int) -> wire.TableSnapshot:
        """The table as a viewer may see it, as far as the script has been shown."""
        promise = self._promises.get(player or "", "")
        return self.shown.snapshot(self.id, self.settings, player, now, promise, self._shown_skips)


def _new_table(opened: facts.Opened) -> Table:
    settings = opened.settings
    blinds, rules = (settings.small_blind, settings.big_blind), settings.rules
    if settings.tournament:
        return Table(settings.seats, blinds=blinds, ante=settings.ante, rules=rules)
    return Table.cash(
        settings.seats,
        blinds=blinds,
        ante=settings.ante,
        rules=rules,
        dead_blind_rule=settings.dead_blind_rule,
        buy_in=settings.buy_in,
        straddle=settings.straddle,
        bomb_pots=_bomb_pots(settings),
    )


def _bomb_pots(settings: TableSettings) -> BombPots | None:
    return BombPots(every=settings.bomb_every, big_blinds=settings.bomb_big_blinds) if settings.bomb_every else None
