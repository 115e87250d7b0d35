"""Pages for messengers: hostile words stay words, and a page's own title gives way."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bigslick.server.http.app import WEB, new_app
from bigslick.server.http.endpoints import ApiRequest
from bigslick.server.http.previews import preview, wrong_link

HOSTILE = '"><script>alert(1)</script>&'


def asked(path: str) -> ApiRequest:
    """Return a request for a page of the room."""
    app: Any = new_app(web=WEB, public_url="https://poker.example.org")
    raw = SimpleNamespace(app=app, url=SimpleNamespace(path=path))
    return cast("ApiRequest", SimpleNamespace(raw=raw))


def test_a_preview_has_one_title_and_an_absolute_picture() -> None:
    html = bytes(preview(asked("/r/secret"), "Ann won", HOSTILE).body).decode()
    assert html.count("<title>") == 1
    assert "<title>Ann won</title>" in html
    assert 'content="https://poker.example.org/r/secret/picture.png"' in html
    assert "<script>alert" not in html
    assert 'href="/api/' not in html, "another screen's first requests"


def test_a_wrong_link_has_no_picture() -> None:
    answer = wrong_link(asked("/r/wrong"), HOSTILE, 404)
    html = bytes(answer.body).decode()
    assert answer.status_code == 404
    assert "<script>alert" not in html
    assert "og:image" not in html
