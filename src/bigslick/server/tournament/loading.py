"""Loads a tournament from the store: all its facts, or the result of a finished one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Final

import msgspec
import sqlalchemy as sa

from bigslick.server.serving.folding import fold
from bigslick.server.store import schema
from bigslick.server.store.records import Batch, FactRow
from bigslick.server.store.store import Conflict, Store
from bigslick.server.store.trouble import DamagedStream
from bigslick.tournament.director.standings import PlayerResult, player_results

from . import facts
from .apply import apply
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

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, LiveTournament] = OrderedDict()

    async def find(self, name: str, player: str | None) -> LiveTournament | None:
        """Return a tournament as it ended, from its facts; None if there is none that the player may see."""
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
        shown = live.hosting.lets_in(player) or (player is not None and player in live.players)
        return live if shown else None

    async def results(self, names: Collection[str]) -> dict[str, dict[str, PlayerResult]]:
        """Return what tournaments that are over came to for each of their people, by id.

        The store keeps it from the first time on. A damaged tournament, and one that was called off, has no results.
        """
        kept, found = schema.tournament_results, dict[str, dict[str, PlayerResult]]()
        for row in await self._store.select(sa.select(kept).where(kept.c.tournament.in_(names))):
            fields = {name: value for name, value in row._mapping.items() if name != "tournament"}
            found.setdefault(row.tournament, {})[row.player] = PlayerResult(**fields)
        for name in names:
            if name not in found:
                found[name] = {result.player: result for result in await self._compute(name)}
        return found

    async def _compute(self, name: str) -> list[PlayerResult]:
        try:
            live = await asyncio.to_thread(_fold, name, await self._store.read(name))
        except DamagedStream:
            return []
        if live.director is None or live.status != "over":
            return []
        results = player_results(live.director, [player for player, bot in live.players.items() if not bot])
        rows = [{"tournament": name, **msgspec.structs.asdict(result)} for result in results]
        if rows:
            with suppress(Conflict):  # another request was faster
                await self._store.append(Batch(statements=[schema.tournament_results.insert().values(rows)]))
        return results
