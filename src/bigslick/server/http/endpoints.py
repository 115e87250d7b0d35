"""HTTP API endpoints: strict bodies, limits, and errors as sentences."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bigslick.errors import BigslickError
from bigslick.protocol.encoding import encode, from_json_value
from bigslick.protocol.money import ChipValue
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.protocol.wording import Wording, priced, worded
from bigslick.sentence import say
from bigslick.server.importing.poker_now import BadLedger
from bigslick.server.operations.fair_queue import Crowded
from bigslick.server.operations.limits import Buckets
from bigslick.server.operations.log import write, write_error
from bigslick.server.room.card_room import CardRoom
from bigslick.server.store.accounts import BadAccount
from bigslick.server.store.clubs import ClubRefused, NotYours
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.notes import TooManyNotes
from bigslick.server.store.paid_payments import NotMarked
from bigslick.server.store.player_hands import BadSelection
from bigslick.server.store.series import SeriesRefused
from bigslick.server.table.task import TableTask
from bigslick.tournament.points import BadFormula

from .socket import COOKIE, OTHER_SITE, same_site, token_of

JSON: Final = "application/json"
_REFUSALS: Final[dict[type[BigslickError], int]] = {
    BadAccount: 409,
    BadFormula: 409,
    BadSelection: 409,
    BadLedger: 409,
    ClubRefused: 409,
    Crowded: 429,
    NotMarked: 409,
    NotYours: 403,
    SeriesRefused: 409,
    TooManyNotes: 409,
}
"""The status for what the room itself refuses."""


class RequestRefused(BigslickError):
    """A refused request: its status, and a sentence saying why; its amounts may have a value in money."""

    def __init__(self, status: int, sentence: str, chip_value: ChipValue | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.chip_value = chip_value


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class for request bodies; unknown fields are refused."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error."""

    error: str
    wording: Wording | None = None


class ApiRequest:
    """A request as a handler sees it."""

    def __init__(self, card_room: CardRoom, raw: Request, player: str | None, body: Any, query: Any) -> None:
        self.card_room = card_room
        self.raw = raw
        self.address = address_of(raw)
        self._player = player
        self.body = body
        self.query = query

    @property
    def player(self) -> str | None:
        """The player's id, if signed in."""
        return self._player

    @property
    def signed_in(self) -> str:
        """The player's id, for endpoints that need one."""
        assert self._player is not None
        return self._player

    @property
    def name(self) -> str:
        """The player's name, for endpoints that need one."""
        return self.card_room.names.name_of(self.signed_in)

    def part(self, name: str) -> str:
        return str(self.raw.path_params[name])

    async def hung_up(self) -> None:
        """Wait until the client has gone, and raise; the body must have been read."""
        while (await self.raw.receive())["type"] != "http.disconnect":
            pass
        raise ClientDisconnect

    def limit(self, buckets: Buckets, who: str, sentence: str) -> None:
        """Count the request against a limit, or refuse it with 429."""
        if not buckets.take(who, self.card_room.clock.now()):
            raise RequestRefused(429, sentence)


