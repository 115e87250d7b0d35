"""Pages for messengers: the room's own page with a title, a description and a picture in its head.

Fetching one changes nothing and admits nobody: a messenger that previews a link is not a person who came in. A wrong
link gets the same page, which says so.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from starlette.responses import Response

from bigslick.server.drawing.canvas import HEIGHT, WIDTH

from .endpoints import ApiRequest
from .page import INDEX, Page
from .public_address import PublicAddress

PICTURE: Final = "picture.png"
_HEAD: Final = re.compile(r'<title>[^<]*</title>|<meta name="description"[^>]*>|<link rel="preload" href="/api/[^>]*>')
"""What is another screen's: its title and description, and what it fetches first."""
_NEVER_KEPT: Final = {"cache-control": "no-store"}


def preview(request: ApiRequest, title: str, description: str) -> Response:
    """Return the page at a secret address, with the picture below it."""
    public: PublicAddress = request.raw.app.state.public_address
    return _page(request, _head(title, description, f"{public.of(request.raw)}{request.raw.url.path}/{PICTURE}"), 200)


def wrong_link(request: ApiRequest, sentence: str, status: int) -> Response:
    """Return the page for a link that opens nothing."""
    head = f'<title>bigslick</title>\n<meta name="description" content="{escape(sentence)}">'
    return _page(request, head, status)


def picture(drawn: bytes) -> Response:
    return Response(drawn, media_type="image/png", headers=_NEVER_KEPT)


def limit_pictures(request: ApiRequest) -> None:
    """Refuse an address that asks for too many pictures, before one is drawn."""
    request.limit(
        request.card_room.usage.pictures, request.address, "Too many pictures for your address: wait a minute."
    )


def _page(request: ApiRequest, head: str, status: int) -> Response:
    """Return the room's page with these lines instead of its own title and description."""
    page: Page = request.raw.app.state.page
    html = page.document(INDEX)
    assert html is not None
    html = _HEAD.sub("", html).replace("<head>", f"<head>\n{head}", 1)
    return Response(html, status, media_type="text/html", headers=_NEVER_KEPT)


def _head(title: str, description: str, picture: str) -> str:
    """Return a title, and its tags for Open Graph and Twitter. It has no `og:url`: a messenger knows the link, and no
    one else needs it.
    """
    by_name = {
        "description": description,
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:description": description,
        "twitter:image": picture,
    }
    by_property = {
        "og:type": "website",
        "og:site_name": "bigslick",
        "og:title": title,
        "og:description": description,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{title}: {description}",
    }
    tags = [f'<meta name="{name}" content="{escape(text)}">' for name, text in by_name.items()]
    tags += [f'<meta property="{name}" content="{escape(text)}">' for name, text in by_property.items()]
    return "\n".join((f"<title>{escape(title)}</title>", *tags))
