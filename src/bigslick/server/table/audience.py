"""The viewers of a served table: live ones, and spectators whom the host delays or blocks.

Everything sent here is committed. The bytes of an update are made once for everyone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.operations.clock import Clock
from bigslick.server.serving.served import Viewer

from .encoded import EncodedUpdate
from .gallery import Gallery
from .script import ScriptedUpdate, ShownTable
from .state import LiveTable
from .talk import Talk

RECENT: Final = 128
"""How many updates are kept for viewers who lose their connection for a moment."""


class Audience:
    """The viewers of one table."""

    def __init__(self, live: LiveTable, clock: Clock, talk: Talk) -> None:
        self.live = live
        self.clock = clock
        self.talk = talk
        self._viewers: dict[Viewer, None] = {}
        """The viewers who see everything live."""
        self._gallery: Gallery | None = None
        """The viewers who do not play, if the host lets them see it later or not at all."""
        self._recent: deque[EncodedUpdate] = deque(maxlen=RECENT)

    def __len__(self) -> int:
        return len(self._viewers) + (0 if self._gallery is None else len(self._gallery))

    def _everyone(self) -> tuple[Viewer, ...]:
        return (*self._viewers, *(() if self._gallery is None else self._gallery.viewers))

    def has(self, player: str) -> bool:
        """Whether a player watches."""
        return any(viewer.player == player for viewer in self._everyone())

    def has_viewer(self, viewer: Viewer) -> bool:
        """Whether a connection watches, and may go on to."""
        return viewer in self._viewers or (self._gallery is not None and viewer in self._gallery)

    # -- who sees what -------------------------------------------------------------------------------------------

    def sees_at_once(self, player: str | None) -> bool:
        """Whether a viewer sees the table live: all do, unless the host delays or blocks spectators."""
        if self.live.hosting.door.spectators == "on":
            return True
        return player is not None and (player == self.live.host or seat_as_shown(self.live, player) is not None)

    def shows_hand(self, player: str | None, ended_at: int) -> bool:
        """Whether a player who was not dealt in may see a hand that ended at a time."""
        return self.sees_at_once(player) or self.has_seen(ended_at, self.clock.now())

    def has_seen(self, shown_at: int, now: int) -> bool:
        """Whether viewers who do not play have seen by now what those at the table saw at a time."""
        door = self.live.hosting.door
        return door.spectators != "off" and shown_at + door.delay_ms <= now

    def heard_until(self, player: str | None) -> int:
        """Up to which time a viewer may know what was said: what is said of a hand belongs to the hand."""
        door, now = self.live.hosting.door, self.clock.now()
        if self.sees_at_once(player):
            return now
        return now - door.delay_ms if door.spectators == "delayed" else 0

    @property
    def seen_seq(self) -> int:
        """The last update that viewers who do not play have seen."""
        return 0 if self.live.hosting.door.spectators == "off" else self.shown.seq

    @property
    def shown(self) -> ShownTable:
        """The table as viewers who do not play know it."""
        return self.live.shown if self._gallery is None else self._gallery.shown

    def snapshot(self, player: str | None) -> wire.TableSnapshot:
        """The table as a viewer may see it now."""
        now = self.clock.now()
        if self._gallery is not None and not self.sees_at_once(player):
            return self._gallery.snapshot(player, now)
        return self.live.snapshot(player, now)

    # -- coming and going ----------------------------------------------------------------------------------------

    def watch(self, viewer: Viewer, last_seq: int | None = None) -> None:
        """Send a viewer everything from now on: first a snapshot, or the updates missed since `last_seq`."""
        if self._gallery is not None and not self.sees_at_once(viewer.player):
            self._gallery.enter(viewer, self.clock.now(), -1 if last_seq is None else last_seq)
        else:
            self._watch_at_once(viewer, last_seq)
        self._tell_hosting((viewer,))

    def _watch_at_once(self, viewer: Viewer, last_seq: int | None) -> None:
        self._viewers[viewer] = None
        seq = self.live.shown.seq
        if last_seq is not None and last_seq <= seq and (last_seq == seq or self._has_since(last_seq)):
            for update in self._recent:
                if update.seq > last_seq:
                    viewer.send(update.frame(viewer.player))
        else:
            viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))

    def _has_since(self, last_seq: int) -> bool:
        return bool(self._recent) and self._recent[0].seq <= last_seq + 1

    def unwatch(self, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        self._viewers.pop(viewer, None)
        if self._gallery is not None:
            self._gallery.leave(viewer)

    def dismiss(self, player: str) -> None:
        """Send a player nothing more, on any connection."""
        for viewer in self._everyone():
            if viewer.player == player:
                self.unwatch(viewer)

    # -- what happens --------------------------------------------------------------------------------------------

    @property
    def next_at(self) -> int | None:
        """When something is due for viewers who see it later."""
        return None if self._gallery is None else self._gallery.next_at

    def publish(self) -> list[ScriptedUpdate]:
        """Send every viewer what is due; gives what those at the table see now."""
        gallery, now = self._gallery, self.clock.now()
        if gallery is not None:
            gallery.publish(now)
        due = self.live.show_due(now)
        for scripted in due:
            update = EncodedUpdate(scripted, self.live.id)
            self._recent.append(update)
            for viewer in tuple(self._viewers):
                viewer.send(update.frame(viewer.player))
            if gallery is not None:
                gallery.take(scripted, now)
        if (gallery is not None or self.live.hosting.banned) and any(scripted.seats is not None for scripted in due):
            self._arrange()
        return due

    def hear(self, frame: bytes) -> None:
        """Send every viewer what is said at the table."""
        for viewer in tuple(self._viewers):
            viewer.send(frame)
        if self._gallery is not None:
            self._gallery.hear(frame, self.clock.now())

    def hear_again(self) -> None:
        """After a restart, let viewers who see everything later hear what was said before it."""
        if self._gallery is not None:
            for at, said in self.talk.since(self.clock.now() - self.live.hosting.door.delay_ms):
                self._gallery.hear(encode(said), at)

    def hosted(self) -> None:
        """The host has decided something, or somebody asks."""
        self._arrange()
        self._tell_hosting(self._everyone())

    def _tell_hosting(self, viewers: Iterable[Viewer]) -> None:
        hosting = self.live.hosting
        if hosting.hosted:
            for viewer in viewers:
                viewer.send(encode(hosting.now(self.live.id, viewer.player)))

    # -- the door ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """The table is served from now on; what happened before is shown to nobody earlier than the host wants."""
        self._arrange(opens_in=self.live.hosting.door.delay_ms)

    def go_back(self, live: LiveTable, shown: Iterable[ScriptedUpdate]) -> None:
        """The table was read from the store, with the latest updates that viewers saw."""
        self.live = live
        self._recent = deque((EncodedUpdate(scripted, live.id) for scripted in shown), RECENT)

    def start_over(self) -> None:
        """Send everyone the table as it is in the store."""
        for viewer in tuple(self._viewers):
            viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))
        self.hosted()

    def _arrange(self, opens_in: int = 0) -> None:
        """Move viewers between live and later, after the host changed the door or players came and went."""
        hosting, now = self.live.hosting, self.clock.now()
        door, old = hosting.door, self._gallery
        if door.spectators == "on" and old is None and not hosting.banned:
            return
        delay = door.delay_ms if door.spectators == "delayed" else None
        if door.spectators == "on":
            self._gallery = None
        elif old is None or old.delay_ms != delay:
            opens_at = now + (opens_in if old is None else door.delay_ms)
            shown, settings = self.live.shown, self.live.settings
            self._gallery = Gallery(self.live.id, settings, shown, delay, at=now, opens_at=opens_at)
        seen = -1 if delay is None else self.live.shown.seq
        for viewer in tuple(self._viewers):
            if self._must_go(viewer):
                del self._viewers[viewer]
            elif self._gallery is not None and not self.sees_at_once(viewer.player):
                del self._viewers[viewer]
                self._gallery.enter(viewer, now, seen)
        if old is not None:
            self._move(old, now)

    def _move(self, old: Gallery, now: int) -> None:
        """Show delayed viewers the table live from now on, or by another delay."""
        for viewer in old.viewers:
            if self._must_go(viewer):
                old.leave(viewer)
            elif self._gallery is None or self.sees_at_once(viewer.player):
                old.leave(viewer)
                self._viewers[viewer] = None
                viewer.send(encode(self.live.snapshot(viewer.player, now)))
                if viewer.player is not None and self.talk.lines:
                    viewer.send(encode(self.talk.told(now)))  # with what still waited for them
            elif self._gallery is not old:
                self._gallery.enter(viewer, now)

    def _must_go(self, viewer: Viewer) -> bool:
        """Whether a viewer was banned; a banned player with a seat sees the hand to its end."""
        player = viewer.player
        return player is not None and player in self.live.hosting.banned and seat_as_shown(self.live, player) is None


def seat_as_shown(live: LiveTable, player: str) -> int | None:
    """Where a player sits, or sat as far as viewers know."""
    seat = live.seat_of(player)
    if seat is not None:
        return seat
    return next((taken.seat for taken in live.shown.seats if taken.player == player), None)
