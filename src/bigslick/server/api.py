"""What can be asked for over HTTP: accounts, lobby, tables, hands, tournaments, and the orders of the house."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from ..bots import HOUSE_BOTS, STYLES
from ..rules import Limit
from ..seats import ComesIn
from . import wire
from .accounts import BadAccount
from .bank import MINT
from .bot_names import USUAL_BOTS
from .fair import Proof
from .histories import MOST_DOWNLOADED, MOST_LISTED, HandPage, PlayerFigures, TableHand, Won
from .http import Asked, Endpoint, Problem, answer
from .orders import Close, Kick, Order, Pause, Resume
from .refusal import Refusal
from .room import Room
from .socket import COOKIE, token_of
from .spec import Pace, Profile, TableSpec

VERSION: Final = "1"
"""Changes when a program that uses the API must."""
_SESSION_SECONDS: Final = 60 * 24 * 3600

Name = Annotated[str, Meta(min_length=3, max_length=20, pattern="^[A-Za-z0-9_-]{3,20}$")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class _Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Credentials(_Body, frozen=True, kw_only=True):
    """A name and its password; with `bearer` the token is in the answer, not in a cookie."""

    name: Name
    password: Password
    bearer: bool = False


class AsGuest(_Body, frozen=True, kw_only=True):
    """Come in without a password, under a name of one's choice or none; `bearer` as with `Credentials`."""

    name: Name | None = None
    bearer: bool = False


class NewTable(_Body, frozen=True, kw_only=True):
    """A cash table that a player opens."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=10)] = 6
    small_blind: Annotated[int, Meta(ge=0, le=10**6)] = 5
    big_blind: Annotated[int, Meta(ge=1, le=10**6)] = 10
    ante: Annotated[int, Meta(ge=0, le=10**6)] = 0
    limit: Limit = "none"
    profile: Profile = "cash"
    dead_blind_rule: ComesIn = "wait"
    action_ms: Annotated[int, Meta(ge=5_000, le=120_000)] = 10_000
    bots: Annotated[list[Literal[HOUSE_BOTS]], Meta(max_length=9)] = []  # type: ignore[valid-type]


class Reason(_Body, frozen=True, kw_only=True):
    """Why the house does something; everybody at the table is told."""

    why: Annotated[str, Meta(min_length=1, max_length=200)] = "by order of the house"


class Label(_Body, frozen=True, kw_only=True):
    """What a token is for, so that its owner knows it again."""

    label: Annotated[str, Meta(max_length=40, pattern=r"^[^\x00]*$")] = ""


class WhoGoes(_Body, frozen=True, kw_only=True):
    """A player who must leave."""

    player: Annotated[str, Meta(min_length=1, max_length=40)]


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the player who asks."""

    table: str
    seat: int


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """The player who asks."""

    player: str
    guest: bool
    balance: int
    sitting: tuple[Sitting, ...]
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
    """Whom to ask to a new table, the first of them first."""


class Checked(msgspec.Struct, frozen=True):
    """What the standing check finds: sentences about chips that are missing or too many."""

    chips: int
    wrong: tuple[str, ...]


# -- accounts ---------------------------------------------------------------------------------------------------------


async def _sign_up(asked: Asked) -> Response:
    asked.limit(asked.hall.sign_ups, asked.address, "Too many new accounts from your address: come back later.")
    body: Credentials = asked.body
    try:
        player = await asked.hall.accounts.sign_up(body.name, body.password)
    except BadAccount as error:
        raise Problem(409, str(error)) from None
    return await _signed_in(asked, player, body.bearer, 201)


async def _guest(asked: Asked) -> Response:
    asked.limit(asked.hall.sign_ups, asked.address, "Too many new guests from your address: come back later.")
    body: AsGuest = asked.body
    try:
        player = await asked.hall.accounts.new_guest(body.name)
    except BadAccount as error:
        raise Problem(409, str(error)) from None
    return await _signed_in(asked, player, body.bearer, 201)


async def _sign_in(asked: Asked) -> Response:
    body: Credentials = asked.body
    for who in (asked.address, f"name {body.name.lower()}"):
        asked.limit(asked.hall.sign_ins, who, "Too many tries: wait a minute.")
    player = await asked.hall.accounts.sign_in(body.name, body.password)
    if player is None:
        raise Problem(401, "Wrong name or password.")
    return await _signed_in(asked, player, body.bearer, 200)


