"""The addresses under which others in the network reach this machine, found without sending a packet."""

from __future__ import annotations

import contextlib
import socket
from typing import Final

ANYWHERE: Final = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
"""The hosts that listen at every address of a family."""
_BEYOND: Final = {
    socket.AF_INET: ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"),
    socket.AF_INET6: ("2001:db8::1", "fd00::1"),
}
"""Addresses that nobody has, or only in a home network: the route to each leads out of one of our own."""


def addresses_for_friends(host: str) -> tuple[str, ...]:
    """Return the addresses that friends can open if a room listens at this host; none if only this machine can."""
    family = ANYWHERE.get(host)
    if family is None:
        return ()
    found = [own for target in _BEYOND[family] if (own := _own_address(family, target)) is not None]
    return tuple(dict.fromkeys(own for own in found if not own.startswith("127.") and own != "::1"))


def _own_address(family: socket.AddressFamily, target: str) -> str | None:
    """Return the address that packets to a target would come from. Connecting UDP only asks the routing table."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect((target, 9))
        return str(asking.getsockname()[0])
    return None
