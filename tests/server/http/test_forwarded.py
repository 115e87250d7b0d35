from __future__ import annotations

import pytest

from bigslick.server.http.forwarded import Proxies, address_key, is_local


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket file", "a socket file"),
    ],
)
def test_an_address_counts_as_its_site(host: str, key: str) -> None:
    assert address_key(host) == key


def headers(*chain: str, scheme: str | None = None) -> list[tuple[bytes, bytes]]:
    found = [(b"x-forwarded-for", part.encode()) for part in chain]
    return found if scheme is None else [*found, (b"x-forwarded-proto", scheme.encode())]


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ((), "127.0.0.1"),
        (("203.0.113.7",), "203.0.113.7"),
        (("198.51.100.1, 203.0.113.7",), "203.0.113.7"),  # the first is what the client wrote
        (("198.51.100.1", "203.0.113.7, 10.1.2.3"), "203.0.113.7"),
        (("10.1.2.3",), "10.1.2.3"),
        (("nonsense, 10.1.2.3",), "10.1.2.3"),
        (("203.0.113.7, nonsense",), "127.0.0.1"),
        (("2001:db8::1",), "2001:db8::1"),
    ],
)
def test_the_last_address_that_no_proxy_has_is_the_client(chain: tuple[str, ...], client: str) -> None:
    proxies = Proxies("127.0.0.1, 10.0.0.0/8")
    assert proxies.trusts("10.9.9.9")
    assert proxies.trusts("::ffff:127.0.0.1")
    assert not proxies.trusts("203.0.113.7")
    assert not proxies.trusts("")
    assert proxies.client("127.0.0.1", headers(*chain)) == (client, None)


def test_the_scheme_is_the_proxys() -> None:
    proxies = Proxies("::1")
    assert proxies.client("::1", headers(scheme="https"))[1] == "https"
    assert proxies.client("::1", headers(scheme="http, https"))[1] == "https"
    assert proxies.client("::1", headers(scheme="gopher"))[1] is None
    assert not Proxies().trusts("::1")


@pytest.mark.parametrize("listed", ["nonsense", "127.0.0.1, 10.0.0.1/8", "*"])
def test_what_is_no_address_is_refused(listed: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a proxy: expected addresses or networks"):
        Proxies(listed)


@pytest.mark.parametrize(
    ("client", "said", "local"),
    [
        ("127.0.0.1", [], True),
        (address_key("::1"), [], True),
        ("192.168.1.7", [], False),
        ("", [], False),
        ("127.0.0.1", [(b"x-forwarded-for", b"127.0.0.1")], True),
        ("127.0.0.1", [(b"x-forwarded-for", b"203.0.113.7")], False),
        ("127.0.0.1", [(b"x-forwarded-for", b"127.0.0.1, 203.0.113.7")], False),
        ("127.0.0.1", [(b"x-forwarded-for", b"127.0.0.1"), (b"x-real-ip", b"203.0.113.7")], False),
        ("127.0.0.1", [(b"forwarded", b"for=203.0.113.7")], False),
        ("127.0.0.1", [(b"x-forwarded-for", b"unknown")], False),
        ("203.0.113.7", [(b"x-forwarded-for", b"127.0.0.1")], False),
    ],
)
def test_a_request_is_local_if_everything_about_it_is(
    client: str, said: list[tuple[bytes, bytes]], local: bool
) -> None:
    """Behind a Caddy that the room does not know about, the peer is this machine, but the client is not."""
    assert is_local(client, said) is local