async def _signed_in(asked: Asked, player: str, bearer: bool, status: int) -> Response:
    token = await asked.hall.accounts.new_session(player, "bot" if bearer else "page")
    me = await _me_of(asked, player)
    response = answer(msgspec.structs.replace(me, token=token) if bearer else me, status)
    if not bearer:
        response.set_cookie(
            COOKIE,
            token,
            max_age=_SESSION_SECONDS,
            httponly=True,
            samesite="lax",
            secure=asked.request.url.scheme == "https",
        )
    return response


async def _me_of(asked: Asked, player: str) -> Me:
    hall = asked.hall
    account = await hall.accounts.find(player)
    sitting = [Sitting(table=room.table, seat=room.live.seat_of(player) or 0) for room in hall.rooms_of(player)]
    return Me(
        player=player,
        guest=account is None or account.kind == "guest",
        balance=hall.balance(player) or 0,
        sitting=tuple(sitting),
    )


async def _me(asked: Asked) -> Me:
    return await _me_of(asked, asked.signed_in)


async def _sign_out(asked: Asked) -> Response:
    token, _ = token_of(asked.request)
    if token:
        await asked.hall.sign_out(token)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


async def _token(asked: Asked) -> Token:
    asked.limit(asked.hall.sign_ups, f"token {asked.signed_in}", "Too many tokens: come back later.")
    return Token(await asked.hall.accounts.new_session(asked.signed_in, "bot", asked.body.label))


async def _refill(asked: Asked) -> Refilled:
    player = asked.signed_in
    try:
        chips = await asked.hall.accounts.refill(player, lambda: asked.hall.chips_elsewhere(player))
    except BadAccount as error:
        raise Problem(409, str(error)) from None
    return Refilled(chips, asked.hall.balance(player) or 0)


# -- tables -----------------------------------------------------------------------------------------------------------


async def _lobby(asked: Asked) -> wire.Lobby:
    return asked.hall.lobby(asked.player)


async def _tables(asked: Asked) -> tuple[wire.TableCard, ...]:
    return asked.hall.lobby().tables


async def _bots(_: Asked) -> Bots:
    styles = tuple(BotStyle(style, plays.about) for style, plays in STYLES.items())
    return Bots(styles=styles, usual=USUAL_BOTS)


def _room(asked: Asked) -> Room:
    room = asked.hall.rooms.get(asked.part("table"))
    if room is None:
        raise Problem(404, f"There is no table {asked.part('table')!r}: see the lobby.")
    return room


async def _table(asked: Asked) -> wire.Snapshot:
    return _room(asked).live.snapshot(asked.player, asked.hall.clock.now())


async def _open_table(asked: Asked) -> wire.TableCard:
    hall, body = asked.hall, asked.body
    asked.limit(hall.openings, asked.signed_in, "You have opened enough tables for now: come back in an hour.")
    if len(hall.rooms) >= hall.limits.most_tables:
        raise Problem(409, "The room is full of tables: take a seat at one of them.")
    named = msgspec.structs.asdict(body)
    pace = Pace(action_ms=named.pop("action_ms"))
    try:
        spec = TableSpec(**{**named, "bots": tuple(body.bots)}, pace=pace)
    except ValueError as error:
        raise Problem(409, str(error)) from None
    if len(spec.bots) > spec.seats:
        raise Problem(409, f"{len(spec.bots)} house bots do not fit at {spec.seats} seats.")
    return (await hall.open_table(spec)).card()


# -- hands ------------------------------------------------------------------------------------------------------------


class HandsWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of my hands: `after` is the `next` of the page before, times are milliseconds since 1970."""

    table: wire.Id | None = None
    won: Won | None = None
    since: Annotated[int, Meta(ge=0, le=10**14)] | None = None
    until: Annotated[int, Meta(ge=0, le=10**14)] | None = None
    after: Annotated[str, Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9_.:-]{1,80})?$")] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class LastHands(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many of the last hands."""

    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20


class FileWanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of my hands to download."""

    table: wire.Id | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST_DOWNLOADED)] = MOST_DOWNLOADED


class HandTold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand step by step, as I saw it: `events` begins with `hand_began`."""

    id: str
    table: str
    ended_at: int
    events: tuple[wire.WireEvent, ...]
    nets: dict[int, int]
    openings: tuple[wire.Opening, ...] = ()
    you: int | None = None
    """Where I sat, if I was dealt in."""
    spec: TableSpec | None = None
    """What kind of table it is, if it is still open."""


async def _hands(asked: Asked) -> HandPage:
    return await asked.hall.histories.page(asked.signed_in, **msgspec.structs.asdict(asked.query))


async def _hands_at(asked: Asked) -> tuple[TableHand, ...]:
    return await asked.hall.histories.at_table(asked.part("table"), asked.player, limit=asked.query.limit)


async def _hand(asked: Asked) -> HandTold:
    seen = await asked.hall.histories.hand(asked.part("hand"), asked.player)
    if seen is None:
        raise _no_hand(asked)
    room = asked.hall.rooms.get(seen.table)
    return HandTold(
        id=seen.id,
        table=seen.table,
        ended_at=seen.ended_at,
        events=(seen.began, *seen.events),
        nets=seen.nets,
        openings=seen.openings,
        you=seen.seat,
        spec=None if room is None else room.spec,
    )


async def _proof(asked: Asked) -> Proof:
    proof = await asked.hall.histories.proof(asked.part("hand"), asked.player)
    if proof is None:
        raise _no_hand(asked)
    return proof


async def _phh(asked: Asked) -> Response:
    text = await asked.hall.histories.phh(asked.part("hand"), asked.player)
    if text is None:
        raise _no_hand(asked)
    return _file(text, f"{asked.part('hand')}.phh")


async def _phhs(asked: Asked) -> Response:
    wanted: FileWanted = asked.query
    text = await asked.hall.histories.phhs(asked.signed_in, table=wanted.table, limit=wanted.limit)
    return _file(text, "hands.phhs")


def _file(text: str, name: str) -> Response:
    response = answer(text.encode(), media_type="text/plain")
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response


def _no_hand(asked: Asked) -> Problem:
    return Problem(404, f"There is no hand {asked.part('hand')!r}: expected one that is over, such as t1-7.")


async def _statistics(asked: Asked) -> PlayerFigures:
    return await asked.hall.histories.figures(asked.signed_in)


# -- tournaments ------------------------------------------------------------------------------------------------------


async def _tournaments(asked: Asked) -> tuple[wire.TournamentCard, ...]:
    return asked.hall.lobby().tournaments


async def _tournament(asked: Asked) -> wire.TournamentNow:
    found = asked.hall.tournaments.get(asked.part("tournament"))
    if found is None:
        raise Problem(404, f"There is no tournament {asked.part('tournament')!r}: see the lobby.")
    return found.now()


# -- the house --------------------------------------------------------------------------------------------------------


async def _order(asked: Asked, order: Order) -> None:
    done = await _room(asked).submit(None, order)
    if isinstance(done, wire.Refused):
        raise Problem(409, done.sentence)


async def _pause(asked: Asked) -> None:
    await _order(asked, Pause(why=asked.body.why))


async def _resume(asked: Asked) -> None:
    await _order(asked, Resume())


async def _close(asked: Asked) -> None:
    await _order(asked, Close(why=asked.body.why))


async def _kick(asked: Asked) -> None:
    await _order(asked, Kick(player=asked.body.player))


async def _cancel(asked: Asked) -> None:
    event = asked.hall.tournaments.get(asked.part("tournament"))
    if event is None:
        raise Problem(404, f"There is no tournament {asked.part('tournament')!r}: see the lobby.")
    try:
        await event.cancel(asked.body.why)
    except Refusal as refusal:
        raise Problem(409, refusal.sentence) from None


async def _check(asked: Asked) -> Checked:
    return Checked(-asked.hall.bank.balance(MINT), asked.hall.check())


def _get(path: str, summary: str, do: Any, reply: Any, tag: str, **more: Any) -> Endpoint:
    return Endpoint(method="GET", path=path, summary=summary, do=do, reply=reply, tag=tag, **more)


