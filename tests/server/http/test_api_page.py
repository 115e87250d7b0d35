"""The API documentation page lists every endpoint, and contains nothing a browser would run."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Any

import msgspec

from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.api_page import api_page
from bigslick.server.http.endpoints import ApiRequest, Endpoint

PAGE = api_page(ENDPOINTS, "7")


class Tags(HTMLParser):
    """A page's tags and attributes, in order, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.attributes += attributes

    def handle_data(self, data: str) -> None:
        self.text += data


def article(page: str, method: str, path: str) -> str:
    """Return the page's section about an endpoint."""
    (found,) = (
        part
        for part in page.split("<article>")[1:]
        if f">{method}</span> <code>{path}</code>" in part.split("</h3>")[0]
    )
    return unescape(found.split("</article>")[0])


def test_every_endpoint_is_on_the_page_with_what_it_refuses() -> None:
    assert PAGE.count("<article>") == len(ENDPOINTS)
    assert "Version 7." in PAGE
    for endpoint in ENDPOINTS:
        said = article(PAGE, endpoint.method, endpoint.path)
        assert endpoint.summary in said
        assert f"Refuses with {', '.join(map(str, endpoint.statuses))}." in said
        assert ("Needs the admin token." in said) == (endpoint.needs == "admin")
        assert ("Needs a signed-in player." in said) == (endpoint.needs == "player")


def test_a_body_is_shown_field_by_field() -> None:
    said = article(PAGE, "POST", "/api/accounts")
    for name, kind in (("password", "text of 8 to 200 characters"), ("bearer", "optional true or false")):
        assert f"<code>{name}</code></th><td>{kind}</td>" in said
    assert "Answer: text." in article(PAGE, "GET", "/api/histories")


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    tags = Tags(PAGE)
    assert not {"script", "style", "iframe"} & set(tags.opened)
    assert not [name for name, _ in tags.attributes if name.startswith("on") or name == "style"]


def test_words_of_an_endpoint_are_text_and_never_tags() -> None:
    class Body(msgspec.Struct):
        field: dict[str, list[int]]

    async def do(_: ApiRequest) -> Any: ...

    hostile = Endpoint(method="POST", path="/api/<b>", summary="<script>alert(1)</script> & more.", do=do, body=Body)
    page = api_page([hostile], "<i>")
    tags = Tags(page)
    assert not {"script", "b", "i"} & set(tags.opened)
    assert "<script>alert(1)</script> & more." in tags.text
    assert "object from text to list of whole numbers" in tags.text
