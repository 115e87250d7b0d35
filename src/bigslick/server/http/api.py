"""The endpoints of the HTTP API: accounts, lobby, tables, hands and tournaments, and those of its other files."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.bots import HOUSE_BOTS, STYLES
from bigslick.hand.setup import MOST_BOARDS
from bigslick.history.formats import format_named
from bigslick.protocol import wire
from bigslick.protocol.fairness import Proof
from bigslick.protocol.settings import Profile, TablePace, TableSettings
from bigslick.rules import Limit
from bigslick.server.bot_names import USUAL_BOTS
from bigslick.server.store.accounts import BadAccount
from bigslick.server.store.histories import (
    MOST_DOWNLOADED,
    MOST_LISTED,
    HandFormat,
    HandPage,
    PlayerFigures,
    TableHand,
    Won,
)
from bigslick.table.seats import MissedBlinds

from .clubs_api import CLUB_ENDPOINTS, must_see
from .endpoints import ApiRequest, Endpoint, RequestBody, RequestRefused, answer, get, post, table_of
from .ledger_api import LEDGER_ENDPOINTS
from .operator_api import OPERATOR_ENDPOINTS
from .orders_api import ORDER_ENDPOINTS
from .sessions_api import SESSION_ENDPOINTS, Password, guess_allowed, guessed_wrong
from .socket import COOKIE, token_of

VERSION: Final = "1"
"""Changes when programs that use the API must change."""
_SESSION_SECONDS: Final = 60 * 24 * 3600

Name = Annotated[str, Meta(min_length=3, max_length=20, pattern="^[A-Za-z0-9_-]{3,20}$")]


class Credentials(RequestBody, frozen=True, kw_only=True):
    """A name and a password; with `bearer` the token comes in the answer, not in a cookie."""

    name: Name
    password: Password
    bearer: bool = False


class GuestName(RequestBody, frozen=True, kw_only=True):
    """Play as a guest without a password, under a name of your choice or none; `bearer` as in `Credentials`."""

    name: Name | None = None
    bearer: bool = False


class NewTable(RequestBody, frozen=True, kw_only=True):
    """A cash table that a player opens."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=10)] = 6
    small_blind: Annotated[int, Meta(ge=0, le=10**6)] = 5
    big_blind: Annotated[int, Meta(ge=1, le=10**6)] = 10
    ante: Annotated[int, Meta(ge=0, le=10**6)] = 0
    limit: Limit = "none"
    profile: Profile = "cash"
    run_outs: Annotated[int, Meta(ge=1, le=MOST_BOARDS)] = 1
    dead_blind_rule: MissedBlinds = "wait"
    action_ms: Annotated[int, Meta(ge=5_000, le=120_000)] = 10_000
    bots: Annotated[list[Literal[HOUSE_BOTS]], Meta(max_length=9)] = []  # type: ignore[valid-type] # noqa: RUF012 - a struct copies it
    club: Annotated[str, Meta(max_length=20)] = ""
    """One of your clubs, whose members alone may see it; empty for everyone."""


class TokenLabel(RequestBody, frozen=True, kw_only=True):
    """What a token is for, so that you recognise it later."""

    label: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")] = ""


class MySeat(msgspec.Struct, frozen=True, kw_only=True):
    """One of your seats."""

    table: str
    seat: int


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """You: the player who is signed in."""

    player: str
    guest: bool
    balance: int
    sitting: tuple[MySeat, ...]
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
    """A style of house bot, and how it plays."""

    style: str
    about: str


class Bots(msgspec.Struct, frozen=True, kw_only=True):
    """The styles of the house bots."""

    styles: tuple[BotStyle, ...]
    usual: tuple[str, ...]
    """The styles to ask to a new table, in this order."""


# -- accounts ---------------------------------------------------------------------------------------------------------


async def _sign_up(request: ApiRequest) -> Response:
    request.limit(
        request.card_room.sign_ups, request.address, "Too many new accounts from your address: come back later."
    )
    body: Credentials = request.body
    try:
        player = await request.card_room.accounts.sign_up(body.name, body.password)
    except BadAccount as error:
        raise RequestRefused(409, str(error)) from None
    return await _signed_in(request, player, body.bearer, 201)


