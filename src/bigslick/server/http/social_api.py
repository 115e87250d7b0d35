"""The endpoints around other players: notes and labels, which only their writer sees, and avatars, which all see."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.protocol.social import Avatar, AvatarChanged
from bigslick.sentence import say
from bigslick.server.store.notes import PlayerNote, TooManyNotes

from .endpoints import ApiRequest, Endpoint, RequestRefused

MOST_ASKED: Final = 30
"""The most avatars in one request."""


class AvatarsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of players, separated by commas."""

    players: Annotated[str, Meta(max_length=MOST_ASKED * 41, pattern=r"^[^\x00]*$")] = ""


class AvatarChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The avatar that you choose; empty for your initials."""

    avatar: Avatar | Literal[""]


class Avatars(msgspec.Struct, frozen=True):
    """The avatars that players have chosen, by name."""

    avatars: dict[str, str]


async def _notes(request: ApiRequest) -> tuple[PlayerNote, ...]:
    return await request.card_room.notes.of(request.signed_in)


async def _note(request: ApiRequest) -> None:
    request.limit(request.card_room.usage.jottings, request.signed_in, "Too many changes: wait a moment.")
    try:
        await request.card_room.notes.put(request.signed_in, request.body)
    except TooManyNotes as error:
        raise RequestRefused(409, error.sentence) from None


async def _avatars(request: ApiRequest) -> Avatars:
    names = [name for name in request.query.players.split(",") if name]
    if len(names) > MOST_ASKED:
        raise RequestRefused(
            400, say("{count} players are too many at once: ask for at most {most}.", count=len(names), most=MOST_ASKED)
        )
    return Avatars(await request.card_room.accounts.avatars_of(names))


async def _choose_avatar(request: ApiRequest) -> None:
    card_room, player, avatar = request.card_room, request.signed_in, request.body.avatar
    request.limit(card_room.usage.jottings, player, "Too many changes: wait a moment.")
    await card_room.accounts.choose_avatar(player, avatar)
    seated = {
        other.player
        for task in card_room.presence.tables_of(player)
        for other in task.live.shown.seats
        if not other.bot
    }
    for other in seated | {player}:
        card_room.tell(other, AvatarChanged(player=player, avatar=avatar))


SOCIAL_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/notes",
        summary="What you have noted about other players.",
        do=_notes,
        reply=tuple[PlayerNote, ...],
        tag="players",
        needs="player",
    ),
    Endpoint(
        method="POST",
        path="/api/notes",
        summary="Note something about a player, instead of what you noted before; an empty note is forgotten.",
        do=_note,
        body=PlayerNote,
        tag="players",
        needs="player",
        status=204,
        problems=(409,),
    ),
    Endpoint(
        method="GET",
        path="/api/avatars",
        summary="The avatars that players have chosen.",
        do=_avatars,
        query=AvatarsQuery,
        reply=Avatars,
        tag="players",
        problems=(401,),
    ),
    Endpoint(
        method="POST",
        path="/api/avatar",
        summary="Choose your avatar.",
        do=_choose_avatar,
        body=AvatarChoice,
        tag="players",
        needs="player",
        status=204,
    ),
)
"""The endpoints for notes and avatars."""
