"""Players: accounts with a password, guests without one, and the tokens of their sessions.

Passwords are stored as argon2id and tokens as SHA-256, so that neither can be read from the database. Every new account
starts with chips from the mint, and a player who has lost them gets new ones once a day: it is play money.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Final, Literal

import argon2
import msgspec
import sqlalchemy as sa
from argon2.exceptions import InvalidHashError, VerificationError

from bigslick.errors import BigslickError
from bigslick.protocol.message import ACCOUNT_NAME
from bigslick.protocol.social import Avatar
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock

from .bank import MINT, Bank, player_account
from .records import Batch, ChipTransfer
from .schema import accounts, sessions
from .store import Conflict, Store

STARTING_CHIPS: Final = 10_000
DAY_MS: Final = 24 * 3600 * 1000
SESSION_MS: Final = 60 * DAY_MS
BOT_SESSION_MS: Final = 365 * DAY_MS
MOST_SESSIONS: Final = 50
"""The most sessions of an account, tokens of programs included; the oldest make room for new ones."""
_NAME: Final = re.compile(ACCOUNT_NAME)
_RESERVED: Final = ("guest-", "house-")
_REMEMBERED: Final = 50_000
_ID: Final = 16
"""How many characters of a token's hash name its session."""

Kind = Literal["member", "guest"]
SessionKind = Literal["page", "bot"]


class BadAccount(BigslickError, ValueError):
    """An account that cannot be made or changed: the sentence says why."""


class Account(msgspec.Struct, frozen=True):
    """A player's account; names differ by more than upper and lower case."""

    name: str
    kind: Kind
    created_at: int
    refilled_at: int


class LoginSession(msgspec.Struct, frozen=True):
    """A session that is valid until it expires; `id` names its token without giving it away."""

    id: str
    kind: SessionKind
    label: str
    created_at: int
    expires_at: int


