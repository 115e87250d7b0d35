"""Endpoints for a night's ledger: buy-ins, cash-outs, and the payments that settle it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from starlette.responses import Response

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.accounting.ledgers import night_of
from bigslick.server.store.names import NamesTogether
from bigslick.server.store.nights import Night, NightPart, brought_chips, night_csv
from bigslick.server.table.audience import Audience
from bigslick.server.table.seen import Seen

from .endpoints import ApiRequest, Endpoints, RequestRefused, answer


class LedgerFileQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Part of a ledger: a line per player, the payments, or every transfer of chips."""

    part: NightPart = "players"


async def night_seen(
    request: ApiRequest, name: str, seen_in: Callable[[Audience], Seen], called: NamesTogether | None = None
) -> Night:
    """Return the ledger of a cash table or tournament, as far as its audience has been shown it; raises 404 or 409."""
    card_room = request.card_room
    stream = await card_room.store.stream(name)
    if stream is None or "." in name:  # tournament tables have no ledger
        raise _unknown(name)
    if name in card_room.set_aside:
        raise RequestRefused(
            409, say("'{name}' is damaged and set aside: its ledger shows once it is repaired.", name=name)
        )
    task = card_room.tables.get(name)
    if task is None and (stream.closed_at is None or name in card_room.tournaments):
        raise RequestRefused(409, say("The ledger of '{name}' shows once the tournament is over.", name=name))
    seen = None if task is None else seen_in(task.audience)
    if seen is not None and seen.fact is None:
        raise RequestRefused(
            409,
            say(
                "The host of '{name}' shows its chips only to its players: its ledger shows once the table is closed.",
                name=name,
            ),
        )
    return await night_of(card_room.store, called or NamesTogether(card_room.names), stream, seen)


LEDGER_ENDPOINTS: Final = Endpoints("ledger", needs="player", problems=(409,))
"""The ledger endpoints."""


@LEDGER_ENDPOINTS.get(
    "/api/tables/{table}/ledger", "The ledger of a night: results, and who owes whom in the fewest transfers."
)
async def _night(request: ApiRequest) -> Night:
    return await night_for(request)


async def night_for(request: ApiRequest, called: NamesTogether | None = None) -> Night:
    """Return a table's ledger to its players, its host, and members of its club."""
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
    found = await night_seen(request, name, lambda audience: audience.seen_by(player), called)
    hosts = stream.opened_by == player or (task is not None and task.live.host == player)
    if not (found.club or hosts or await brought_chips(card_room.store, name, player)):
        raise _unknown(name)  # otherwise it would reveal that a private table existed
    return found


@LEDGER_ENDPOINTS.get(
    "/api/tables/{table}/ledger.csv",
    "The ledger of a night for a spreadsheet.",
    query=LedgerFileQuery,
    reply=bytes,
    text="text/csv",
)
async def _night_file(request: ApiRequest) -> Response:
    return _file(await night_for(request), request.query.part)


@LEDGER_ENDPOINTS.get(
    "/api/admin/tables/{table}/ledger",
    "The ledger of any cash table, or of a tournament that is over.",
    needs="admin",
    tag="house",
)
async def _any_night(request: ApiRequest) -> Night:
    return await night_seen(request, request.part("table"), lambda audience: audience.seen_at_once)


@LEDGER_ENDPOINTS.get(
    "/api/admin/tables/{table}/ledger.csv",
    "The ledger of any night for a spreadsheet.",
    query=LedgerFileQuery,
    reply=bytes,
    text="text/csv",
    needs="admin",
    tag="house",
)
async def _any_night_file(request: ApiRequest) -> Response:
    return _file(await _any_night(request), request.query.part)


def _file(found: Night, part: NightPart) -> Response:
    return csv_file(night_csv(found, part), f"{found.id}-{part}")


def csv_file(text: str, name: str) -> Response:
    """Return a CSV file as a download."""
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
