"""The Host header: which names a room answers to.

A page on the internet can point its own name at this machine (DNS rebinding) and would then count as the room's own
page. So a room answers to addresses and to names that only a local network has. For a name on the internet the operator
starts it with `--host-name`, or with `--proxy`, because a proxy serves only the names it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import ip_address

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
_LOCAL = (".localhost", ".local", ".lan", ".home.arpa", ".internal")


class HostNames:
    """The names from `--host-name` that a room answers to, besides the local ones."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        for name in names:
            if not _HOST.fullmatch(name) or ":" in name:
                raise ValueError(f"--host-name: {name!r} is not a host: expected a name such as poker.example.org")
        self._names = frozenset(name.lower().rstrip(".") for name in names)

    def refusal(self, headers: Iterable[tuple[bytes, bytes]], version: str, *, trusted: bool) -> tuple[int, str] | None:
        """Return a refusal as (status, sentence), or None to serve the request; a trusted proxy may use any name."""
        said = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(said) != 1:  # RFC 9112, 3.2
            return None if not said and version == "1.0" else (400, "Invalid request: expected one Host header.")
        found = _HOST.fullmatch(said[0])
        if found is None or not is_host(said[0]):
            return 400, "Invalid request: its Host header cannot be read."
        name = found[1].lower().rstrip(".")
        if trusted or name in self._names or is_local_name(name):
            return None
        return 421, f"This card room does not know the name {name}: its operator can start it with --host-name {name}."


def is_host(said: str) -> bool:
    """Whether a text can be a Host header: a name or an address, and perhaps a port."""
    found = _HOST.fullmatch(said)
    return found is not None and (not said.startswith("[") or _is_address(found[1]))


@lru_cache(256)
def is_local_name(name: str) -> bool:
    """Whether a name is an address, or one that the internet's name servers cannot give to a stranger."""
    return ("." not in name and ":" not in name) or name.endswith(_LOCAL) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
