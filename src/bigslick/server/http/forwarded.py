"""Finds a request's client: its peer, or the address given by a trusted reverse proxy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

IPV6_SITE_BITS = 64
"""A household or a rented server has a whole /64, so limits count it as one address."""


@lru_cache(4096)
def address_key(host: str) -> str:
    """Return an address as limits count it; return anything else unchanged."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, IPV6_SITE_BITS), strict=False))
    return str(address)


def is_local(client: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request comes from this machine: from its client, and from every address a proxy names."""
    said = [client]
    for name, value in headers:
        if name in (b"x-forwarded-for", b"x-real-ip"):
            said += [word.strip() for word in value.decode("latin-1").split(",")]
        elif name == b"forwarded":
            return False
    return all(is_loopback(word) for word in said)


def is_loopback(word: str) -> bool:
    """Whether an address or a name means the machine itself."""
    try:
        return word in ("localhost", address_key("::1")) or ip_address(word).is_loopback
    except ValueError:
        return False


class Proxies:
    """The reverse proxies we trust to send X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host."""

    def __init__(self, listed: str | None = None) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        for word in (listed or "").split(","):
            if word.strip():
                self._networks.append(_network(word.strip()))

    def trusts(self, host: str) -> bool:
        if not self._networks:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)

    def client(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, str | None]:
        """Return the address and scheme from a trusted peer: the last address that is not one of our proxies.

        Anything before that address came from the client, who can write anything there.
        """
        chain: list[str] = []
        scheme = None
        for name, value in headers:
            if name == b"x-forwarded-for":
                chain += [word.strip() for word in value.decode("latin-1").split(",")]
            elif name == b"x-forwarded-proto":
                said = value.decode("latin-1").rpartition(",")[2].strip().lower()
                scheme = said if said in ("http", "https") else None
        client = peer
        for word in reversed(chain):
            try:
                ip_address(word)
            except ValueError:
                break
            client = word
            if not self.trusts(word):
                break
        return client, scheme


def forwarded_host(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the host that a trusted proxy was asked for, if it says so; the last one, because a client can add more in
    front.
    """
    said = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-host"]
    return said[-1].rpartition(",")[2].strip() if said else ""


def _network(word: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(word)
    except ValueError:
        raise ValueError(
            f"{word!r} is not the address of a proxy: expected addresses or networks with commas between them, "
            "such as 127.0.0.1,10.0.0.0/8"
        ) from None
