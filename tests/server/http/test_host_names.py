"""The names a room answers to."""

from __future__ import annotations

import pytest

from bigslick.server.http.host_names import HostNames


def status(*hosts: str, version: str = "1.1", trusted: bool = False, names: tuple[str, ...] = ()) -> int:
    headers = [(b"accept", b"*/*"), *((b"host", host.encode("latin-1")) for host in hosts)]
    refusal = HostNames(names).refusal(headers, version, trusted=trusted)
    return 200 if refusal is None else refusal[0]


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:8000", "192.168.1.7", "[::1]:8000", "[2001:db8::7]"),
        *("localhost:8000", "LOCALHOST.", "pokerpi", "pokerpi.local:8000", "room.lan", "room.home.arpa"),
    ],
)
def test_a_room_answers_to_addresses_and_local_names(host: str) -> None:
    assert status(host) == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "local.evil.example"])
def test_a_name_on_the_internet_needs_the_operator(host: str) -> None:
    """In DNS rebinding, a stranger's page points its own name at this machine."""
    assert status(host) == 421
    assert status(host, trusted=True) == 200
    assert status(host, names=("poker.example.org",)) == 421


@pytest.mark.parametrize("host", ["poker.example.org", "Poker.Example.Org.:443"])
def test_a_room_answers_to_its_own_name(host: str) -> None:
    assert status(host, names=("Poker.example.org",)) == 200


@pytest.mark.parametrize(
    "host", ["", "a b", "a,b", "http://a", "a:b", "a:1:2", "[1]", "[zz]", "[::1", "a/b", "ä.de", "u@h"]
)
def test_a_host_header_that_cannot_be_read_is_refused(host: str) -> None:
    assert status(host) == 400
    assert status(host, trusted=True) == 400


def test_a_request_has_one_host_header() -> None:
    """RFC 9112, 3.2; HTTP/1.0 had none."""
    assert status() == 400
    assert status("localhost", "localhost") == 400
    assert status(version="1.0") == 200


@pytest.mark.parametrize("name", ["", "https://poker.example.org", "poker.example.org:443", "two words"])
def test_a_name_that_no_host_has_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(ValueError, match="--host-name"):
        HostNames([name])
