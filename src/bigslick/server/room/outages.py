"""Notifies the whole card room about database trouble."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bigslick.protocol.encoding import encode
from bigslick.server.operations.clock import Clock
from bigslick.server.operations.log import write
from bigslick.server.serving.outage import outage
from bigslick.server.store.trouble import Trouble
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask

from .connections import Connections


class Outages:
    """Notifies every connection when the database is in trouble and when it is back. Meanwhile all clocks stop."""

    def __init__(
        self,
        clock: Clock,
        connections: Connections,
        tables: Mapping[str, TableTask],
        tournaments: Mapping[str, TournamentTask],
    ) -> None:
        self._clock = clock
        self._connections = connections
        self._tables = tables
        self._tournaments = tournaments
        self._since: int | None = None

    def changed(self, found: Trouble | None) -> None:
        """Handle new database trouble, or its end if None."""
        now = self._clock.now()
        if found is None:
            lost = 0 if self._since is None else now - self._since
            self._since = None
            write("database", status="ready", milliseconds=lost)
            for task in self._tables.values():
                task.delay(lost)
            for tournament in self._tournaments.values():
                tournament.delay(lost)
        else:
            if self._since is None:
                self._since = now
            write("database", logging.ERROR, status=found.kind, reason=found.sentence, code=found.code)
        frame = encode(outage(found))
        for connection in self._connections.everyone:
            connection.send(frame)
