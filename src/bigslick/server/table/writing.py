"""Writes what a fact changes into the script, at the table's pace."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bigslick.protocol.wire import Opening, WireEvent

from .disclosing import disclose
from .lifecycle import at_rest, state_with
from .pacing import Paced
from .script import ScriptedUpdate
from .state import ChipMove, Consequences, LiveTable
from .turns import open_turn

_NOTHING: Final = Consequences()


class Writing:
    """Collects the consequences of one fact at a table: its events, its costs, and its news for viewers."""

    def __init__(self, live: LiveTable, at: int) -> None:
        self.live = live
        self.at = at
        self.events: list[WireEvent] = []
        self.consequences = _NOTHING
        self.opens_turn = False
        self.seats_changed = True
        self.written: ScriptedUpdate | None = None
        """The last update this fact put into the script."""
        self.pause_ms = live.pace.inter_round_delay_ms
        """The pause before the next hand, if this fact plans it."""
        self.not_before = 0
        """The earliest time the next hand can begin."""
        self.shows_at = 0
        """The earliest time viewers see the events."""
        self.openings: tuple[Opening, ...] = ()
        """Proofs of cards that become public after the hand."""
        self.tabled: frozenset[int] = frozenset()
        """The seats whose hands are tabled before a run-out."""

    def changed(self) -> Consequences:
        """Return the effect on the ledger and the recorded hands, to be added to."""
        if self.consequences is _NOTHING:
            self.consequences = Consequences(moves=[])
        return self.consequences

    def plan_next_hand(self) -> None:
        live = self.live
        if live.sealed is not None:
            return
        if live.hosting.paused or live.closing or live.closed or live.parked or len(live.table.ready) < 2:
            if live.next_at is not None and self.written is not None:
                self.written.called_off = True
            live.next_at = None
        elif live.next_at is None:
            live.next_at = max(live.script_end + self.pause_ms, self.not_before)
            if self.written is None:
                self.put([], live.script_end)
            assert self.written is not None
            self.written.next_hand_at = live.next_at

    def rest(self) -> None:
        """Name the state between hands, once the last one is paid."""
        live = self.live
        if live.sealed is None and (state := at_rest(live)) != live.state:
            if self.written is None:
                self.put([], live.script_end)
            assert self.written is not None
            self.written.events += (state,)
            live.state = state

    def write(self) -> None:
        """Write the events into the script at the table's pace, then the turn, if there is one."""
        live = self.live
        paced = Paced(self.events, live.pace, max(self.at, live.script_end, self.shows_at))
        self.tabled, cursor = paced.tabled, paced.end
        for events, at in paced.groups:
            if at == cursor and self.opens_turn:
                events.append(open_turn(live, cursor))
                self.opens_turn = False
            self.put(events, at)
        if self.opens_turn:
            self.put([open_turn(live, cursor)], cursor)
        live.script_end = cursor
        if self.consequences.hand is not None:
            assert live.ended is not None
            live.ended.told_at = cursor
            self.consequences.hand = replace(self.consequences.hand, ended_at=cursor)
        if live.playing is not None and live.playing.hand.over:
            live.playing = None
        if self.seats_changed:
            if self.written is None:
                self.put([], cursor)
            assert self.written is not None
            self.written.seats, self.written.sitting = live.seats_now(), live.sitting
        if returned := tuple([(move.player, -move.chips) for move in self.consequences.moves if _returns(move)]):
            assert self.written is not None
            self.written.returned = returned

    def put(self, events: list[WireEvent], at: int) -> None:
        live = self.live
        live.seq += 1
        told: list[WireEvent] = []
        for event in events:
            state = state_with(event, live.hand)
            if state not in (None, live.state):
                told.append(state)
                live.state = state
            told.append(event)
        scripted = ScriptedUpdate(seq=live.seq, at=at, events=tuple(told), openings=self.openings, fact=live.count + 1)
        if live.playing is not None:
            for event in events:
                disclose(scripted, live, event, self.tabled)
        live.script.append(scripted)
        self.written = scripted


def _returns(move: ChipMove) -> bool:
    """Whether chips come back to a player's account."""
    return move.chips < 0 and not move.bot
