"""Endpoints about other players: private notes and labels, and public avatars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.protocol.broadcast import Secret
from bigslick.protocol.message import SHOWN_CODE_POINTS, Player
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.social import Avatar, AvatarChanged
from bigslick.sentence import say
from bigslick.server.avatars import given_avatar
from bigslick.server.hosting.state import Hosting
from bigslick.server.store.notes import PlayerNote, TableId

from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused, not_open

MOST_ASKED: Final = 30
"""The most avatars in one request."""


class NotesQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table whose names are wanted; empty for the names of accounts."""

    at: TableId = ""


class AvatarsQuery(NotesQuery, frozen=True, kw_only=True):
    """Names of players, separated by commas, as a table shows them."""

    players: Annotated[str, Meta(max_length=MOST_ASKED * (SHOWN_CODE_POINTS + 1), pattern=r"^[^\x00]*$")] = ""


class AvatarChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The avatar you choose; empty for the one you were given."""

    avatar: Avatar | Literal[""]


class BroadcastPlayers(RequestBody, frozen=True, kw_only=True):
    """Players of a broadcast, by the names that its table shows."""

    secret: Secret
    """The one in the broadcast's address, which is no part of this request's: addresses are logged."""
    players: Annotated[tuple[Player, ...], Meta(max_length=MOST_ASKED)]


class Avatars(msgspec.Struct, frozen=True):
    """Players' avatars, by name."""

    avatars: dict[str, str]


SOCIAL_ENDPOINTS: Final = Endpoints("players")
"""The endpoints for notes and avatars."""


def _shown_at(request: ApiRequest, table: str) -> Hosting | None:
    """Return what a table that the player may see knows about names; None for no table."""
    if not table:
        return None
    try:
        return request.card_room.doors.table(request.player, table).live.hosting
    except CommandRefused as refusal:
        raise not_open(refusal) from None


def _find(request: ApiRequest, name: str, shown: Hosting | None) -> str | None:
    """Return a player by the name that a table shows, or by an account's name."""
    return (None if shown is None else shown.find(name)) or request.card_room.names.id_of(name)


@SOCIAL_ENDPOINTS.get(
    "/api/notes", "What you have noted about other players.", query=NotesQuery, needs="player", problems=(403, 404)
)
async def _notes(request: ApiRequest) -> tuple[PlayerNote, ...]:
    shown = _shown_at(request, request.query.at)
    return await request.card_room.notes.of(request.signed_in, None if shown is None else shown.names)


@SOCIAL_ENDPOINTS.post(
    "/api/notes",
    "Note something about a player, instead of what you noted before; an empty note is forgotten.",
    body=PlayerNote,
    status=204,
    needs="player",
    problems=(403, 404, 409),
)
async def _note(request: ApiRequest) -> None:
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    note: PlayerNote = request.body
    about = _find(request, note.player, _shown_at(request, note.at))
    if about is None:
        raise RequestRefused(404, say("No player is called '{player}'.", player=note.player))
    await request.card_room.notes.put(request.signed_in, about, note)


@SOCIAL_ENDPOINTS.get(
    "/api/avatars", "The avatars that players have chosen, or were given.", query=AvatarsQuery, problems=(401, 403, 404)
)
async def _avatars(request: ApiRequest) -> Avatars:
    names = [name for name in request.query.players.split(",") if name]
    if len(names) > MOST_ASKED:
        raise RequestRefused(
            400, say("{count} players are too many at once: ask for at most {most}.", count=len(names), most=MOST_ASKED)
        )
    return await _worn(request, names, _shown_at(request, request.query.at))


async def _worn(request: ApiRequest, names: Iterable[str], shown: Hosting | None) -> Avatars:
    players = {name: player for name in names if (player := _find(request, name, shown))}
    worn = await request.card_room.accounts.avatars_of([*players.values()])
    return Avatars({name: worn[player] for name, player in players.items()})


@SOCIAL_ENDPOINTS.post(
    "/api/broadcast/avatars", "The avatars of a broadcast's players.", body=BroadcastPlayers, problems=(401, 404)
)
async def _broadcast_avatars(request: ApiRequest) -> Avatars:
    task = request.card_room.doors.broadcast(request.body.secret)
    if task is None:
        raise RequestRefused(404, "This address shows no broadcast: ask the host for the new one.")
    return await _worn(request, request.body.players, task.live.hosting)


@SOCIAL_ENDPOINTS.post("/api/avatar", "Choose your avatar.", body=AvatarChoice, status=204, needs="player")
async def _choose_avatar(request: ApiRequest) -> None:
    card_room, player = request.card_room, request.signed_in
    request.limit(card_room.usage.jottings, player, "Too many changes: wait a moment.")
    await card_room.accounts.choose_avatar(player, request.body.avatar)
    avatar = request.body.avatar or given_avatar(player)
    card_room.tell(player, AvatarChanged(at="", player=request.name, avatar=avatar))
    for task in card_room.presence.tables_of(player):
        changed = AvatarChanged(at=task.id, player=task.name_of(player), avatar=avatar)
        for other in task.live.shown.seats:
            if not other.bot:
                card_room.tell(task.live.shown.sitting[other.seat], changed)
