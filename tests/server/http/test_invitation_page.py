"""The page behind an invite link: what messengers read in it, and that its secret goes nowhere else."""

from __future__ import annotations

import io
import logging
import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from bigslick.server.http import invitation_page
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.log import logging_to

from ..served import asking
from .test_invites_api import PLENTY, Friends

HOSTILE = '"><script>alert(1)</script>&'


def tags(page: httpx.Response) -> dict[str, str]:
    """Return the page's meta tags and its title."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page.text)
    titles = re.findall(r"<title>([^<]*)</title>", page.text)
    assert len(titles) == 1
    return {name: unescape(text) for name, text in [*found, ("title", titles[0])]}


async def test_a_messenger_reads_who_invites_to_what_and_nothing_happens(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        home = Friends(room, web)
        table = await home.open(name="Friday night")
        await home.come(table, name="Carla")
        admitted = list(table.live.hosting.admitted)
        link = f"/i/{table.live.hosting.token}"
        page = await web.get(link)
        found = tags(page)
        assert found["title"] == found["og:title"] == found["twitter:title"] == "ann invites you to Friday night"
        assert found["og:description"] == found["description"] == "Texas hold'em · 5/10 · 1 of 6 seated"
        assert found["twitter:card"] == "summary_large_image"
        picture = f"{room.url}{link}/picture.png"
        assert (found["og:image"], found["twitter:image"]) == (picture, picture)
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert "og:url" not in found
        drawn = await web.get(picture)
        assert (drawn.headers["content-type"], drawn.content[:4]) == ("image/png", b"\x89PNG")
        for answer in (page, drawn):
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["x-robots-tag"] == "noindex, nofollow"
            assert "set-cookie" not in answer.headers
        assert page.headers["content-security-policy"], "the room's own rules stay"
        assert table.live.hosting.admitted == admitted
        assert len(table.audience) == 0, "a preview is not a person"


async def test_a_wrong_link_gets_the_same_page_and_soon_has_to_wait(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        table = await Friends(room, web).open()
        right = await web.get(f"/i/{table.live.hosting.token}")
        wrong = [await web.get(f"/i/{token}") for token in ("A" * 24, "%2e%2e", "ü", "a b", "x" * 900, "y", "z")]
        assert [page.status_code for page in wrong] == [404, 404, 404, 404, 404, 429, 429]
        for page in wrong:
            found = tags(page)
            assert found["description"] == "This invite opens nothing: ask the host for a new link."
            assert "og:image" not in found
            assert page.text.partition("<body>")[2] == right.text.partition("<body>")[2]
        assert (await web.get(f"/i/{'A' * 24}/picture.png")).status_code == 429
        assert (await web.get(f"/i/{table.live.hosting.token}")).status_code == 200


async def test_names_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        table = await Friends(room, web).open(name=HOSTILE)
        page = await web.get(f"/i/{table.live.hosting.token}")
        assert "<script>alert" not in page.text
        assert tags(page)["og:title"] == f"ann invites you to {HOSTILE}"


async def test_no_header_puts_another_site_into_the_page(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        table = await Friends(room, web).open()
        link = f"/i/{table.live.hosting.token}"
        assert (await web.get(link, headers={"Host": "evil.example.org"})).status_code == 421
        page = await web.get(link, headers={"X-Forwarded-Host": "evil.example.org", "X-Forwarded-Proto": "https"})
        assert tags(page)["og:image"].startswith(f"{room.url}/i/")


async def test_pictures_are_limited_by_address(tmp_path: Path) -> None:
    limits = Limits(tables=Rate(9, 1000), pictures=Rate(2, 3_600_000))
    async with asking(tmp_path, limits) as (room, web):
        table = await Friends(room, web).open()
        statuses = [(await web.get(f"/i/{table.live.hosting.token}/picture.png")).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]


async def test_the_secret_is_in_no_log_and_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    async with asking(tmp_path, PLENTY) as (room, web):
        with logging_to(written, logging.DEBUG):
            home = Friends(room, web)
            table = await home.open(password="open sesame")
            token = table.live.hosting.token
            for path in (f"/i/{token}", f"/i/{token}/picture.png", f"/i/{token}x", f"/api/invitations/{token}"):
                await web.get(path)
            await home.come(table, name="Carla", password="wrong password")
            await home.come(table, name="Carla", password="open sesame")
            monkeypatch.setattr(invitation_page, "invitation_to", lambda place: 1 / 0)
            assert (await web.get(f"/i/{token}")).status_code == 500
            figures = (await web.get("/metrics")).text
    log = written.getvalue()
    assert "request_failed" in log
    assert "/i/{invite}" in log
    assert token not in log
    assert "open sesame" not in log
    assert token not in figures
