"""Players: accounts with a password, guests without one, and their session tokens.

A player is an id that never changes. Everything they own is stored under it, so the name can change. Passwords are
stored as argon2id and tokens as SHA-256, so neither can be read from the database. Every new account starts with play
money from the mint. A player who has lost it gets more once a day.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

import argon2
import msgspec
import sqlalchemy as sa
from argon2.exceptions import InvalidHashError, VerificationError

from bigslick.errors import BigslickError
from bigslick.protocol.social import Avatar
from bigslick.sentence import say
from bigslick.server.avatars import given_avatar
from bigslick.server.guest_names import guest_name
from bigslick.server.operations.clock import Clock
from bigslick.server.operations.fair_queue import Asker, FairQueue
from bigslick.server.operations.limits import Limits
from bigslick.server.words import BadName, fold, read_name

from .bank import MINT, Bank, player_account
from .names import Names
from .records import Batch, ChipTransfer, DoneCommand
from .schema import accounts, sessions
from .store import Conflict, Store

STARTING_CHIPS: Final = 10_000
DAY_MS: Final = 24 * 3600 * 1000
SESSION_MS: Final = 60 * DAY_MS
BOT_SESSION_MS: Final = 365 * DAY_MS
MOST_SESSIONS: Final = 50
"""The most sessions per account, including programs' tokens; the oldest make room for new ones."""
HASHES_AT_ONCE: Final = 2
_REMEMBERED: Final = 50_000
_ID_BYTES: Final = 8
"""The length of a player's id before it is written in 13 letters and digits."""
_ID: Final = 16
"""How many characters of a token's hash identify its session."""

Kind = Literal["member", "guest", "stranger"]
"""A stranger is known only from a night that was played elsewhere, and never signs in."""
SessionKind = Literal["page", "bot"]
_Result = TypeVar("_Result")


class BadAccount(BigslickError, ValueError):
    """An account that cannot be created or changed; the sentence says why."""


class Account(msgspec.Struct, frozen=True):
    """A player's account."""

    kind: Kind
    created_at: int
    refilled_at: int
    named: bool
    """Whether the player chose the name."""


class LoginSession(msgspec.Struct, frozen=True):
    """A session that is valid until it expires; `id` identifies its token without revealing it."""

    id: str
    kind: SessionKind
    label: str
    created_at: int
    expires_at: int


