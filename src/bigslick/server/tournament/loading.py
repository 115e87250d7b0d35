"""Loads a tournament from the store: all its facts, or the result of a finished one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from bigslick.protocol.lobby import TournamentNow
from bigslick.server.operations.clock import Clock
from bigslick.server.serving.folding import fold
from bigslick.server.store import schema
from bigslick.server.store.records import FactRow
from bigslick.server.store.store import Store

from . import facts
from .apply import apply
from .standings import standings
from .state import LiveTournament

KIND: Final = "tournament"
"""The kind of a tournament's stream in the store."""
KEPT: Final = 32
"""How many finished tournaments are kept."""


async def load_tournament(tournament: str, store: Store) -> LiveTournament:
    """Load a tournament from its facts in the store; raises `DamagedStream`."""
    return _fold(tournament, await store.read(tournament))


async def load_record(table: str, hand: int, store: Store) -> str | None:
    """Load the record of a hand at one of its tables; None if the hand was not finished."""
    hands = schema.hands
    found = await store.select(sa.select(hands.c.record).where(hands.c.table_id == table, hands.c.number == hand))
    return found[0][0] if found else None


def _fold(tournament: str, rows: Iterable[FactRow]) -> LiveTournament:
    return fold(f"tournament {tournament}", rows, _begin, lambda live, payload: apply(live, facts.read(payload)))


def _begin(payload: bytes) -> LiveTournament:
    opened = facts.read(payload)
    assert isinstance(opened, facts.TournamentOpened)
    return LiveTournament(opened)


class FinishedTournaments:
    """Tournaments that are no longer served. The most recently requested stay in memory, because they do not change."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._kept: OrderedDict[str, LiveTournament] = OrderedDict()

    async def standings(self, name: str, player: str | None) -> TournamentNow | None:
        """Return how a tournament ended, from its facts; None if there is none that the player may see."""
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
