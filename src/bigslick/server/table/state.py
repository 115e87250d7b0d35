"""A served table as data, with queries. Only `apply` changes it."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from bigslick.hand.hand import Hand
from bigslick.protocol import room_events, wire
from bigslick.protocol.afterwards import Afterwards
from bigslick.protocol.fairness import DealtDeck
from bigslick.protocol.room_events import PlayerSeed
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.hosting.state import Hosting
from bigslick.server.serving.answers import Answers
from bigslick.server.store.records import StoredHand
from bigslick.table.seats import MissedBlinds, Seat, way_in
from bigslick.table.seven_deuce import SevenDeucePayment
from bigslick.table.state import BombPots
from bigslick.table.table import Table

from . import facts
from .broadcast.film import Broadcast, Shot
from .script import ScriptedUpdate, ShownTable, seat_in

BUSTED_MS: Final = 2 * 60_000
"""How long a cash table keeps a seat for a player without chips."""
AWAY_MS: Final = 10 * 60_000
"""How long a cash table keeps a seat for a player who is sitting out."""
HELD_MS: Final = 30_000
"""How long a free seat is held for the first player in the queue."""
HOUR_MS: Final = 3_600_000
QUEUE_LOST_MS: Final = 30_000
"""How long a player without a connection keeps their place in the queue."""


class Occupant(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The player in a seat, beyond what the table's rules need to know."""

    player: str
    bot: str = ""
    """The style of a house bot; empty for a person."""
    promise: str = ""
    """The hash of the seed they add to the next hand."""
    bank_ms: int = 0
    disconnect_bank_ms: int = 0
    connected: bool = True
    lost_at: int = 0
    lost_hand: int = 0
    """The hand when the connection was lost, or the next one."""
    timeouts: int = 0
    """In a row."""
    graces: int = 0
    """In this hand."""
    away_since: int = 0
    busted_at: int = 0
    kicked: bool = False
    """Whether the host removes them after the hand."""
    since: int = 0
    """When they sat down."""
    wants_bomb: bool = False
    """Whether they agree to a bomb pot in the next hand."""
    out_at_blind: bool = False
    """Whether they sit out when the big blind reaches them."""
    new_seat: int | None = None
    """The seat they move to before the next hand."""
    moved_by_host: bool = False
    """Whether the host wants that."""
    sit_out_votes: list[str] = []
    """Players who want them to sit out, while they are absent."""
    corrections: list[tuple[int, str]] = []
    """Chips that the host takes from their stack after the hand, each time with the reason."""
    newcomer: int = 0
    """In how many hands here they have a newcomer's time to act."""
    hands: int = 0
    """How many hands they were dealt since they sat down."""
    broadcast: bool | None = None
    """Whether they agree that their hole cards are broadcast; None until they answer."""


class OpenTurn(msgspec.Struct, kw_only=True):
    """The turn on the clock."""

    seat: int
    number: int
    opened: int
    """When viewers see it; an action before that is too early."""
    deadline: int
    takes_time: bool = False
    """Whether its player has taken the time bank."""
    lost: bool = False
    """Whether its player lost the connection, and has the bank for that after the deadline."""


class SealedHand(msgspec.Struct, kw_only=True):
    """The next hand, from sealing its deck until it is dealt. Meanwhile only its seeds change."""

    hand: int
    secret: bytes
    """The house's secret for shuffling the deck."""
    seeds: dict[int, PlayerSeed]
    """The players' promises, and the seeds opened so far, by seat."""
    until: int
    """The latest time it is dealt."""
    bomb_pot: int = 0
    """The ante in big blinds for an agreed bomb pot; 0 for an ordinary hand."""

    @property
    def complete(self) -> bool:
        """Whether every promised seed has arrived."""
        return all(added.seed for added in self.seeds.values())


