"""The page behind a recap's link: what messengers read in it, and that its secret goes nowhere else."""

from __future__ import annotations

import io
import logging
from pathlib import Path

from bigslick.server.operations.log import logging_to

from ..served import asking
from .test_invitation_page import tags
from .test_recap_api import PLENTY, Friends


async def test_a_messenger_reads_who_won_and_gets_the_picture(tmp_path: Path) -> None:
    written = io.StringIO()
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(hidden=True)
        with logging_to(written, logging.DEBUG):
            link = (await friends.ask("bo", "tables/t7/recap/link", method="POST")).json()["link"]
            page = await web.get(link)
            found = tags(page)
            drawn = await web.get(found["og:image"])
            figures = (await web.get("/metrics")).text
        (winner,) = (await friends.recap("bo"))["winners"]
        assert found["title"] == found["og:title"] == f"{winner} won Friday night"
        assert found["og:description"] == "6 hands  ·  0 min  ·  6 players"
        assert found["og:image"] == f"{link}/picture.png"
        assert (drawn.headers["content-type"], drawn.content[:4]) == ("image/png", b"\x89PNG")
        for answer in (page, drawn):
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        token = link.rpartition("/")[2]
        assert token not in written.getvalue()
        assert token not in figures


async def test_a_link_that_was_taken_back_has_neither_title_nor_picture(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play()
        link = (await friends.ask("bo", "tables/t7/recap/link", method="POST")).json()["link"]
        await friends.ask("bo", "tables/t7/recap/link", method="DELETE")
        page = await web.get(link)
        assert page.status_code == 404
        assert tags(page)["description"] == "This link opens no recap: ask for a new one."
        assert "og:image" not in tags(page)
        assert (await web.get(f"{link}/picture.png")).status_code == 404
