"""The lobby: the tables and tournaments that each player may know of, for everyone who watches it."""

from __future__ import annotations

from typing import Protocol

from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import Lobby
from bigslick.server.doors import Doors
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from .connections import Listener


class LobbyRoom(Protocol):
    """The card room, as far as the lobby needs it."""

    doors: Doors
    tables: dict[str, TableTask]
    tournaments: dict[str, TournamentTask]

    def balance(self, player: str | None) -> int | None:
        """The chips in a player's account."""


class LobbyBoard:
    """The lobby as each player sees it, and its watchers."""

    def __init__(self, room: LobbyRoom) -> None:
        self._room = room
        self._watching: dict[Listener, tuple[int | None, frozenset[str]]] = {}
        """With the balance, and the private tables and tournaments, last sent to each."""
        self._sent: dict[frozenset[str], bytes] = {}
        """The last message about the lobby, by the private ones in it."""

    def seen_by(self, player: str | None) -> Lobby:
        """The tables and tournaments that a player may know of, with the balance of the player."""
        return self._lobby(self._room.doors.opened_to(player), self._room.balance(player))

    def _lobby(self, opened: frozenset[str], balance: int | None = None) -> Lobby:
        """The public tables and tournaments, and the named private ones; clubs have their own page."""
        return Lobby(
            tables=tuple(
                task.card()
                for task in self._room.tables.values()
                if not (task.settings.tournament or task.settings.club)
                and (task.id in opened or not task.live.hosting.door.private)
            ),
            tournaments=tuple(
                event.card()
                for event in self._room.tournaments.values()
                if not event.live.settings.club and (event.id in opened or not event.live.hosting.door.private)
            ),
            balance=balance,
        )

    def watch(self, listener: Listener) -> None:
        """Send a connection the lobby, now and whenever it changes."""
        self._watching[listener] = self._now_for(listener)
        listener.send(encode(self.seen_by(listener.player)))

    def leave(self, listener: Listener) -> None:
        """Send a connection nothing more."""
        self._watching.pop(listener, None)

    def _now_for(self, listener: Listener) -> tuple[int | None, frozenset[str]]:
        return self._room.balance(listener.player), self._room.doors.opened_to(listener.player)

    def tell(self) -> None:
        """Send everyone what has changed for them."""
        if not self._watching:
            return
        frames: dict[frozenset[str], bytes] = {}
        for listener, before in list(self._watching.items()):
            balance, opened = now = self._now_for(listener)
            if opened not in frames:
                frames[opened] = encode(self._lobby(opened))
            frame = frames[opened]
            if now != before or frame != self._sent.get(opened):
                self._watching[listener] = now
                listener.send(frame if balance is None else frame.replace(b'"balance":null', b'"balance":%d' % balance))
        self._sent = frames
