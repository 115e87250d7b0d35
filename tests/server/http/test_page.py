from __future__ import annotations

import asyncio
import gzip
import os
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from bigslick.server.http.page import CHECKED, FOR_GOOD, Page


def ask(page: Page, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return the response's status, headers and body."""
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


@pytest.fixture
def joined(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text('<link rel="stylesheet" href="/a.css">\n<script src="/main.js"></script>')
    (tmp_path / "a.css").write_text("a { color: red }\n" * 100)
    (tmp_path / "main.js").write_text("// so\n" * 100)
    (tmp_path / "not-found.html").write_text("<p>nothing")
    return tmp_path


def named(page: Page, ending: str) -> str:
    """Return the address of a file named in the index."""
    found = re.search(rf'"(/[\w.]+{ending})"', ask(page, "/")[2].decode())
    assert found is not None
    return found[1]


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


def test_what_is_named_by_its_content_is_kept_for_good_and_the_index_is_not(joined: Path) -> None:
    page = Page(joined)
    assert ask(page, "/")[1][b"cache-control"] == CHECKED.encode()
    for ending in ("css", "js"):
        assert ask(page, named(page, ending))[1][b"cache-control"] == FOR_GOOD.encode()
    assert ask(page, "/a.css")[1][b"cache-control"] == CHECKED.encode()
    with pytest.raises(HTTPException):
        ask(page, "/page.0123456789abcdef.css")


def test_files_are_packed_once_for_those_who_can_unpack(joined: Path) -> None:
    page = Page(joined)
    address = named(page, "css")
    _, plain, body = ask(page, address)
    status, packed, small = ask(page, address, accept_encoding="br, gzip")
    assert (status, packed[b"content-encoding"], gzip.decompress(small)) == (200, b"gzip", body)
    assert len(small) < len(body) / 4
    assert plain[b"vary"] == packed[b"vary"] == b"Accept-Encoding"
    assert plain[b"etag"] != packed[b"etag"]
    assert b"content-encoding" not in plain
    assert ask(page, address, accept_encoding="gzip")[2] is small, "packed again for a request"
    known = packed[b"etag"].decode()
    assert ask(page, address, accept_encoding="gzip", if_none_match=known)[::2] == (304, b"")


def test_a_module_that_changes_changes_the_name_of_the_script(joined: Path) -> None:
    page = Page(joined)
    before = named(page, "js")
    (joined / "main.js").write_text("let other;\n")
    assert ask(page, "/main.js")[2] == b"let other;\n"
    after = named(page, "js")
    assert before != after
    assert b"let other" in ask(page, after)[2]


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
