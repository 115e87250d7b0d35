"""Requests to a card room over HTTP: its addresses, and answers as structs."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.parse
import urllib.request
from typing import TypeVar

import msgspec

from bigslick.errors import BigslickError
from bigslick.protocol.refusal import CommandRefused

Kind = TypeVar("Kind")


class ConnectionLost(BigslickError):
    """The card room is gone, or refuses you."""

    __module__ = "bigslick.client"


class _Wrong(msgspec.Struct):
    error: str = ""


def http_url(url: str, path: str) -> str:
    """Return a path in the card room, whether `url` is its page or its socket."""
    return _with_scheme(url, {"ws": "http", "wss": "https"}, path)


def socket_url(url: str) -> str:
    """Return the card room's socket, whether `url` is its page or its socket."""
    return _with_scheme(url, {"http": "ws", "https": "wss"}, "/ws")


def _with_scheme(url: str, other: dict[str, str], path: str) -> str:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https", "ws", "wss") or not parts.netloc:
        raise ValueError(f"{url!r} is not the address of a card room: expected something like http://127.0.0.1:8000")
    return urllib.parse.urlunsplit((other.get(parts.scheme, parts.scheme), parts.netloc, path, "", ""))


async def ask(
    url: str, path: str, kind: type[Kind], *, token: str | None = None, body: dict[str, object] | None = None
) -> Kind:
    """Get a path of the card room or, with a body, post to it; raises `CommandRefused` or `ConnectionLost`."""
    headers = {"content-type": "application/json"} if body is not None else {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else msgspec.json.encode(body)
    request = urllib.request.Request(http_url(url, path), data, headers)
    return msgspec.json.decode(await asyncio.to_thread(_read, request), type=kind)


def _read(request: urllib.request.Request) -> bytes:
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            found: bytes = response.read()
            return found
    except urllib.error.HTTPError as error:
        with error:
            try:
                sentence = msgspec.json.decode(error.read(), type=_Wrong).error
            except msgspec.MsgspecError:
                sentence = ""
        code = "unknown" if error.code == 404 else "refused"
        raise CommandRefused(sentence or f"{request.full_url} answers {error.code}", code) from None
    except OSError as error:
        raise ConnectionLost(f"no answer from {request.full_url}: {getattr(error, 'reason', error)}") from None
