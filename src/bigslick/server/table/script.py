"""The script: when viewers see each update. Facts run ahead of it.

A scripted update holds everything, hidden cards included. Viewers get it only through `for_viewer` and
`ShownTable.snapshot`, where `hand._view.redact` decides which cards the viewer may see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, get_args

import msgspec

from bigslick.hand import events as hand_events
from bigslick.hand.view import ViewData, redact
from bigslick.protocol import room_events
from bigslick.protocol.afterwards import CardsShown, RabbitHunted, SevenDeucePaid
from bigslick.protocol.room_events import Turn
from bigslick.protocol.settings import TableSettings
from bigslick.protocol.wire import Opening, SeatNow, TableSnapshot, Update, WireEvent
from bigslick.table.events import HandVoided, SeatChanged

_OF_THE_HAND: Final = frozenset(
    {
        room_events.HandBegan,
        room_events.PotsChanged,
        room_events.Made,
        room_events.Tabled,
        room_events.Equities,
        CardsShown,
        RabbitHunted,
        SevenDeucePaid,
        HandVoided,
    }
    | {*get_args(hand_events.Event)}
)


class ScriptedUpdate(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One update before it is redacted for each viewer."""

    seq: int
    at: int
    """When viewers see it."""
    events: tuple[WireEvent, ...] = ()
    """With all their cards."""
    private: dict[int, str] = {}
    """The seats with secrets in it, and the ids of the people who may see them."""
    view: ViewData | None = None
    """For the player whose turn is among the events."""
    turn_of: int = -1
    openings: tuple[Opening, ...] = ()
    """For everyone."""
    own: dict[int, tuple[Opening, ...]] = {}
    """Only for the player in the seat."""
    next_hand_at: int | None = None
    called_off: bool = False
    """Whether the announced hand will not begin after all."""
    seats: tuple[SeatNow, ...] | None = None
    """All taken seats after it, if anything about them changed."""
    sitting: dict[int, str] = {}
    """The ids of the players in these seats."""
    returned: tuple[tuple[str, int], ...] = ()
    """The chips that come back to the accounts of players with it."""
    fact: int = 0
    """The number of the fact it shows in whole or in part."""
    broadcast: tuple[int, ...] = ()
    """If a hand begins in it: the seats whose hole cards are broadcast."""


def for_viewer(scripted: ScriptedUpdate, table: str, player: str | None, disclosed: Collection[int] = ()) -> Update:
    """Return the update for one viewer: a player with secrets in it, or anyone else; `disclosed` are the seats whose
    hole cards they may see besides their own.
    """
    seat = seat_in(scripted.private, player)
    openings, view = scripted.openings, None
    if seat is not None:
        openings = scripted.own.get(seat, ()) + openings
        if scripted.turn_of == seat:
            view = scripted.view
    return Update(
        table=table,
        seq=scripted.seq,
        now=scripted.at,
        events=_seen_from(scripted.events, (seat, *disclosed)),
        view=view,
        openings=openings,
        seats=scripted.seats,
        next_hand_at=scripted.next_hand_at,
        called_off=scripted.called_off,
    )


def for_broadcast(scripted: ScriptedUpdate, disclosed: Collection[int]) -> ScriptedUpdate:
    """Return the update for a broadcast with the hole cards of some seats: without all other secrets, and without
    proofs.
    """
    return ScriptedUpdate(
        seq=scripted.seq,
        at=scripted.at,
        events=_seen_from(scripted.events, disclosed),
        next_hand_at=scripted.next_hand_at,
        called_off=scripted.called_off,
        seats=scripted.seats,
        sitting=scripted.sitting,
    )


def _seen_from(events: Iterable[WireEvent], seats: Collection[int | None]) -> tuple[WireEvent, ...]:
    """Return the events as these seats may see them, without others' cards or the hands they make."""
    return tuple(
        [
            redact(event, event.seat if event.seat in seats else None) if type(event) is hand_events.Dealt else event
            for event in events
            if type(event) is not room_events.Made or event.shown or event.seat in seats
        ]
    )


def later(scripted: ScriptedUpdate, ms: int) -> ScriptedUpdate:
    """Return an update as shown `ms` later, with its clocks moved."""
    begins = scripted.next_hand_at
    return msgspec.structs.replace(
        scripted,
        at=scripted.at + ms,
        events=tuple(_postponed(event, ms) for event in scripted.events),
        next_hand_at=None if begins is None else begins + ms,
    )


def _postponed(event: WireEvent, ms: int) -> WireEvent:
    if isinstance(event, room_events.Turn | room_events.ClockChanged):
        return msgspec.structs.replace(event, deadline=event.deadline + ms, ends=event.ends + ms)
    if isinstance(event, room_events.TimeTaken):
        return msgspec.structs.replace(event, ends=event.ends + ms)
    if isinstance(event, room_events.DeckSealed | room_events.SeatHeld):
        return msgspec.structs.replace(event, until=event.until + ms)
    return event


def seat_in(players: Mapping[int, str], player: str | None) -> int | None:
    if player is not None:
        for seat, there in players.items():
            if there == player:
                return seat
    return None


class ShownTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table as shown so far by its script."""

    seq: int = 0
    seats: tuple[SeatNow, ...] = ()
    sitting: dict[int, str] = {}
    """The ids of the players in these seats."""
    hand: int = 0
    players: dict[int, str] = {}
    """The ids of the players dealt in to the current or last hand."""
    events: list[WireEvent] = []
    """The events of the current or last hand."""
    openings: tuple[Opening, ...] = ()
    own: dict[int, tuple[Opening, ...]] = {}
    turn: Turn | None = None
    view: ViewData | None = None
    next_hand_at: int | None = None
    sealed: room_events.DeckSealed | None = None
    queue: tuple[str, ...] = ()
    held: tuple[room_events.SeatHeld, ...] = ()
    kept: room_events.SeatsKept | None = None
    """None if no seat is kept."""
    paused: str = ""
    redraw: bool = False
    closing: str = ""
    closed: str = ""
    state: room_events.StateChanged = room_events.StateChanged("waiting")
    settings: TableSettings | None = None
    """None as long as the table is as it opened."""
    next_settings: TableSettings | None = None

    def show(self, scripted: ScriptedUpdate) -> None:
        """Apply an update that viewers see now."""
        self.seq = scripted.seq
        for event in scripted.events:
            kind = type(event)
            if kind in _OF_THE_HAND:
                self.turn = self.view = None
                if isinstance(event, room_events.HandBegan):
                    self.hand, self.events = event.hand, []
                    self.players = {seat: self.sitting[seat] for seat in event.players}
                    self.openings, self.own, self.next_hand_at, self.sealed = (), {}, None, None
                self.events.append(event)
            elif isinstance(event, Turn):
                self.turn, self.view = event, scripted.view
            else:
                self._between_hands(event)
        if scripted.openings:
            self.openings += scripted.openings
        if scripted.own:
            self.own = {**self.own, **{seat: self.own.get(seat, ()) + more for seat, more in scripted.own.items()}}
        if scripted.seats is not None:
            self.seats, self.sitting = scripted.seats, scripted.sitting
            taken = {seat.seat for seat in scripted.seats}
            self.held = tuple([held for held in self.held if held.seat not in taken])
        if scripted.next_hand_at is not None or scripted.called_off:
            self.next_hand_at = scripted.next_hand_at

    def _between_hands(self, event: WireEvent) -> None:
        if isinstance(event, room_events.StateChanged):
            self.state = event
        elif isinstance(event, room_events.ClockChanged):
            if self.turn is not None:
                self.turn = msgspec.structs.replace(self.turn, deadline=event.deadline, ends=event.ends)
        elif isinstance(event, room_events.TimeTaken):
            if self.turn is not None:
                self.turn = msgspec.structs.replace(self.turn, takes_time=True, ends=event.ends)
        elif isinstance(event, room_events.DeckSealed):
            self.sealed = event
        elif isinstance(event, room_events.QueueChanged):
            self.queue = event.players
            self.held = tuple([held for held in self.held if held.player in event.players])
        elif isinstance(event, room_events.SeatHeld):
            self.held = (*(held for held in self.held if held.seat != event.seat), event)
        elif isinstance(event, room_events.SeatsKept):
            self.kept = event if event.count else None
        elif isinstance(event, room_events.DealingPaused):
            self.paused = event.why
        elif isinstance(event, room_events.DealingResumed):
            self.paused = ""
        elif isinstance(event, room_events.RedrawAnnounced):
            self.redraw = True
        elif isinstance(event, SeatChanged | room_events.SeatsDrawn):
            # the seats of the last hand are not those of its players any more
            self.events, self.players, self.openings, self.own, self.redraw = [], {}, (), {}, False
        elif isinstance(event, room_events.ChangeAnnounced):
            self.next_settings = event.spec
        elif isinstance(event, room_events.SettingsChanged):
            self.settings, self.next_settings = event.spec, None
        elif isinstance(event, room_events.Closing):
            self.closing = event.why
        elif isinstance(event, room_events.Closed):
            self.closed = event.why

    def snapshot(
        self,
        table: str,
        settings: TableSettings,
        player: str | None,
        now: int,
        promise: str = "",
        skips: tuple[int, ...] = (),
        disclosed: Collection[int] = (),
    ) -> TableSnapshot:
        """Return the table as a viewer may see it: opened with these settings; `promise` is the viewer's for the next
        deck, `skips` are the seats whose players want to skip ahead, and `disclosed` the ones whose hole cards the
        viewer may see besides their own.
        """
        settings = self.settings or settings
        seat = seat_in(self.players, player)
        mine = self.turn is not None and seat is not None and self.turn.seat == seat
        return TableSnapshot(
            table=table,
            seq=self.seq,
            now=now,
            spec=settings,
            next_spec=self.next_settings if self.next_settings != settings else None,
            buy_in=None if settings.tournament else settings.offer,
            you=seat_in(self.sitting, player),
            seats=self.seats,
            state=self.state,
            hand=self.hand,
            events=_seen_from(self.events, (seat, *disclosed)),
            turn=self.turn,
            view=self.view if mine else None,
            next_hand_at=self.next_hand_at,
            sealed=self.sealed,
            promise=promise,
            queue=self.queue,
            held=self.held,
            kept=self.kept,
            paused=self.paused,
            redraw=self.redraw,
            closing=self.closing,
            closed=self.closed,
            openings=self.openings if seat is None else self.own.get(seat, ()) + self.openings,
            skips=skips,
        )


def without_hand(shown: ShownTable) -> ShownTable:
    """Return a table between two hands: its seats, queue and settings, without the number of its updates."""
    return ShownTable(
        seats=shown.seats,
        sitting=shown.sitting,
        queue=shown.queue,
        held=shown.held,
        kept=shown.kept,
        paused=shown.paused,
        closing=shown.closing,
        closed=shown.closed,
        settings=shown.settings,
        next_settings=shown.next_settings,
    )
