"""The card room as its tournaments use it."""

from __future__ import annotations

from typing import Protocol

from bigslick.protocol import wire
from bigslick.server.table.room import TableRoom
from bigslick.server.table.task import TableTask


class TournamentRoom(TableRoom, Protocol):
    """The part of the card room that a tournament uses."""

    tables: dict[str, TableTask]

    async def serve(self, task: TableTask) -> None:
        """Add a table and start it."""

    def connected(self, player: str) -> bool:
        """Whether a player is connected."""

    def seated(self, player: str, table: str) -> None:
        """Record where a player sits."""

    def tell(self, player: str, message: wire.FromServer) -> None:
        """Send a message to all of a player's connections."""