class Accounts:
    """All accounts in a store."""

    def __init__(
        self,
        store: Store,
        bank: Bank,
        names: Names,
        clock: Clock,
        *,
        starting_chips: int = STARTING_CHIPS,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        hasher: argon2.PasswordHasher | None = None,
        most_waiting: int = Limits().passwords_waiting,
        ended: Callable[[str, set[str]], None] | None = None,
    ) -> None:
        self._store = store
        self._bank = bank
        self._names = names
        self._clock = clock
        self._starting_chips = starting_chips
        self._draw = draw
        self._hasher = argon2.PasswordHasher() if hasher is None else hasher
        # A hash takes 64 MiB and a tenth of a second by design. Several at once would starve the tables.
        self._hashing = FairQueue(HASHES_AT_ONCE, most_waiting)
        self._known: dict[str, tuple[str, int]] = {}
        """Player and expiry by token hash. A cache, because only this process changes them."""
        self._endings = 0
        self._ended = ended
        """Called with the ids of a player's sessions that ended to make room for a new one."""
        self._decoy: str | None = None
        self._refilling: set[str] = set()
        self._becoming: set[str] = set()
        """Guests whose accounts are being created."""

    # -- signing in ----------------------------------------------------------------------------------------------

    async def sign_up(self, name: str, password: str, asker: Asker | None = None) -> str:
        """Create an account and return the player's id, or raise `BadAccount`."""
        name = self._free_name(name)  # before the expensive hash
        check_password(password)
        return await self._make(name, "member", await self.hash_password(password, asker))

    async def new_guest(self, name: str | None = None) -> str:
        """Create an account without a password, which lasts as long as its session; others may have the same name."""
        if name is None:
            return await self._make(guest_name(self._draw()), "guest", None, named=False)
        return await self._make(_legal(name), "guest", None)

    async def make_member(
        self, player: str, name: str, password: str, asker: Asker | None = None, done: Sequence[DoneCommand] = ()
    ) -> None:
        """Turn a guest into a member with a password and a name of their own, or raise `BadAccount`.

        The id stays the same, and so does everything stored under it. `done` is committed with it.
        """
        if player in self._becoming:
            raise BadAccount("Your account is already being created.")
        self._becoming.add(player)  # or the second of two passwords could replace the first
        try:
            if self._names.is_member(player):
                raise BadAccount("You have an account already: change its name or password in Settings.")
            name = self._free_name(name, player)
            check_password(password)
            values = {"kind": "member", "password": await self.hash_password(password, asker)}
            await self._store_name(player, name, values, done)
        finally:
            self._becoming.discard(player)
        self._names.put(player, name)

    async def sign_in(self, name: str, password: str, asker: Asker | None = None) -> str | None:
        """Return the player with this name and password; None if they are wrong."""
        player = self._names.id_of(name)
        kept = None if player is None else await self._password_of(player)
        if not await self.is_password(kept, password, asker) or player is None or kept is None:
            return None
        if self._hasher.check_needs_rehash(kept):
            await self._set_password(player, password, asker)
        return player

    async def change_password(self, player: str, password: str, new: str, asker: Asker | None = None) -> bool:
        """Change a player's password; False if the old one is wrong. Their sessions stay valid: see `end_sessions`."""
        check_password(new)
        kept = await self._password_of(player)
        if kept is None:
            raise BadAccount("A guest has no password: create an account to have one.")
        if not await self.is_password(kept, password, asker):
            return False
        await self._set_password(player, new, asker)
        return True

    async def _password_of(self, player: str) -> str | None:
        ((kept,),) = await self._store.select(sa.select(accounts.c.password).where(accounts.c.id == player))
        return None if kept is None else str(kept)

    async def of(self, player: str) -> Account:
        table = accounts.c
        columns = sa.select(table.kind, table.created_at, table.refilled_at, table.named)
        ((kind, created_at, refilled_at, named),) = await self._store.select(columns.where(table.id == player))
        return Account(kind, created_at, refilled_at, bool(named))

    async def rename(self, player: str, name: str) -> str:
        """Rename a player and return the name as stored, or raise `BadAccount`; anyone may take the old name."""
        name = self._free_name(name, player) if self._names.is_member(player) else _legal(name)
        await self._store_name(player, name)
        self._names.put(player, name, guest=not self._names.is_member(player))  # as they are by now
        return name

    async def _store_name(
        self, player: str, name: str, more: Mapping[str, str] | None = None, done: Sequence[DoneCommand] = ()
    ) -> None:
        """Store a name that the player chose, with other columns, or raise `BadAccount`."""
        values = {"name": name, "folded": fold(name), "named": 1, **(more or {})}
        change = sa.update(accounts).where(accounts.c.id == player).values(values)
        try:
            await self._store.append(Batch(statements=[change], commands=done))
        except Conflict:
            raise BadAccount(_taken(name)) from None

    def _free_name(self, name: str, player: str | None = None) -> str:
        """Return a name for an account, or refuse one that another account has."""
        name = _legal(name)
        if self._names.id_of(name) not in (None, player):
            raise BadAccount(_taken(name))
        return name

    async def choose_avatar(self, player: str, avatar: Avatar | Literal[""]) -> None:
        """Set a player's avatar, or go back to the one they were given."""
        change = sa.update(accounts).where(accounts.c.id == player).values(avatar=avatar)
        await self._store.append(Batch(statements=[change]))

    async def avatars_of(self, players: Sequence[str]) -> dict[str, str]:
        """Return the avatars of people and house bots by id: chosen, or given."""
        table = accounts.c
        found = await self._store.select(
            sa.select(table.id, table.avatar).where(table.id.in_(players), table.avatar != "")
        )
        return {player: given_avatar(player) for player in players} | {row[0]: row[1] for row in found}

    # -- sessions ------------------------------------------------------------------------------------------------

    async def new_session(self, player: str, kind: SessionKind = "page", label: str = "") -> str:
        """Create a session token for the page, or a longer-lived one for a program; the oldest session may end to make
        room.
        """
        token = urlsafe_b64encode(self._draw()).rstrip(b"=").decode()
        now = self._clock.now()
        expires = now + (BOT_SESSION_MS if kind == "bot" else SESSION_MS)
        row = {
            "token": _digest(token),
            "account": player,
            "kind": kind,
            "label": label[:40],
            "created_at": now,
            "expires_at": expires,
        }
        mine = sessions.c.account == player
        newest = sa.select(sessions.c.token).where(mine).order_by(sessions.c.created_at.desc(), sessions.c.token)
        before = await self._store.select(newest)
        stay = newest.limit(MOST_SESSIONS - 1)  # chosen in the delete itself, because others may sign in meanwhile
        crowded = sa.delete(sessions).where(mine, sessions.c.token.not_in(stay))
        await self._store.append(Batch(statements=[crowded, sessions.insert().values(row)]))
        self._remember(_digest(token), player, expires)
        if len(before) >= MOST_SESSIONS:
            await self._forget_ended(player, {digest for (digest,) in before})
        return token

    async def _forget_ended(self, player: str, known: set[str]) -> None:
        """Drop the sessions no longer in the database, and close their connections."""
        found = await self._store.select(sa.select(sessions.c.token).where(sessions.c.account == player))
        ended = known - {digest for (digest,) in found}
        self._endings += 1
        for digest in ended:
            self._known.pop(digest, None)
        if self._ended is not None:
            self._ended(player, {digest[:_ID] for digest in ended})

    async def player_of(self, token: str) -> str | None:
        """Return a session's player; None if it is unknown or has expired."""
        digest = _digest(token)
        while digest not in self._known:
            endings = self._endings
            found = await self._store.select(
                sa.select(sessions.c.account, sessions.c.expires_at).where(sessions.c.token == digest)
            )
            if not found:
                return None
            if endings == self._endings:  # otherwise it may have ended since it was read
                self._remember(digest, found[0][0], found[0][1])
        player, expires = self._known[digest]
        return player if expires > self._clock.now() else None

    async def sessions_of(self, player: str) -> list[LoginSession]:
        """Return a player's valid sessions, oldest first."""
        table = sessions
        found = await self._store.select(
            sa.select(table.c.token, table.c.kind, table.c.label, table.c.created_at, table.c.expires_at)
            .where(table.c.account == player, table.c.expires_at > self._clock.now())
            .order_by(table.c.created_at, table.c.token)
        )
        return [LoginSession(row[0][:_ID], *row[1:]) for row in found]

    async def end_session(self, player: str, session: str) -> bool:
        """End one of a player's sessions by its id; True if it existed."""
        return bool(await self._end(player, sa.func.substr(sessions.c.token, 1, _ID) == session))

    async def end_sessions(self, player: str, *, but: str | None = None) -> list[str]:
        """End all of a player's sessions, except the one with this token, and return their ids."""
        return await self._end(player, sessions.c.token != ("" if but is None else _digest(but)))

    async def _end(self, player: str, which: sa.ColumnElement[bool]) -> list[str]:
        chosen = sa.and_(sessions.c.account == player, which)
        found = await self._store.select(sa.select(sessions.c.token).where(chosen))
        if found:
            await self._store.append(Batch(statements=[sa.delete(sessions).where(chosen)]))
            self._endings += 1
            for (digest,) in found:
                self._known.pop(digest, None)
        return [digest[:_ID] for (digest,) in found]

    async def sweep(self) -> None:
        """Delete expired sessions."""
        now = self._clock.now()
        await self._store.append(Batch(statements=[sa.delete(sessions).where(sessions.c.expires_at <= now)]))
        self._known = {digest: entry for digest, entry in self._known.items() if entry[1] > now}

    # -- chips ---------------------------------------------------------------------------------------------------

    async def refill(self, player: str, elsewhere: Callable[[], int] = lambda: 0) -> int:
        """Give new chips, once a day, to a player who is almost out of them; return how many.

        `elsewhere` counts the player's chips outside the account, at the same moment as the account itself.
        """
        name = player_account(player)
        if name in self._refilling:
            raise BadAccount("New chips are already on their way.")
        self._refilling.add(name)  # before the account is read: two requests must not read the same account
        try:
            return await self._refill(player, elsewhere)
        finally:
            self._refilling.discard(name)

    async def _refill(self, player: str, elsewhere: Callable[[], int]) -> int:
        account = await self.of(player)
        name, now = player_account(player), self._clock.now()
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
        change = sa.update(accounts).where(accounts.c.id == player).values(refilled_at=now)
        await self._store.append(Batch(transfers=[gift], statements=[change]))
        self._bank.book([gift])
        return gift.amount

    # -- internals -----------------------------------------------------------------------------------------------

    async def _make(self, name: str, kind: Kind, password: str | None, *, named: bool = True) -> str:
        row = account_row(self._draw(), name, kind, self._clock.now(), password, named=named)
        player, now = str(row["id"]), int(row["created_at"])
        start = ChipTransfer(
            source=MINT, target=player_account(player), amount=self._starting_chips, reason="welcome", at=now
        )
        try:
            await self._store.append(Batch(transfers=[start], statements=[accounts.insert().values(row)]))
        except Conflict:
            raise BadAccount(_taken(name)) from None
        self._bank.book([start])
        self._names.put(player, name, guest=kind == "guest")
        return player

    async def is_password(self, kept: str | None, password: str, asker: Asker | None = None) -> bool:
        """Whether a password is correct; takes just as long if none is stored."""
        if kept is None:  # as slow as for an existing name, so the timing reveals no names
            if self._decoy is None:
                self._decoy = await self.hash_password("not a password", asker)
            kept = self._decoy
        right = await self._in_turn(asker, self._verify, kept, password)
        return right and kept is not self._decoy

    async def _set_password(self, player: str, password: str, asker: Asker | None) -> None:
        change = sa.update(accounts).where(accounts.c.id == player)
        await self._store.append(Batch(statements=[change.values(password=await self.hash_password(password, asker))]))

    async def hash_password(self, password: str, asker: Asker | None = None) -> str:
        return await self._in_turn(asker, self._hasher.hash, password)

    async def _in_turn(self, asker: Asker | None, work: Callable[..., _Result], *given: str) -> _Result:
        """Hash in another thread when its turn comes."""
        async with self._hashing.turn(asker):
            return await asyncio.to_thread(work, *given)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def _remember(self, digest: str, player: str, expires: int) -> None:
        while len(self._known) >= _REMEMBERED:
            self._known.pop(next(iter(self._known)))
        self._known[digest] = (player, expires)


def account_row(
    drawn: bytes, name: str, kind: Kind, now: int, password: str | None = None, *, named: bool = True
) -> dict[str, Any]:
    """Return the row of a new account, whose id is made of random bytes."""
    return {
        "id": b32encode(drawn[:_ID_BYTES]).decode().rstrip("=").lower(),
        "name": name,
        "folded": fold(name),
        "kind": kind,
        "named": int(named),
        "password": password,
        "created_at": now,
        "refilled_at": 0,  # an unlucky newcomer gets new chips the same day
        "avatar": "",
    }


def _legal(name: str) -> str:
    try:
        return read_name(name)
    except BadName as error:
        raise BadAccount(error.sentence) from None


def check_password(password: str) -> None:
    """Refuse a password that is too short or absurdly long."""
    if not 8 <= len(password) <= 200:
        raise BadAccount(say("the password has {count} characters: expected 8 to 200", count=len(password)))


def _taken(name: str) -> str:
    return say("the name {name} is taken: choose another", name=name)


def session_id(token: str) -> str:
    """Return the id of a token's session, which gives no access."""
    return _digest(token)[:_ID]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
