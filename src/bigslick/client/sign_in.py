"""Getting a token: as a guest, with a new account, or with a password."""

from __future__ import annotations

import msgspec

from bigslick.errors import BigslickError
from bigslick.protocol.refusal import CommandRefused

from .requests import ConnectionLost, ask


class SignInRefused(BigslickError):
    """The card room refused to sign you in; the sentence says why."""

    __module__ = "bigslick.client"


class _Token(msgspec.Struct):
    token: str


async def guest_token(url: str) -> str:
    """Sign in as a new guest and return the token."""
    return await _token(url, "/api/guest", {})


async def sign_up(url: str, name: str, password: str) -> str:
    """Create an account and return its token."""
    return await _token(url, "/api/accounts", {"name": name, "password": password})


async def sign_in(url: str, name: str, password: str) -> str:
    """Sign in to an existing account and return its token."""
    return await _token(url, "/api/sessions", {"name": name, "password": password})


async def _token(url: str, path: str, body: dict[str, str]) -> str:
    try:
        return (await ask(url, path, _Token, body={**body, "bearer": True})).token
    except (CommandRefused, ConnectionLost) as error:
        raise SignInRefused(str(error)) from None
