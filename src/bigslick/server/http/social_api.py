"""Endpoints about other players: private notes and labels, and public avatars."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.protocol.social import Avatar, AvatarChanged
from bigslick.sentence import say
from bigslick.server.store.notes import PlayerNote

from .endpoints import ApiRequest, Endpoints, RequestRefused

MOST_ASKED: Final = 30
"""The most avatars in one request."""


class AvatarsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of players, separated by commas."""

    players: Annotated[str, Meta(max_length=MOST_ASKED * 41, pattern=r"^[^\x00]*$")] = ""


class AvatarChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The avatar you choose; empty for your initials."""

    avatar: Avatar | Literal[""]


class Avatars(msgspec.Struct, frozen=True):
    """Players' avatars, by name."""

    avatars: dict[str, str]


SOCIAL_ENDPOINTS: Final = Endpoints("players")
"""The endpoints for notes and avatars."""


@SOCIAL_ENDPOINTS.get("/api/notes", "What you have noted about other players.", needs="player")
async def _notes(request: ApiRequest) -> tuple[PlayerNote, ...]:
    return await request.card_room.notes.of(request.signed_in)


@SOCIAL_ENDPOINTS.post(
    "/api/notes",
    "Note something about a player, instead of what you noted before; an empty note is forgotten.",
    body=PlayerNote,
    status=204,
    needs="player",
    problems=(409,),
)
async def _note(request: ApiRequest) -> None:
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    await request.card_room.notes.put(request.signed_in, request.body)


@SOCIAL_ENDPOINTS.get("/api/avatars", "The avatars that players have chosen.", query=AvatarsQuery, problems=(401,))
async def _avatars(request: ApiRequest) -> Avatars:
    names = [name for name in request.query.players.split(",") if name]
    if len(names) > MOST_ASKED:
        raise RequestRefused(
            400, say("{count} players are too many at once: ask for at most {most}.", count=len(names), most=MOST_ASKED)
        )
    known = request.card_room.names
    found = await request.card_room.accounts.avatars_of([player for name in names if (player := known.id_of(name))])
    return Avatars({known.name_of(player): avatar for player, avatar in found.items()})


@SOCIAL_ENDPOINTS.post("/api/avatar", "Choose your avatar.", body=AvatarChoice, status=204, needs="player")
async def _choose_avatar(request: ApiRequest) -> None:
    card_room, player, avatar = request.card_room, request.signed_in, request.body.avatar
    request.limit(card_room.usage.jottings, player, "Too many changes: wait a moment.")
    await card_room.accounts.choose_avatar(player, avatar)
    seated = {
        task.live.shown.sitting[other.seat]
        for task in card_room.presence.tables_of(player)
        for other in task.live.shown.seats
        if not other.bot
    }
    for other in seated | {player}:
        card_room.tell(other, AvatarChanged(player=request.name, avatar=avatar))
