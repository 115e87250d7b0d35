"""A tournament from the store: all its facts, and how one that is over ended."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from bigslick.protocol import wire
from bigslick.server.clock import Clock
from bigslick.server.store import schema
from bigslick.server.store.records import FactRow
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import DamagedStream

from . import facts
from .apply import apply
from .standings import standings
from .state import LiveTournament

KIND: Final = "tournament"
"""The kind of a tournament's stream in the store."""
KEPT: Final = 32
"""How many finished tournaments are kept."""


async def load_tournament(tournament: str, store: Store) -> LiveTournament:
    """A tournament from its facts in the store; raises `DamagedStream`."""
    return _fold(tournament, await store.read(tournament))


def _fold(tournament: str, rows: Iterable[FactRow]) -> LiveTournament:
    live: LiveTournament | None = None
    for row in rows:
        if row.seq != (1 if live is None else live.count + 1):
            raise DamagedStream(f"fact {row.seq - 1} of tournament {tournament} is missing")
        try:
            fact = facts.read(row.payload)
            if live is None:
                assert isinstance(fact, facts.TournamentOpened)
                live = LiveTournament(fact)
            else:
                apply(live, fact)
        except Exception as error:
            sentence = f"fact {row.seq} of tournament {tournament} is damaged: {type(error).__name__}"
            raise DamagedStream(sentence) from error
    if live is None:
        raise DamagedStream(f"tournament {tournament} has no facts")
    return live


class FinishedTournaments:
    """The tournaments that are no longer served; those that were asked for last are kept, since they do not change."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._kept: OrderedDict[str, LiveTournament] = OrderedDict()

    async def standings(self, name: str, player: str | None) -> wire.TournamentNow | None:
        """How a tournament ended, from its facts; None if a player may know of none."""
        live = self._kept.get(name)
        if live is None:
            streams = schema.streams
            known = sa.select(streams.c.id).where(
                streams.c.id == name, streams.c.kind == KIND, streams.c.closed_at.is_not(None)
            )
            if not list(await self._store.select(known)):
                return None
            live = await asyncio.to_thread(_fold, name, await self._store.read(name))
            self._kept[name] = live
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(name)
        shown = live.hosting.lets_in(player) or (player is not None and player in live.entered)
        return standings(name, live, {}, self._clock.now()) if shown else None
