"""Club endpoints: members and invites, tables, and the ledger of all nights."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.protocol.lobby import TableCard, TournamentCard
from bigslick.protocol.message import Id, Player
from bigslick.sentence import say
from bigslick.server.store.clubs import (
    Club,
    ClubMember,
    ClubNight,
    ClubSettlement,
    OpenBalance,
    Role,
    balances,
    check_manages,
)
from bigslick.server.store.nights import payments_csv
from bigslick.server.words import clean

from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused
from .ledger_api import csv_file
from .once import OwnId, once
from .show_out import show_out

LONGEST_NAME: Final = 40
"""The most characters in the name of a club."""
Moment = Annotated[int, Meta(ge=0, le=10**14)]


class NewClub(RequestBody, frozen=True, kw_only=True):
    """A new club, with you as its owner."""

    cmd_id: OwnId = None
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class ClubInvite(RequestBody, frozen=True, kw_only=True):
    """The secret in an invite link."""

    invite: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]


class MemberRole(RequestBody, frozen=True, kw_only=True):
    """A member's new role. A new owner takes over, and the old one stays as a manager."""

    player: Player
    role: Role


class MemberName(RequestBody, frozen=True, kw_only=True):
    """A member."""

    player: Player


class NightsToSettle(RequestBody, frozen=True, kw_only=True):
    """The nights to settle together, as the ledger lists them."""

    nights: Annotated[list[Id], Meta(min_length=1, max_length=200)]


class PaymentMark(RequestBody, frozen=True, kw_only=True):
    """A payment in a settlement, and whether it was made."""

    payer: Player
    payee: Player
    paid: bool = True


class PeriodQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nights that began in a period: from `since` to before `until`, in milliseconds since 1970."""

    since: Moment | None = None
    until: Moment | None = None


class ClubCard(msgspec.Struct, frozen=True, kw_only=True):
    """One of your clubs."""

    id: str
    name: str
    role: Role
    members: int
    tables: int
    """Open cash tables and tournaments."""


class SeriesCard(msgspec.Struct, frozen=True, kw_only=True):
    """A series of tournaments."""

    id: str
    name: str
    over: bool
    """Whether no further tournament can be opened in it."""


class ClubNow(msgspec.Struct, frozen=True, kw_only=True):
    """A club as a member sees it."""

    id: str
    name: str
    you: str
    """Your name in it."""
    role: Role
    """Your role in it."""
    invite: str
    """The secret in the invite link, for the owner and managers; empty for others."""
    created_at: int
    members: tuple[ClubMember, ...]
    tables: tuple[TableCard, ...]
    tournaments: tuple[TournamentCard, ...]
    series: tuple[SeriesCard, ...]


class ClubInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """Where an invite leads."""

    name: str
    owner: str
    members: int
    club: str
    """Its id if you are already a member; empty otherwise."""


class ClubLedger(msgspec.Struct, frozen=True, kw_only=True):
    """A club's finished nights, the open balances between its members, and past settlements."""

    nights: tuple[ClubNight, ...]
    open: tuple[OpenBalance, ...]
    """The payments if the period's open nights were settled now, separately for each value of a chip."""
    settlements: tuple[ClubSettlement, ...]


# -- membership -------------------------------------------------------------------------------------------------------


async def sees_club(request: ApiRequest, table: str) -> bool:
    """Whether a player may see a club's table or tournament, open or over; always if it has no club."""
    card_room = request.card_room
    task = card_room.tables.get(table)
    if task is not None:
        club = task.settings.club
    else:
        stream = await card_room.store.stream(table)
        club = "" if stream is None else stream.club
    return card_room.may_see(club, request.player)


def club_of(request: ApiRequest, *, manages: bool = False) -> Club:
    """Return the club in the path, if the player is a member and, where required, runs it."""
    club = request.card_room.clubs.get(request.part("club"))
    role = None if club is None else club.role(request.signed_in)
    if club is None or role is None:
        raise RequestRefused(
            404, say("You are in no club '{club}': GET /api/clubs lists yours.", club=request.part("club"))
        )
    if manages:
        check_manages(club, request.signed_in)
    return club


