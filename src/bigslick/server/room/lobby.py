"""The lobby: the tables and tournaments each player may know about, sent to everyone who watches it.

A watcher gets the whole lobby once, and then only what changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, NamedTuple, Protocol

from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import Lobby, LobbyChanged, TableCard, TournamentCard
from bigslick.server.doors import Doors
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from .connections import LOBBY, Listener

MOST_CHANGED: Final = 50
"""The most cards in one message; the ones that have waited longest go first."""
_HEAD: Final = len(encode(LobbyChanged(seq=0))) - 1
"""The length of the part of a message that differs between watchers."""

Card = TableCard | TournamentCard


class LobbyRoom(Protocol):
    """The part of the card room that the lobby uses."""

    doors: Doors
    tables: dict[str, TableTask]
    tournaments: dict[str, TournamentTask]

    def balance(self, player: str | None) -> int | None:
        """Return the chips in a player's account."""


class Watcher(NamedTuple):
    """The lobby as a watcher was last sent it."""

    seq: int
    balance: int | None
    opened: frozenset[str]
    """The private games they may know about."""


class LobbyBoard:
    """The lobby as each player sees it, and its watchers."""

    def __init__(self, room: LobbyRoom) -> None:
        self._room = room
        self._watching: dict[Listener, Watcher | None] = {}
        """None for a watcher who is sent everything again."""
        self._cards: dict[str, Card] = {}
        """The cards as watchers know them, by id, private ones included."""
        self._waiting: list[str] = []
        """The cards that have changed since, longest first."""

    def seen_by(self, player: str | None) -> Lobby:
        """Return the tables and tournaments the player may know about, with their balance."""
        return _lobby(_open_to(self._now().values(), self._room.doors.opened_to(player)), self._room.balance(player))

    def _now(self) -> dict[str, Card]:
        """Return the current cards; clubs have their own page."""
        room = self._room
        tables = [task for task in room.tables.values() if not (task.settings.tournament or task.settings.club)]
        events = [event for event in room.tournaments.values() if not event.live.settings.club]
        return {**{task.id: task.card() for task in tables}, **{event.id: event.card() for event in events}}

    def watch(self, listener: Listener) -> None:
        """Send a connection the lobby now, or with the next round if it asks again, and then what changes."""
        if not self._watching:
            self._cards, self._waiting = self._now(), []
        if listener in self._watching:
            self._watching[listener] = None
        else:
            self._send_all(listener)

    def _send_all(self, listener: Listener) -> None:
        self._watching[listener] = known = self._known_to(listener, 0)
        listener.send(encode(_lobby(_open_to(self._cards.values(), known.opened), known.balance)), LOBBY)

    def leave(self, listener: Listener) -> None:
        self._watching.pop(listener, None)

    def _known_to(self, listener: Listener, seq: int) -> Watcher:
        return Watcher(seq, self._room.balance(listener.player), self._room.doors.opened_to(listener.player))

    def tell(self) -> None:
        """Send everyone what has changed for them."""
        if not self._watching:
            return
        changed, gone = self._changes()
        bodies: dict[tuple[frozenset[str], frozenset[str]], bytes] = {}
        for listener, before in list(self._watching.items()):
            if before is None:
                self._send_all(listener)
                continue
            known = self._known_to(listener, before.seq + 1)
            key = before.opened, known.opened
            if key not in bodies:
                bodies[key] = self._body(changed, gone, *key)
            if bodies[key] or known.balance != before.balance:
                self._watching[listener] = known
                head = encode(LobbyChanged(seq=known.seq, balance=known.balance))[:-1]
                listener.send(head + (bodies[key] or b"}"), LOBBY)

    def _changes(self) -> tuple[list[Card], list[Card]]:
        """Take the cards to send now: changed ones, and ones that are gone."""
        now = self._now()
        gone = [self._cards.pop(name) for name in [*self._cards] if name not in now]
        gone += [card for name, card in self._cards.items() if now[name].private and not card.private]
        line = dict.fromkeys((*self._waiting, *now))  # in the order in which they changed
        waiting = (name for name in line if name in now and now[name] != self._cards.get(name))
        due = {name: now[name] for name in islice(waiting, MOST_CHANGED)}
        self._waiting = list(waiting)
        self._cards.update(due)
        return list(due.values()), gone

    def _body(
        self, changed: Iterable[Card], gone: Iterable[Card], before: frozenset[str], opened: frozenset[str]
    ) -> bytes:
        """Encode what has changed for watchers with these private games; empty if nothing has."""
        found = {_id(card): card for card in _open_to(changed, opened)}
        found |= {name: self._cards[name] for name in sorted(opened - before) if name in self._cards}
        left = [_id(card) for card in _open_to(gone, before) if _id(card) not in found]
        left += [name for name in sorted(before - opened) if name not in (*left, *found)]
        if not found and not left:
            return b""
        tables, tournaments = _sorted(found.values())
        return encode(LobbyChanged(seq=0, tables=tables, tournaments=tournaments, gone=tuple(left)))[_HEAD:]


def _id(card: Card) -> str:
    return card.table if isinstance(card, TableCard) else card.tournament


def _open_to(cards: Iterable[Card], opened: frozenset[str]) -> list[Card]:
    """Return the public cards, and these private ones."""
    return [card for card in cards if not card.private or _id(card) in opened]


def _sorted(cards: Iterable[Card]) -> tuple[tuple[TableCard, ...], tuple[TournamentCard, ...]]:
    found = list(cards)
    tables = tuple([card for card in found if isinstance(card, TableCard)])
    return tables, tuple([card for card in found if isinstance(card, TournamentCard)])


def _lobby(cards: Iterable[Card], balance: int | None) -> Lobby:
    tables, tournaments = _sorted(cards)
    return Lobby(tables=tables, tournaments=tournaments, balance=balance)
