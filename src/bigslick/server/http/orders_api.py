"""The operator's endpoints for tables and tournaments: a host's commands, calling off a hand, counting chips."""

from __future__ import annotations

from typing import Final

import msgspec

from bigslick.protocol import wire
from bigslick.protocol.host import HostCommand
from bigslick.protocol.message import Id
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.hosting.state import HOUSE
from bigslick.server.room.damaged import SetAside
from bigslick.server.serving.answers import Answer
from bigslick.server.store.bank import MINT
from bigslick.server.table.orders import CallOff

from .endpoints import ApiRequest, Endpoints, RequestRefused, table_of


class ChipCount(msgspec.Struct, frozen=True):
    """The result of the chip audit: sentences about missing or surplus chips, and about damage."""

    chips: int
    wrong: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    """Tables and tournaments that are not served; their chips are counted in their accounts."""


class CallOffOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which order to call a hand off this is: sent again, it does not call off the next one too."""

    cmd_id: Id


ORDER_ENDPOINTS: Final = Endpoints("house", needs="admin")
"""The endpoints for the operator's orders."""


@ORDER_ENDPOINTS.post(
    "/api/admin/tables/{table}/call-off",
    "Call a hand off after a misdeal, before substantial action.",
    body=CallOffOrder,
    problems=(409,),
)
async def _call_off(request: ApiRequest) -> None:
    _check_done(await table_of(request).submit(None, CallOff(cmd_id=request.body.cmd_id)))


@ORDER_ENDPOINTS.post(
    "/api/admin/host-commands",
    "Do at any table or tournament what its host may: the host's commands of the socket.",
    body=HostCommand,
    problems=(404, 409),
)
async def _command(request: ApiRequest) -> None:
    try:
        done = await request.card_room.doors.order(request.body)
    except CommandRefused as refusal:
        if await request.card_room.answered_before(HOUSE, request.body) is not None:
            return
        raise RequestRefused(404 if refusal.code == "unknown" else 409, refusal.sentence) from None
    _check_done(done)


def _check_done(answer: Answer) -> None:
    if isinstance(answer, wire.Refused):
        raise RequestRefused(409, answer.sentence)


@ORDER_ENDPOINTS.get("/api/admin/check", "Count every chip.")
async def _check(request: ApiRequest) -> ChipCount:
    card_room = request.card_room
    return ChipCount(-card_room.bank.balance(MINT), card_room.check(), tuple(card_room.set_aside.values()))
