"""HTTP API endpoints: accounts, lobby, tables, hands and tournaments."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.bots import STYLES
from bigslick.protocol import wire
from bigslick.protocol.lobby import Lobby, TableCard
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.bot_names import USUAL_BOTS
from bigslick.server.operations.log import write
from bigslick.server.words import NAME_BYTES, fold

from .clubs_api import CLUB_ENDPOINTS
from .endpoints import ApiRequest, Endpoints, RequestBody, RequestRefused, answer, not_open
from .evenings_api import EVENING_ENDPOINTS
from .hands_api import HAND_ENDPOINTS
from .imports_api import IMPORT_ENDPOINTS
from .invites_api import INVITE_ENDPOINTS
from .ledger_api import LEDGER_ENDPOINTS
from .once import OwnId, once
from .opening_api import OPENING_ENDPOINTS
from .operator_api import OPERATOR_ENDPOINTS
from .orders_api import ORDER_ENDPOINTS
from .recap_api import RECAP_ENDPOINTS
from .seasons_api import SEASON_ENDPOINTS
from .sessions_api import SESSION_ENDPOINTS, Password, give_session, guess_allowed, guessed_wrong
from .social_api import SOCIAL_ENDPOINTS
from .socket import COOKIE, token_of
from .structures_api import STRUCTURE_ENDPOINTS
from .tournaments_api import TOURNAMENT_ENDPOINTS

VERSION: Final = "1"
"""Bumped when programs that use the API must change."""

Name = Annotated[str, Meta(max_length=NAME_BYTES)]
"""A player's name; `words.read_name` says whether it is legal, in its own words."""


class Credentials(RequestBody, frozen=True, kw_only=True):
    """A name and a password; with `bearer`, the token comes in the response instead of a cookie."""

    name: Name
    password: Password
    bearer: bool = False


class GuestName(RequestBody, frozen=True, kw_only=True):
    """Play as a guest without a password, under any legal name or one that is made up for you; `bearer` as in
    `Credentials`.
    """

    name: Name | None = None
    bearer: bool = False


class NewName(RequestBody, frozen=True, kw_only=True):
    """Your new name."""

    name: Name


class GuestAccount(RequestBody, frozen=True, kw_only=True):
    """The name and password of a guest who wants an account."""

    cmd_id: OwnId = None
    name: Name
    password: Password


class TokenLabel(RequestBody, frozen=True, kw_only=True):
    """A label for a token, to recognise it later."""

    label: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")] = ""


