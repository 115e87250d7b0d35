"""Endpoints about tournaments: all of them, one with its standings, and one's structure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bigslick.protocol.lobby import TournamentCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import TournamentNow, TournamentStructure
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.standings import standings, structure
from bigslick.server.tournament.state import LiveTournament

from .clubs_api import sees_club
from .endpoints import ApiRequest, Endpoints, not_open

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
