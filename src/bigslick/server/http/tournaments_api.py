"""Endpoints about tournaments: all of them, one with its standings, and one's structure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from bigslick.protocol.deals import DealNow, Money
from bigslick.protocol.lobby import TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import TournamentNow, TournamentStructure
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.deals import preview
from bigslick.server.tournament.standings import standings, structure
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.director.deals import DealMethod

from .clubs_api import sees_club
from .endpoints import ApiRequest, Endpoints, RequestRefused, not_open

TOURNAMENT_ENDPOINTS: Final = Endpoints("tournaments")


@TOURNAMENT_ENDPOINTS.get("/api/tournaments", "All tournaments.", problems=(401,))
async def _tournaments(request: ApiRequest) -> tuple[TournamentCard, ...]:
    return request.card_room.lobby(request.player).tournaments


@TOURNAMENT_ENDPOINTS.get(
    "/api/tournaments/{tournament}",
    "A tournament with its standings, also long after it is over.",
    problems=(401, 403),
)
async def _tournament(request: ApiRequest) -> TournamentNow:
    live, tables = await _found(request)
    return standings(request.part("tournament"), live, tables, request.card_room.clock.now())


@TOURNAMENT_ENDPOINTS.get(
    "/api/tournaments/{tournament}/structure",
    "A tournament's structure and clocks, also long after it is over.",
    problems=(401, 403),
)
async def _structure(request: ApiRequest) -> TournamentStructure:
    live, _ = await _found(request)
    return structure(request.part("tournament"), live)


class DealQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the prizes are split, and what is left to play for."""

    method: DealMethod = "icm"
    for_first: Money = 0


@TOURNAMENT_ENDPOINTS.get(
    "/api/tournaments/{tournament}/deal",
    "What everybody left would get in a deal now.",
    query=DealQuery,
    problems=(401, 403, 409),
)
async def _deal(request: ApiRequest) -> DealNow:
    live, _ = await _found(request)
    try:
        return preview(live, request.query.method, request.query.for_first)
    except CommandRefused as refusal:
        raise RequestRefused(409, refusal.sentence) from None


async def _found(request: ApiRequest) -> tuple[LiveTournament, Mapping[int, TableTask]]:
    """Return the tournament named in the path with its tables, or refuse with 404."""
    card_room, name = request.card_room, request.part("tournament")
    try:
        task = card_room.doors.tournament(request.player, name)
    except CommandRefused as refusal:
        found = await card_room.finished.find(name, request.player) if await sees_club(request, name) else None
        if found is None or name in card_room.tournaments:
            raise not_open(refusal) from None
        return found, {}
    return task.live, task.tables
