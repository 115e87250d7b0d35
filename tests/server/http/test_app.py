from __future__ import annotations

import re
from pathlib import Path

import httpx

from bigslick.server.http.app import POLICY, WEB

from ..attacking import ANSWERED, HANDSHAKE, exchange, get
from ..served import ADMIN, asking, serving, table

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


async def test_the_page_and_all_its_files(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        page = await web.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == KINDS[".html"]
        policy = page.headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "unsafe-eval" not in policy
        assert "frame-ancestors 'none'" in policy
        for path in WEB.rglob("*"):
            if path.is_file():
                got = await web.get("/" + path.relative_to(WEB).as_posix())
                assert got.status_code == 200, path
                if path.suffix != ".html":  # whose files are bundled
                    assert got.content == path.read_bytes()
                assert got.headers["content-type"] == KINDS.get(path.suffix, got.headers["content-type"]), path
                assert got.headers["x-content-type-options"] == "nosniff"
                assert got.headers["cache-control"] == "no-cache"
                same = await web.get(
                    "/" + path.relative_to(WEB).as_posix(), headers={"if-none-match": got.headers["etag"]}
                )
                assert same.status_code == 304, path
        lost = await web.get("/nowhere", headers={"accept": "text/html"})
        assert (lost.status_code, lost.headers["content-type"]) == (404, KINDS[".html"])
        assert "Go to the lobby" in lost.text
        assert (await web.get("/nowhere")).json()["error"].startswith("Nothing at this address")
        for escape in ("/../card_room.py", "/%2e%2e/card_room.py", "/..%2fhall.py", "//etc/passwd"):
            assert (await web.get(escape)).status_code in (404, 307)


async def test_only_the_widget_of_a_hand_may_be_framed(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        widget = await web.get("/embed/t1-1")
        assert (widget.status_code, widget.headers["content-type"]) == (200, KINDS[".html"])
        policy = widget.headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert "x-frame-options" not in widget.headers
        assert policy.replace("frame-ancestors *", "frame-ancestors 'none'") == POLICY
        for path in ("/", "/embed.html", "/embed", "/embedded", "/api/hands/t1-1", "/index.html", "//embed/t1-1"):
            answer = await web.get(path)
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
            assert answer.headers["x-frame-options"] == "DENY", path
        assert (await web.get("/embed/t1-1/more")).status_code == 404
        assert (await web.post("/embed/t1-1")).status_code == 405


async def test_the_manual_the_document_and_the_figures(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        manual = (await web.get("/api/docs")).text
        assert "/api/hands/{hand}/proof" in manual
        assert not re.findall("<script(?! type=.module)", manual)
        assert "text of 8 to 200 characters" in manual
        assert "list of <a href=#MySeat>MySeat</a>" in manual
        assert "<article id=MySeat>" in manual
        (sheet,) = re.findall('<link rel="stylesheet" href="([^"]+)">', manual)
        assert (await web.get(sheet)).headers["content-type"].startswith("text/css")
        document = (await web.get("/api/openapi.json")).json()
        assert document["openapi"] == "3.1.0"
        assert (await web.get("/healthz")).text == "ok\n"
        figures = (await web.get("/metrics")).text
        for name in (
            "bigslick_answer_seconds_bucket",
            "bigslick_append_seconds_bucket",
            "bigslick_tables 1.0",
            "bigslick_sockets 0.0",
            "bigslick_timeouts_total",
            "bigslick_reconnects_total",
            "bigslick_queue_overflows_total",
            "bigslick_chip_violations_total 0.0",
        ):
            assert name in figures, name


async def test_the_figures_are_for_this_machine_and_the_operator(tmp_path: Path) -> None:
    """They are not public on a network, or behind a proxy that the room does not know about."""
    remote = ({"X-Forwarded-For": "203.0.113.7"}, {"Host": "pokerpi.local"}, {"Forwarded": "for=203.0.113.7"})
    async with asking(tmp_path) as (room, web):
        assert (await web.get("/metrics")).status_code == 200
        for headers in remote:
            assert (await web.get("/metrics", headers=headers)).status_code == 401
            assert (await web.get("/metrics", headers={**headers, "Authorization": "Bearer wrong"})).status_code == 403
            allowed = {**headers, "Authorization": f"Bearer {ADMIN}"}
            assert "bigslick_hands_total" in (await web.get("/metrics", headers=allowed)).text
        elsewhere = await exchange(room.port, get("/metrics", "Connection: close"), "127.0.0.9")
        assert elsewhere.startswith(b"HTTP/1.1 401 "), "its Host is x"


async def test_a_request_names_one_host_that_the_room_knows(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        for name, status in (("no host", 400), ("two hosts", 400), ("a host of the internet", 421)):
            answer = await exchange(room.port, ANSWERED[name])
            assert answer.startswith(b"HTTP/1.1 %d " % status), name
        rebound = HANDSHAKE.replace(b"Host: x", b"Host: evil.example") + b"Origin: http://evil.example\r\n\r\n"
        assert (await exchange(room.port, rebound)).startswith(b"HTTP/1.1 421 ")
        assert "--host-name evil.example" in (await web.get("/", headers={"Host": "evil.example"})).json()["error"]
