"""The address under which people reach the room, for links that leave the page: invitations and their pictures.

It comes from `--public-url`, or from the request: the host and scheme that a trusted proxy names, or the Host header,
which the intake has checked. So no stranger can put another site's name into a link.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from .forwarded import is_loopback
from .host_names import is_host

FORWARDED_HOST: Final = "bigslick.forwarded_host"
"""The scope's extension with the host that a trusted proxy names."""


class PublicAddress:
    """The room's address from `--public-url`, or else from each request."""

    def __init__(self, url: str | None = None) -> None:
        self._url = "" if url is None else _checked(url)

    def of(self, request: Any) -> str:
        """Return the address for a request, without a slash at its end."""
        if self._url:
            return self._url
        extension = request.scope.get("extensions", {}).get(FORWARDED_HOST, {})
        forwarded = extension.get("host", "")
        host = forwarded if is_host(forwarded) else request.headers.get("host", "")
        return f"{request.url.scheme}://{host or _own(request)}"


def works_only_here(address: str) -> bool:
    """Whether an address leads to the machine itself from wherever it is opened."""
    return is_loopback(urlsplit(address).hostname or "")


def _own(request: Any) -> str:
    """Return where the request arrived, for HTTP/1.0, which needs no Host header."""
    host, port = request.scope["server"]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _checked(url: str) -> str:
    found = urlsplit(url)
    plain = found.scheme in ("http", "https") and is_host(found.netloc) and found.path in ("", "/")
    if not plain or found.query or found.fragment:
        raise ValueError(
            f"--public-url: {url!r} is not the room's address: expected one such as https://poker.example.org"
        )
    return f"{found.scheme}://{found.netloc}"