class LiveHand(msgspec.Struct, kw_only=True):
    """Everything that exists only during a hand."""

    hand: Hand
    deck: DealtDeck
    secret: bytes
    """The house's secret for this hand."""
    seeds: dict[int, PlayerSeed]
    """The players' seeds for the deck's order, by seat."""
    players: dict[int, str]
    """The players dealt in, by seat."""
    scripted: int = 0
    """How many of the hand's events are in the script."""
    actions: int = 0
    """How many actions the hand has had."""
    turn: OpenTurn | None = None
    broadcast: tuple[int, ...] = ()
    """The seats whose players agreed that the hole cards are broadcast."""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats dealt in, in dealing order."""
        return self.hand.setup.dealt


class EndedHand(msgspec.Struct, kw_only=True):
    """The last hand, from its end until the next one is dealt. Its players may still show cards."""

    hand: Hand
    deck: DealtDeck
    secret: bytes
    seeds: dict[int, PlayerSeed]
    players: dict[int, str]
    told_at: int
    """When viewers have seen its end; nothing more is shown before that."""
    public: Afterwards = Afterwards()
    """Cards made public since, and the seven-deuce bounty."""
    seven_deuce: int = 0
    """What each player pays to a winner who shows seven-deuce, in chips."""


class SeatHold(msgspec.Struct, frozen=True):
    """A free seat held for a player in the queue."""

    player: str
    seat: int
    until: int


class ChipMove(msgspec.Struct, frozen=True):
    """Chips coming to the table, or leaving it if negative; a bot's chips belong to the house."""

    player: str
    bot: bool
    chips: int
    reason: str
    note: str = ""
    """What the host said about it."""


