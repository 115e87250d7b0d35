"""Which players are in the card room, and where they sit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.operations.log import write
from bigslick.server.store.names import Names
from bigslick.server.table.seen import awaited
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from .connections import Connections, Listener


class Presence:
    """Notifies tables and tournaments when players come and go, and knows where each player sits."""

    def __init__(
        self,
        connections: Connections,
        tables: Mapping[str, TableTask],
        tournaments: Mapping[str, TournamentTask],
        names: Names,
        shuts_out: Callable[[str, str], bool],
    ) -> None:
        self.connections = connections
        self._tables = tables
        self._tournaments = tournaments
        self._names = names
        self._shuts_out = shuts_out
        self._tables_of: dict[str, set[str]] = {}

    def __len__(self) -> int:
        return len(self.connections)

    # -- coming and going ----------------------------------------------------------------------------------------

    def joined(self, connection: Listener) -> None:
        """Add a new socket; its player is now connected at all their tables."""
        if self.connections.joined(connection, connection.player):
            self._came_or_went(connection.player or "", there=True)

    def parted(self, connection: Listener) -> None:
        """Remove a closed socket; if it was the last one, its player is disconnected."""
        for tournament in self._tournaments.values():
            tournament.unwatch(connection)
        if self.connections.parted(connection, connection.player):
            self._came_or_went(connection.player or "", there=False)

    def look_up(self, player: str) -> None:
        """Recheck who is there, after a player's access to a table changed."""
        self._came_or_went(player, there=self.connected(player))

    async def beat(self) -> None:
        """Notice players whose connection goes silent on their turn, or comes back."""
        people = [player for task in self._tables.values() if (player := awaited(task.live)) is not None]
        for player, there in self.connections.beat(people):
            write("heard_again" if there else "gone_silent", player=self._names.name_of(player))
            self._came_or_went(player, there=there)

    def connected(self, player: str) -> bool:
        return self.connections.there(player)

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all of a player's sockets."""
        frame = encode(message)
        for connection in self.connections.of(player):
            connection.send(frame)

    def _came_or_went(self, player: str, *, there: bool) -> None:
        """Notify the tables where a player sits, waits or hosts, and the tournaments that look out for them."""
        hosted = [task for task in self._tables.values() if task.live.host == player]
        for task in dict.fromkeys([*self.places_of(player), *hosted]):
            # A player who still has a seat there keeps playing: the hand, or the tournament.
            if there and (task.live.seat_of(player) is not None or not self._shuts_out(player, task.settings.club)):
                task.connected(player)
            else:
                task.disconnected(player)
        for tournament in self._tournaments.values():
            if tournament.live.host == player or (there and tournament.expects(player)):
                tournament.look_up()

    # -- where players sit ---------------------------------------------------------------------------------------

    def seated(self, player: str, table: str) -> None:
        """Record where a player has a seat, or waits for one."""
        self._tables_of.setdefault(player, set()).add(table)

    def tables_of(self, player: str) -> list[TableTask]:
        """Return the tables where viewers see a player seated."""
        return [task for task in self.places_of(player) if task.seat_of(player) is not None]

    def places_of(self, player: str) -> list[TableTask]:
        tables = self._tables_of.get(player, set())
        found = {
            table: task
            for table in tables
            if (task := self._tables.get(table)) is not None
            and (task.seat_of(player) is not None or player in task.live.queue)
        }
        tables.intersection_update(found)
        if not tables:
            self._tables_of.pop(player, None)
        return list(found.values())
