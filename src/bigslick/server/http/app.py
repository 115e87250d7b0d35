"""The application: the page, the API, the socket and the metrics over one hall."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...protocol.wire import PROTOCOL
from ..card_room import Hall
from .api import ENDPOINTS
from .endpoints import openapi, problem, routes_of
from .manual import STYLE, manual
from .socket import endpoint

WEB: Final = Path(str(resources.files("bigslick.server") / "web"))
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("application/manifest+json", ".webmanifest"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _ending)  # what the machine says about them differs


class Guarded:
    """Adds the headers that keep a page to itself to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)


class Page(StaticFiles):
    """The files of the page: browsers may keep them, and ask by their ETag whether they are still right."""

    def file_response(self, *given: Any, **named: Any) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(*given, **named)
        response.headers["cache-control"] = "no-cache"
        return response


def new_app(hall: Hall, *, web: Path = WEB) -> Starlette:
    """The application over a hall that is opened and closed by whoever serves it."""
    document = openapi(ENDPOINTS, str(PROTOCOL))
    routes: list[Any] = list(routes_of(ENDPOINTS))
    routes += [
        Route("/api/openapi.json", _fixed(document, "application/json")),
        Route("/api/docs", _fixed(manual(ENDPOINTS, str(PROTOCOL)), "text/html")),
        Route("/api/docs.css", _fixed(STYLE, "text/css")),
        Route("/metrics", _metrics),
        Route("/healthz", _fixed(b"ok\n", "text/plain")),
        WebSocketRoute("/ws", endpoint),
    ]
    if web.is_dir():
        routes.append(Mount("/", Page(directory=web, html=True)))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guarded)],
        exception_handlers={HTTPException: _wrong},
    )
    app.state.hall = hall
    return app


def _fixed(content: bytes, media_type: str) -> Callable[[Request], Any]:
    async def give(_: Request) -> Response:
        return Response(content, media_type=media_type, headers={"cache-control": "no-cache"})

    return give


async def _metrics(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    return Response(hall.figures(), media_type=hall.metrics.content_type)


async def _wrong(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = {
        404: "There is nothing at this address; /api/docs lists what there is.",
        405: "This address is asked in another way; /api/docs says how.",
    }.get(error.status_code, "This cannot be done.")
    response = problem(error.status_code, sentence)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response
