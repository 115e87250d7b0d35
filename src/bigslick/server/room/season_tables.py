"""Season tables from the store. The last ones are kept until another night is over, because anyone may ask again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa

from bigslick.protocol.money import ChipValue
from bigslick.server.store.nights import NightResult, night_kind, nights_of, of_club, over_among
from bigslick.server.store.records import Stream
from bigslick.server.store.schema import imported_sessions, streams
from bigslick.server.store.season_events import people_of, season_event
from bigslick.server.store.series import Series
from bigslick.server.store.store import Store
from bigslick.server.tournament.loading import FinishedTournaments
from bigslick.tournament.director.standings import PlayerResult
from bigslick.tournament.season import Decider, PointsRules, SeasonTable, season_table

KEPT: Final = 64
"""How many tables are kept."""


class Counted(NamedTuple):
    """A season's table with its nights; players are ids."""

    nights: int
    tournaments: int
    chip_value: ChipValue | None
    """What a chip was worth in all of its nights; None for chips, or if they differ."""
    table: SeasonTable


class SeasonTables:
    def __init__(self, store: Store, finished: FinishedTournaments) -> None:
        self._store = store
        self._finished = finished
        self._kept: OrderedDict[tuple[object, ...], Counted] = OrderedDict()
        self._computing = asyncio.Lock()
        """One table at a time, because a long formula over many nights keeps a thread busy for seconds."""

    async def of_club(
        self, club: str, since: int | None, until: int | None, rules: PointsRules, by: Decider
    ) -> Counted:
        """Return the table of a club's nights that began in a period."""
        chosen = of_club(club, since, until)
        return await self._table((club, since, until, rules, by), chosen, rules, by)

    async def of_series(self, series: Series) -> Counted:
        """Return the table of a series."""
        return await self._table((series.id, series.rules), streams.c.series == series.id, series.rules, "points")

    async def _table(
        self, key: tuple[object, ...], chosen: sa.ColumnElement[bool], rules: PointsRules, by: Decider
    ) -> Counted:
        closed = sa.select(sa.func.count(), sa.func.max(streams.c.closed_at)).where(over_among(chosen))
        imported = imported_sessions.c.night.in_(sa.select(streams.c.id).where(over_among(chosen)))
        sessions = await self._store.select(sa.select(imported_sessions).where(imported))  # a night can be taken back
        key += (*(await self._store.select(closed))[0], frozenset(map(tuple, sessions)))
        async with self._computing:
            if key not in self._kept:
                nights = await nights_of(self._store, str, chosen)
                tournaments = [(stream.id, results) for stream, results in nights if night_kind(stream) == "tournament"]
                ended = await self._finished.results([name for name, results in tournaments if people_of(results)])
                self._kept[key] = await asyncio.to_thread(_counted, nights, ended, rules, by)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]


def _counted(
    nights: Sequence[tuple[Stream, Sequence[NightResult]]],
    ended: Mapping[str, Mapping[str, PlayerResult]],
    rules: PointsRules,
    by: Decider,
) -> Counted:
    tournaments = sum(night_kind(stream) == "tournament" for stream, _ in nights)
    values = {stream.chip_value for stream, _ in nights}
    events = [season_event(stream, results, ended.get(stream.id, {})) for stream, results in nights]
    value = values.pop() if len(values) == 1 else None
    return Counted(len(nights) - tournaments, tournaments, value, season_table(events, rules, by))
