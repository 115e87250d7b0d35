"""Spectators at a table whose host delays or blocks them.

If delayed, every update waits here, and newcomers get a snapshot of what this gallery has been shown. If blocked, they
see only who sits where, so they can take a seat. A view never runs backwards. Nor does it run ahead after a restart:
until the delay has passed once, no hands or stacks are shown.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.room_events import StateChanged
from bigslick.protocol.settings import TableSettings
from bigslick.server.serving.served import Viewer

from .script import ScriptedUpdate, ShownTable, for_viewer, later, without_hand


class Gallery:
    """The spectators, and what they see."""

    def __init__(
        self, table: str, settings: TableSettings, now: ShownTable, delay_ms: int | None, *, at: int, opens_at: int
    ) -> None:
        self.table = table
        self.settings = settings
        self.delay_ms = delay_ms
        """None if they may not see hands."""
        self._shown = _later_shown(now, max(0, opens_at - at))
        """The table as shown here, once it is open."""
        self._opens_at = opens_at
        self._open = False
        self._waiting: deque[tuple[int, ScriptedUpdate | bytes]] = deque()
        self._viewers: dict[Viewer, int] = {}
        """With the last update each of them has seen."""

    def __len__(self) -> int:
        return len(self._viewers)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return tuple(self._viewers)

    @property
    def shown(self) -> ShownTable:
        return self._shown if self._open else veiled(self._shown)

    def shown_fact(self, live: int) -> int | None:
        """The last fact shown here in full, given the last one shown to players; None if no chips are shown."""
        if not self._open:
            return None
        return next((update.fact - 1 for _, update in self._waiting if isinstance(update, ScriptedUpdate)), live)

    @property
    def next_at(self) -> int | None:
        """When something is due here."""
        if self.delay_ms is None:
            return None
        waits_until = self._waiting[0][0] if self._waiting else None
        if self._open:
            return waits_until
        return self._opens_at if waits_until is None else min(self._opens_at, waits_until)

    # -- coming and going ----------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer, now: int, seen: int = -1) -> None:
        """Add a viewer with a snapshot; a viewer who has already seen more waits for the gallery to catch up."""
        self._viewers[viewer] = seen
        if seen < self._shown.seq:
            self._send_snapshot(viewer, now)

    def watch(self, viewer: Viewer, now: int, last_seq: int | None) -> None:
        """Add a viewer who says what they have seen. Before the gallery opens that is not compared with anything,
        because whether it is enough would give away how much has happened.
        """
        self.enter(viewer, now, last_seq if last_seq is not None and self._open else -1)

    def leave(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def snapshot(self, player: str | None, now: int) -> wire.TableSnapshot:
        """Return the table as seen from here."""
        return self.shown.snapshot(self.table, self.settings, player, now)

    def _send_snapshot(self, viewer: Viewer, now: int) -> None:
        self._viewers[viewer] = self._shown.seq
        viewer.send(encode(self.snapshot(viewer.player, now)))

    # -- what happens at the table -------------------------------------------------------------------------------

    def take(self, scripted: ScriptedUpdate, now: int) -> None:
        """Queue an update that live viewers see now."""
        if self.delay_ms is not None:
            self._waiting.append((now + self.delay_ms, later(scripted, self.delay_ms)))
            return
        before = self.shown
        self._shown.show(scripted)
        if self.shown != before:  # otherwise the snapshots would count the hands
            for viewer in self.viewers:
                self._send_snapshot(viewer, now)

    def hear(self, frame: bytes, said_at: int) -> None:
        """Queue chat that live viewers read now, because it may be about the hand."""
        if self.delay_ms is not None:
            self._waiting.append((said_at + self.delay_ms, frame))

    def publish(self, now: int) -> None:
        """Show what is due."""
        if self.delay_ms is None:
            return
        if not self._open and now >= self._opens_at:
            self._open = True
            for viewer in self.viewers:
                self._send_snapshot(viewer, now)
        while self._waiting and self._waiting[0][0] <= now:
            _, due = self._waiting.popleft()
            if isinstance(due, bytes):
                frame = due
            else:
                self._shown.show(due)
                frame = encode(for_viewer(due, self.table, None))
            for viewer, seen in self._viewers.items():
                if isinstance(due, bytes):
                    viewer.send(frame)
                elif due.seq > seen:
                    viewer.send(frame)
                    self._viewers[viewer] = due.seq


def veiled(shown: ShownTable) -> ShownTable:
    """Return a table with who sits and who waits, but without its hands and chips, or the number of its updates."""
    # Not its own state: a table that is paused plays its hand to the end first.
    state = StateChanged("closed" if shown.closed else "paused" if shown.paused else "waiting")
    return replace(without_hand(shown), seats=tuple([_veiled_seat(seat) for seat in shown.seats]), state=state)


def _veiled_seat(seat: wire.SeatNow) -> wire.SeatNow:
    """Return who sits there, without anything that depends on chips, such as sitting out because they have none."""
    return wire.SeatNow(seat=seat.seat, player=seat.player, stack=None, bot=seat.bot, connected=seat.connected)


def _later_shown(shown: ShownTable, ms: int) -> ShownTable:
    """Return a copy of a table as shown `ms` later."""
    begins, turn = shown.next_hand_at, shown.turn
    return replace(
        shown,
        events=list(shown.events),
        turn=None if turn is None else replace(turn, deadline=turn.deadline + ms, ends=turn.ends + ms),
        next_hand_at=None if begins is None else begins + ms,
    )
