"""The page behind an invite link, with the title and the picture that messengers show, and the picture itself.

The page is the room's own, with a few lines in its head. Fetching it changes nothing and admits nobody: a messenger
that previews a link is not a friend who came in. A wrong link gets the same page, which says so.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from starlette.responses import Response

from bigslick.server.inviting.picture import HEIGHT, WIDTH
from bigslick.server.inviting.pictures import Pictures
from bigslick.server.inviting.shown import ShownInvitation, invitation_to

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .invites_api import NO_INVITE, invited
from .page import INDEX, Page
from .public_address import PublicAddress

_HEAD: Final = re.compile(r'<title>[^<]*</title>|<meta name="description"[^>]*>|<link rel="preload" href="/api/[^>]*>')
"""What is another screen's: its title and description, and what it fetches first."""
_NEVER_KEPT: Final = {"cache-control": "no-store"}
_PICTURE: Final = "picture.png"

INVITATION_PAGES: Final = Endpoints("pages")
"""The page of an invitation and its picture, outside the API."""


@INVITATION_PAGES.get("/i/{invite}", "The page behind an invite link.")
async def _page(request: ApiRequest) -> Response:
    page: Page = request.raw.app.state.page
    public: PublicAddress = request.raw.app.state.public_address
    html = page.document(INDEX)
    assert html is not None
    token = request.part("invite")
    try:
        shown, status = invitation_to(invited(request, token)), 200
    except RequestRefused as refusal:
        return Response(_headed(html, _wrong()), refusal.status, media_type="text/html", headers=_NEVER_KEPT)
    head = _head(shown, f"{public.of(request.raw)}/i/{token}/{_PICTURE}")
    return Response(_headed(html, head), status, media_type="text/html", headers=_NEVER_KEPT)


@INVITATION_PAGES.get(f"/i/{{invite}}/{_PICTURE}", "The picture of an invitation, for messengers.")
async def _picture(request: ApiRequest) -> Response:
    pictures: Pictures = request.raw.app.state.pictures
    place = invited(request, request.part("invite"))
    request.limit(
        request.card_room.usage.pictures, request.address, "Too many pictures for your address: wait a minute."
    )
    drawn = await pictures.of(invitation_to(place), request)
    return Response(drawn, media_type="image/png", headers=_NEVER_KEPT)


def _headed(html: str, head: str) -> str:
    """Return the room's page with these lines instead of its own title and description."""
    return _HEAD.sub("", html).replace("<head>", f"<head>\n{head}", 1)


def _wrong() -> str:
    return f'<title>bigslick</title>\n<meta name="description" content="{escape(NO_INVITE)}">'


def _head(shown: ShownInvitation, picture: str) -> str:
    """Return an invitation's title, and its tags for Open Graph and Twitter. It has no `og:url`: a messenger knows the
    link, and no one else needs it.
    """
    by_name = {
        "description": shown.description,
        "twitter:card": "summary_large_image",
        "twitter:title": shown.title,
        "twitter:description": shown.description,
        "twitter:image": picture,
    }
    by_property = {
        "og:type": "website",
        "og:site_name": "bigslick",
        "og:title": shown.title,
        "og:description": shown.description,
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{shown.title}: {shown.description}",
    }
    tags = [f'<meta name="{name}" content="{escape(text)}">' for name, text in by_name.items()]
    tags += [f'<meta property="{name}" content="{escape(text)}">' for name, text in by_property.items()]
    return "\n".join((f"<title>{escape(shown.title)}</title>", *tags))
