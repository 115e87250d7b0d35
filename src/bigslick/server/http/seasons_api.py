"""Endpoints for seasons and series: a club's nights, or the tournaments of a series, ranked by points."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from msgspec.structs import replace

from bigslick.protocol.money import ChipValue
from bigslick.protocol.wording import Wording, word
from bigslick.sentence import say
from bigslick.server.room.season_tables import Counted
from bigslick.server.store.names import NamesTogether
from bigslick.server.store.schema import streams
from bigslick.server.store.series import LONGEST_SERIES_NAME, Series
from bigslick.server.words import clean
from bigslick.tournament.points import LONGEST
from bigslick.tournament.season import MOST_BEST, Decider, PointsRules, SeasonPlace

from .clubs_api import Moment, SeriesCard, club_of, series_cards
from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused
from .once import OwnId, once

LISTED: Final = 100
"""How many finished tournaments of a series are listed, the latest ones."""


class SeasonQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season's period, as for the ledger, and whether points or chips decide."""

    since: Moment | None = None
    until: Moment | None = None
    by: Decider = "points"


class SeasonChoice(RequestBody, frozen=True, kw_only=True):
    """How a season gives points."""

    formula: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    best: Annotated[int, Meta(ge=0, le=MOST_BEST)] = 0
    """How many of a player's events give points, the best ones; 0 = all."""
    bounties: bool = True
    """Whether knockouts count as `hits`, and bounties as part of the `prize`."""

    @property
    def rules(self) -> PointsRules:
        return PointsRules(formula=self.formula, best=self.best, bounties=self.bounties)


class NewSeries(SeasonChoice, frozen=True, kw_only=True):
    """A new series of a club."""

    cmd_id: OwnId = None
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_SERIES_NAME)]


class SeriesChange(SeasonChoice, frozen=True, kw_only=True):
    """How a series gives points, and whether it is over."""

    over: bool = False


