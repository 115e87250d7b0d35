"""A served table's viewers: live ones, and spectators whom the host delays or blocks.

Everything sent here is committed. An update is encoded once for everyone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.host import ShownOut
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock
from bigslick.server.serving.served import Viewer

from .broadcast.deciding import broadcast_now
from .broadcast.viewers import BroadcastViewers
from .encoded import EncodedUpdate
from .gallery import Gallery
from .script import ScriptedUpdate
from .seen import Seen, seat_as_shown
from .state import LiveTable
from .talk import Talk

RECENT: Final = 128
"""How many updates to keep for viewers who lose their connection for a moment."""
PRIVATE_NOW: Final = say("The host has made this table private: ask for the invite to come in.")


class Audience:
    def __init__(self, live: LiveTable, clock: Clock, talk: Talk) -> None:
        self.live = live
        self.clock = clock
        self.talk = talk
        self._viewers: dict[Viewer, None] = {}
        """Viewers who see everything live."""
        self._gallery: Gallery | None = None
        """Spectators, if the host delays or blocks them."""
        self._recent: deque[EncodedUpdate] = deque(maxlen=RECENT)
        self._sent = 0
        """The number of the last update sent."""
        self.broadcast = BroadcastViewers()
        """Viewers of the broadcast, who are not at the table."""
        self._told_of_broadcast = False

    def __len__(self) -> int:
        return len(self._viewers) + (0 if self._gallery is None else len(self._gallery))

    def everyone(self) -> tuple[Viewer, ...]:
        return (*self._viewers, *(() if self._gallery is None else self._gallery.viewers))

    def has(self, player: str) -> bool:
        return any(viewer.player == player for viewer in self.everyone())

    def has_viewer(self, viewer: Viewer) -> bool:
        """Whether a connection is watching, and is still allowed to."""
        return viewer in self._viewers or (self._gallery is not None and viewer in self._gallery)

    # -- who sees what -------------------------------------------------------------------------------------------

    def sees_at_once(self, player: str | None) -> bool:
        """Whether a viewer sees the table live: everyone does, unless the host delays or blocks spectators."""
        live = self.live
        if live.hosting.door.spectators == "on":
            return True
        if player is None:
            return False
        stayed = bool(live.closed) and player in live.dealt_in.values()  # and saw it to its end
        return stayed or player == live.host or seat_as_shown(live, player) is not None

    def seen_by(self, player: str | None) -> Seen:
        """Return the table as a viewer has been shown it, which is all they can ask for; None is any spectator."""
        gallery = self._gallery
        if gallery is None or self.sees_at_once(player):
            return self.seen_at_once
        until = 0 if gallery.delay_ms is None else self.clock.now() - gallery.delay_ms
        return Seen(gallery.shown, until, gallery.shown_fact(self.live.shown_fact))

    @property
    def seen_at_once(self) -> Seen:
        """The table as its players have been shown it."""
        return Seen(self.live.shown, self.clock.now(), self.live.shown_fact)

    def snapshot(self, player: str | None) -> wire.TableSnapshot:
        """Return the table as a viewer may see it now."""
        now = self.clock.now()
        if self._gallery is not None and not self.sees_at_once(player):
            return self._gallery.snapshot(player, now)
        return self.live.snapshot(player, now)

    # -- coming and going ----------------------------------------------------------------------------------------

    def watch(self, viewer: Viewer, last_seq: int | None = None) -> None:
        """Send a viewer everything from now on, starting with a snapshot or the updates missed since `last_seq`."""
        if self._gallery is not None and not self.sees_at_once(viewer.player):
            self._gallery.watch(viewer, self.clock.now(), last_seq)
        else:
            self._watch_at_once(viewer, last_seq)
        self._tell_hosting((viewer,))

    def _watch_at_once(self, viewer: Viewer, last_seq: int | None) -> None:
        self._viewers[viewer] = None
        seq = self.live.shown.seq
        # 0 is also the number of a table that shows no hands, so it does not say where to go on.
        if last_seq and last_seq <= seq and (last_seq == seq or self._has_since(last_seq)):
            for update in self._recent:
                if update.seq > last_seq:
                    viewer.send(update.frame(viewer.player))
        else:
            viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))

    def _has_since(self, last_seq: int) -> bool:
        return bool(self._recent) and self._recent[0].seq <= last_seq + 1

    def unwatch(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)
        if self._gallery is not None:
            self._gallery.leave(viewer)

    def dismiss(self, player: str) -> None:
        """Stop sending to a player, on any connection."""
        for viewer in self.everyone():
            if viewer.player == player:
                self.unwatch(viewer)

    # -- events --------------------------------------------------------------------------------------------------

    @property
    def next_at(self) -> int | None:
        """When something is due for delayed viewers, or in the broadcast."""
        times = [late.next_at for late in (self._gallery, self.live.broadcast) if late is not None]
        return min((at for at in times if at is not None), default=None)

    def publish(self) -> list[ScriptedUpdate]:
        """Send every viewer what is due; return what live viewers see now."""
        gallery, now = self._gallery, self.clock.now()
        if gallery is not None:
            gallery.publish(now)
        due = []
        for scripted in self.live.show_due(now):
            update = EncodedUpdate(scripted, self.live.id)
            self._recent.append(update)
            if scripted.seq <= self._sent:  # read again from the store after a failed commit
                continue
            self._sent = scripted.seq
            due.append(scripted)
            for viewer in tuple(self._viewers):
                viewer.send(update.frame(viewer.player))
            if gallery is not None:
                gallery.take(scripted, now)
        self.broadcast.publish(self.live, now)
        if (gallery is not None or self._turns_away) and any(scripted.seats is not None for scripted in due):
            self._arrange()
        return due

    def hear(self, frame: bytes) -> None:
        """Send every viewer a chat line."""
        for viewer in tuple(self._viewers):
            viewer.send(frame)
        if self._gallery is not None:
            self._gallery.hear(frame, self.clock.now())

    def hear_again(self) -> None:
        """After a restart, queue earlier chat for delayed viewers."""
        if self._gallery is not None:
            for at, said in self.talk.since(self.clock.now() - self.live.hosting.door.delay_ms):
                self._gallery.hear(encode(said), at)

    def hosted(self) -> None:
        """Send the host's decision, or a player's request."""
        self._arrange()
        self._tell_hosting(self.everyone())
        self.broadcast.check_address(self.live)
        self._told_of_broadcast = self.live.broadcast is not None

    def _tell_hosting(self, viewers: Iterable[Viewer]) -> None:
        live = self.live
        for viewer in viewers:
            if live.hosting.hosted:
                viewer.send(encode(live.hosting.now(live.id, viewer.player)))
            if live.broadcast is not None or self._told_of_broadcast:
                viewer.send(encode(broadcast_now(live, viewer.player)))

    # -- the door ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Start serving the table, without showing earlier events sooner than the host wants."""
        self._arrange(opens_in=self.live.hosting.door.delay_ms)

    def go_back(self, live: LiveTable, shown: Iterable[ScriptedUpdate]) -> None:
        """Resume from the store, with the latest updates that viewers saw."""
        self.live = live
        self._recent = deque((EncodedUpdate(scripted, live.id) for scripted in shown), RECENT)

    def start_over(self) -> None:
        """Send everyone the table as it is in the store."""
        for viewer in tuple(self._viewers):
            viewer.send(encode(self.live.snapshot(viewer.player, self.clock.now())))
        self.hosted()

    def _arrange(self, opens_in: int = 0) -> None:
        """Move viewers between live and delayed, after the host changed the door or players came and went."""
        hosting, now = self.live.hosting, self.clock.now()
        door, old = hosting.door, self._gallery
        if door.spectators == "on" and old is None and not self._turns_away:
            return
        delay = door.delay_ms if door.spectators == "delayed" else None
        if door.spectators == "on":
            self._gallery = None
        elif old is None or old.delay_ms != delay:
            opens_at = now + (opens_in if old is None else door.delay_ms)
            shown, settings = self.live.shown, self.live.opened.settings
            self._gallery = Gallery(self.live.id, settings, shown, delay, at=now, opens_at=opens_at)
        seen = -1 if delay is None else self.live.shown.seq
        for viewer in tuple(self._viewers):
            if self._must_go(viewer):
                del self._viewers[viewer]
                self._show_out(viewer)
            elif self._gallery is not None and not self.sees_at_once(viewer.player):
                del self._viewers[viewer]
                self._gallery.enter(viewer, now, seen)
        if old is not None:
            self._move(old, now)

    def _move(self, old: Gallery, now: int) -> None:
        """Show delayed viewers the table live from now on, or with another delay."""
        for viewer in old.viewers:
            if self._must_go(viewer):
                old.leave(viewer)
                self._show_out(viewer)
            elif self._gallery is None or self.sees_at_once(viewer.player):
                old.leave(viewer)
                self._viewers[viewer] = None
                viewer.send(encode(self.live.snapshot(viewer.player, now)))
                if viewer.player is not None and self.talk.lines:
                    viewer.send(encode(self.talk.told(now)))  # with the updates still queued for them
            elif self._gallery is not old:
                self._gallery.enter(viewer, now)

    def _must_go(self, viewer: Viewer) -> bool:
        """Whether a viewer was banned or is a stranger at a private table; with a seat they see the hand to its end."""
        player, hosting = viewer.player, self.live.hosting
        if player is not None and seat_as_shown(self.live, player) is not None:
            return False
        return player in hosting.banned or (self.live.cash and not hosting.lets_in(player))

    @property
    def _turns_away(self) -> bool:
        """Whether some viewers may have to go."""
        return bool(self.live.hosting.banned) or (self.live.cash and self.live.hosting.door.private)

    def _show_out(self, viewer: Viewer) -> None:
        """Tell a stranger that the table has become private; banned players are told by the door."""
        if viewer.player not in self.live.hosting.banned:
            viewer.send(encode(ShownOut(at=self.live.id, why="private", sentence=PRIVATE_NOW)))