class MySeat(msgspec.Struct, frozen=True, kw_only=True):
    """One of your seats."""

    table: str
    seat: int
    name: str = ""
    """The name of the table, or of its tournament."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """You: the signed-in player."""

    player: str
    guest: bool
    named: bool
    """Whether you chose your name; a guest gets one until then."""
    balance: int
    sitting: tuple[MySeat, ...]
    waiting: tuple[str, ...] = ()
    """Tables where you are on the waitlist."""
    token: str = ""
    """For programs that asked for one."""


class Token(msgspec.Struct, frozen=True):
    """A token for a program."""

    token: str


class Refilled(msgspec.Struct, frozen=True):
    """New chips."""

    chips: int
    balance: int


class BotStyle(msgspec.Struct, frozen=True):
    """A house bot style, and how it plays."""

    style: str
    about: str


class Bots(msgspec.Struct, frozen=True, kw_only=True):
    """The house bot styles."""

    styles: tuple[BotStyle, ...]
    usual: tuple[str, ...]
    """The styles to invite to a new table, in this order."""


# -- accounts ---------------------------------------------------------------------------------------------------------


_HERE: Final = Endpoints("tables")


@_HERE.post("/api/accounts", "Sign up.", body=Credentials, reply=Me, status=201, problems=(409,), tag="accounts")
async def _sign_up(request: ApiRequest) -> Response:
    request.limit(
        request.card_room.usage.sign_ups, request.address, "Too many new accounts from your address: come back later."
    )
    body: Credentials = request.body
    player = await request.card_room.accounts.sign_up(body.name, body.password, request)
    return await _signed_in(request, player, body.bearer, 201)


@_HERE.post("/api/guest", "Play as a guest.", body=GuestName, reply=Me, status=201, problems=(409,), tag="accounts")
async def _guest(request: ApiRequest) -> Response:
    request.limit(
        request.card_room.usage.sign_ups, request.address, "Too many new guests from your address: come back later."
    )
    body: GuestName = request.body
    player = await request.card_room.accounts.new_guest(body.name)
    request.card_room.services.newcomers.welcome(player)
    return await _signed_in(request, player, body.bearer, 201)


@_HERE.post(
    "/api/guest/account",
    "Turn a guest into an account: you stay the same player and keep everything.",
    body=GuestAccount,
    needs="player",
    problems=(409,),
    tag="accounts",
)
async def _make_member(request: ApiRequest) -> Me:
    card_room, player, body = request.card_room, request.signed_in, request.body

    async def make(cmd_id: str) -> bool:
        request.limit(
            card_room.usage.sign_ups, request.address, "Too many new accounts from your address: come back later."
        )
        await card_room.make_member(player, body.name, body.password, cmd_id, request)
        write("account_created", player=request.name, address=request.address)
        return True

    await once(request, "accounts", make, lambda _: True)
    return await _me_of(request, player)


@_HERE.post("/api/sessions", "Sign in.", body=Credentials, reply=Me, problems=(401,), tag="accounts")
async def _sign_in(request: ApiRequest) -> Response:
    body: Credentials = request.body
    guess_allowed(request, body.name)
    player = await request.card_room.accounts.sign_in(body.name, body.password, request)
    if player is None:
        known = request.card_room.names.id_of(body.name)
        guessed_wrong(request, body.name, None if known is None else request.card_room.names.name_of(known))
        raise RequestRefused(401, "Wrong name or password.")
    request.card_room.usage.guesses.right((request.address, fold(body.name)))
    if banned := request.card_room.sanctions.on(player, "ban"):
        raise RequestRefused(403, say("The operator has banned you: {why}.", why=banned.why))
    return await _signed_in(request, player, body.bearer, 200)


async def _signed_in(request: ApiRequest, player: str, bearer: bool, status: int) -> Response:
    me = await _me_of(request, player)
    if bearer:
        token = await request.card_room.accounts.new_session(player, "bot")
        return answer(msgspec.structs.replace(me, token=token), status)
    response = answer(me, status)
    await give_session(request, player, response)
    return response


async def _me_of(request: ApiRequest, player: str) -> Me:
    card_room = request.card_room
    account = await card_room.accounts.of(player)
    sitting = [
        MySeat(table=task.id, seat=task.seat_of(player) or 0, name=task.settings.name)
        for task in card_room.presence.tables_of(player)
    ]
    waiting = [task.id for task in card_room.tables.values() if player in task.live.queue]
    return Me(
        player=card_room.names.name_of(player),
        guest=account.kind == "guest",
        named=account.named,
        balance=card_room.balance(player) or 0,
        sitting=tuple(sitting),
        waiting=tuple(waiting),
    )


@_HERE.get("/api/me", "Your name, chips and seats; null if you are not signed in.", problems=(401,), tag="accounts")
async def _me(request: ApiRequest) -> Me | None:
    return None if request.player is None else await _me_of(request, request.player)


@_HERE.post(
    "/api/name",
    "Change your name; anyone may take the old one.",
    body=NewName,
    needs="player",
    problems=(409,),
    tag="accounts",
)
async def _rename(request: ApiRequest) -> Me:
    card_room, player = request.card_room, request.signed_in
    request.limit(card_room.usage.names, player, "You have changed your name often: try again in an hour.")
    await card_room.rename(player, request.body.name)
    return await _me_of(request, player)


@_HERE.delete("/api/sessions", "Sign out.", problems=(401,), tag="accounts")
async def _sign_out(request: ApiRequest) -> Response:
    token, _ = token_of(request.raw)
    if token:
        await request.card_room.sign_out(token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


@_HERE.post("/api/token", "A token for your program.", body=TokenLabel, status=201, needs="player", tag="accounts")
async def _token(request: ApiRequest) -> Token:
    request.limit(request.card_room.usage.sign_ups, f"token {request.signed_in}", "Too many tokens: try again later.")
    return Token(await request.card_room.accounts.new_session(request.signed_in, "bot", request.body.label))


@_HERE.post("/api/refill", "New chips, once a day.", needs="player", problems=(409,), tag="accounts")
async def _refill(request: ApiRequest) -> Refilled:
    player = request.signed_in
    chips = await request.card_room.accounts.refill(player, lambda: request.card_room.chips_elsewhere(player))
    return Refilled(chips, request.card_room.balance(player) or 0)


# -- tables -----------------------------------------------------------------------------------------------------------


@_HERE.get("/api/lobby", "All tables and tournaments.", problems=(401,))
async def _lobby(request: ApiRequest) -> Lobby:
    return request.card_room.lobby(request.player)


@_HERE.get("/api/tables", "All cash tables.", problems=(401,))
async def _tables(request: ApiRequest) -> tuple[TableCard, ...]:
    return request.card_room.lobby(request.player).tables


@_HERE.get("/api/bots", "The styles of the house bots.", problems=(401,))
async def _bots(_: ApiRequest) -> Bots:
    styles = tuple(BotStyle(style, plays.about) for style, plays in STYLES.items())
    return Bots(styles=styles, usual=USUAL_BOTS)


@_HERE.get("/api/tables/{table}", "A table as you may see it.", problems=(401, 403))
async def _table(request: ApiRequest) -> wire.TableSnapshot:
    try:
        task = request.card_room.doors.table(request.player, request.part("table"))
    except CommandRefused as refusal:
        raise not_open(refusal) from None
    return task.audience.snapshot(request.player)


ENDPOINTS: Final = (
    *_HERE,
    *SESSION_ENDPOINTS,
    *OPENING_ENDPOINTS,
    *TOURNAMENT_ENDPOINTS,
    *STRUCTURE_ENDPOINTS,
    *INVITE_ENDPOINTS,
    *HAND_ENDPOINTS,
    *SOCIAL_ENDPOINTS,
    *LEDGER_ENDPOINTS,
    *RECAP_ENDPOINTS,
    *CLUB_ENDPOINTS,
    *SEASON_ENDPOINTS,
    *EVENING_ENDPOINTS,
    *IMPORT_ENDPOINTS,
    *ORDER_ENDPOINTS,
    *OPERATOR_ENDPOINTS,
)
"""All API endpoints."""
