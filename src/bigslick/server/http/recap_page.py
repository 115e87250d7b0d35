"""The page behind the link to a recap, with the title and the picture that messengers show, and the picture itself."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from bigslick.server.drawing.pictures import Pictures
from bigslick.server.recap.picture import about_of, draw, drawn, title_of

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .previews import PICTURE, limit_pictures, picture, preview, wrong_link
from .recap_api import SHARED, recap_for, shared_night

RECAP_PAGES: Final = Endpoints("pages")
"""The page of a recap and its picture, outside the API."""


@RECAP_PAGES.get(f"{SHARED}{{recap}}", "The page behind the link to a recap.")
async def _page(request: ApiRequest) -> Response:
    try:
        recap = await recap_for(request, await shared_night(request))
    except RequestRefused as refusal:
        return wrong_link(request, refusal.sentence, refusal.status)
    return preview(request, title_of(recap), about_of(recap))


@RECAP_PAGES.get(f"{SHARED}{{recap}}/{PICTURE}", "The picture of a recap, for messengers.")
async def _picture(request: ApiRequest) -> Response:
    pictures: Pictures = request.raw.app.state.pictures
    found = await shared_night(request)
    limit_pictures(request)
    return picture(await pictures.of(drawn(await recap_for(request, found)), draw, request))
