"""The application: page, API, socket and metrics for one card room."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bigslick.protocol.wire import PROTOCOL
from bigslick.server.drawing.pictures import Pictures
from bigslick.server.room.card_room import CardRoom

from .api import ENDPOINTS
from .api_page import MANUAL, api_page
from .endpoints import RequestRefused, address_of, check_admin, problem, routes_of
from .evenings_api import CALENDAR_FILES
from .forwarded import is_local, is_loopback
from .invitation_page import INVITATION_PAGES
from .openapi import openapi
from .page import STREAM, Page
from .public_address import PublicAddress
from .recap_api import SHARED
from .recap_page import RECAP_PAGES
from .socket import PATH, endpoint

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


EMBED: Final = "/embed/"
"""The hand widget's address. Only this page may be framed by other sites, and it has no session."""
_EMBED_HEADERS: Final = [
    (b"content-security-policy", POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode()),
    (b"cross-origin-resource-policy", b"cross-origin"),
    *(
        header
        for header in _HEADERS
        if header[0] not in (b"content-security-policy", b"cross-origin-resource-policy", b"x-frame-options")
    ),
]


SECRET: Final = ("/i/", "/calendar/", SHARED, f"/{STREAM}")
"""Where invitations, members' calendars, shared recaps and broadcasts are. Their addresses are secret, so no other site
hears them and no search engine keeps them.
"""
_SECRET_HEADERS: Final = [
    (b"referrer-policy", b"no-referrer"),
    (b"x-robots-tag", b"noindex, nofollow"),
    (b"cross-origin-resource-policy", b"cross-origin"),  # messengers show the picture on their own pages
    *(header for header in _HEADERS if header[0] not in (b"referrer-policy", b"cross-origin-resource-policy")),
]


class Guarded:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        path: str = scope["path"]
        headers = _EMBED_HEADERS if path.startswith(EMBED) else _HEADERS
        if path.startswith(SECRET):
            headers = _SECRET_HEADERS

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self._app(scope, receive, with_headers)


class EmbeddedHand:
    """The hand widget: one file, which reads the hand to show from its address."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._page({**scope, "path": "/embed.html"}, receive, send)


def new_app(*, web: Path = WEB, public_url: str | None = None) -> Starlette:
    """Create the application; the server sets `app.state.card_room` once the card room is open."""
    routes: list[Any] = [*routes_of(ENDPOINTS), *routes_of(CALENDAR_FILES)]
    routes += [
        Route("/api/openapi.json", _fixed(_document(), "application/json")),
        Route("/metrics", _metrics),
        Route("/healthz", _health),
        WebSocketRoute(PATH, endpoint),
    ]
    page = _page(web) if web.is_dir() else None
    if page is not None:
        routes += [
            Route("/api/docs", _manual(page)),
            *routes_of((*INVITATION_PAGES, *RECAP_PAGES)),
            Route(f"{EMBED}{{hand}}", EmbeddedHand(page)),
            Mount("/", page),
        ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guarded)],
        exception_handlers={HTTPException: _wrong},
    )
    app.state.page = page
    app.state.public_address = PublicAddress(public_url)
    app.state.pictures = Pictures()
    return app


# Made before the server listens, once for all servers in a process, so nothing blocks the loop later.
@cache
def _document() -> bytes:
    return openapi(ENDPOINTS, str(PROTOCOL))


@cache
def _docs() -> str:
    return api_page(ENDPOINTS, str(PROTOCOL))


@cache
def _page(folder: Path) -> Page:
    return Page(folder)


def _fixed(content: bytes, media_type: str) -> Callable[[Request], Any]:
    async def give(_: Request) -> Response:
        return Response(content, media_type=media_type, headers={"cache-control": "no-cache"})

    return give


def _manual(page: Page) -> Callable[[Request], Any]:
    """Return the handler for the API's documentation, in the style of the other pages."""
    docs = _docs()

    async def give(_: Request) -> Response:
        html = page.document(MANUAL)
        if html is None:
            raise HTTPException(404)
        shown = html.replace("</body>", f"{docs}</body>")
        return Response(shown, media_type="text/html", headers={"cache-control": "no-cache"})

    return give


async def _health(request: Request) -> Response:
    """Return 200 while the database is writable, otherwise 503 and the problem; then the count of damaged tables."""
    card_room: CardRoom = request.app.state.card_room
    trouble = card_room.trouble
    aside = [f"set aside: {len(card_room.set_aside)}"] if card_room.set_aside else []
    lines = ["ok" if trouble is None else trouble.kind, *aside]
    if trouble is not None:
        lines.insert(1, f"{trouble.sentence}.")
    text = "".join(f"{line}\n" for line in lines)
    return PlainTextResponse(text, 200 if trouble is None else 503, headers={"cache-control": "no-store"})


async def _metrics(request: Request) -> Response:
    """Return the figures to this machine, and elsewhere only to the operator: they show how busy the room is."""
    card_room: CardRoom = request.app.state.card_room
    host = request.url.hostname or ""
    if not (is_local(address_of(request), request.headers.raw) and is_loopback(host)):
        try:
            check_admin(request, "/metrics")
        except RequestRefused as error:
            return problem(error.status, error.sentence)
    return Response(card_room.figures(), media_type=card_room.metrics.content_type)


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    page: Page | None = request.app.state.page
    if error.status_code == 404 and page is not None and "text/html" in request.headers.get("accept", ""):
        shown = page.not_found(request.headers)
        if shown is not None:
            return shown
    sentence = {
        404: "Nothing at this address: /api/docs lists what there is.",
        405: "This method is not allowed here: /api/docs lists those that are.",
    }.get(error.status_code, "Not possible.")
    response = problem(error.status_code, sentence)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response
