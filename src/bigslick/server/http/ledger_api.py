"""The endpoints for the ledger of a night: buy-ins, cash-outs, and the payments that settle it."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.accounting.ledgers import night_of
from bigslick.server.store.nights import Night, NightPart, night_csv

from .endpoints import ApiRequest, Endpoint, RequestRefused, answer


class LedgerFileQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a ledger: a line for each player, the payments, or every move of chips."""

    part: NightPart = "players"


async def any_night(request: ApiRequest, name: str) -> Night:
    """The ledger of a cash table or tournament, for the operator; raises 404 or 409."""
    card_room = request.card_room
    stream = await card_room.store.stream(name)
    if stream is None or "." in name:  # a table of a tournament has no ledger
        raise _unknown(name)
    if name in card_room.set_aside:
        raise RequestRefused(
            409, say("'{name}' is damaged and set aside: its ledger shows once it is repaired.", name=name)
        )
    task = card_room.tables.get(name)
    if task is None and (stream.closed_at is None or name in card_room.tournaments):
        raise RequestRefused(409, say("The ledger of '{name}' shows once the tournament is over.", name=name))
    return await night_of(card_room.store, stream, task)


async def _night(request: ApiRequest) -> Night:
    """The ledger of a table for its players, its host, and members of its club."""
    name, player = request.part("table"), request.signed_in
    card_room = request.card_room
    stream = await card_room.store.stream(name)
    if stream is None or (stream.club and not card_room.clubs.has_member(stream.club, player)):
        raise _unknown(name)
    task = card_room.tables.get(name)
    if name in card_room.set_aside and not card_room.set_aside_for(name, player):
        raise _unknown(name)
    try:
        if task is not None:
            card_room.doors.table(player, name)
        elif name in card_room.tournaments:
            card_room.doors.tournament(player, name)
    except CommandRefused:
        raise _unknown(name) from None
    found = await any_night(request, name)
    hosts = found.opened_by == player or (task is not None and task.live.host == player)
    if not (found.club or hosts or found.sat(player)):
        raise _unknown(name)  # or it would tell that a private table was there
    return found


async def _night_file(request: ApiRequest) -> Response:
    return _file(await _night(request), request.query.part)


async def _any_night(request: ApiRequest) -> Night:
    return await any_night(request, request.part("table"))


async def _any_night_file(request: ApiRequest) -> Response:
    return _file(await _any_night(request), request.query.part)


def _file(found: Night, part: NightPart) -> Response:
    return csv_file(night_csv(found, part), f"{found.id}-{part}")


def csv_file(text: str, name: str) -> Response:
    """A CSV file as a download."""
    response = answer(text.encode(), media_type="text/csv; charset=utf-8")
    response.headers["content-disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _unknown(name: str) -> RequestRefused:
    return RequestRefused(
        404,
        say(
            "There is no ledger of '{name}' for you: expected a cash table that you sat at or hosted, or a tournament "
            "that is over.",
            name=name,
        ),
    )


LEDGER_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/ledger",
        summary="The ledger of a night: results, and who owes whom in the fewest transfers.",
        do=_night,
        reply=Night,
        tag="ledger",
        needs="player",
        problems=(409,),
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/ledger.csv",
        summary="The ledger of a night for a spreadsheet.",
        do=_night_file,
        query=LedgerFileQuery,
        reply=bytes,
        text="text/csv",
        tag="ledger",
        needs="player",
        problems=(409,),
    ),
    Endpoint(
        method="GET",
        path="/api/admin/tables/{table}/ledger",
        summary="The ledger of any cash table, or of a tournament that is over.",
        do=_any_night,
        reply=Night,
        tag="house",
        needs="admin",
        problems=(409,),
    ),
    Endpoint(
        method="GET",
        path="/api/admin/tables/{table}/ledger.csv",
        summary="The ledger of any night for a spreadsheet.",
        do=_any_night_file,
        query=LedgerFileQuery,
        reply=bytes,
        text="text/csv",
        tag="house",
        needs="admin",
        problems=(409,),
    ),
)
"""The endpoints for ledgers."""
