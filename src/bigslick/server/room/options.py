"""Card room options."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TableSettings
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock, SystemClock
from bigslick.server.operations.limits import Limits
from bigslick.server.operations.metrics import Metrics
from bigslick.server.store.retention import HandRetention
from bigslick.server.store.series import SeriesSettings
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.words import skeleton


@dataclass(frozen=True, kw_only=True)
class RoomOptions:
    """A card room's options: its database, the house's tables and tournaments, and its limits."""

    url: str
    tables: Sequence[TableSettings] = ()
    tournaments: Sequence[TournamentSettings] = ()
    series: Sequence[SeriesSettings] = ()
    """The room's series, which tournaments name."""
    retention: HandRetention = field(default_factory=HandRetention)
    admin_token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    trust_clock: bool = False
    """Open even if the clock is far ahead of everything in the database."""
    clock: Clock = field(default_factory=SystemClock)
    draw: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    """Draws the secrets for shuffling."""

    def check_name(self, name: str) -> None:
        """Refuse a name that could be mistaken for one of the house's tables or tournaments."""
        house = [settings.name for settings in self.tables]
        house += [settings.structure.name for settings in self.tournaments]
        if skeleton(name) in {skeleton(known) for known in house}:
            raise CommandRefused(
                say("'{name}' looks like the name of one of the house's tables: choose another.", name=name)
            )
