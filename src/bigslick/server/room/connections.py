"""Each player's connections, and whether they are still alive.

A connection can die silently while its socket stays open. So while a table waits for a player, the server pings that
player's sockets as soon as they are quiet; no other socket costs anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from time import monotonic
from typing import Final, Protocol

BEAT_MS: Final = 500
"""How often the sockets of players to act are checked."""
QUIET_SECONDS: Final = 1.5
"""A socket is pinged after this long without a byte."""
PATIENCE_SECONDS: Final = 2.0
"""How long a socket may take to answer; until then its player counts as connected."""


LOBBY: Final = "lobby"
"""The subject of a message about the lobby; no table has this id."""


class Listener(Protocol):
    """A player's or spectator's connection."""

    player: str | None
    session: str | None
    """The id of the session it signed in with."""

    def send(self, frame: bytes, about: str = "") -> None:
        """Send a message without waiting; one about a table or the `LOBBY` may be dropped if all of it follows."""

    def signed_out(self) -> None:
        """Close it, because its session ended."""

    def alive(self) -> bool:
        """Whether it still answers; pings it if it has been quiet."""


class Pulse:
    """Whether a socket still answers."""

    __slots__ = ("_asked_at",)

    def __init__(self) -> None:
        self._asked_at: float | None = None

    def asks(self, heard_at: float, now: float) -> bool:
        """Whether to ping, given the time of the last byte."""
        if self._asked_at is not None and heard_at >= self._asked_at:
            self._asked_at = None
        if self._asked_at is not None or now - heard_at < QUIET_SECONDS:
            return False
        self._asked_at = now
        return True

    def beats(self, now: float) -> bool:
        """Whether it has answered, or still has time to."""
        return self._asked_at is None or now - self._asked_at < PATIENCE_SECONDS

    @staticmethod
    def now() -> float:
        """Return the time used for pulses, in seconds."""
        return monotonic()


class Connections:
    """All connections. A silent one does not count until it is heard from again."""

    def __init__(self) -> None:
        self._everyone: set[Listener] = set()
        self._connections: dict[str, set[Listener]] = {}
        self._silent: dict[Listener, str] = {}

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def everyone(self) -> tuple[Listener, ...]:
        """All connections, spectators included."""
        return tuple(self._everyone)

    def of(self, player: str) -> tuple[Listener, ...]:
        """Return a player's connections, silent ones included."""
        return tuple(self._connections.get(player, ()))

    def there(self, player: str) -> bool:
        return any(connection not in self._silent for connection in self._connections.get(player, ()))

    def joined(self, connection: Listener, player: str | None) -> bool:
        """Add a new socket; True if its player was not connected before."""
        self._everyone.add(connection)
        if player is None:
            return False
        was = self.there(player)
        self._connections.setdefault(player, set()).add(connection)
        return not was

    def parted(self, connection: Listener, player: str | None) -> bool:
        """Remove a closed socket; True if it was the player's last."""
        self._everyone.discard(connection)
        if player is None:
            return False
        was = self.there(player)
        self._silent.pop(connection, None)
        connections = self._connections.get(player, set())
        connections.discard(connection)
        if not connections:
            self._connections.pop(player, None)
        return was and not self.there(player)

    def hang_up(self, player: str, sessions: Collection[str]) -> None:
        """Close the sockets of ended sessions."""
        for connection in self.of(player):
            if connection.session in sessions:
                connection.signed_out()

    def beat(self, awaited: Iterable[str]) -> Iterator[tuple[str, bool]]:
        """Check the players to act; yield each who went silent (False) or is heard from again (True)."""
        found = {(connection, player) for player in awaited for connection in self._connections.get(player, ())}
        for connection, player in found | set(self._silent.items()):
            was = self.there(player)
            if connection.alive():
                self._silent.pop(connection, None)
            else:
                self._silent[connection] = player
            if self.there(player) is not was:
                yield player, not was