def _called(request: ApiRequest, club: Club, name: str) -> str:
    """Return a player's id by the name that the club shows; the club refuses an unknown one, which stays as it is."""
    return request.card_room.clubs.called(club).id_of(name) or name


def _now(request: ApiRequest, club: Club) -> ClubNow:
    card_room = request.card_room
    role = club.role(request.signed_in) or "member"
    called = card_room.clubs.called(club)
    opened = card_room.doors.opened_to(request.signed_in)
    return ClubNow(
        id=club.id,
        name=club.name,
        you=called.name_of(request.signed_in),
        role=role,
        invite="" if role == "member" else club.invite,
        created_at=club.created_at,
        members=tuple(
            msgspec.structs.replace(member, player=called.name_of(member.player)) for member in club.members.values()
        ),
        tables=tuple(
            task.card()
            for task in card_room.tables.values()
            if task.settings.club == club.id
            and not task.settings.tournament
            and (task.id in opened or not task.live.hosting.door.private)
        ),
        tournaments=tuple(
            event.card()
            for event in card_room.tournaments.values()
            if event.live.settings.club == club.id and (event.id in opened or not event.live.hosting.door.private)
        ),
        series=series_cards(request, club.id),
    )


def series_cards(request: ApiRequest, club: str) -> tuple[SeriesCard, ...]:
    """Return a club's series, or the room's if it is empty, the latest first."""
    return tuple(
        [SeriesCard(id=found.id, name=found.name, over=found.over) for found in request.card_room.series.of(club)]
    )


CLUB_ENDPOINTS: Final = Endpoints("clubs", needs="player")
"""The club endpoints."""


@CLUB_ENDPOINTS.get("/api/clubs", "Your clubs.")
async def _clubs(request: ApiRequest) -> tuple[ClubCard, ...]:
    found = []
    for club in request.card_room.clubs.of(request.signed_in):
        now = _now(request, club)
        tables = len(now.tables) + len(now.tournaments)
        found.append(ClubCard(id=club.id, name=club.name, role=now.role, members=len(club.members), tables=tables))
    return tuple(found)


@CLUB_ENDPOINTS.post("/api/clubs", "Found a club.", body=NewClub, status=201, problems=(403, 409))
async def _create(request: ApiRequest) -> ClubNow:
    clubs, player = request.card_room.clubs, request.signed_in
    club = await once(request, "clubs", partial(_new_club, request), lambda at: clubs.numbered(at, player))
    return _now(request, club)


async def _new_club(request: ApiRequest, cmd_id: str) -> Club:
    card_room = request.card_room
    request.limit(
        card_room.usage.openings, f"club {request.signed_in}", "You have founded enough clubs for now: try later."
    )
    name = clean(request.body.name)
    if not name:
        raise RequestRefused(409, "A club needs a name that others can see.")
    if len(name) > LONGEST_NAME:  # cleaning can make it longer, and the store has room for no more
        raise RequestRefused(409, say("A club's name has at most {most} characters.", most=LONGEST_NAME))
    return await card_room.clubs.create(request.signed_in, name, cmd_id)


@CLUB_ENDPOINTS.get("/api/clubs/{club}", "A club with its members and tables.")
async def _now_of(request: ApiRequest) -> ClubNow:
    return _now(request, club_of(request))


@CLUB_ENDPOINTS.post("/api/club-invite", "Where an invite leads.", body=ClubInvite, problems=(403, 409))
async def _invited(request: ApiRequest) -> ClubInvitation:
    club = request.card_room.clubs.invited(request.body.invite)
    if club is None:
        raise RequestRefused(409, "This invite is not valid any more: ask for a new one.")
    owner = request.card_room.names.name_of(club.owner)
    mine = club.id if club.role(request.signed_in) else ""
    return ClubInvitation(name=club.name, owner=owner, members=len(club.members), club=mine)