class Accounts:
    """All accounts of a store."""

    def __init__(
        self,
        store: Store,
        bank: Bank,
        clock: Clock,
        *,
        starting_chips: int = STARTING_CHIPS,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        hasher: argon2.PasswordHasher | None = None,
        ended: Callable[[str, set[str]], None] | None = None,
    ) -> None:
        self._store = store
        self._bank = bank
        self._clock = clock
        self._starting_chips = starting_chips
        self._draw = draw
        self._hasher = argon2.PasswordHasher() if hasher is None else hasher
        # A hash takes 64 MiB and a tenth of a second on purpose: many at once would starve the tables.
        self._hashing = asyncio.Semaphore(2)
        self._known: dict[str, tuple[str, int]] = {}
        """Player and expiry by the hash of a token: a cache, since only this process changes them."""
        self._endings = 0
        self._ended = ended
        """Called with the ids of a player's sessions that ended to make room for a new one."""
        self._decoy: str | None = None
        self._refilling: set[str] = set()

    # -- signing in ----------------------------------------------------------------------------------------------

    async def sign_up(self, name: str, password: str) -> str:
        """Make an account; gives the player's name, or raises `BadAccount`."""
        check_name(name)
        check_password(password)
        if await self.find(name) is not None:  # before the hash, which is expensive
            raise BadAccount(_taken(name))
        return await self._make(name, "member", await self.hash_password(password))

    async def new_guest(self, name: str | None = None) -> str:
        """Make an account without a password: it lasts as long as its session."""
        if name is not None:
            check_name(name)
            return await self._make(name, "guest", None)
        while True:
            try:
                return await self._make(f"guest-{int.from_bytes(self._draw()[:4], 'big') % 10**6:06d}", "guest", None)
            except BadAccount:
                continue

    async def sign_in(self, name: str, password: str) -> str | None:
        """The player with this name and password; None if they are wrong."""
        found = await self._store.select(
            sa.select(accounts.c.name, accounts.c.password).where(accounts.c.key == name.lower())
        )
        player, kept = (found[0][0], found[0][1]) if found else ("", None)
        if not await self.is_password(kept, password) or kept is None:
            return None
        if self._hasher.check_needs_rehash(kept):
            await self._set_password(player, password)
        return str(player)

    async def change_password(self, player: str, password: str, new: str) -> bool:
        """Give a player another password; False if theirs is wrong. Their sessions go on: see `end_sessions`."""
        check_password(new)
        found = await self._store.select(sa.select(accounts.c.password).where(accounts.c.key == player.lower()))
        if not found or found[0][0] is None:
            raise BadAccount("A guest has no password: create an account to have one.")
        if not await self.is_password(found[0][0], password):
            return False
        await self._set_password(player, new)
        return True

    async def find(self, name: str) -> Account | None:
        """The account of a name."""
        table = accounts
        found = await self._store.select(
            sa.select(table.c.name, table.c.kind, table.c.created_at, table.c.refilled_at).where(
                table.c.key == name.lower()
            )
        )
        return Account(*found[0]) if found else None

    async def choose_avatar(self, player: str, avatar: Avatar | Literal[""]) -> None:
        """Give a player another picture, or none."""
        change = sa.update(accounts).where(accounts.c.key == player.lower()).values(avatar=avatar)
        await self._store.append(Batch(statements=[change]))

    async def avatars_of(self, players: Sequence[str]) -> dict[str, str]:
        """The pictures that players have chosen, by name; players without one are left out."""
        table = accounts.c
        keys = [player.lower() for player in players]
        found = await self._store.select(
            sa.select(table.name, table.avatar).where(table.key.in_(keys), table.avatar != "")
        )
        return {row[0]: row[1] for row in found}

    # -- sessions ------------------------------------------------------------------------------------------------

    async def new_session(self, player: str, kind: SessionKind = "page", label: str = "") -> str:
        """A new token for a player: for the page, or a longer-lived one for a program; the oldest may end for it."""
        token = urlsafe_b64encode(self._draw()).rstrip(b"=").decode()
        now = self._clock.now()
        expires = now + (BOT_SESSION_MS if kind == "bot" else SESSION_MS)
        row = {
            "token": _digest(token),
            "account": player.lower(),
            "kind": kind,
            "label": label[:40],
            "created_at": now,
            "expires_at": expires,
        }
        mine = sessions.c.account == player.lower()
        newest = sa.select(sessions.c.token).where(mine).order_by(sessions.c.created_at.desc(), sessions.c.token)
        before = await self._store.select(newest)
        stay = newest.limit(MOST_SESSIONS - 1)  # chosen where they are deleted: others may sign in meanwhile
        crowded = sa.delete(sessions).where(mine, sessions.c.token.not_in(stay))
        await self._store.append(Batch(statements=[crowded, sessions.insert().values(row)]))
        self._remember(_digest(token), player, expires)
        if len(before) >= MOST_SESSIONS:
            await self._forget_ended(player, {digest for (digest,) in before})
        return token

    async def _forget_ended(self, player: str, known: set[str]) -> None:
        """Forget the sessions that are not in the database any more, and close their connections."""
        found = await self._store.select(sa.select(sessions.c.token).where(sessions.c.account == player.lower()))
        ended = known - {digest for (digest,) in found}
        self._endings += 1
        for digest in ended:
            self._known.pop(digest, None)
        if self._ended is not None:
            self._ended(player, {digest[:_ID] for digest in ended})

    async def player_of(self, token: str) -> str | None:
        """The player of a session; None if it is unknown or has expired."""
        digest = _digest(token)
        while digest not in self._known:
            endings = self._endings
            found = await self._store.select(
                sa.select(accounts.c.name, sessions.c.expires_at)
                .join_from(sessions, accounts)
                .where(sessions.c.token == digest)
            )
            if not found:
                return None
            if endings == self._endings:  # or it may have ended since it was read
                self._remember(digest, found[0][0], found[0][1])
        player, expires = self._known[digest]
        return player if expires > self._clock.now() else None

    async def sessions_of(self, player: str) -> list[LoginSession]:
        """The valid sessions of a player, oldest first."""
        table = sessions
        found = await self._store.select(
            sa.select(table.c.token, table.c.kind, table.c.label, table.c.created_at, table.c.expires_at)
            .where(table.c.account == player.lower(), table.c.expires_at > self._clock.now())
            .order_by(table.c.created_at, table.c.token)
        )
        return [LoginSession(row[0][:_ID], *row[1:]) for row in found]

    async def end_session(self, player: str, session: str) -> bool:
        """End a session of a player by its id; whether it existed."""
        return bool(await self._end(player, sa.func.substr(sessions.c.token, 1, _ID) == session))

    async def end_sessions(self, player: str, *, but: str | None = None) -> list[str]:
        """End all sessions of a player, except that of one token; gives their ids."""
        return await self._end(player, sessions.c.token != ("" if but is None else _digest(but)))

    async def _end(self, player: str, which: sa.ColumnElement[bool]) -> list[str]:
        chosen = sa.and_(sessions.c.account == player.lower(), which)
        found = await self._store.select(sa.select(sessions.c.token).where(chosen))
        if found:
            await self._store.append(Batch(statements=[sa.delete(sessions).where(chosen)]))
            self._endings += 1
            for (digest,) in found:
                self._known.pop(digest, None)
        return [digest[:_ID] for (digest,) in found]

    async def sweep(self) -> None:
        """Delete the sessions that have expired."""
        now = self._clock.now()
        await self._store.append(Batch(statements=[sa.delete(sessions).where(sessions.c.expires_at <= now)]))
        self._known = {digest: entry for digest, entry in self._known.items() if entry[1] > now}

    # -- chips ---------------------------------------------------------------------------------------------------

    async def refill(self, player: str, elsewhere: Callable[[], int] = lambda: 0) -> int:
        """New chips, once a day, for a player who is almost out of them; gives how many.

        `elsewhere` counts the player's chips outside the account, at the same moment as the account itself.
        """
        account = await self.find(player)
        if account is None:
            raise BadAccount(say("no player is called {player}", player=player))
        name, now = player_account(account.name), self._clock.now()
        has = self._bank.seen(name) + elsewhere()
        if has >= self._starting_chips // 10:
            raise BadAccount(
                say(
                    "You have {has} chips: you get new ones when you have less than {least}.",
                    has=has,
                    least=self._starting_chips // 10,
                )
            )
        if account.refilled_at and (wait := account.refilled_at + DAY_MS - now) > 0:
            raise BadAccount(
                say(
                    "You get new chips once a day: try again in {hours, plural, one {# hour} other {# hours}}.",
                    hours=-(-wait // 3_600_000),
                )
            )
        gift = ChipTransfer(source=MINT, target=name, amount=self._starting_chips - has, reason="refill", at=now)
        change = sa.update(accounts).where(accounts.c.key == player.lower()).values(refilled_at=now)
        if name in self._refilling:
            raise BadAccount("New chips are already on their way.")
        self._refilling.add(name)
        try:
            await self._store.append(Batch(transfers=[gift], statements=[change]))
        finally:
            self._refilling.discard(name)
        self._bank.book([gift])
        return gift.amount

    # -- inside --------------------------------------------------------------------------------------------------

    async def _make(self, name: str, kind: Kind, password: str | None) -> str:
        now = self._clock.now()
        start = ChipTransfer(
            source=MINT, target=player_account(name), amount=self._starting_chips, reason="welcome", at=now
        )
        row = {
            "key": name.lower(),
            "name": name,
            "kind": kind,
            "password": password,
            "created_at": now,
            "refilled_at": 0,  # a newcomer whose luck is bad gets new chips the same day
            "avatar": "",
        }
        try:
            await self._store.append(Batch(transfers=[start], statements=[accounts.insert().values(row)]))
        except Conflict:
            raise BadAccount(_taken(name)) from None
        self._bank.book([start])
        return name

    async def is_password(self, kept: str | None, password: str) -> bool:
        """Whether a password is right; it takes as long if none is stored."""
        if kept is None:  # as slow as for an existing name, so that the time gives no names away
            if self._decoy is None:
                self._decoy = await self.hash_password("not a password")
            kept = self._decoy
        async with self._hashing:
            right = await asyncio.to_thread(self._verify, kept, password)
        return right and kept is not self._decoy

    async def _set_password(self, player: str, password: str) -> None:
        change = sa.update(accounts).where(accounts.c.key == player.lower())
        await self._store.append(Batch(statements=[change.values(password=await self.hash_password(password))]))

    async def hash_password(self, password: str) -> str:
        """A password as it is stored."""
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def _remember(self, digest: str, player: str, expires: int) -> None:
        while len(self._known) >= _REMEMBERED:
            self._known.pop(next(iter(self._known)))
        self._known[digest] = (player, expires)


def check_name(name: str) -> None:
    """Refuse an invalid name."""
    if not _NAME.fullmatch(name):
        raise BadAccount(say("'{name}' is not a valid name: expected 3 to 20 letters, digits, '-' or '_'", name=name))
    for start in _RESERVED:
        if name.lower().startswith(start):
            raise BadAccount(say("names that start with '{start}' are reserved: choose another", start=start))


def check_password(password: str) -> None:
    """Refuse a password that is too short or absurdly long."""
    if not 8 <= len(password) <= 200:
        raise BadAccount(say("the password has {count} characters: expected 8 to 200", count=len(password)))


def _taken(name: str) -> str:
    return say("the name {name} is taken: choose another", name=name)


def session_id(token: str) -> str:
    """The id of a token's session, which opens nothing."""
    return _digest(token)[:_ID]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