Handler = Callable[[ApiRequest], Awaitable[Any]]
Method = Literal["GET", "POST", "DELETE"]
_Handler = TypeVar("_Handler", bound=Handler)


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One API operation."""

    method: Method
    path: str
    summary: str
    do: Handler
    body: Any = None
    """The body's type, or a union of tagged ones; None = no body."""
    query: type | None = None
    reply: Any = None
    """The response's type; None = no content, `bytes` = text. Declared only where the handler returns a `Response`."""
    text: str = JSON
    """The response's media type."""
    status: int = 200
    needs: Literal["nothing", "player", "admin"] = "nothing"
    problems: tuple[int, ...] = ()
    """Error statuses beyond those implied by its needs, body and query."""
    tag: str = "tables"

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every error status it can return."""
        found = {429, 503, *self.problems}
        if self.needs != "nothing":
            found.add(401)
        if self.needs == "admin":
            found.add(403)
        if self.body is not None:
            found |= {400, 403, 413, 415}
        elif self.method != "GET":
            found.add(403)
        if self.query is not None:
            found.add(400)
        if "{" in self.path:
            found |= {404}
        return tuple(sorted(found))


class Endpoints(list[Endpoint]):
    """The endpoints of one part of the API, each declared at its handler, whose return type is the reply."""

    def __init__(self, tag: str, **common: Any) -> None:
        super().__init__()
        self._common = {"tag": tag, **common}

    def get(self, path: str, summary: str, **more: Any) -> Callable[[_Handler], _Handler]:
        return self._declare("GET", path, summary, more)

    def post(self, path: str, summary: str, **more: Any) -> Callable[[_Handler], _Handler]:
        return self._declare("POST", path, summary, more)

    def delete(self, path: str, summary: str, **more: Any) -> Callable[[_Handler], _Handler]:
        return self._declare("DELETE", path, summary, more)

    def _declare(self, method: Method, path: str, summary: str, more: dict[str, Any]) -> Callable[[_Handler], _Handler]:
        def declare(do: _Handler) -> _Handler:
            reply = get_type_hints(do)["return"]
            said = {"reply": None if reply in (NoneType, Response) else reply, **self._common, **more}
            self.append(Endpoint(method=method, path=path, summary=summary, do=do, **said))
            return do

        return declare


def table_of(request: ApiRequest) -> TableTask:
    """Return the table named in the path, or refuse with 404."""
    task = request.card_room.tables.get(request.part("table"))
    if task is None:
        raise RequestRefused(404, say("No table '{table}': the lobby lists them.", table=request.part("table")))
    return task


def not_open(refusal: CommandRefused) -> RequestRefused:
    """Return the refusal for a table or tournament that this player may not know about, or is banned from."""
    return RequestRefused(403 if refusal.code == "banned" else 404, refusal.sentence)


def address_of(request: Any) -> str:
    return request.client.host if request.client else ""


def answer(value: Any, status: int = 200, media_type: str = JSON) -> Response:
    """Return a value as an uncacheable response."""
    content = value if isinstance(value, bytes) else encode(value)
    return Response(content, status, media_type=media_type, headers={"cache-control": "no-store"})


def problem(status: int, sentence: str, chip_value: ChipValue | None = None) -> Response:
    response = answer(ErrorBody(str(sentence), priced(worded(sentence), chip_value)), status)
    if status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if status == 429:
        response.headers["retry-after"] = "10"
    return response


class ApiRoute:
    """All methods for one API path, as an ASGI application."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._endpoints: dict[str, Endpoint] = {endpoint.method: endpoint for endpoint in endpoints}
        if "GET" in self._endpoints:
            self._endpoints["HEAD"] = self._endpoints["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            response = problem(405, "This method is not allowed here: /api/docs lists those that are.")
            response.headers["allow"] = ", ".join(self._endpoints)
            return response
        try:
            return await _answer(endpoint, request)
        except RequestRefused as error:
            return problem(error.status, error.sentence, error.chip_value)
        except tuple(_REFUSALS) as error:
            return problem(_REFUSALS[type(error)], error.sentence)
        except ClientDisconnect:
            return Response(status_code=499)
        except OutcomeUnknown:
            return problem(503, _UNKNOWN)
        except StoreFailed as error:
            write_error("request_failed", error, method=endpoint.method, path=endpoint.path)
            trouble = error.trouble.sentence if error.trouble else say("The database fails")
            return problem(503, say("{trouble}: try again.", trouble=trouble))
        except Exception as error:
            write_error("request_failed", error, method=endpoint.method, path=endpoint.path)
            return problem(500, "The server failed to do this. It is not your fault: try again.")


def routes_of(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Return the endpoints as routes, one per path."""
    paths: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, []).append(endpoint)
    return [Route(path, ApiRoute(found)) for path, found in paths.items()]


async def _answer(endpoint: Endpoint, request: Request) -> Response:
    card_room: CardRoom = request.app.state.card_room
    if any("\0" in str(part) for part in request.path_params.values()):  # PostgreSQL cannot store this character
        raise RequestRefused(404, "Nothing at this address: /api/docs lists what there is.")
    if endpoint.method != "GET":
        _same_origin(request)
    player = await _player(endpoint, card_room, request)
    body = await _body(endpoint, card_room, request) if endpoint.body is not None else None
    query = _query(endpoint.query, request) if endpoint.query is not None else None
    if endpoint.method != "GET" and card_room.trouble is not None:
        raise RequestRefused(
            503, say("{trouble}: nothing has changed. Try again when it is back.", trouble=card_room.trouble.sentence)
        )
    result = await _do(endpoint, ApiRequest(card_room, request, player, body, query))
    if endpoint.method != "GET":
        name = None if player is None else card_room.names.name_of(player)
        write("request", method=endpoint.method, path=endpoint.path, player=name, status=endpoint.status)
    if isinstance(result, Response):
        return result
    if endpoint.reply is None:
        return Response(status_code=204)
    return answer(result, endpoint.status, endpoint.text)


async def _do(endpoint: Endpoint, request: ApiRequest) -> Any:
    """Carry out a request. A change that waits too long for the database keeps running, with its outcome unknown."""
    if endpoint.method == "GET":
        return await endpoint.do(request)
    doing = asyncio.ensure_future(endpoint.do(request))
    _DOING.add(doing)
    doing.add_done_callback(_done)
    while not doing.done():
        await asyncio.wait([doing], timeout=request.card_room.limits.request_seconds)
        if not doing.done() and request.card_room.trouble is not None:
            raise RequestRefused(503, _UNKNOWN)
    try:
        return doing.result()
    finally:
        del doing  # the exception holds this frame, which would hold the exception


def _done(doing: asyncio.Future[Any]) -> None:
    _DOING.discard(doing)
    if not doing.cancelled():
        doing.exception()  # the client may be gone


_DOING: Final[set[asyncio.Future[Any]]] = set()
"""Requests that change something, until they finish."""
_UNKNOWN: Final = say(
    "The database is away, and it is not known yet whether this was done: look again when it is back."
)


def _same_origin(request: Request) -> None:
    """Refuse browser requests from other sites: they carry the cookie, and programs send no such header."""
    origin = request.headers.get("origin")
    if origin is not None and not same_site(origin, request.headers.get("host", "")):
        raise RequestRefused(403, OTHER_SITE)
    if origin is None and COOKIE in request.cookies and "authorization" not in request.headers:
        raise RequestRefused(403, "A request with a cookie must name its Origin; programs use a Bearer token.")


async def _player(endpoint: Endpoint, card_room: CardRoom, request: Request) -> str | None:
    if endpoint.needs == "admin":
        check_admin(request, endpoint.path)
        return None
    token, by_bearer = token_of(request)
    player = await card_room.player_of(token) if token else None
    if player is None and (endpoint.needs == "player" or by_bearer):
        raise RequestRefused(401, "Sign in first: with the page's cookie, or with a token as Authorization: Bearer.")
    return player


def check_admin(request: Request, path: str) -> None:
    """Refuse everyone without the admin token. The right one always works, whatever others at its address have sent:
    it is too long to be guessed within the limit on requests, and the waits only keep wrong ones out of the log.
    """
    card_room: CardRoom = request.app.state.card_room
    token, by_bearer = token_of(request)
    if not by_bearer:
        raise RequestRefused(401, "Only the operator may do this: send the admin token as Authorization: Bearer.")
    if card_room.is_admin(token or ""):
        return
    who, now = (address_of(request), "", "admin"), card_room.clock.now()
    if wait := card_room.usage.guesses.wait(who, now):
        raise RequestRefused(
            429,
            say(
                "Too many wrong admin tokens: wait {seconds, plural, one {# second} other {# seconds}}.",
                seconds=-(-wait // 1000),
            ),
        )
    card_room.usage.guesses.wrong(who, now)
    card_room.metrics.wrong_guesses["admin"].inc()
    write("admin_refused", logging.WARNING, address=who[0], path=path)
    raise RequestRefused(403, "Wrong admin token.")


async def _body(endpoint: Endpoint, card_room: CardRoom, request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RequestRefused(415, say("The body must be {kind}.", kind=JSON))
    most = card_room.limits.body_bytes
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise RequestRefused(413, say("The body is too large: at most {most} bytes.", most=most))
        parts.append(part)
    try:
        return _decoder(endpoint.body).decode(b"".join(parts))
    except BadSettings as error:
        raise RequestRefused(400, error.sentence) from None
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise RequestRefused(400, say("Invalid body: {error}", error=str(error))) from None


@functools.cache
def _decoder(body: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for an endpoint's bodies; numbers in a document of any keys stay exact."""
    return msgspec.json.Decoder(body, dec_hook=from_json_value, float_hook=Decimal)


def _query(kind: type, request: Request) -> Any:
    given = request.query_params
    doubled = sorted(name for name in given if len(given.getlist(name)) > 1)
    if doubled:
        raise RequestRefused(400, say("'{name}' appears twice.", name=doubled[0]))
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.MsgspecError as error:
        raise RequestRefused(400, say("Invalid query: {error}", error=str(error))) from None
