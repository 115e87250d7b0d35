"""Options of a card room."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bigslick.protocol.settings import TableSettings
from bigslick.server.operations.clock import Clock, SystemClock
from bigslick.server.operations.limits import Limits
from bigslick.server.operations.metrics import Metrics
from bigslick.server.store.retention import HandRetention
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.words import skeleton


@dataclass(frozen=True, kw_only=True)
class RoomOptions:
    """Options of a card room: its database, the house's tables and tournaments, and its limits."""

    url: str
    tables: Sequence[TableSettings] = ()
    tournaments: Sequence[TournamentSettings] = ()
    retention: HandRetention = field(default_factory=HandRetention)
    admin_token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    clock: Clock = field(default_factory=SystemClock)
    draw: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    """Draws the secrets that cards are shuffled from."""

    def is_house_name(self, name: str) -> bool:
        """Whether a name could be taken for one of the house's own tables or tournaments."""
        house = [settings.name for settings in self.tables]
        house += [settings.structure.name for settings in self.tournaments]
        return skeleton(name) in {skeleton(known) for known in house}
