"""The room's address in links: from the operator, a trusted proxy, or the request's own Host."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.requests import Request

from bigslick.server.http.public_address import FORWARDED_HOST, PublicAddress, works_only_here


def request(host: str | None = "10.0.0.5:8000", scheme: str = "http", forwarded: str | None = None) -> Request:
    scope: dict[str, Any] = {
        "type": "http",
        "scheme": scheme,
        "server": ("10.0.0.5", 8000),
        "path": "/",
        "query_string": b"",
        "headers": [] if host is None else [(b"host", host.encode())],
    }
    if forwarded is not None:
        scope["extensions"] = {FORWARDED_HOST: {"host": forwarded}}
    return Request(scope)


def test_the_operators_word_comes_first_then_the_proxys_then_the_host_header() -> None:
    assert PublicAddress("https://poker.example.org/").of(request(forwarded="x.org")) == "https://poker.example.org"
    assert PublicAddress().of(request(scheme="https", forwarded="poker.example.org")) == "https://poker.example.org"
    assert PublicAddress().of(request()) == "http://10.0.0.5:8000"
    assert PublicAddress().of(request(None)) == "http://10.0.0.5:8000", "HTTP/1.0"


@pytest.mark.parametrize("forwarded", ["", 'x"><b', "a/b", "a b", "[x]"])
def test_a_forwarded_host_that_is_none_is_left_out(forwarded: str) -> None:
    assert PublicAddress().of(request(forwarded=forwarded)) == "http://10.0.0.5:8000"


@pytest.mark.parametrize(
    "url",
    ["poker.example.org", "ftp://x.org", "https://x.org/room", "https://x.org?a=b", "https://u@x.org", "https://"],
)
def test_an_address_that_no_link_can_begin_with_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"--public-url: .* is not the room's address"):
        PublicAddress(url)


def test_a_link_to_the_machine_itself_works_only_there() -> None:
    for address in ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "http://127.8.8.8"):
        assert works_only_here(address), address
    for address in ("http://192.168.1.5:8000", "https://poker.example.org", "http://[2001:db8::1]"):
        assert not works_only_here(address), address
