from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from bigslick.server.http.page import Page


def ask(page: Page, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of an answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("the page reads no body")

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(page(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>hello")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.js").write_text("let x")
    return tmp_path


def test_files_are_given_with_their_type_and_not_twice(folder: Path) -> None:
    page = Page(folder)
    status, headers, body = ask(page, "/")
    assert (status, body) == (200, b"<p>hello")
    assert headers[b"content-type"].startswith(b"text/html")
    assert ask(page, "/index.html")[2] == body
    status, headers, body = ask(page, "/sub/one.js")
    assert headers[b"content-type"].startswith(b"text/javascript")
    tag = headers[b"etag"].decode()
    for known in (tag, f'"other", W/{tag}'):
        assert ask(page, "/sub/one.js", if_none_match=known)[::2] == (304, b"")
    assert ask(page, "/sub/one.js", if_none_match='"other"')[0] == 200


def test_a_file_that_changes_is_read_again(folder: Path) -> None:
    page = Page(folder)
    (folder / "index.html").write_text("<p>other")
    os.utime(folder / "index.html", ns=(1, 1))
    assert ask(page, "/")[2] == b"<p>other"


@pytest.mark.parametrize("path", ["/nothing", "/sub", "/sub/", "/../page.py", "/sub/../index.html", "//index.html"])
def test_only_the_files_of_the_folder_are_there(folder: Path, path: str) -> None:
    with pytest.raises(HTTPException) as refused:
        ask(Page(folder), path)
    assert refused.value.status_code == 404


def test_a_page_is_only_read(folder: Path) -> None:
    with pytest.raises(HTTPException) as refused:
        ask(Page(folder), "/", "POST")
    assert refused.value.status_code == 405
