"""Everything that a live table is at a moment, and what can be asked of it; `fold` is what changes it."""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from ...hand import Hand
from ...seats import Seat
from ...table import Table
from .. import facts
from ..fair import Pack
from ..store import PlayedHand
from ..wire import SeatNow
from .script import Picture, Telling

BUSTED_MS: Final = 2 * 60_000
"""How long the seat of somebody without chips is kept at a cash table."""
AWAY_MS: Final = 10 * 60_000
"""How long a seat is kept for somebody who sits out at a cash table."""
HELD_MS: Final = 30_000
"""How long a free seat is held for the first of those who wait."""
NEVER: Final = 1 << 62
ANSWERS: Final = 100
"""How many commands a table remembers to have carried out."""


class Chair(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who sits on a chair, beyond what the table's rules need to know."""

    player: str
    bot: str = ""
    seed: str = ""
    bank_ms: int = 0
    connected: bool = True
    lost_at: int = 0
    timeouts: int = 0
    """In a row."""
    graces: int = 0
    """In this hand."""
    away_since: int = 0
    busted_at: int = 0
    kicked: bool = False


class TurnNow(msgspec.Struct, kw_only=True):
    """Whose turn it is, as the clocks need it."""

    seat: int
    number: int
    opened: int
    """When it is told; nobody is heard before."""
    deadline: int


class Offer(msgspec.Struct, frozen=True):
    """A seat that is held."""

    player: str
    seat: int
    until: int


class Effects(msgspec.Struct, kw_only=True):
    """What a fact means for the ledger and the record of hands."""

    moves: list[ChipMove] = []
    hand: PlayedHand | None = None


class ChipMove(msgspec.Struct, frozen=True):
    """Chips that came to the table, or went if they are below 0; those of a bot are the house's."""

    player: str
    bot: bool
    chips: int
    reason: str


class State:
    """A live table as data; nothing in it is hidden from anybody who holds it."""

    def __init__(self, opened: facts.Opened) -> None:
        spec = opened.spec
        self.opened = opened
        self.name = opened.table
        self.spec = spec
        self.pace = spec.pace
        self.count = 1
        """How many facts have been folded."""
        self.at = opened.at
        """The time of the last fact."""
        self.table = _new_table(opened)
        self.chairs: list[Chair | None] = [None] * spec.seats
        self.wanted_bots: list[str] = [] if spec.tournament else list(spec.bots)
        self.others_due: int | None = None
        """When something other than the turn and the next hand is due; None when that has to be found out anew."""
        self.hand: Hand | None = None
        self.order: tuple[int, ...] = ()
        """The seats of the hand in dealing order."""
        self.told_events = 0
        """How many events of the hand are in the script."""
        self.actions = 0
        """How many actions the hand has seen."""
        self.pack: Pack | None = None
        self.secret: bytes | None = None
        """The house's seed for the next hand."""
        self.hand_secret = b""
        self.hand_seeds: dict[int, str] = {}
        self.hand_players: dict[int, str] = {}
        self.turn: TurnNow | None = None
        self.queue: list[str] = []
        self.offers: list[Offer] = []
        self.paused = ""
        self.closing = ""
        self.closed = ""
        self.parked = bool(spec.tournament)
        """Whether the tournament has yet to let the next hand start."""
        self.next_at: int | None = None
        self.seq = 0
        """How many publications have been written into the script."""
        self.script: deque[Telling] = deque()
        """Those that are yet to be told."""
        self.script_end = opened.at
        self.picture = Picture()
        self.answers: dict[tuple[str, str], tuple[int, int | None]] = {}

    # -- questions -----------------------------------------------------------------------------------------------

    @property
    def cash(self) -> bool:
        """Whether it is a cash table."""
        return not self.spec.tournament

    @property
    def chips(self) -> int:
        """All chips on the table: in stacks, in the middle, and bought for after the hand."""
        return sum(seat.stack + seat.top_up for seat in self.table.seats if seat is not None)

    @property
    def people(self) -> int:
        """How many persons play here; who sits out does not."""
        return sum(
            chair is not None and not chair.bot and not self.taken(seat).sitting_out
            for seat, chair in enumerate(self.chairs)
        )

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        for seat, chair in enumerate(self.chairs):
            if chair is not None and chair.player == player:
                return seat
        return None

    def chair(self, seat: int) -> Chair:
        """The chair of a seat that is taken."""
        chair = self.chairs[seat]
        assert chair is not None
        return chair

    def taken(self, seat: int) -> Seat:
        """The seat as the table's rules see it."""
        taken = self.table.seats[seat]
        assert taken is not None
        return taken

    def in_hand(self, seat: int) -> bool:
        """Whether the seat was dealt in to the hand being played."""
        return self.hand is not None and self.hand.setup.stacks[seat] > 0

    def expiry(self, turn: TurnNow) -> int:
        """When the time bank of the player to act is used up."""
        return turn.deadline + self.chair(turn.seat).bank_ms

    def free_seats(self, player: str = "") -> list[int]:
        """The seats that a player may take: nobody sits there, and none is held for another."""
        held = {offer.seat for offer in self.offers if offer.player != player}
        return [seat for seat, chair in enumerate(self.chairs) if chair is None and seat not in held]

    def seats_now(self) -> tuple[SeatNow, ...]:
        """The taken seats for viewers."""
        found = []
        for seat, (chair, taken) in enumerate(zip(self.chairs, self.table.seats, strict=True)):
            if chair is not None and taken is not None:
                dealt = self.in_hand(seat)
                found.append(
                    SeatNow(
                        seat=seat,
                        player=chair.player,
                        stack=taken.stack,
                        bot=chair.bot,
                        sitting_out=taken.sitting_out or taken.stack == 0,
                        leaving=taken.leaving,
                        connected=chair.connected,
                        waiting=taken.owes and not dealt,
                        bank_ms=chair.bank_ms,
                        top_up=self._top_up(seat),
                    )
                )
        return tuple(found)

    def _top_up(self, seat: int) -> tuple[int, int] | None:
        wanted = self.table.top_up_range(seat) if self.cash else range(0)
        return (wanted[0], wanted[-1]) if wanted else None


def _new_table(opened: facts.Opened) -> Table:
    spec = opened.spec
    blinds, rules = (spec.small_blind, spec.big_blind), spec.rules
    if spec.tournament:
        return Table(spec.seats, blinds=blinds, ante=spec.ante, rules=rules)
    return Table.cash(
        spec.seats,
        blinds=blinds,
        ante=spec.ante,
        rules=rules,
        dead_blind_rule=spec.dead_blind_rule,
        buy_in=spec.buy_in,
    )
