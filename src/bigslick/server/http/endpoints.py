"""Endpoints of the HTTP API: strict bodies, limits, and errors as sentences."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bigslick.errors import BigslickError
from bigslick.protocol.encoding import encode, from_json_value
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.protocol.wording import Wording, word
from bigslick.sentence import say
from bigslick.server.operations.limits import Buckets
from bigslick.server.operations.log import write, write_error
from bigslick.server.room.card_room import CardRoom
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.table.task import TableTask

from .socket import COOKIE, OTHER_SITE, same_site, token_of

JSON: Final = "application/json"


class RequestRefused(BigslickError):
    """A refused request: its status, and a sentence that says why."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class RequestBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every body: unknown fields are refused."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error."""

    error: str
    wording: Wording | None = None

    def __post_init__(self) -> None:
        word(self, "error")


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
        """The player, if signed in."""
        return self._player

    @property
    def signed_in(self) -> str:
        """The player, for endpoints that need one."""
        assert self._player is not None
        return self._player

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.raw.path_params[name])

    def limit(self, buckets: Buckets, who: str, sentence: str) -> None:
        """Count the request against a limit, or refuse it with 429."""
        if not buckets.take(who, self.card_room.clock.now()):
            raise RequestRefused(429, sentence)


Handler = Callable[[ApiRequest], Awaitable[Any]]


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One operation of the API."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    summary: str
    do: Handler
    body: Any = None
    """The type of the body, or a union of tagged ones; None = it has none."""
    query: type | None = None
    reply: Any = None
    """The type of the answer; None = no content, `bytes` = text."""
    text: str = JSON
    """The media type of the answer."""
    status: int = 200
    needs: Literal["nothing", "player", "admin"] = "nothing"
    problems: tuple[int, ...] = ()
    """Error statuses beyond those that follow from its needs, body and query."""
    tag: str = "tables"

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every error status it may answer with."""
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


def get(path: str, summary: str, do: Handler, reply: Any, tag: str, **more: Any) -> Endpoint:
    """An endpoint that answers a question."""
    return Endpoint(method="GET", path=path, summary=summary, do=do, reply=reply, tag=tag, **more)


def post(path: str, summary: str, do: Handler, body: Any, reply: Any, tag: str, **more: Any) -> Endpoint:
    """An endpoint that does something."""
    return Endpoint(method="POST", path=path, summary=summary, do=do, body=body, reply=reply, tag=tag, **more)


def table_of(request: ApiRequest) -> TableTask:
    """The table that the path names, or a refusal with 404."""
    task = request.card_room.tables.get(request.part("table"))
    if task is None:
        raise RequestRefused(404, say("No table '{table}': the lobby lists them.", table=request.part("table")))
    return task


def not_open(refusal: CommandRefused) -> RequestRefused:
    """The refusal for a table or tournament that does not exist for this player, or whose host has banned them."""
    return RequestRefused(403 if refusal.code == "banned" else 404, refusal.sentence)


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def answer(value: Any, status: int = 200, media_type: str = JSON) -> Response:
    """A value as a response that is never cached."""
    content = value if isinstance(value, bytes) else encode(value)
    return Response(content, status, media_type=media_type, headers={"cache-control": "no-store"})


def problem(status: int, sentence: str) -> Response:
    """An error as a response."""
    response = answer(ErrorBody(sentence), status)
    if status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if status == 429:
        response.headers["retry-after"] = "10"
    return response


class ApiRoute:
    """All methods at one path of the API, as an ASGI application."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._endpoints: dict[str, Endpoint] = {endpoint.method: endpoint for endpoint in endpoints}
        if "GET" in self._endpoints:
            self._endpoints["HEAD"] = self._endpoints["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
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
            return problem(error.status, error.sentence)
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
    """The endpoints as routes, one for each path."""
    paths: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, []).append(endpoint)
    return [Route(path, ApiRoute(found)) for path, found in paths.items()]


async def _answer(endpoint: Endpoint, request: Request) -> Response:
    card_room: CardRoom = request.app.state.card_room
    if any("\0" in str(part) for part in request.path_params.values()):  # PostgreSQL has no such text
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
        write("request", method=endpoint.method, path=endpoint.path, player=player, status=endpoint.status)
    if isinstance(result, Response):
        return result
    if endpoint.reply is None:
        return Response(status_code=204)
    return answer(result, endpoint.status, endpoint.text)


async def _do(endpoint: Endpoint, request: ApiRequest) -> Any:
    """Carry out a request; a change that waits too long for the database goes on, and its outcome is not known yet."""
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
        del doing  # what it raises holds this frame, and this frame would hold it


def _done(doing: asyncio.Future[Any]) -> None:
    _DOING.discard(doing)
    if not doing.cancelled():
        doing.exception()  # no one may be waiting any more


_DOING: Final[set[asyncio.Future[Any]]] = set()
"""Requests that change something, until they have."""
_UNKNOWN: Final = say(
    "The database is away, and it is not known yet whether this was done: look again when it is back."
)


def _same_origin(request: Request) -> None:
    """Refuse requests from other sites in a browser: they carry the cookie, and no program sends one."""
    origin = request.headers.get("origin")
    if origin is not None and not same_site(origin, request.headers.get("host", "")):
        raise RequestRefused(403, OTHER_SITE)
    if origin is None and COOKIE in request.cookies and "authorization" not in request.headers:
        raise RequestRefused(403, "A request with a cookie must name its Origin; programs use a Bearer token.")


async def _player(endpoint: Endpoint, card_room: CardRoom, request: Request) -> str | None:
    token, by_bearer = token_of(request)
    if endpoint.needs == "admin":
        if not by_bearer:
            raise RequestRefused(401, "Only the operator may do this: send the admin token as Authorization: Bearer.")
        who, now = (address_of(request), "", "admin"), card_room.clock.now()
        if wait := card_room.usage.guesses.wait(who, now):
            raise RequestRefused(
                429,
                say(
                    "Too many wrong admin tokens: wait {seconds, plural, one {# second} other {# seconds}}.",
                    seconds=-(-wait // 1000),
                ),
            )
        if not card_room.is_admin(token or ""):
            card_room.usage.guesses.wrong(who, now)
            card_room.metrics.wrong_guesses["admin"].inc()
            write("admin_refused", logging.WARNING, address=who[0], path=endpoint.path)
            raise RequestRefused(403, "Wrong admin token.")
        card_room.usage.guesses.right(who)
        return None
    player = await card_room.player_of(token) if token else None
    if player is None and (endpoint.needs == "player" or by_bearer):
        raise RequestRefused(401, "Sign in first: with the page's cookie, or with a token as Authorization: Bearer.")
    return player


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
        return msgspec.json.decode(b"".join(parts), type=endpoint.body, dec_hook=from_json_value)
    except BadSettings as error:
        raise RequestRefused(400, error.sentence) from None
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise RequestRefused(400, say("Invalid body: {error}", error=str(error))) from None


def _query(kind: type, request: Request) -> Any:
    given = request.query_params
    doubled = sorted(name for name in given if len(given.getlist(name)) > 1)
    if doubled:
        raise RequestRefused(400, say("'{name}' appears twice.", name=doubled[0]))
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.MsgspecError as error:
        raise RequestRefused(400, say("Invalid query: {error}", error=str(error))) from None
