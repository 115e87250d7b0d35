"""The machine's own addresses, asked of its routing table."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from bigslick.server.inviting import addresses
from bigslick.server.inviting.addresses import addresses_for_friends


def test_only_a_room_that_listens_everywhere_has_addresses_for_friends() -> None:
    assert addresses_for_friends("127.0.0.1") == ()
    assert addresses_for_friends("192.168.1.5") == ()
    for host, version in (("0.0.0.0", 4), ("::", 6)):
        found = [ip_address(address) for address in addresses_for_friends(host)]
        assert all(address.version == version and not address.is_loopback for address in found)


def test_each_route_out_gives_an_address_once_and_a_missing_route_none(monkeypatch: pytest.MonkeyPatch) -> None:
    routes = {"192.0.2.1": "10.1.1.7", "192.168.255.254": "192.168.1.5", "10.255.255.254": "10.1.1.7"}
    routes["172.31.255.254"] = "127.0.0.1"
    monkeypatch.setattr(addresses, "_own_address", lambda family, target: routes.get(target))
    assert addresses_for_friends("0.0.0.0") == ("10.1.1.7", "192.168.1.5")
    assert addresses_for_friends("::") == ()


def test_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("sent")

    class Silent(socket.socket):
        send = sendto = sendall = sendmsg = refuse  # type: ignore[assignment]

    monkeypatch.setattr(socket, "socket", Silent)
    addresses_for_friends("0.0.0.0")
