"""The page behind an invite link, with the title and the picture that messengers show, and the picture itself."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bigslick.server.drawing.pictures import Pictures
from bigslick.server.inviting.picture import draw
from bigslick.server.inviting.shown import invitation_to

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .invites_api import NO_INVITE, invited
from .previews import PICTURE, limit_pictures, picture, preview, wrong_link

INVITATION_PAGES: Final = Endpoints("pages")
"""The page of an invitation and its picture, outside the API."""


@INVITATION_PAGES.get("/i/{invite}", "The page behind an invite link.")
async def _page(request: ApiRequest) -> Response:
    try:
        shown = invitation_to(invited(request, request.part("invite")))
    except RequestRefused as refusal:
        return wrong_link(request, NO_INVITE, refusal.status)
    return preview(request, shown.title, shown.description)


@INVITATION_PAGES.get(f"/i/{{invite}}/{PICTURE}", "The picture of an invitation, for messengers.")
async def _picture(request: ApiRequest) -> Response:
    pictures: Pictures = request.raw.app.state.pictures
    place = invited(request, request.part("invite"))
    limit_pictures(request)
    return picture(await pictures.of(invitation_to(place), draw, request))