class NoPoints(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event that gives no points, because the formula cannot be computed for it."""

    name: str
    sentence: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self)


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """A season table: players ranked by points, and how the points come about."""

    rules: PointsRules
    changed_by: str
    """The player who last chose the rules; empty if they are the usual ones, or the operator's."""
    changed_at: int
    places: tuple[SeasonPlace, ...]
    left_out: tuple[NoPoints, ...]
    chip_value: ChipValue | None
    """What a chip was worth in all of its nights; None for chips, or if they differ."""
    nights: int
    tournaments: int


class SeriesTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament of a series."""

    tournament: str
    name: str
    opened_at: int
    status: Literal["registering", "running", "over", "cancelled"]


class SeriesNow(msgspec.Struct, frozen=True, kw_only=True):
    """A series with its table."""

    id: str
    name: str
    club: str
    """Empty for a series of the room."""
    over: bool
    manages: bool
    """Whether you can change it."""
    season: Season
    listed: tuple[SeriesTournament, ...]
    """Tournaments under way, then the latest finished ones."""


# -- a club's season --------------------------------------------------------------------------------------------------


SEASON_ENDPOINTS: Final = Endpoints("clubs", needs="player")
"""The endpoints for seasons and series."""


@SEASON_ENDPOINTS.get("/api/clubs/{club}/season", "The season table of a club.", query=SeasonQuery)
async def _season(request: ApiRequest) -> Season:
    card_room, club, wanted = request.card_room, club_of(request), request.query
    series = card_room.series.season_of(club.id)
    counted = await card_room.season_tables.of_club(club.id, wanted.since, wanted.until, series.rules, wanted.by)
    return _named(series, counted, card_room.clubs.called(club))


def _named(series: Series, counted: Counted, called: NamesTogether) -> Season:
    """Return a table with the players' names, by which players who share a place are in order."""
    named = [replace(place, player=called.name_of(place.player)) for place in counted.table.places]
    return Season(
        rules=series.rules,
        changed_by=called.name_of(series.changed_by) if series.changed_by else "",
        changed_at=series.changed_at,
        places=tuple(sorted(named, key=lambda place: (place.place, place.player))),
        left_out=tuple([NoPoints(name=event.name, sentence=why) for event, why in counted.table.left_out]),
        chip_value=counted.chip_value,
        nights=counted.nights,
        tournaments=counted.tournaments,
    )


@SEASON_ENDPOINTS.post(
    "/api/clubs/{club}/season", "Choose how a club's season gives points.", body=SeasonChoice, problems=(403, 409)
)
async def _choose(request: ApiRequest) -> None:
    """Choose how a club's season gives points; only its owner and managers may."""
    club = club_of(request, manages=True)
    _limit(request)
    await request.card_room.series.change_season(club.id, request.body.rules, request.signed_in)


def _limit(request: ApiRequest) -> None:
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")


# -- series -----------------------------------------------------------------------------------------------------------


@SEASON_ENDPOINTS.get("/api/series", "The series of the room.", needs="nothing", problems=(401,), tag="tournaments")
async def _all_series(request: ApiRequest) -> tuple[SeriesCard, ...]:
    return series_cards(request, "")


@SEASON_ENDPOINTS.post(
    "/api/clubs/{club}/series", "Begin a series of a club.", body=NewSeries, status=201, problems=(403, 409)
)
async def _begin(request: ApiRequest) -> SeriesNow:
    book = request.card_room.series
    club = club_of(request, manages=True)
    return await _now(request, await once(request, "series", partial(_new_series, request, club.id), book.numbered))


async def _new_series(request: ApiRequest, club: str, cmd_id: str) -> Series:
    _limit(request)
    name = clean(request.body.name)
    if not 0 < len(name) <= LONGEST_SERIES_NAME:  # cleaning can make it longer
        raise RequestRefused(
            409, say("A series needs a name of up to {most} letters that others can see.", most=LONGEST_SERIES_NAME)
        )
    return await request.card_room.series.begin(club, name, request.body.rules, request.signed_in, cmd_id)


@SEASON_ENDPOINTS.get(
    "/api/series/{series}",
    "A series with its table and its tournaments.",
    needs="nothing",
    problems=(401,),
    tag="tournaments",
)
async def _series(request: ApiRequest) -> SeriesNow:
    return await _now(request, _series_of(request))


@SEASON_ENDPOINTS.post(
    "/api/series/{series}",
    "Change how a club's series gives points, or end it.",
    body=SeriesChange,
    problems=(403, 409),
    tag="tournaments",
)
async def _change(request: ApiRequest) -> SeriesNow:
    """Change a series; only the owner and the managers of its club may."""
    found, change = _series_of(request), request.body
    _limit(request)
    changed = await request.card_room.series.change(found.id, change.rules, change.over, request.signed_in)
    return await _now(request, changed)


def _series_of(request: ApiRequest) -> Series:
    """Return the series in the path, if it is the room's, or of a club of the player."""
    found = request.card_room.series.get(request.part("series"))
    if found is None or not request.card_room.may_see(found.club, request.player):
        raise RequestRefused(404, say("There is no series '{series}' for you.", series=request.part("series")))
    return found


async def _now(request: ApiRequest, series: Series) -> SeriesNow:
    card_room, player = request.card_room, request.player
    club = card_room.clubs.get(series.club)
    counted = await card_room.season_tables.of_series(series)
    called = NamesTogether(card_room.names) if club is None else card_room.clubs.called(club)
    return SeriesNow(
        id=series.id,
        name=series.name,
        club=series.club,
        over=series.over,
        manages=club is not None and club.role(player) in ("owner", "manager"),
        season=_named(series, counted, called),
        listed=await _listed(request, series),
    )


async def _listed(request: ApiRequest, series: Series) -> tuple[SeriesTournament, ...]:
    card_room = request.card_room
    opened = card_room.doors.opened_to(request.player)
    under_way = [
        SeriesTournament(tournament=event.id, name=event.live.structure.name, opened_at=0, status=event.live.status)
        for event in card_room.tournaments.values()
        if event.live.series == series.link and (event.id in opened or not event.live.hosting.door.private)
    ]
    closed = sa.and_(streams.c.series == series.id, streams.c.closed_at.is_not(None))
    rows = await card_room.store.select(
        sa.select(streams.c.id, streams.c.name, streams.c.opened_at)
        .where(closed)
        .order_by(streams.c.opened_at.desc(), streams.c.id)
        .limit(LISTED)
    )
    over = [SeriesTournament(tournament=row.id, name=row.name, opened_at=row.opened_at, status="over") for row in rows]
    return (*under_way, *over)
