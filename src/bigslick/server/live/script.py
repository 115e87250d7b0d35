"""What viewers are told of a table, and when: facts run ahead, and the script tells them at the table's pace.

A telling is one numbered publication. It holds everything, hidden cards too; `update` and `Picture.snapshot` are the
only ways to a viewer, and `views.redact` decides there what of it this viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import msgspec

from ... import events as hand_events
from ...views import redact
from .. import wire
from ..spec import TableSpec
from ..wire import Opening, SeatNow, Sight, Snapshot, Turn, Update, WireEvent

_OF_THE_HAND: Final = frozenset({wire.HandBegan, wire.PotsChanged, wire.Made, *get_args(hand_events.Event)})


class Telling(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One publication, at its time."""

    seq: int
    at: int
    events: tuple[WireEvent, ...] = ()
    """With all cards in them."""
    private: dict[int, str] = {}
    """The seats of which there are secrets in it, and the persons who may know them."""
    sight: Sight | None = None
    """For the player whose turn is among the events."""
    turn_of: int = -1
    openings: tuple[Opening, ...] = ()
    """For everybody."""
    own: dict[int, tuple[Opening, ...]] = {}
    """For the player at a seat alone."""
    next_hand_at: int | None = None
    called_off: bool = False
    """Whether the hand that was announced does not begin."""
    seats: tuple[SeatNow, ...] | None = None
    """All taken seats after it, where something about them changed."""


def update(telling: Telling, table: str, player: str | None) -> Update:
    """The telling as a viewer gets it: as the person who may know the secrets of his seat, or as everybody does."""
    seat = _seat_of(telling.private, player)
    openings, sight = telling.openings, None
    if seat is not None:
        openings = telling.own.get(seat, ()) + openings
        if telling.turn_of == seat:
            sight = telling.sight
    return Update(
        table=table,
        seq=telling.seq,
        now=telling.at,
        events=_seen_by(telling.events, seat),
        sight=sight,
        openings=openings,
        seats=telling.seats,
        next_hand_at=telling.next_hand_at,
        called_off=telling.called_off,
    )


def _seen_by(events: Iterable[WireEvent], seat: int | None) -> tuple[WireEvent, ...]:
    """The events as a seat may see them: no cards of others, and not what these make."""
    return tuple(
        [
            redact(event, seat) if type(event) is hand_events.Dealt else event
            for event in events
            if type(event) is not wire.Made or event.shown or event.seat == seat
        ]
    )


def _seat_of(players: dict[int, str], player: str | None) -> int | None:
    if player is not None:
        for seat, name in players.items():
            if name == player:
                return seat
    return None


def buy_in(spec: TableSpec) -> wire.BuyIn:
    """What a player may sit down with at a cash table."""
    least, most = spec.buy_in
    return wire.BuyIn(least=least, most=most, usual=max(least, min(most, 100 * spec.big_blind)))


class Picture(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table as it has been told so far."""

    seq: int = 0
    seats: tuple[SeatNow, ...] = ()
    hand: int = 0
    players: dict[int, str] = {}
    """Who was dealt in to the present or last hand."""
    events: list[WireEvent] = []
    """Those of the present or last hand."""
    openings: tuple[Opening, ...] = ()
    own: dict[int, tuple[Opening, ...]] = {}
    turn: Turn | None = None
    sight: Sight | None = None
    next_hand_at: int | None = None
    commitment: str = ""
    queue: tuple[str, ...] = ()
    held: tuple[wire.SeatHeld, ...] = ()
    paused: str = ""
    closed: str = ""

    def tell(self, telling: Telling) -> None:
        """Take in what is told now."""
        self.seq = telling.seq
        for event in telling.events:
            kind = type(event)
            if kind in _OF_THE_HAND:
                self.turn = self.sight = None
                if isinstance(event, wire.HandBegan):
                    self.hand, self.players, self.events = event.hand, event.players, []
                    self.openings, self.own, self.next_hand_at = (), {}, None
                self.events.append(event)
            elif isinstance(event, Turn):
                self.turn, self.sight = event, telling.sight
            else:
                self._between_hands(event)
        if telling.openings:
            self.openings += telling.openings
        if telling.own:
            self.own = {**self.own, **telling.own}
        if telling.seats is not None:
            self.seats = telling.seats
            taken = {seat.seat for seat in telling.seats}
            self.held = tuple([held for held in self.held if held.seat not in taken])
        if telling.next_hand_at is not None or telling.called_off:
            self.next_hand_at = telling.next_hand_at

    def _between_hands(self, event: WireEvent) -> None:
        if isinstance(event, wire.ClockChanged):
            if self.turn is not None:
                self.turn = msgspec.structs.replace(self.turn, deadline=event.deadline)
        elif isinstance(event, wire.CommitmentMade):
            self.commitment = event.commitment
        elif isinstance(event, wire.QueueChanged):
            self.queue = event.players
            self.held = tuple([held for held in self.held if held.player in event.players])
        elif isinstance(event, wire.SeatHeld):
            self.held += (event,)
        elif isinstance(event, wire.Paused):
            self.paused = event.why
        elif isinstance(event, wire.Resumed):
            self.paused = ""
        elif isinstance(event, wire.Closed):
            self.closed = event.why

    def snapshot(self, table: str, spec: TableSpec, player: str | None, now: int) -> Snapshot:
        """The table as a viewer may see it."""
        seat = _seat_of(self.players, player)
        events = _seen_by(self.events, seat)
        mine = self.turn is not None and seat is not None and self.turn.seat == seat
        return Snapshot(
            table=table,
            seq=self.seq,
            now=now,
            spec=spec,
            buy_in=None if spec.tournament else buy_in(spec),
            you=next((taken.seat for taken in self.seats if taken.player == player), None),
            seats=self.seats,
            hand=self.hand,
            events=events,
            turn=self.turn,
            sight=self.sight if mine else None,
            next_hand_at=self.next_hand_at,
            commitment=self.commitment,
            queue=self.queue,
            held=self.held,
            paused=self.paused,
            closed=self.closed,
            openings=self.openings if seat is None else self.own.get(seat, ()) + self.openings,
        )
