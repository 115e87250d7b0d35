"""The HTTP API as a list of endpoints: strict bodies, errors as sentences, and the OpenAPI document it makes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ...protocol.encoding import encode, from_plain
from ...protocol.settings import BadSpec
from ..card_room import Hall
from ..limits import Buckets
from ..log import write, write_error
from .socket import same_site, token_of

JSON: Final = "application/json"


class Problem(Exception):
    """A request that is not done: its status, and a sentence for whoever asked."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class Wrong(msgspec.Struct, frozen=True):
    """What every error answers."""

    error: str


class Asked:
    """A request as a handler sees it."""

    def __init__(self, hall: Hall, request: Request, player: str | None, body: Any, query: Any) -> None:
        self.hall = hall
        self.request = request
        self.address = address_of(request)
        self._player = player
        self.body = body
        self.query = query

    @property
    def player(self) -> str | None:
        """Who asks, if he is signed in."""
        return self._player

    @property
    def signed_in(self) -> str:
        """Who asks; only for endpoints that need it."""
        assert self._player is not None
        return self._player

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def limit(self, buckets: Buckets, who: str, sentence: str) -> None:
        """Take a token, or refuse with 429."""
        if not buckets.take(who, self.hall.clock.now()):
            raise Problem(429, sentence)


Handler = Callable[[Asked], Awaitable[Any]]


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be asked for."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    summary: str
    do: Handler
    body: type | None = None
    query: type | None = None
    reply: Any = None
    """The type of the answer; None is an answer without content, `bytes` is text."""
    text: str = JSON
    """The media type of the answer."""
    status: int = 200
    needs: Literal["nothing", "player", "admin"] = "nothing"
    problems: tuple[int, ...] = ()
    """Statuses of its errors beside those of its needs, body and query."""
    tag: str = "tables"

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every status with which it may refuse."""
        found = {429, *self.problems}
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


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def answer(value: Any, status: int = 200, media_type: str = JSON) -> Response:
    """A value as a response that nobody stores."""
    content = value if isinstance(value, bytes) else encode(value)
    return Response(content, status, media_type=media_type, headers={"cache-control": "no-store"})


def problem(status: int, sentence: str) -> Response:
    """An error as a response."""
    response = answer(Wrong(sentence), status)
    if status == 401:
        response.headers["www-authenticate"] = "Bearer"
    if status == 429:
        response.headers["retry-after"] = "10"
    return response


class Address:
    """An address of the API as Starlette calls it: what each method does there."""

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
            response = problem(405, "This address is asked in another way; /api/docs says how.")
            response.headers["allow"] = ", ".join(self._endpoints)
            return response
        try:
            return await _answer(endpoint, request)
        except Problem as error:
            return problem(error.status, error.sentence)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception as error:
            write_error("request_failed", error, method=endpoint.method, path=endpoint.path)
            return problem(500, "The server could not do this; it is not your fault.")


def routes_of(endpoints: Sequence[Endpoint]) -> list[Route]:
    """The endpoints as routes, one for each address."""
    paths: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, []).append(endpoint)
    return [Route(path, Address(found)) for path, found in paths.items()]


async def _answer(endpoint: Endpoint, request: Request) -> Response:
    hall: Hall = request.app.state.hall
    now = hall.clock.now()
    if not hall.requests.take(address_of(request), now):
        raise Problem(429, "Too many requests from your address: wait a few seconds.")
    if any("\0" in str(part) for part in request.path_params.values()):  # PostgreSQL has no such text
        raise Problem(404, "There is nothing at this address; /api/docs lists what there is.")
    player = await _asker(endpoint, hall, request)
    if endpoint.method != "GET":
        origin = request.headers.get("origin")
        if origin is not None and not same_site(origin, request.headers.get("host", "")):
            raise Problem(403, "This page belongs to another site: open the room's own page.")
    body = await _body(endpoint, hall, request) if endpoint.body is not None else None
    query = _query(endpoint.query, request) if endpoint.query is not None else None
    result = await endpoint.do(Asked(hall, request, player, body, query))
    if endpoint.method != "GET":
        write("request", method=endpoint.method, path=endpoint.path, player=player, status=endpoint.status)
    if isinstance(result, Response):
        return result
    if endpoint.reply is None:
        return Response(status_code=204)
    return answer(result, endpoint.status, endpoint.text)


async def _asker(endpoint: Endpoint, hall: Hall, request: Request) -> str | None:
    token, by_bearer = token_of(request)
    if endpoint.needs == "admin":
        if not by_bearer:
            raise Problem(401, "Only the house may do this: send its token as Authorization: Bearer.")
        if not hall.sign_ins.take(f"admin {address_of(request)}", hall.clock.now()):
            raise Problem(429, "Too many tries from your address: wait a minute.")
        if not hall.is_admin(token or ""):
            raise Problem(403, "This is not the token of the house.")
        return None
    player = await hall.player_of(token) if token else None
    if player is None and (endpoint.needs == "player" or by_bearer):
        raise Problem(401, "Sign in first: with the page's cookie, or a token as Authorization: Bearer.")
    return player


async def _body(endpoint: Endpoint, hall: Hall, request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem(415, f"The body must be {JSON}.")
    most = hall.limits.body_bytes
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Problem(413, f"The body is too large: at most {most:,} bytes.")
        parts.append(part)
    try:
        return msgspec.json.decode(b"".join(parts), type=endpoint.body, dec_hook=from_plain)
    except BadSpec as error:
        raise Problem(400, str(error)) from None
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise Problem(400, f"The body cannot be read: {error}") from None


def _query(kind: type, request: Request) -> Any:
    given = request.query_params
    doubled = sorted(name for name in given if len(given.getlist(name)) > 1)
    if doubled:
        raise Problem(400, f"{doubled[0]!r} is given twice.")
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.MsgspecError as error:
        raise Problem(400, f"The query cannot be read: {error}") from None


# -- the document -----------------------------------------------------------------------------------------------------

_SAID: Final = {
    400: "The body or the query cannot be read.",
    401: "Nobody is signed in.",
    403: "Not allowed.",
    404: "There is no such thing.",
    409: "It cannot be done as things are.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too often.",
}


def _schema_hook(kind: type) -> dict[str, Any]:
    if kind.__name__ == "Card":
        return {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
    if kind is range:
        return {"type": "array", "items": {"type": "integer"}, "maxItems": 2}
    raise NotImplementedError


def _even(schema: Any) -> Any:
    """The schema with tuples of one kind as arrays of it: not every reader of OpenAPI knows `prefixItems`."""
    if isinstance(schema, list | tuple):
        return [_even(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _even(part) for name, part in schema.items()}
    kinds = found.get("prefixItems")
    if kinds and all(kind == kinds[0] for kind in kinds):
        del found["prefixItems"]
        found["items"] = kinds[0]
    return found


def openapi(endpoints: Sequence[Endpoint], version: str) -> bytes:
    """The OpenAPI 3.1 document of the endpoints."""
    kinds: list[Any] = [Wrong]
    for endpoint in endpoints:
        kinds += [kind for kind in (endpoint.body, endpoint.reply) if kind is not None and kind is not bytes]
    made, parts = msgspec.json.schema_components(
        kinds, schema_hook=_schema_hook, ref_template="#/components/schemas/{name}"
    )
    schemas, components = _even(list(made)), _even(parts)
    schema_of = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of)
    return encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "The card room",
                "version": version,
                "description": "Lobby, tables, histories, statistics and tournaments. Play itself goes over /ws.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "bearer": {"type": "http", "scheme": "bearer"},
                    "cookie": {"type": "apiKey", "in": "cookie", "name": "bigslick_session"},
                },
            },
        }
    )


def _operation(endpoint: Endpoint, schema_of: dict[str, Any]) -> dict[str, Any]:
    name = re.sub(r"\W+", "_", endpoint.path.removeprefix("/api/")).strip("_")
    done: dict[str, Any] = {"description": "Done."}
    if endpoint.reply is bytes:
        done["content"] = {endpoint.text: {"schema": {"type": "string"}}}
    elif endpoint.reply is not None:
        done["content"] = {JSON: {"schema": schema_of[repr(endpoint.reply)]}}
    wrong = {"content": {JSON: {"schema": schema_of[repr(Wrong)]}}}
    said: dict[str, Any] = {
        "operationId": f"{endpoint.method.lower()}_{name}",
        "summary": endpoint.summary,
        "tags": [endpoint.tag],
        "responses": {
            str(endpoint.status if endpoint.reply is not None else 204): done,
            **{str(status): {"description": _SAID[status], **wrong} for status in endpoint.statuses},
        },
    }
    if endpoint.needs != "nothing":
        said["security"] = [{"bearer": []}] if endpoint.needs == "admin" else [{"bearer": []}, {"cookie": []}]
    if endpoint.body is not None:
        said["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[repr(endpoint.body)]}}}
    parameters = [
        {"name": part, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for part in re.findall(r"{(\w+)}", endpoint.path)
    ]
    if endpoint.query is not None:
        shape = msgspec.json.schema(endpoint.query)["$defs"][endpoint.query.__name__]
        required = shape.get("required", [])
        parameters += [
            {"name": field, "in": "query", "required": field in required, "schema": schema}
            for field, schema in shape["properties"].items()
        ]
    if parameters:
        said["parameters"] = parameters
    return said
