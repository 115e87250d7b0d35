"""The endpoints with which the operator runs tables and tournaments: pause, close, kick, call off, cancel, count.

What a host does the operator does by the same commands, as orders of the house.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.host import HostCommand
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.damaged import SetAside
from bigslick.server.store.bank import MINT
from bigslick.server.table.orders import CallOff, Close, Kick, Order, Pause, Readmit, Resume

from .endpoints import ApiRequest, Endpoint, RequestBody, RequestRefused, get, post, table_of


class OrderReason(RequestBody, frozen=True, kw_only=True):
    """Why the operator does something; every player at the table sees it."""

    why: Annotated[str, Meta(min_length=1, max_length=200)] = "by order of the operator"


class KickedPlayer(RequestBody, frozen=True, kw_only=True):
    """A player who must leave."""

    player: Annotated[str, Meta(min_length=1, max_length=40)]


class ChipCount(msgspec.Struct, frozen=True):
    """What the chip audit finds: sentences about chips that are missing or too many, and what is damaged."""

    chips: int
    wrong: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    """Tables and tournaments that are not served; their chips are counted where they are."""


async def _order(request: ApiRequest, order: Order) -> None:
    done = await table_of(request).submit(None, order)
    if isinstance(done, wire.Refused):
        raise RequestRefused(409, done.sentence)


async def _pause(request: ApiRequest) -> None:
    await _order(request, Pause(why=request.body.why))


async def _resume(request: ApiRequest) -> None:
    await _order(request, Resume())


async def _close(request: ApiRequest) -> None:
    await _order(request, Close(why=request.body.why))


async def _kick(request: ApiRequest) -> None:
    await _order(request, Kick(player=request.body.player))


async def _readmit(request: ApiRequest) -> None:
    await _order(request, Readmit(player=request.body.player))
    request.card_room.look_up(request.body.player)


async def _call_off(request: ApiRequest) -> None:
    await _order(request, CallOff())


async def _cancel(request: ApiRequest) -> None:
    event = request.card_room.tournaments.get(request.part("tournament"))
    if event is None:
        raise RequestRefused(
            404, say("No tournament '{tournament}': the lobby lists them.", tournament=request.part("tournament"))
        )
    try:
        await event.cancel(request.body.why)
    except CommandRefused as refusal:
        raise RequestRefused(409, refusal.sentence) from None


async def _command(request: ApiRequest) -> None:
    command: HostCommand = request.body
    if (named := getattr(command, "player", "")) and (found := await request.card_room.accounts.find(named)):
        command = replace(command, player=found.name)
    try:
        done = await request.card_room.doors.order(command)
    except CommandRefused as refusal:
        raise RequestRefused(404 if refusal.code == "unknown" else 409, refusal.sentence) from None
    if isinstance(done, wire.Refused):
        raise RequestRefused(409, done.sentence)


async def _check(request: ApiRequest) -> ChipCount:
    card_room = request.card_room
    return ChipCount(-card_room.bank.balance(MINT), card_room.check(), tuple(card_room.set_aside.values()))


def _at_table(name: str, summary: str, do: Any, body: type | None = None) -> Endpoint:
    path = f"/api/admin/tables/{{table}}/{name}"
    return post(path, summary, do, body, None, "house", needs="admin", problems=(409,))


ORDER_ENDPOINTS: Final = (
    _at_table("pause", "Pause a table.", _pause, OrderReason),
    _at_table("resume", "Resume a table.", _resume),
    _at_table("close", "Close a table.", _close, OrderReason),
    _at_table("kick", "Make a player leave a table.", _kick, KickedPlayer),
    _at_table("readmit", "Let a player who was made to leave a table come back.", _readmit, KickedPlayer),
    _at_table("call-off", "Call a hand off after a misdeal, before substantial action.", _call_off),
    post(
        "/api/admin/tournaments/{tournament}/cancel",
        "Cancel a tournament before it starts.",
        _cancel,
        OrderReason,
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
"""What the API has for the orders of the operator."""
