"""Getting a token: as a guest, with a new account, or with a password."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.parse
import urllib.request

import msgspec

from bigslick.errors import BigslickError


class SignInRefused(BigslickError):
    """The card room refused to sign you in; the sentence says why."""

    __module__ = "bigslick.client"


class _Token(msgspec.Struct):
    token: str


class _Wrong(msgspec.Struct):
    error: str = ""


async def guest_token(url: str) -> str:
    """Sign in as a new guest and return the token."""
    return await _token(url, "/api/guest", {})


async def sign_up(url: str, name: str, password: str) -> str:
    """Create an account and return its token."""
    return await _token(url, "/api/accounts", {"name": name, "password": password})


async def sign_in(url: str, name: str, password: str) -> str:
    """Sign in to an existing account and return its token."""
    return await _token(url, "/api/sessions", {"name": name, "password": password})


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


async def _token(url: str, path: str, body: dict[str, str]) -> str:
    return (await asyncio.to_thread(_post, http_url(url, path), {**body, "bearer": True})).token


def _post(url: str, body: dict[str, object]) -> _Token:
    request = urllib.request.Request(url, msgspec.json.encode(body), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return msgspec.json.decode(response.read(), type=_Token)
    except urllib.error.HTTPError as error:
        with error:
            try:
                sentence = msgspec.json.decode(error.read(), type=_Wrong).error
            except msgspec.MsgspecError:
                sentence = ""
        raise SignInRefused(sentence or f"{url} answers {error.code}") from None
    except urllib.error.URLError as error:
        raise SignInRefused(f"no answer from {url}: {error.reason}") from None