async def _guest(request: ApiRequest) -> Response:
    request.limit(
        request.card_room.sign_ups, request.address, "Too many new guests from your address: come back later."
    )
    body: GuestName = request.body
    try:
        player = await request.card_room.accounts.new_guest(body.name)
    except BadAccount as error:
        raise RequestRefused(409, str(error)) from None
    return await _signed_in(request, player, body.bearer, 201)


async def _sign_in(request: ApiRequest) -> Response:
    body: Credentials = request.body
    guess_allowed(request, body.name)
    accounts = request.card_room.accounts
    player = await accounts.sign_in(body.name, body.password)
    if player is None:
        known = await accounts.find(body.name)
        guessed_wrong(request, body.name, None if known is None else known.name)
        raise RequestRefused(401, "Wrong name or password.")
    if banned := request.card_room.sanctions.on(player, "ban"):
        raise RequestRefused(403, f"The operator has banned you: {banned.why}.")
    request.card_room.guesses.right((request.address, body.name.lower()))
    return await _signed_in(request, player, body.bearer, 200)


async def _signed_in(request: ApiRequest, player: str, bearer: bool, status: int) -> Response:
    token = await request.card_room.accounts.new_session(player, "bot" if bearer else "page")
    me = await _me_of(request, player)
    response = answer(msgspec.structs.replace(me, token=token) if bearer else me, status)
    if not bearer:
        response.set_cookie(
            COOKIE,
            token,
            max_age=_SESSION_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.raw.url.scheme == "https",
        )
    return response


async def _me_of(request: ApiRequest, player: str) -> Me:
    card_room = request.card_room
    account = await card_room.accounts.find(player)
    sitting = [MySeat(table=task.id, seat=task.seat_of(player) or 0) for task in card_room.tables_of(player)]
    return Me(
        player=player,
        guest=account is None or account.kind == "guest",
        balance=card_room.balance(player) or 0,
        sitting=tuple(sitting),
    )


async def _me(request: ApiRequest) -> Me:
    return await _me_of(request, request.signed_in)


async def _sign_out(request: ApiRequest) -> Response:
    token, _ = token_of(request.raw)
    if token:
        await request.card_room.sign_out(token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


async def _token(request: ApiRequest) -> Token:
    request.limit(request.card_room.sign_ups, f"token {request.signed_in}", "Too many tokens: try again later.")
    return Token(await request.card_room.accounts.new_session(request.signed_in, "bot", request.body.label))


async def _refill(request: ApiRequest) -> Refilled:
    player = request.signed_in
    try:
        chips = await request.card_room.accounts.refill(player, lambda: request.card_room.chips_elsewhere(player))
    except BadAccount as error:
        raise RequestRefused(409, str(error)) from None
    return Refilled(chips, request.card_room.balance(player) or 0)


# -- tables -----------------------------------------------------------------------------------------------------------


async def _lobby(request: ApiRequest) -> wire.Lobby:
    return request.card_room.lobby(request.player)


async def _tables(request: ApiRequest) -> tuple[wire.TableCard, ...]:
    return request.card_room.lobby().tables


async def _bots(_: ApiRequest) -> Bots:
    styles = tuple(BotStyle(style, plays.about) for style, plays in STYLES.items())
    return Bots(styles=styles, usual=USUAL_BOTS)


async def _table(request: ApiRequest) -> wire.TableSnapshot:
    await must_see(request, request.part("table"))
    return table_of(request).live.snapshot(request.player, request.card_room.clock.now())


async def _open_table(request: ApiRequest) -> wire.TableCard:
    card_room, body = request.card_room, request.body
    request.limit(card_room.openings, request.signed_in, "You have opened enough tables for now: try again in an hour.")
    if len(card_room.tables) >= card_room.limits.most_tables:
        raise RequestRefused(409, "The card room has no space for more tables: take a seat at one of them.")
    if not card_room.may_see(body.club, request.signed_in):
        raise RequestRefused(409, f"You are not a member of a club {body.club!r}: GET /api/clubs lists yours.")
    if card_room.is_house_name(body.name):
        raise RequestRefused(409, f"{body.name!r} looks like the name of one of the house's tables: choose another.")
    named = msgspec.structs.asdict(body)
    pace = TablePace(action_ms=named.pop("action_ms"))
    try:
        settings = TableSettings(**{**named, "bots": tuple(body.bots)}, pace=pace)
    except ValueError as error:
        raise RequestRefused(409, str(error)) from None
    if len(settings.bots) > settings.seats:
        raise RequestRefused(409, f"{len(settings.bots)} house bots do not fit in {settings.seats} seats.")
    return (await card_room.open_table(settings, request.signed_in)).card()


# -- hands ------------------------------------------------------------------------------------------------------------


class HandsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of your hands: `after` is the `next` of the page before, times are milliseconds since 1970."""

    table: wire.Id | None = None
    won: Won | None = None
    since: Annotated[int, Meta(ge=0, le=10**14)] | None = None
    until: Annotated[int, Meta(ge=0, le=10**14)] | None = None
    after: Annotated[str, Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9_.:-]{1,80})?$")] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class RecentHandsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many of the last hands."""

    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class HistoryQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which format of hand histories to download a hand."""

    format: HandFormat = "phh"


class DownloadQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of your hands to download, and in which format of hand histories."""

    format: HandFormat = "phh"
    table: wire.Id | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST_DOWNLOADED)] = MOST_DOWNLOADED