@CLUB_ENDPOINTS.post("/api/club-members", "Join a club by its invite.", body=ClubInvite, problems=(403, 409))
async def _join(request: ApiRequest) -> ClubNow:
    card_room, player = request.card_room, request.signed_in
    club = await card_room.clubs.join(player, request.body.invite)
    card_room.presence.look_up(player)
    return _now(request, club)


@CLUB_ENDPOINTS.post("/api/clubs/{club}/invite", "A new invite, instead of the old one.", problems=(403, 409))
async def _renew_invite(request: ApiRequest) -> ClubNow:
    club = club_of(request)
    return _now(request, await request.card_room.clubs.renew_invite(club.id, request.signed_in))


@CLUB_ENDPOINTS.post(
    "/api/clubs/{club}/role", "Promote a member, or hand the club over.", body=MemberRole, problems=(403, 409)
)
async def _set_role(request: ApiRequest) -> ClubNow:
    body: MemberRole = request.body
    clubs, club = request.card_room.clubs, club_of(request)
    player = _called(request, club, body.player)
    if body.role == "owner":
        return _now(request, await clubs.hand_over(club.id, player, request.signed_in))
    return _now(request, await clubs.set_role(club.id, player, body.role, request.signed_in))


@CLUB_ENDPOINTS.post("/api/clubs/{club}/remove", "Remove a member, or leave.", body=MemberName, problems=(403, 409))
async def _remove(request: ApiRequest) -> None:
    """Remove a member: the owner can remove anyone, managers only plain members, and everyone themselves."""
    club = club_of(request)
    player = _called(request, club, request.body.player)
    await request.card_room.clubs.remove(club.id, player, request.signed_in)
    await show_out(request.card_room, player, say("You are not in {club} any more.", club=club.name), club.id)


# -- the ledger --------------------------------------------------------------------------------------------------------


@CLUB_ENDPOINTS.get(
    "/api/clubs/{club}/ledger", "All nights of a club that are over, and who owes whom.", query=PeriodQuery
)
async def _ledger(request: ApiRequest) -> ClubLedger:
    club, period = club_of(request), request.query
    nights = await request.card_room.clubs.nights(club.id, period.since, period.until)
    due = await asyncio.to_thread(balances, [night for night in nights if night.settled is None])
    return ClubLedger(
        nights=tuple(nights), open=tuple(due), settlements=tuple(await request.card_room.clubs.settlements(club.id))
    )


@CLUB_ENDPOINTS.get(
    "/api/clubs/{club}/ledger.csv",
    "Who would pay whom for the open nights, for a spreadsheet.",
    query=PeriodQuery,
    reply=bytes,
    text="text/csv",
)
async def _ledger_file(request: ApiRequest) -> Response:
    found = await _ledger(request)
    due = [(each.chip_value, each.due) for each in found.open]
    return csv_file(payments_csv(due), f"{request.part('club')}-payments")


@CLUB_ENDPOINTS.post(
    "/api/clubs/{club}/settlements", "Settle nights together.", body=NightsToSettle, status=201, problems=(403, 409)
)
async def _settle(request: ApiRequest) -> ClubSettlement:
    club = club_of(request, manages=True)
    return await request.card_room.clubs.settle(club.id, request.body.nights, request.signed_in)


@CLUB_ENDPOINTS.post(
    "/api/clubs/{club}/settlements/{settlement}/paid",
    "Mark a payment as made, or take the mark back.",
    body=PaymentMark,
    problems=(403, 409),
)
async def _mark_paid(request: ApiRequest) -> None:
    """Mark a payment as made; only its recipient, the owner and managers may."""
    body: PaymentMark = request.body
    club = club_of(request)
    payer, payee = _called(request, club, body.payer), _called(request, club, body.payee)
    club = club_of(request, manages=payee != request.signed_in)
    number = request.part("settlement")
    if not number.isdecimal() or len(number) > 9:
        raise RequestRefused(404, say("There is no settlement '{number}': the ledger lists them.", number=number))
    clubs = request.card_room.clubs
    await clubs.mark_paid(club.id, int(number), payer, payee, body.paid, request.signed_in)
