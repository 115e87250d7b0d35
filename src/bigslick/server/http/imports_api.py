"""Endpoints for a club's nights that were played elsewhere: reading a ledger, importing it, taking it back."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from bigslick.protocol.message import Player
from bigslick.protocol.money import ChipValue
from bigslick.sentence import say
from bigslick.server.importing.poker_now import LONGEST_LEDGER, PLAYER_ID, LedgerSession, names_in, read_ledger
from bigslick.server.store.clubs import Club, ClubNight
from bigslick.server.store.imports import night_id
from bigslick.server.words import clean, fold

from .clubs_api import club_of
from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused
from .once import OwnId, once

LONGEST_NAME: Final = 40
SitePlayer = Annotated[str, Meta(pattern=PLAYER_ID)]
"""A player's id at the other site."""


class GivenLedger(RequestBody, frozen=True, kw_only=True):
    """A ledger as Poker Now writes it."""

    ledger: Annotated[str, Meta(min_length=1, max_length=LONGEST_LEDGER)]


class NewImport(GivenLedger, frozen=True, kw_only=True):
    """A night to import from its ledger."""

    cmd_id: OwnId = None
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    chip_value: ChipValue | None = None
    """What 1 in the ledger is worth: 1 hundredth in a game with cents, 100 in one without; None for chips."""
    members: Annotated[dict[SitePlayer, Player], Meta(max_length=200)] = msgspec.field(default_factory=dict)
    """The members of the club among the players, by their ids at Poker Now. Everyone else is named as there."""


class LedgerPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a ledger, over all sessions."""

    id: str
    """At Poker Now."""
    name: str
    sessions: int
    bought_in: int
    left_with: int
    net: int
    member: str
    """The member of the club that they seem to be: by an earlier import, otherwise by name. Empty for nobody."""


class LedgerRead(msgspec.Struct, frozen=True, kw_only=True):
    """A ledger as it was read, before it is imported."""

    began_at: int
    ended_at: int
    players: tuple[LedgerPlayer, ...]
    """Best first."""
    before: str
    """The name of the club's night that has this game already; empty if there is none."""


IMPORT_ENDPOINTS: Final = Endpoints("clubs", needs="player", problems=(403, 409))
"""The endpoints for imports."""


@IMPORT_ENDPOINTS.post(
    "/api/clubs/{club}/imports/read", "Read a ledger of Poker Now without importing it.", body=GivenLedger
)
async def _read(request: ApiRequest) -> LedgerRead:
    club, imports = club_of(request, manages=True), request.card_room.imports
    sessions = _sessions(request)
    before = await imports.before(club.id, sessions)
    called = request.card_room.clubs.called(club)
    members = {fold(called.name_of(player)): player for player in club.members}
    known = await imports.known(club.id, list(names_in(sessions)))
    found = []
    for player, name in names_in(sessions).items():
        mine = [session for session in sessions if session.player == player]
        earlier = known.get(player, "")
        member = earlier if earlier in club.members else "" if earlier else members.get(fold(name), "")
        found.append(
            LedgerPlayer(
                id=player,
                name=name,
                sessions=len(mine),
                bought_in=sum(session.bought_in for session in mine),
                left_with=sum(session.left_with for session in mine),
                net=sum(session.net for session in mine),
                member=called.name_of(member) if member else "",
            )
        )
    found.sort(key=lambda one: (-one.net, one.name))
    return LedgerRead(
        began_at=sessions[0].began_at,
        ended_at=max(session.ended_at for session in sessions),
        players=tuple(found),
        before="" if before is None else before.name,
    )


@IMPORT_ENDPOINTS.post(
    "/api/clubs/{club}/imports", "Import a night that was played at Poker Now.", body=NewImport, status=201
)
async def _import(request: ApiRequest) -> ClubNight:
    club = club_of(request, manages=True)
    number = await once(request, "imports", partial(_new, request, club), lambda number: number)
    return await _night(request, club, night_id(number))


async def _new(request: ApiRequest, club: Club, cmd_id: str) -> int:
    body: NewImport = request.body
    request.limit(
        request.card_room.usage.imports, request.signed_in, "You have imported enough nights for now: try later."
    )
    sessions, name = _sessions(request), clean(body.name)
    if not name:
        raise RequestRefused(409, "A night needs a name that others can see.")
    if len(name) > LONGEST_NAME:  # cleaning can make it longer, and the store has room for no more
        raise RequestRefused(409, say("The name of a night has at most {most} characters.", most=LONGEST_NAME))
    called = request.card_room.clubs.called(club)
    members: dict[str, str] = {}
    for site_player, shown in body.members.items():
        member = called.id_of(shown)
        if member not in club.members:
            raise RequestRefused(409, say("{player} is not a member of {name}.", player=shown, name=club.name))
        members[site_player] = member
    imports, by = request.card_room.imports, request.signed_in
    return await imports.add(club.id, name, sessions, members, body.chip_value, by, cmd_id)


def _sessions(request: ApiRequest) -> tuple[LedgerSession, ...]:
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    return read_ledger(request.body.ledger)


async def _night(request: ApiRequest, club: Club, night: str) -> ClubNight:
    stream = await request.card_room.store.stream(night)
    if stream is None:
        raise RequestRefused(409, "This request was carried out before, and the night has been taken back since.")
    nights = await request.card_room.clubs.nights(club.id, stream.opened_at, stream.opened_at + 1)
    return next(one for one in nights if one.id == night)


@IMPORT_ENDPOINTS.delete("/api/clubs/{club}/imports/{night}", "Take an imported night back, before it is settled.")
async def _take_back(request: ApiRequest) -> None:
    club = club_of(request, manages=True)
    await request.card_room.imports.take_back(club.id, request.part("night"), request.signed_in)
