"""Requests that create something happen once: a copy with the same `cmd_id` gets what the first one created."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from bigslick.protocol.message import Id
from bigslick.server.store.commands import Made, made_before

from .endpoints import ApiRequest, RequestRefused

_Reply = TypeVar("_Reply")
OwnId: TypeAlias = Id | None
"""A client's id for a request: if the answer gets lost, it sends the same id again, and nothing happens twice."""


async def once(
    request: ApiRequest, kind: Made, make: Callable[[str], Awaitable[_Reply]], find: Callable[[int], _Reply | None]
) -> _Reply:
    """Create something with `make`, or `find` by its number what a copy of this request has created."""
    cmd_id, player, card_room = request.body.cmd_id, request.signed_in, request.card_room
    if cmd_id is None:
        return await make("")
    async with card_room.creating.setdefault((kind, player, cmd_id), asyncio.Lock()):
        number = await made_before(card_room.store, kind, player, cmd_id)
        if number is None:
            return await make(cmd_id)
    found = find(number)
    if found is None:
        raise RequestRefused(409, "This request was carried out before, and what it opened is closed now.")
    return found
