"""Endpoints for opening a table or tournament as its host."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import asdict

from bigslick.bots import HOUSE_BOTS
from bigslick.errors import BigslickError
from bigslick.protocol.door import GameDoor
from bigslick.protocol.lobby import TableCard, TournamentCard
from bigslick.protocol.money import ChipValue
from bigslick.protocol.opening import GameForm, TableForm, door_with, pace_with, settings_with
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.sentence import say
from bigslick.server.hosting.state import Invitation, new_token
from bigslick.server.room.card_room import TABLES, TOURNAMENTS
from bigslick.server.store.accounts import DAY_MS
from bigslick.server.store.clubs import check_manages
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.task import TournamentTask

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .new_tournament import MOST_BOTS, NewTournament, structure_of
from .once import OwnId, once

_M = TypeVar("_M")


class NewTable(TableForm, frozen=True, kw_only=True):
    """A cash table that a player opens as its host; a buy-in of 0 means the default."""

    cmd_id: OwnId = None
    bots: Annotated[list[Literal[HOUSE_BOTS]], Meta(max_length=9)] = []  # type: ignore[valid-type] # noqa: RUF012 - msgspec copies it


FILL_MS: Final = 30_000
MOST_AHEAD_MS: Final = 90 * DAY_MS
"""How far ahead a tournament can be scheduled."""


# -- opening ----------------------------------------------------------------------------------------------------------


OPENING_ENDPOINTS: Final = Endpoints("tables", needs="player")
"""The endpoints for hosts."""


@OPENING_ENDPOINTS.post("/api/tables", "Open a table and be its host.", body=NewTable, status=201, problems=(409,))
async def _open_table(request: ApiRequest) -> TableCard:
    tables = request.card_room.tables
    return (await once(request, "tables", partial(_new_table, request), lambda at: tables.get(f"{TABLES}{at}"))).card()


async def _new_table(request: ApiRequest, cmd_id: str) -> TableTask:
    card_room, body = request.card_room, request.body
    _may_open(request, body, len(card_room.tables))
    chosen = {**asdict(body), "bots": tuple(body.bots)}
    settings = _made(settings_with, TableSettings(name="new"), chosen, value=body.chip_value)
    if len(settings.bots) > settings.seats:
        raise RequestRefused(
            409, say("{bots} house bots do not fit in {seats} seats.", bots=len(settings.bots), seats=settings.seats)
        )
    return await card_room.open_table(settings, await _invitation(request), cmd_id)


@OPENING_ENDPOINTS.post(
    "/api/tournaments",
    "Open a tournament and be its host.",
    body=NewTournament,
    status=201,
    problems=(409,),
    tag="tournaments",
)
async def _open_tournament(request: ApiRequest) -> TournamentCard:
    running = request.card_room.tournaments
    made = partial(_new_tournament, request)
    return (await once(request, "tournaments", made, lambda at: running.get(f"{TOURNAMENTS}{at}"))).card()


async def _new_tournament(request: ApiRequest, cmd_id: str) -> TournamentTask:
    card_room, body = request.card_room, request.body
    _may_open(request, body, len(card_room.tournaments))
    structure = _made(structure_of, body, body.name)
    if body.fill and structure.entrants > MOST_BOTS:
        raise RequestRefused(
            409, say("House bots fill a field of at most {most}: leave fill out, or ask for fewer.", most=MOST_BOTS)
        )
    fill: dict[str, Any] = {"fill_ms": FILL_MS} if body.fill else {}
    pace = pace_with(TablePace(), asdict(body))
    series = _series_for(request, body.series, body.club)
    settings = _made(
        TournamentSettings,
        structure=structure,
        start=body.start,
        start_time=_start_time(body.start_time, card_room.clock.now()),
        check_in_ms=60_000 * body.check_in_minutes,
        absent=body.absent,
        kept_for=_accounts(request, body.keep_for),
        quiet_all_in=body.quiet_all_in,
        pace=pace,
        club=body.club,
        series=series,
        **fill,
    )
    return await card_room.open_tournament(settings, await _invitation(request), cmd_id)


def _start_time(chosen: datetime | None, now: int) -> int:
    """Return a start time in milliseconds since 1970, 0 without one; refused without a zone, if over or far ahead."""
    if chosen is None:
        return 0
    if chosen.tzinfo is None:
        raise RequestRefused(
            409, say("start_time is {time}, without a zone: expected one, as in {time}Z", time=chosen.isoformat())
        )
    said, found = chosen.isoformat(), round(chosen.timestamp() * 1000)
    if found <= now:
        raise RequestRefused(
            409, say("start_time is {time}, which is over: choose a later one", time=chosen.isoformat())
        )
    if found > now + MOST_AHEAD_MS:
        days = MOST_AHEAD_MS // DAY_MS
        raise RequestRefused(409, say("start_time is {time}: expected at most {days} days ahead", time=said, days=days))
    return found


def _accounts(request: ApiRequest, names: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of accounts, each once."""
    found: dict[str, None] = {}
    for name in names:
        player = request.card_room.names.id_of(name)
        if player is None:
            raise RequestRefused(409, say("Nobody has an account named {name}.", name=name))
        found[player] = None
    return tuple(found)


def _series_for(request: ApiRequest, series: str, club: str) -> str:
    """Return the name of the series that a new tournament counts in, if the player may choose it; empty for none."""
    if not series:
        return ""
    card_room = request.card_room
    found, home = card_room.series.get(series), card_room.clubs.get(club)
    if found is None or home is None or found.club != club:
        raise RequestRefused(409, say("There is no series '{series}' in the tournament's club.", series=series))
    check_manages(home, request.signed_in)
    if not card_room.series.takes(found):
        raise RequestRefused(409, say("{name} is over or full: begin another series.", name=found.name))
    return found.name


def _may_open(request: ApiRequest, body: GameForm, opened: int) -> None:
    card_room = request.card_room
    request.limit(
        card_room.usage.openings, request.signed_in, "You have opened enough tables for now: try again in an hour."
    )
    if opened >= card_room.limits.most_tables:
        raise RequestRefused(409, "The card room has no space for more tables: take a seat at one of them.")
    try:
        card_room.check_name(body.name)
    except CommandRefused as refusal:
        raise RequestRefused(409, refusal.sentence) from None
    if not card_room.may_see(body.club, request.signed_in):
        raise RequestRefused(
            409, say("You are not a member of a club '{club}': GET /api/clubs lists yours.", club=body.club)
        )


async def _invitation(request: ApiRequest) -> Invitation:
    """Create the invitation to a player's table or tournament, with a new link and a hashed password."""
    body: GameForm = request.body
    if body.password is not None and not body.private:
        raise RequestRefused(409, "Only a private table has a password: make it private, or leave the password out.")
    door = _made(door_with, GameDoor(), asdict(body))
    hashed = "" if body.password is None else await request.card_room.accounts.hash_password(body.password, request)
    return Invitation(
        host=request.signed_in,
        door=door,
        token=new_token(secrets.token_bytes(32)) if body.private else "",
        password=hashed,
    )


def _made(make: Callable[..., _M], *given: Any, value: ChipValue | None = None, **named: Any) -> _M:
    """Make something from a player's choices, or refuse them with the reason, where a chip may have a value."""
    try:
        return make(*given, **named)
    except ValueError as error:
        sentence = error.sentence if isinstance(error, BigslickError) else str(error)
        raise RequestRefused(409, sentence, value) from None
