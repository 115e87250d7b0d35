"""Nights of a club that were played elsewhere, and the people in them.

An imported night is a closed stream without facts, and its sessions. Its chips were never the room's, so nothing of it
is in the ledger of chips and no account changes. A player who is not a member of the club becomes a *stranger*: an id
and a name, so that payments and seasons can name them; strangers cannot sign in.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from bigslick.protocol.money import ChipValue
from bigslick.sentence import say
from bigslick.server.importing.poker_now import LedgerSession, names_in
from bigslick.server.operations.clock import Clock
from bigslick.server.words import fold

from .accounts import account_row
from .clubs import ClubRefused, Clubs, check_manages
from .commands import making
from .names import Names
from .nights import IMPORT
from .records import Batch, Stream
from .schema import accounts, imported_sessions, paid_payments, recap_links, settled_nights, streams
from .store import Conflict, Store

_PREFIX: Final = "i"
_NUMBER_BYTES: Final = 6


def night_id(number: int) -> str:
    """Return the id of an imported night."""
    return f"{_PREFIX}{number:x}"


def night_number(club: str, sessions: Sequence[LedgerSession]) -> int:
    """Return the number of a night, by its club and its first session: the same game has the same one again."""
    first = f"{club} {sessions[0].player} {sessions[0].began_at}"
    return int.from_bytes(hashlib.sha256(first.encode()).digest()[:_NUMBER_BYTES])


class Imports:
    """The imported nights of all clubs."""

    def __init__(
        self,
        store: Store,
        names: Names,
        clubs: Clubs,
        clock: Clock,
        *,
        draw: Callable[[], bytes] = lambda: secrets.token_bytes(8),
    ) -> None:
        self._store = store
        self._names = names
        self._clubs = clubs
        self._clock = clock
        self._draw = draw

    async def known(self, club: str, players: Sequence[str]) -> dict[str, str]:
        """Return who these players of another site were in the club's last import with them."""
        rows = await self._store.select(
            sa.select(imported_sessions.c.known_as, imported_sessions.c.player)
            .join_from(imported_sessions, streams, imported_sessions.c.night == streams.c.id)
            .where(streams.c.club == club, imported_sessions.c.known_as.in_(players))
            .order_by(imported_sessions.c.began_at)
        )
        return {row.known_as: row.player for row in rows}

    async def before(self, club: str, sessions: Sequence[LedgerSession]) -> Stream | None:
        """Return a night of the club that has one of these sessions already."""
        mine = {(session.player, session.began_at) for session in sessions}
        rows = await self._store.select(
            sa.select(imported_sessions.c.known_as, imported_sessions.c.began_at, streams)
            .join_from(imported_sessions, streams, imported_sessions.c.night == streams.c.id)
            .where(streams.c.club == club, imported_sessions.c.known_as.in_([player for player, _ in mine]))
        )
        for known_as, began_at, *stream in rows:
            if (known_as, began_at) in mine:
                return Stream(**dict(zip((column.name for column in streams.c), stream, strict=True)))
        return None

    async def add(
        self,
        club: str,
        name: str,
        sessions: Sequence[LedgerSession],
        members: Mapping[str, str],
        value: ChipValue | None,
        by: str,
        cmd_id: str = "",
    ) -> int:
        """Import a night and return its number; `members` are the players of the site who are in the club."""
        async with self._clubs.writing:
            self._check_manages(club, by)
            if (before := await self.before(club, sessions)) is not None:
                raise ClubRefused(
                    say("The club has this game already, as {name}: take that night back first.", name=before.name)
                )
            now, number = self._clock.now(), night_number(club, sessions)
            ended_at = max(session.ended_at for session in sessions)
            if ended_at > now:
                raise ClubRefused("This game was played in the future: the times in the ledger cannot be right.")
            players, strangers = await self._people(club, names_in(sessions), members, now)
            stream = Stream(
                id=night_id(number),
                kind=IMPORT,
                name=name,
                club=club,
                opened_by=by,
                opened_at=sessions[0].began_at,
                closed_at=ended_at,
                chip_cents=0 if value is None else value.cents,
                currency="" if value is None else value.currency,
            )
            rows = [
                {
                    "night": stream.id,
                    "number": place,
                    "player": players[session.player],
                    "known_as": session.player,
                    "began_at": session.began_at,
                    "ended_at": session.ended_at,
                    "bought_in": session.bought_in,
                    "left_with": session.left_with,
                }
                for place, session in enumerate(sessions)
            ]
            statements = [*(accounts.insert().values(row) for row in strangers)]
            statements += [imported_sessions.insert().values(row) for row in rows]
            done = making("imports", number, by, cmd_id, now)
            try:
                await self._store.append(Batch(opened=[stream], statements=statements, commands=done))
            except Conflict:
                raise ClubRefused("This game was just imported: look at the ledger again.") from None
            for row in strangers:
                self._names.put(row["id"], row["name"], guest=True)
            return number

    async def _people(
        self, club: str, called: Mapping[str, str], members: Mapping[str, str], now: int
    ) -> tuple[dict[str, str], list[dict[str, Any]]]:
        """Return the player of each id at the site, and the rows of strangers who are new to the club."""
        earlier = await self.known(club, list(called))
        known = await self._strangers(club)
        by_name = {fold(name): player for player, name in known.items()}
        players: dict[str, str] = {}
        new: list[dict[str, Any]] = []
        for known_as, name in called.items():
            found = members.get(known_as) or (earlier.get(known_as) if earlier.get(known_as) in known else None)
            found = found or by_name.get(fold(name))
            if found is None or (found in players.values() and known_as not in members):
                new.append(account_row(self._draw(), name, "stranger", now))
                found = new[-1]["id"]
            players[known_as] = found
        return players, new

    async def _strangers(self, club: str) -> dict[str, str]:
        """Return the names of the strangers in a club's nights, by id."""
        theirs = (
            sa.select(imported_sessions.c.player)
            .join_from(imported_sessions, streams, imported_sessions.c.night == streams.c.id)
            .where(streams.c.club == club)
        )
        chosen = sa.select(accounts.c.id, accounts.c.name)
        rows = await self._store.select(chosen.where(accounts.c.kind == "stranger", accounts.c.id.in_(theirs)))
        return {row.id: row.name for row in rows}

    async def take_back(self, club: str, night: str, by: str) -> None:
        """Remove an imported night that is not settled, with the strangers who were only there."""
        async with self._clubs.writing:
            self._check_manages(club, by)
            here = sa.and_(streams.c.id == night, streams.c.club == club, streams.c.kind == IMPORT)
            if not await self._store.select(sa.select(streams.c.id).where(here)):
                raise ClubRefused(say("The club has no imported night '{night}': its ledger lists them.", night=night))
            settled = sa.select(settled_nights.c.number).where(settled_nights.c.night == night)
            if found := await self._store.select(settled):
                raise ClubRefused(say("This night is settled, in settlement {number}.", number=found[0][0]))
            paid = sa.select(paid_payments.c.payer).where(paid_payments.c.night == night)
            if await self._store.select(paid):
                raise ClubRefused("Payments of this night are marked as paid: take the marks back first.")
            here_played = imported_sessions.c.night == night
            elsewhere = sa.select(imported_sessions.c.player).where(sa.not_(here_played))
            mine = sa.select(imported_sessions.c.player).where(here_played)
            gone = sa.and_(accounts.c.kind == "stranger", accounts.c.id.in_(mine), accounts.c.id.not_in(elsewhere))
            statements = [
                sa.delete(accounts).where(gone),
                sa.delete(imported_sessions).where(here_played),
                sa.delete(recap_links).where(recap_links.c.night == night),
                sa.delete(streams).where(streams.c.id == night),
            ]
            await self._store.append(Batch(statements=statements))

    def _check_manages(self, club: str, by: str) -> None:
        found = self._clubs.get(club)
        assert found is not None
        check_manages(found, by)
