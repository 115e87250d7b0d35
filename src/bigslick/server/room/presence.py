"""Players in the card room, and the tables where they sit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.server.operations.log import write
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from .connections import Connections, Listener


class Presence:
    """Tells tables and tournaments who comes and goes, and knows where each player sits."""

    def __init__(
        self,
        connections: Connections,
        tables: Mapping[str, TableTask],
        tournaments: Mapping[str, TournamentTask],
        shuts_out: Callable[[str, str], bool],
    ) -> None:
        self.connections = connections
        self._tables = tables
        self._tournaments = tournaments
        self._shuts_out = shuts_out
        self._tables_of: dict[str, set[str]] = {}

    def __len__(self) -> int:
        return len(self.connections)

    # -- coming and going ----------------------------------------------------------------------------------------

    def joined(self, connection: Listener) -> None:
        """Take in a new socket; its player is connected at all their tables."""
        if self.connections.joined(connection, connection.player):
            self._came_or_went(connection.player or "", there=True)

    def parted(self, connection: Listener) -> None:
        """Forget a closed socket; if it was the last one, its player is disconnected."""
        for tournament in self._tournaments.values():
            tournament.unwatch(connection)
        if self.connections.parted(connection, connection.player):
            self._came_or_went(connection.player or "", there=False)

    def look_up(self, player: str) -> None:
        """Look again who is there: a player may not come in somewhere any more, or may again."""
        self._came_or_went(player, there=self.connected(player))

    async def beat(self) -> None:
        """Notice players whose connection is silent on their turn, or alive again."""
        awaited = [player for task in self._tables.values() if (player := task.awaited) is not None]
        for player, there in self.connections.beat(awaited):
            write("heard_again" if there else "gone_silent", player=player)
            self._came_or_went(player, there=there)

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""
        return self.connections.there(player)

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all sockets of a player."""
        frame = encode(message)
        for connection in self.connections.of(player):
            connection.send(frame)

    def _came_or_went(self, player: str, *, there: bool) -> None:
        """Tell the tables where a player sits, waits or is the host, and the tournaments they run."""
        hosted = [task for task in self._tables.values() if task.live.host == player]
        for task in dict.fromkeys([*self.places_of(player), *hosted]):
            # A player who still has a seat there plays on: the hand, or the tournament.
            if there and (task.live.seat_of(player) is not None or not self._shuts_out(player, task.settings.club)):
                task.connected(player)
            else:
                task.disconnected(player)
        for tournament in self._tournaments.values():
            if tournament.live.host == player:
                tournament.look_up()

    # -- where players sit ---------------------------------------------------------------------------------------

    def seated(self, player: str, table: str) -> None:
        """Note where a player sits, or waits for a seat."""
        self._tables_of.setdefault(player, set()).add(table)

    def tables_of(self, player: str) -> list[TableTask]:
        """The tables where a player has a seat, or viewers have yet to see that they left it."""
        return [task for task in self.places_of(player) if task.seat_of(player) is not None]

    def places_of(self, player: str) -> list[TableTask]:
        """The tables where a player has a seat or waits for one."""
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