def _post(path: str, summary: str, do: Any, body: type | None, reply: Any, tag: str, **more: Any) -> Endpoint:
    return Endpoint(method="POST", path=path, summary=summary, do=do, body=body, reply=reply, tag=tag, **more)


ENDPOINTS: Final = (
    _post("/api/accounts", "Sign up.", _sign_up, Credentials, Me, "accounts", status=201, problems=(409,)),
    _post("/api/guest", "Come in as a guest.", _guest, AsGuest, Me, "accounts", status=201, problems=(409,)),
    _post("/api/sessions", "Sign in.", _sign_in, Credentials, Me, "accounts", problems=(401,)),
    Endpoint(method="DELETE", path="/api/sessions", summary="Sign out.", do=_sign_out, tag="accounts", problems=(401,)),
    _get("/api/me", "Who I am, what I have and where I sit.", _me, Me, "accounts", needs="player"),
    _post("/api/token", "A token for a program of mine.", _token, Label, Token, "accounts", status=201, needs="player"),
    _post(
        "/api/refill", "New chips, once a day.", _refill, None, Refilled, "accounts", needs="player", problems=(409,)
    ),
    _get("/api/lobby", "All tables and tournaments.", _lobby, wire.Lobby, "tables", problems=(401,)),
    _get("/api/tables", "All cash tables.", _tables, tuple[wire.TableCard, ...], "tables", problems=(401,)),
    _get("/api/tables/{table}", "A table as I may see it.", _table, wire.Snapshot, "tables", problems=(401,)),
    _post(
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
    _get(
        "/api/tournaments",
        "All tournaments.",
        _tournaments,
        tuple[wire.TournamentCard, ...],
        "tournaments",
        problems=(401,),
    ),
    _get(
        "/api/tournaments/{tournament}",
        "How a tournament stands.",
        _tournament,
        wire.TournamentNow,
        "tournaments",
        problems=(401,),
    ),
    _get("/api/hands", "My hands, the newest first.", _hands, HandPage, "hands", query=HandsWanted, needs="player"),
    _get(
        "/api/hands.phhs",
        "My last hands as one file.",
        _phhs,
        bytes,
        "hands",
        query=FileWanted,
        needs="player",
        text="text/plain",
    ),
    _get(
        "/api/tables/{table}/hands",
        "The last hands of a table.",
        _hands_at,
        tuple[TableHand, ...],
        "hands",
        query=LastHands,
        problems=(401,),
    ),
    _get("/api/hands/{hand}", "A hand as I saw it, step by step.", _hand, HandTold, "hands", problems=(401,)),
    _get("/api/hands/{hand}/proof", "The proof of every card that I saw.", _proof, Proof, "hands", problems=(401,)),
    _get(
        "/api/hands/{hand}/phh", "A hand as I saw it, as PHH.", _phh, bytes, "hands", text="text/plain", problems=(401,)
    ),
    _get("/api/statistics", "My figures.", _statistics, PlayerFigures, "hands", needs="player"),
    _get("/api/bots", "The styles of the house bots.", _bots, Bots, "tables", problems=(401,)),
    _post(
        "/api/admin/tables/{table}/pause",
        "Start no hand.",
        _pause,
        Reason,
        None,
        "house",
        needs="admin",
        problems=(409,),
    ),
    _post("/api/admin/tables/{table}/resume", "Go on.", _resume, None, None, "house", needs="admin", problems=(409,)),
    _post(
        "/api/admin/tables/{table}/close", "Close it.", _close, Reason, None, "house", needs="admin", problems=(409,)
    ),
    _post(
        "/api/admin/tables/{table}/kick",
        "Make a player leave.",
        _kick,
        WhoGoes,
        None,
        "house",
        needs="admin",
        problems=(409,),
    ),
    _post(
        "/api/admin/tournaments/{tournament}/cancel",
        "Call a tournament off before it starts.",
        _cancel,
        Reason,
        None,
        "house",
        needs="admin",
        problems=(409,),
    ),
    _get("/api/admin/check", "Count every chip.", _check, Checked, "house", needs="admin"),
)
"""Everything the API has."""