class HandReplay(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand step by step, as you saw it; `events` starts with `hand_began`."""

    id: str
    table: str
    ended_at: int
    events: tuple[wire.WireEvent, ...]
    nets: dict[int, int]
    openings: tuple[wire.Opening, ...] = ()
    you: int | None = None
    """Your seat, if you were dealt in."""
    spec: TableSettings | None = None
    """The settings of the table, if it is still open."""


async def _hands(request: ApiRequest) -> HandPage:
    return await request.card_room.histories.page(request.signed_in, **msgspec.structs.asdict(request.query))


async def _hands_at(request: ApiRequest) -> tuple[TableHand, ...]:
    await must_see(request, request.part("table"))
    return await request.card_room.histories.at_table(request.part("table"), request.player, limit=request.query.limit)


async def _hand(request: ApiRequest) -> HandReplay:
    await must_see(request, request.part("hand").rpartition("-")[0])
    seen = await request.card_room.histories.hand(request.part("hand"), request.player)
    if seen is None:
        raise _no_hand(request)
    task = request.card_room.tables.get(seen.table)
    return HandReplay(
        id=seen.id,
        table=seen.table,
        ended_at=seen.ended_at,
        events=(seen.began, *seen.events),
        nets=seen.nets,
        openings=seen.openings,
        you=seen.seat,
        spec=None if task is None else task.settings,
    )


async def _proof(request: ApiRequest) -> Proof:
    await must_see(request, request.part("hand").rpartition("-")[0])
    proof = await request.card_room.histories.proof(request.part("hand"), request.player)
    if proof is None:
        raise _no_hand(request)
    return proof


async def _history(request: ApiRequest) -> Response:
    await must_see(request, request.part("hand").rpartition("-")[0])
    wanted: HistoryQuery = request.query
    text = await request.card_room.histories.history(request.part("hand"), request.player, wanted.format)
    if text is None:
        raise _no_hand(request)
    form = format_named(wanted.format)
    return _file(text, f"{request.part('hand')}{form.lone_suffix or form.suffix}")


async def _histories(request: ApiRequest) -> Response:
    wanted: DownloadQuery = request.query
    text = await request.card_room.histories.histories(
        request.signed_in, wanted.format, table=wanted.table, limit=wanted.limit
    )
    return _file(text, f"hands{format_named(wanted.format).suffix}")


def _file(text: str, name: str) -> Response:
    response = answer(text.encode(), media_type="text/plain")
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response


def _no_hand(request: ApiRequest) -> RequestRefused:
    return RequestRefused(404, f"There is no hand {request.part('hand')!r}: expected one that is over, such as t1-7.")


async def _statistics(request: ApiRequest) -> PlayerFigures:
    return await request.card_room.histories.figures(request.signed_in)


# -- tournaments ------------------------------------------------------------------------------------------------------


async def _tournaments(request: ApiRequest) -> tuple[wire.TournamentCard, ...]:
    return request.card_room.lobby().tournaments


async def _tournament(request: ApiRequest) -> wire.TournamentNow:
    found = request.card_room.tournaments.get(request.part("tournament"))
    if found is None or not request.card_room.may_see(found.live.settings.club, request.player):
        raise RequestRefused(404, f"No tournament {request.part('tournament')!r}: the lobby lists them.")
    return found.now()


ENDPOINTS: Final = (
    post("/api/accounts", "Sign up.", _sign_up, Credentials, Me, "accounts", status=201, problems=(409,)),
    post("/api/guest", "Play as a guest.", _guest, GuestName, Me, "accounts", status=201, problems=(409,)),
    post("/api/sessions", "Sign in.", _sign_in, Credentials, Me, "accounts", problems=(401,)),
    Endpoint(method="DELETE", path="/api/sessions", summary="Sign out.", do=_sign_out, tag="accounts", problems=(401,)),
    *SESSION_ENDPOINTS,
    get("/api/me", "Your name, chips and seats.", _me, Me, "accounts", needs="player"),
    post(
        "/api/token",
        "A token for your program.",
        _token,
        TokenLabel,
        Token,
        "accounts",
        status=201,
        needs="player",
    ),
    post("/api/refill", "New chips, once a day.", _refill, None, Refilled, "accounts", needs="player", problems=(409,)),
    get("/api/lobby", "All tables and tournaments.", _lobby, wire.Lobby, "tables", problems=(401,)),
    get("/api/tables", "All cash tables.", _tables, tuple[wire.TableCard, ...], "tables", problems=(401,)),
    get("/api/tables/{table}", "A table as you may see it.", _table, wire.TableSnapshot, "tables", problems=(401,)),
    post(
        "/api/tables",
        "Open a table.",
        _open_table,
        NewTable,
        wire.TableCard,
        "tables",
        status=201,
        needs="player",
        problems=(409,),
    ),
    get(
        "/api/tournaments",
        "All tournaments.",
        _tournaments,
        tuple[wire.TournamentCard, ...],
        "tournaments",
        problems=(401,),
    ),
    get(
        "/api/tournaments/{tournament}",
        "A tournament with its standings.",
        _tournament,
        wire.TournamentNow,
        "tournaments",
        problems=(401,),
    ),
    get("/api/hands", "Your hands, newest first.", _hands, HandPage, "hands", query=HandsQuery, needs="player"),
    get(
        "/api/histories",
        "Your latest hands as one file, in a format of hand histories.",
        _histories,
        bytes,
        "hands",
        query=DownloadQuery,
        needs="player",
        text="text/plain",
    ),
    get(
        "/api/tables/{table}/hands",
        "The latest hands of a table.",
        _hands_at,
        tuple[TableHand, ...],
        "hands",
        query=RecentHandsQuery,
        problems=(401,),
    ),
    get("/api/hands/{hand}", "A hand as you saw it, step by step.", _hand, HandReplay, "hands", problems=(401,)),
    get("/api/hands/{hand}/proof", "The proof of every card you saw.", _proof, Proof, "hands", problems=(401,)),
    get(
        "/api/hands/{hand}/history",
        "A hand as you saw it, in a format of hand histories.",
        _history,
        bytes,
        "hands",
        query=HistoryQuery,
        text="text/plain",
        problems=(401,),
    ),
    get("/api/statistics", "Your statistics.", _statistics, PlayerFigures, "hands", needs="player"),
    get("/api/bots", "The styles of the house bots.", _bots, Bots, "tables", problems=(401,)),
    *LEDGER_ENDPOINTS,
    *CLUB_ENDPOINTS,
    *ORDER_ENDPOINTS,
    *OPERATOR_ENDPOINTS,
)
"""Everything the API has."""
