"""The operator's endpoints for tables and tournaments: a host's commands, calling a hand off, counting chips."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.host import HostCommand
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.room.damaged import SetAside
from bigslick.server.serving.answers import Answer
from bigslick.server.store.bank import MINT
from bigslick.server.table.orders import CallOff

from .endpoints import ApiRequest, RequestRefused, get, post, table_of


class ChipCount(msgspec.Struct, frozen=True):
    """The result of the chip audit: sentences about chips that are missing or too many, and what is damaged."""

    chips: int
    wrong: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    """Tables and tournaments that are not served; their chips are counted where they are."""


async def _call_off(request: ApiRequest) -> None:
    _check_done(await table_of(request).submit(None, CallOff()))


async def _command(request: ApiRequest) -> None:
    command: HostCommand = request.body
    if (named := getattr(command, "player", "")) and (found := await request.card_room.accounts.find(named)):
        command = replace(command, player=found.name)
    try:
        done = await request.card_room.doors.order(command)
    except CommandRefused as refusal:
        raise RequestRefused(404 if refusal.code == "unknown" else 409, refusal.sentence) from None
    _check_done(done)


def _check_done(answer: Answer) -> None:
    if isinstance(answer, wire.Refused):
        raise RequestRefused(409, answer.sentence)


async def _check(request: ApiRequest) -> ChipCount:
    card_room = request.card_room
    return ChipCount(-card_room.bank.balance(MINT), card_room.check(), tuple(card_room.set_aside.values()))


ORDER_ENDPOINTS: Final = (
    post(
        "/api/admin/tables/{table}/call-off",
        "Call a hand off after a misdeal, before substantial action.",
        _call_off,
        None,
        None,
        "house",
        needs="admin",
        problems=(409,),
    ),
    post(
        "/api/admin/host-commands",
        "Do at any table or tournament what its host may: the host's commands of the socket.",
        _command,
        HostCommand,
        None,
        "house",
        needs="admin",
        problems=(404, 409),
    ),
    get("/api/admin/check", "Count every chip.", _check, ChipCount, "house", needs="admin"),
)
"""The endpoints for the operator's orders."""
