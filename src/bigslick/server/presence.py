"""Who is there: the connections of each player, and whether anything is still heard on them.

A line that freezes says nothing, and its socket stays open. So while a table waits for a player, the sockets of that
player are asked for a sign of life as soon as they are quiet; no other socket costs anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, Protocol

BEAT_MS: Final = 500
"""How often the sockets of the players to act are looked at."""
QUIET_SECONDS: Final = 1.5
"""After so long without a byte a socket is asked."""
PATIENCE_SECONDS: Final = 2.0
"""So long it may take to answer; until then its player counts as connected."""


class Listener(Protocol):
    """A connection of a player or a spectator."""

    player: str | None
    session: str | None
    """The id of the session it signed in with."""

    def send(self, frame: bytes) -> None:
        """Send a message without waiting."""

    def signed_out(self) -> None:
        """Its session has ended."""

    def alive(self) -> bool:
        """Whether it still answers; asks for a sign of life if it has been quiet."""


class Pulse:
    """Whether a socket still answers."""

    __slots__ = ("_asked_at",)

    def __init__(self) -> None:
        self._asked_at: float | None = None

    def asks(self, heard_at: float, now: float) -> bool:
        """Whether to ask for a sign of life, by the time when something was heard last."""
        if self._asked_at is not None and heard_at >= self._asked_at:
            self._asked_at = None
        if self._asked_at is not None or now - heard_at < QUIET_SECONDS:
            return False
        self._asked_at = now
        return True

    def beats(self, now: float) -> bool:
        """Whether it has answered, or still may."""
        return self._asked_at is None or now - self._asked_at < PATIENCE_SECONDS

    @staticmethod
    def now() -> float:
        """The time that pulses are counted in, in seconds."""
        return monotonic()


class Presence:
    """The connections of all players; one on which nothing is heard any more does not count until it speaks again."""

    def __init__(self) -> None:
        self._connections: dict[str, set[Listener]] = {}
        self._silent: dict[Listener, str] = {}

    def __len__(self) -> int:
        return len(self._connections)

    def of(self, player: str) -> tuple[Listener, ...]:
        """The connections of a player, silent ones too."""
        return tuple(self._connections.get(player, ()))

    def there(self, player: str) -> bool:
        """Whether a player is connected."""
        return any(connection not in self._silent for connection in self._connections.get(player, ()))

    def joined(self, connection: Listener, player: str) -> bool:
        """A socket has opened; whether its player was not there before."""
        was = self.there(player)
        self._connections.setdefault(player, set()).add(connection)
        return not was

    def parted(self, connection: Listener, player: str) -> bool:
        """A socket has closed; whether its player is gone by that."""
        was = self.there(player)
        self._silent.pop(connection, None)
        connections = self._connections.get(player, set())
        connections.discard(connection)
        if not connections:
            self._connections.pop(player, None)
        return was and not self.there(player)

    def beat(self, awaited: Iterable[str]) -> Iterator[tuple[str, bool]]:
        """Feel the pulse of the players whom a table waits for; who has gone silent, and who is heard again."""
        found = {(connection, player) for player in awaited for connection in self._connections.get(player, ())}
        for connection, player in found | set(self._silent.items()):
            was = self.there(player)
            if connection.alive():
                self._silent.pop(connection, None)
            else:
                self._silent[connection] = player
            if self.there(player) is not was:
                yield player, not was
