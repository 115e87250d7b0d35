"""Endpoints for a player's sessions: list them, end them, and change the password."""

from __future__ import annotations

import logging
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bigslick.sentence import say
from bigslick.server.operations.log import write
from bigslick.server.store.accounts import SESSION_MS, SessionKind, session_id
from bigslick.server.words import fold

from .endpoints import ApiRequest, Endpoints, RequestRefused
from .socket import COOKIE, token_of

Password = Annotated[str, Meta(min_length=8, max_length=200)]
SESSION_ID: Final = "^[0-9a-f]{16}$"


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Your password, and its replacement."""

    password: Password
    new_password: Password


class MySession(msgspec.Struct, frozen=True, kw_only=True):
    """A browser or program signed in as you; `id` names it and gives no access."""

    id: Annotated[str, Meta(pattern=SESSION_ID)]
    kind: SessionKind
    label: str
    created_at: int
    expires_at: int
    current: bool
    """Whether it is the session making this request."""


class Ended(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    sessions: int


SESSION_ENDPOINTS: Final = Endpoints("accounts")
"""The session endpoints."""


@SESSION_ENDPOINTS.get("/api/sessions", "Where you are signed in: browsers and programs.", needs="player")
async def _sessions(request: ApiRequest) -> tuple[MySession, ...]:
    mine = session_id(token_of(request.raw)[0] or "")
    return tuple(
        MySession(**msgspec.structs.asdict(session), current=session.id == mine)
        for session in await request.card_room.accounts.sessions_of(request.signed_in)
    )


@SESSION_ENDPOINTS.delete(
    "/api/sessions/{session}", "End one of your sessions, or revoke a program's token.", needs="player"
)
async def _end_session(request: ApiRequest) -> None:
    session = request.part("session")
    if not await request.card_room.end_session(request.signed_in, session):
        raise RequestRefused(
            404, say("You have no session '{session}': GET /api/sessions lists them.", session=session)
        )


@SESSION_ENDPOINTS.post("/api/sign-out-everywhere", "End all your sessions and tokens, this one too.", needs="player")
async def _sign_out_everywhere(request: ApiRequest) -> Response:
    await request.card_room.end_sessions(request.signed_in)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


@SESSION_ENDPOINTS.post(
    "/api/password",
    "Change your password; all your other sessions and tokens end.",
    body=NewPassword,
    needs="player",
    problems=(409,),
)
async def _change_password(request: ApiRequest) -> Ended:
    body: NewPassword = request.body
    card_room, player = request.card_room, request.signed_in
    guess_allowed(request, request.name)
    right = await card_room.accounts.change_password(player, body.password, body.new_password, request)
    if not right:
        guessed_wrong(request, request.name)
        raise RequestRefused(409, "Wrong password.")
    ended = await card_room.end_sessions(player, but=token_of(request.raw)[0])
    write("password_changed", player=request.name, address=request.address)
    return Ended(ended)


async def give_session(request: ApiRequest, player: str, response: Response) -> None:
    """Sign a player in on this page: the response sets the session's cookie."""
    response.set_cookie(
        COOKIE,
        await request.card_room.accounts.new_session(player),
        max_age=SESSION_MS // 1000,
        httponly=True,
        samesite="lax",
        secure=request.raw.url.scheme == "https",
    )


def guess_allowed(request: ApiRequest, name: str) -> None:
    """Refuse a password too soon after wrong ones, from this address, or for this name from this address.

    The name alone is not counted, because then anyone could lock its owner out.
    """
    card_room = request.card_room
    now = card_room.clock.now()
    wait = card_room.usage.guesses.wait((request.address, fold(name)), now)
    if wait:
        raise RequestRefused(
            429,
            say(
                "Too many wrong passwords: wait {seconds, plural, one {# second} other {# seconds}}.",
                seconds=-(-wait // 1000),
            ),
        )
    request.limit(card_room.usage.sign_ins, request.address, "Too many attempts from your address: wait a minute.")


def guessed_wrong(request: ApiRequest, name: str, account: str | None = None) -> None:
    """Count a wrong password and log it. The name is logged only if the account exists, because people type passwords
    there.
    """
    card_room = request.card_room
    card_room.usage.guesses.wrong((request.address, fold(name)), card_room.clock.now())
    card_room.metrics.wrong_guesses["password"].inc()
    write("sign_in_failed", logging.WARNING, address=request.address, account=account)
