"""A served tournament's viewers: they get the structure once, then its changes, and players what they can pay for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from bigslick.protocol.encoding import encode
from bigslick.protocol.tournament import OffersNow, TournamentNow
from bigslick.server.operations.clock import Clock
from bigslick.server.serving.served import Viewer

from .offered import offered
from .standings import change, structure
from .state import LiveTournament

TELL_MS: Final = 1_000
"""Viewers hear of changes at most this often."""


class Watchers:
    def __init__(self, name: str, clock: Clock) -> None:
        self.changed = False
        """Whether something may have changed since they last heard."""
        self._name = name
        self._clock = clock
        self._viewers: dict[Viewer, None] = {}
        self._known: TournamentNow | None = None
        """The tournament as they know it; None without viewers."""
        self._told = 0
        """How many pieces of news they have had."""
        self._tell_at = 0
        """When they can hear of the next change."""
        self._offered: dict[str, OffersNow] = {}
        """What each player has been told that they can pay for."""

    def everyone(self) -> tuple[Viewer, ...]:
        return tuple(self._viewers)

    @property
    def due(self) -> int | None:
        """When they hear of a change; None if there is nothing to tell."""
        return self._tell_at if self.changed and self._viewers else None

    def add(self, viewer: Viewer, live: LiveTournament, now: Callable[[], TournamentNow]) -> None:
        """Send a viewer the structure once, and the standings now and whenever they change."""
        if self._known is None:
            self._known, self._told, self.changed = now(), live.told, False
        self._viewers[viewer] = None
        viewer.send(encode(structure(self._name, live)))
        viewer.send(encode(self._known))
        self.tell_hosting(live, (viewer,))
        if viewer.player is not None:
            viewer.send(encode(self._offer(live, viewer.player)))

    def remove(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)
        if not self._viewers:
            self._known = None
            self._offered.clear()

    def dismiss(self, player: str) -> None:
        """Stop sending to a player, on any connection."""
        for viewer in self.everyone():
            if viewer.player == player:
                self.remove(viewer)

    def tell_hosting(self, live: LiveTournament, viewers: Iterable[Viewer]) -> None:
        """Send viewers what they may know about the host and the door."""
        hosting = live.hosting
        for viewer in viewers if hosting.hosted else ():
            viewer.send(encode(hosting.now(self._name, viewer.player)))

    def tell(self, live: LiveTournament, now: Callable[[], TournamentNow]) -> None:
        """Tell viewers what has changed, and what they can pay for, not too often."""
        time = self._clock.now()
        if not self.changed or time < self._tell_at or self._known is None:
            return
        self.changed, self._tell_at = False, time + TELL_MS
        after = now()
        found = change(self._known, after, live.told - self._told)
        if found is not None:
            self._known, self._told = replace(after, seq=found.seq), live.told
            frame = encode(found)
            for viewer in self.everyone():
                viewer.send(frame)
        self._tell_offers(live, self.everyone())

    def tell_buyer(self, live: LiveTournament, player: str) -> None:
        """Tell a player at once what they can pay for after their own command."""
        self._tell_offers(live, [viewer for viewer in self._viewers if viewer.player == player])

    def _offer(self, live: LiveTournament, player: str) -> OffersNow:
        """Return what a player can pay for, and note that they are told."""
        offers = offered(live, player, max(self._clock.now(), live.at))
        self._offered[player] = told = OffersNow(tournament=self._name, offers=offers)
        return told

    def _tell_offers(self, live: LiveTournament, viewers: Iterable[Viewer]) -> None:
        """Tell players what they can pay for, if that has changed."""
        frames: dict[str, bytes] = {}
        for viewer in viewers:
            if (player := viewer.player) is None:
                continue
            if player not in frames:
                known, told = self._offered.get(player), self._offer(live, player)
                frames[player] = b"" if told == known else encode(told)
            if frame := frames[player]:
                viewer.send(frame)