class StackTransfer(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that pass from stack to stack: the players' ids, empty for a bot, whose chips belong to the house."""

    payment: SevenDeucePayment
    """By the seats that the players have now."""
    payer: str
    winner: str


class Departure(msgspec.Struct, frozen=True):
    """The chips a player left with, and when."""

    chips: int
    at: int


class Consequences(msgspec.Struct, kw_only=True):
    """A fact's effect on the ledger and the recorded hands."""

    moves: list[ChipMove] = []
    passed: tuple[StackTransfer, ...] = ()
    """A seven-deuce bounty, which leaves the table's chips as they are."""
    hand: StoredHand | None = None
    revealed: tuple[str, Afterwards] | None = None
    """Cards made public in an earlier recorded hand."""


class LiveTable:
    """A served table without clock, randomness or store. It holds secrets; viewers get the script."""

    def __init__(self, opened: facts.Opened) -> None:
        settings = opened.settings
        self.opened = opened
        self.id = opened.table
        """Also the name of its stream."""
        self.settings = settings
        self.next_settings: TableSettings | None = None
        """The settings after the current hand, if the host has changed them."""
        self.count = 1
        """How many facts have been applied, including the opening."""
        self.at = opened.at
        """The time of the last fact."""
        self.table = _new_table(opened)
        self.occupants: list[Occupant | None] = [None] * settings.seats
        self.wanted_bots: list[str] = [] if settings.tournament else list(settings.bots)
        self.others_due: int | None = None
        """When anything but the turn and the next hand is due; None until recomputed."""
        self.playing: LiveHand | None = None
        """The current hand according to the facts; viewers may still be watching the end of the last one."""
        self.ended: EndedHand | None = None
        """The last hand, until the next one is dealt."""
        self.sealed: SealedHand | None = None
        """The next hand, once its deck is sealed."""
        self.queue: list[str] = []
        self.holds: list[SeatHold] = []
        self.kept = opened.kept
        """The players whose seats are kept until they come; a new value whenever it changes."""
        self.queue_lost: dict[str, int] = {}
        """Players in the queue who are not connected, and since when."""
        self.departed: dict[str, Departure] = {}
        """Players who left with chips, the latest last."""
        self.redraws = False
        """Whether all seats are drawn before the next hand."""
        self.hosting = Hosting.of(opened.invitation)
        self.closing = ""
        self.closed = ""
        self.state = room_events.StateChanged("waiting")
        """The state that the script leads to; viewers see the one in `shown`."""
        self.parked = bool(settings.tournament)
        """Whether the tournament has yet to allow the next hand."""
        self.round = 0
        """The tournament's round that the current or last hand belongs to."""
        self.next_at: int | None = None
        self.seq = 0
        """The number of the last update in the script, shown or not."""
        self.script: deque[ScriptedUpdate] = deque()
        """Updates that viewers have yet to see."""
        self.script_end = opened.at
        self.dealt_in: dict[int, str] = {}
        """The people in the current or last hand, by seat, whether or not they have left."""
        self.skips: list[int] = []
        """The seats whose players want to skip ahead."""
        self.shown = ShownTable(kept=self.kept_now if self.kept.players else None)
        self.broadcast: Broadcast | None = None
        self.aired: list[Shot] = []
        """What became due in the broadcast when updates were last shown."""
        self._promises: dict[str, str] = {}
        """The promises to show in snapshots: facts are applied before they are committed, and shown after."""
        self._shown_skips: tuple[int, ...] = ()
        self.answers: Answers[tuple[int, int | None]] = Answers()
        """Answers to commands that name a hand; the store has the others."""

    # -- seats and chips -----------------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """The player who runs the table; empty if the house does."""
        return self.hosting.host

    @property
    def hidden(self) -> bool:
        """Whether its hands are only for players who were dealt in or may come in."""
        return self.hosting.door.private or self.hosting.door.spectators == "off"

    @property
    def pace(self) -> TablePace:
        return self.settings.pace

    @property
    def cash(self) -> bool:
        return not self.settings.tournament

    @property
    def chips(self) -> int:
        """All chips on the table: in stacks, in the pot, and bought but not yet added."""
        return sum(seat.stack + seat.top_up for seat in self.table.seats if seat is not None)

    @property
    def people(self) -> int:
        """How many people play here, not counting those sitting out."""
        return sum(
            occupant is not None and not occupant.bot and not self.taken(seat).sitting_out
            for seat, occupant in enumerate(self.occupants)
        )

    @property
    def waits_for_someone(self) -> bool:
        """Whether anyone's clock is running: the player to act, seeds to open, a player about to lose a seat, a kept
        seat or a place in the queue, an absent host, or a pause.
        """
        if self.turn is not None or self.holds or self.sealed is not None or self.queue_lost or self.kept.players:
            return True
        if self.hosting.away_since is not None or self.hosting.pause_ends is not None:
            return True
        return any(each is not None and (each.away_since or each.busted_at) for each in self.occupants)

    @property
    def sitting(self) -> dict[int, str]:
        return {seat: each.player for seat, each in enumerate(self.occupants) if each is not None}

    def seat_of(self, player: str) -> int | None:
        for seat, occupant in enumerate(self.occupants):
            if occupant is not None and occupant.player == player:
                return seat
        return None

    @property
    def here(self) -> list[str]:
        """The players with a seat or a place in the queue."""
        return [*self.sitting.values(), *self.queue]

    def is_here(self, player: str) -> bool:
        """Whether a player has a seat, a place in the queue, a request or the host role."""
        return self.seat_of(player) is not None or player in self.queue or self.hosting.concerns(player)

    def name_of(self, player: str) -> str:
        return self.hosting.name_of(player)

    def names_of(self, players: dict[int, str]) -> dict[int, str]:
        return {seat: self.hosting.name_of(player) for seat, player in players.items()}

    @property
    def kept_now(self) -> room_events.SeatsKept:
        return room_events.SeatsKept(len(self.kept.players), self.kept.until)

    def hold_now(self, hold: SeatHold) -> room_events.SeatHeld:
        return room_events.SeatHeld(hold.seat, self.name_of(hold.player), hold.until)

    @property
    def by_time(self) -> list[str]:
        """The seated, connected people who are not leaving, longest-seated first."""
        there = [
            each for seat, each in enumerate(self.occupants) if each is not None and each.connected and self.stays(seat)
        ]
        return [each.player for each in sorted(there, key=lambda each: each.since)]

    def stays(self, seat: int) -> bool:
        """Whether a person sits there who is neither leaving nor being removed."""
        occupant = self.occupant(seat)
        if occupant.bot or occupant.kicked or occupant.player in self.hosting.banned:
            return False
        return not self.taken(seat).leaving

    def is_absent(self, seat: int) -> bool:
        """Whether a person is not connected or ran out of time, and does not sit out yet."""
        occupant = self.occupant(seat)
        away = not occupant.connected or occupant.timeouts > 0
        return away and not occupant.bot and not self.taken(seat).sitting_out

    def occupant(self, seat: int) -> Occupant:
        occupant = self.occupants[seat]
        assert occupant is not None
        return occupant

    def now_at(self, seat: int) -> Occupant | None:
        """Return the player in a seat of the last hand; None if it is empty now, or the host has removed it."""
        return self.occupants[seat] if seat < len(self.occupants) else None

    def is_person(self, seat: int) -> bool:
        """Whether a person sits or sat there, who may see what only this seat sees."""
        occupant = self.now_at(seat)
        return occupant is None or not occupant.bot

    def taken(self, seat: int) -> Seat:
        """Return a taken seat as the table's rules see it."""
        taken = self.table.seats[seat]
        assert taken is not None
        return taken

    def free_seats(self, player: str = "") -> list[int]:
        """Return the seats a player may take: empty, not held for another player, and more than are kept for others."""
        held = {hold.seat for hold in self.holds if hold.player != player}
        free = [seat for seat in range(self.lasting_seats) if self.occupants[seat] is None and seat not in held]
        if player not in self.kept.players and len(free) <= len(self.kept.players):
            return []
        moving = {each.new_seat for each in self.occupants if each is not None}  # each of them frees a seat, too
        return [seat for seat in free if seat not in moving]

    @property
    def lasting_seats(self) -> int:
        """How many seats there are, not counting those that go after the hand."""
        return len(self.occupants) if self.next_settings is None else min(len(self.occupants), self.next_settings.seats)

    def left_with(self, player: str, now: int) -> int:
        """Return the chips that a player who left has to bring back; 0 if any buy-in will do."""
        left = self.departed.get(player)
        return 0 if left is None or now >= left.at + self.settings.comeback_hours * HOUR_MS else left.chips

    def way_in(self, wish: MissedBlinds | None) -> MissedBlinds | None:
        """Return how a player who owes a blind comes back in under the table's rule; raises `BadTable`."""
        return way_in(self.settings.dead_blind_rule, wish) if self.cash else wish

    def seats_now(self) -> tuple[wire.SeatNow, ...]:
        found = []
        for seat, (occupant, taken) in enumerate(zip(self.occupants, self.table.seats, strict=True)):
            if occupant is not None and taken is not None:
                found.append(
                    wire.SeatNow(
                        seat=seat,
                        player=self.name_of(occupant.player),
                        stack=taken.stack,
                        bot=occupant.bot,
                        sitting_out=taken.sitting_out or taken.stack == 0,
                        out_at_blind=occupant.out_at_blind,
                        leaving=taken.leaving,
                        new_seat=occupant.new_seat,
                        connected=occupant.connected,
                        absent=self.cash and self.is_absent(seat),
                        sit_out_votes=self.hosting.names_of(occupant.sit_out_votes),
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

    def _top_up(self, seat: int) -> tuple[int, int] | None:
        legal = self.table.top_up_range(seat) if self.cash else range(0)
        return (legal[0], legal[-1]) if legal else None

    # -- the hand ------------------------------------------------------------------------------------------------

    @property
    def dealing(self) -> bool:
        """Whether the lineup is fixed: a hand is in progress, or its deck is sealed."""
        return self.playing is not None or self.sealed is not None

    @property
    def hand(self) -> Hand | None:
        return None if self.playing is None else self.playing.hand

    @property
    def turn(self) -> OpenTurn | None:
        return None if self.playing is None else self.playing.turn

    def in_hand(self, seat: int) -> bool:
        """Whether the seat was dealt in to the current hand."""
        return self.playing is not None and self.playing.hand.setup.stacks[seat] > 0

    def banks(self, turn: OpenTurn) -> tuple[int, int]:
        """Return the time after a turn's deadline: from the player's own bank, and from the one for lost connections.

        The deadline ends the turn (S1 edge 4), unless the player has taken the bank or lost the connection (S1 edge 6).
        """
        occupant = self.occupant(turn.seat)
        own = turn.takes_time or (self.pace.bank == "automatic" and not turn.lost)
        return occupant.bank_ms if own else 0, occupant.disconnect_bank_ms if turn.lost else 0

    def expiry(self, turn: OpenTurn) -> int:
        """Return when the table acts for the player to act."""
        return turn.deadline + sum(self.banks(turn))

    def spend(self, turn: OpenTurn, until: int) -> int:
        """Take the time since a turn's deadline out of the banks that ran, the player's own first; return how much."""
        occupant, (own, lost) = self.occupant(turn.seat), self.banks(turn)
        late = min(own + lost, max(0, until - turn.deadline))
        occupant.bank_ms -= min(own, late)
        occupant.disconnect_bank_ms -= max(0, late - own)
        return late

    # -- answers and viewers -------------------------------------------------------------------------------------

    def answer(self, player: str, cmd_id: str) -> wire.Done | None:
        """Return the answer to a command that was carried out before."""
        found = self.answers.get(player, cmd_id)
        return None if found is None else wire.Done(cmd_id=cmd_id, seq=found[0], seat=found[1])

    @property
    def shown_fact(self) -> int:
        """The last fact that viewers have seen in full; one shown in part must not reveal its result."""
        return self.script[0].fact - 1 if self.script else self.count

    @property
    def next_update_at(self) -> int | None:
        """When viewers see something next."""
        return self.script[0].at if self.script else None

    def show_due(self, now: int) -> list[ScriptedUpdate]:
        """Take the updates due by now out of the script; from now on every snapshot includes them."""
        due: list[ScriptedUpdate] = []
        while self.script and self.script[0].at <= now:
            update = self.script.popleft()
            self.shown.show(update)
            due.append(update)
            if self.broadcast is not None:
                self.broadcast.record(update, self.shown)
        self.aired = [] if self.broadcast is None else self.broadcast.air(now)
        sitting = (occupant for occupant in self.occupants if occupant is not None)
        self._promises = {occupant.player: occupant.promise for occupant in sitting if occupant.promise}
        self._shown_skips = tuple(self.skips)
        return due

    def snapshot(self, player: str | None, now: int) -> wire.TableSnapshot:
        """Return the table as a viewer may see it, up to what the script has shown."""
        promise = self._promises.get(player or "", "")
        found = self.shown.snapshot(self.id, self.opened.settings, player, now, promise, self._shown_skips)
        return msgspec.structs.replace(found, left_with=self._left_with(player, now))

    def _left_with(self, player: str | None, now: int) -> int:
        """Return the chips that a viewer has to bring back, once they have seen themselves leave."""
        if player is None or seat_in(self.shown.sitting, player) is not None:
            return 0
        return self.left_with(player, now)


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
        dead_blind_rule="choice",  # `decide` enforces the rule when a player asks, so old facts still apply
        buy_in=settings.buy_in,
        straddle=settings.straddle,
        bomb_pots=bomb_pots_of(settings),
    )


def bomb_pots_of(settings: TableSettings) -> BombPots:
    """Return how often a table deals bomb pots, and on how many boards, as its rules take it."""
    return BombPots(
        every=settings.bomb_every, big_blinds=settings.bomb_big_blinds, double_board=settings.bomb_boards > 1
    )
