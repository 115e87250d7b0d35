"""Events that count together. A club's season counts all of its nights; a series counts the tournaments that were
opened in it, in the room or in a club.

Their rules are held in memory; the database is the truth.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from msgspec.structs import asdict, replace

from bigslick.errors import BigslickError
from bigslick.protocol.lobby import SeriesLink
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock
from bigslick.server.words import fold
from bigslick.tournament.season import PointsRules, check_formula

from .clubs import Clubs, check_manages
from .commands import making
from .records import Batch, DoneCommand
from .schema import series, streams
from .store import Store

LONGEST_SERIES_NAME: Final = 40
MOST_SERIES: Final = 20
"""The most series a club can have under way."""
MOST_TOURNAMENTS: Final = 1_000
"""The most tournaments in a series."""
_PREFIX: Final = "s"
"""A series' id is this and its number."""


class SeriesRefused(BigslickError):
    """A command about a series that was refused; the sentence says why."""


class SeriesSettings(PointsRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A series of the room, as the operator's file lists it."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_SERIES_NAME)]

    def __post_init__(self) -> None:
        check_formula(self.formula)


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """Events that count together."""

    id: str
    """For the season of a club, the club's."""
    club: str
    """Empty for a series of the room."""
    name: str = ""
    """Empty for the season of a club."""
    rules: PointsRules = PointsRules()
    over: bool = False
    """Whether no further tournament can be opened in it."""
    changed_by: str = ""
    """The player who last chose the rules; empty if they are the usual ones, or the operator's."""
    changed_at: int = 0

    @property
    def link(self) -> SeriesLink:
        return SeriesLink(self.id, self.name)


class SeriesBook:
    """All series in a store."""

    def __init__(self, store: Store, clubs: Clubs, clock: Clock) -> None:
        self._store = store
        self._clubs = clubs
        self._clock = clock
        self._series: dict[str, Series] = {}
        self._tournaments: Counter[str] = Counter()
        self._writing = asyncio.Lock()

    @classmethod
    async def load(cls, store: Store, clubs: Clubs, clock: Clock) -> SeriesBook:
        found = cls(store, clubs, clock)
        for row in await store.select(sa.select(series)):
            fields = {**row._mapping}
            rules = PointsRules(
                formula=fields.pop("formula"), best=fields.pop("best"), bounties=bool(fields.pop("bounties"))
            )
            found._series[row.id] = Series(**fields | {"over": bool(row.over)}, rules=rules)
        counted = sa.select(streams.c.series, sa.func.count()).where(streams.c.series != "").group_by(streams.c.series)
        found._tournaments.update(dict(map(tuple, await store.select(counted))))
        return found

    # -- queries -------------------------------------------------------------------------------------------------

    def get(self, series: str) -> Series | None:
        """Return a series; a club's season is none."""
        found = self._series.get(series)
        return found if found is not None and found.name else None

    def numbered(self, number: int) -> Series | None:
        return self.get(f"{_PREFIX}{number}")

    def of(self, club: str) -> list[Series]:
        """Return a club's series, or the room's, the latest first."""
        mine = [found for found in self._series.values() if found.name and found.club == club]
        return sorted(mine, key=lambda found: -_number(found.id))

    def season_of(self, club: str) -> Series:
        """Return how a club's season gives points."""
        return self._series.get(club, Series(id=club, club=club))

    def named(self, club: str, name: str) -> Series | None:
        return next((found for found in self.of(club) if found.name == name), None)

    def takes(self, series: Series) -> bool:
        """Whether another tournament can be opened in it."""
        return not series.over and self._tournaments[series.id] < MOST_TOURNAMENTS

    def opened_in(self, series: SeriesLink) -> None:
        """Count a tournament that was opened."""
        self._tournaments[series.id] += 1

    # -- changes -------------------------------------------------------------------------------------------------

    async def change_season(self, club: str, rules: PointsRules, by: str) -> None:
        """Choose how a club's season gives points; raises `BadFormula`."""
        async with self._writing:
            self._check_manages(club, by)
            check_formula(rules.formula)
            await self._write(replace(self.season_of(club), rules=rules, changed_by=by))

    async def begin(self, club: str, name: str, rules: PointsRules, by: str, cmd_id: str = "") -> Series:
        """Begin a series of a club; raises `BadFormula`."""
        async with self._writing:
            self._check_manages(club, by)
            check_formula(rules.formula)
            mine = self.of(club)
            if any(fold(found.name) == fold(name) for found in mine):
                raise SeriesRefused(say("There is a series '{name}' already: choose another name.", name=name))
            if sum(not found.over for found in mine) >= MOST_SERIES:
                raise SeriesRefused(
                    say("A club has at most {most} series at a time: end one of them first.", most=MOST_SERIES)
                )
            number = self._next_number
            made = Series(id=f"{_PREFIX}{number}", club=club, name=name, rules=rules, changed_by=by)
            return await self._write(made, making("series", number, by, cmd_id, self._clock.now()))

    async def change(self, series: str, rules: PointsRules, over: bool, by: str) -> Series:
        """Change how a club's series gives points, and whether it is over; raises `BadFormula`."""
        async with self._writing:
            found = self._series[series]
            self._check_manages(found.club, by)
            check_formula(rules.formula)
            return await self._write(replace(found, rules=rules, over=over, changed_by=by))

    async def follow(self, listed: Iterable[SeriesSettings]) -> None:
        """Bring the room's series in line with the operator's file: what it does not list any more is over."""
        wanted = {each.name: PointsRules(**{name: getattr(each, name) for name in _RULES}) for each in listed}
        async with self._writing:
            for name, rules in wanted.items():
                found = self.named("", name) or Series(id=f"{_PREFIX}{self._next_number}", club="", name=name)
                if found.id not in self._series or found.rules != rules or found.over:
                    await self._write(replace(found, rules=rules, over=False))
            for found in self.of(""):
                if found.name not in wanted and not found.over:
                    await self._write(replace(found, over=True))

    def _check_manages(self, club: str, player: str) -> None:
        found = self._clubs.get(club)
        if found is None:
            raise SeriesRefused("Only the room's operator can change this series.")
        check_manages(found, player)

    @property
    def _next_number(self) -> int:
        return max((_number(found.id) for found in self._series.values() if found.name), default=0) + 1

    async def _write(self, made: Series, commands: Sequence[DoneCommand] = ()) -> Series:
        made = replace(made, changed_at=self._clock.now())
        row = {name: value for name, value in asdict(made).items() if name != "rules"} | asdict(made.rules)
        row |= {"over": int(made.over), "bounties": int(made.rules.bounties)}
        changes = (sa.delete(series).where(series.c.id == made.id), series.insert().values(row))
        await self._store.append(Batch(statements=changes, commands=commands))
        self._series[made.id] = made
        return made


_RULES: Final = PointsRules.__struct_fields__


def _number(series: str) -> int:
    return int(series.removeprefix(_PREFIX))
