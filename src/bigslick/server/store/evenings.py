"""The calendar of a club: its evenings, who comes, and each member's secret calendar address.

Evenings are held in memory, because the room opens their tables when they begin. The database is the truth, and memory
follows it. An evening whose table opens changes in the commit that opens the table, so it never opens two.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from bigslick.protocol.opening import TableForm
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock

from .clubs import Club, ClubRefused, Clubs, check_manages
from .commands import making
from .records import Batch, DoneCommand
from .schema import calendar_links, evening_answers, evenings
from .store import Store

EveningAnswer = Literal["yes", "maybe", "no"]
MINUTE_MS: Final = 60_000
DAY_MS: Final = 24 * 60 * MINUTE_MS
FURTHEST_MS: Final = 366 * DAY_MS
"""How far ahead an evening can be planned."""
EARLIEST_MS: Final = DAY_MS // 2
"""How long before the evening its organisers can open the table."""
LATEST_MS: Final = 2 * 60 * MINUTE_MS
"""How long after the start a table still opens by itself, if the room was closed then."""
MOST_AHEAD: Final = 50
"""The most evenings a club can have ahead."""
MOST_KEPT: Final = 100
"""The most evenings a club keeps; the oldest ones that are over go first."""


class EveningPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The choices of an evening's organiser."""

    form: TableForm
    """The table's settings; its name is also the evening's."""
    clock_time: str
    """The date and time in its zone, such as `2026-11-20T20:00`."""
    zone: str
    """The zone's IANA name, such as `Europe/Berlin`."""
    starts_at: int
    """The same moment in milliseconds since 1970."""
    note: str = ""
    keep_minutes: int = 15
    """How long after the start seats are kept for members who said yes."""


class GivenAnswer(msgspec.Struct, frozen=True):
    """A member's answer, and when they gave it."""

    answer: EveningAnswer
    at: int


class Evening(EveningPlan, frozen=True, kw_only=True):
    """An evening as it is planned now."""

    club: str
    number: int
    uid: str
    """Its name in calendars, which never changes."""
    planned_by: str
    sequence: int = 0
    """How often it has changed."""
    changed_at: int
    called_off: str = ""
    """The reason; empty while it takes place."""
    table: str = ""
    """The id of its table, once that has opened."""
    answers: dict[str, GivenAnswer] = {}
    """By player, in the order of their answers."""

    def has_begun(self, now: int) -> bool:
        return bool(self.table) or now >= self.starts_at

    def players(self, answer: EveningAnswer, club: Club) -> list[str]:
        """Return the members who gave this answer, in that order."""
        return [player for player, given in self.answers.items() if given.answer == answer and player in club.members]

    @property
    def kept_until(self) -> int:
        """When the seats of members who said yes become free."""
        return self.starts_at + self.keep_minutes * MINUTE_MS


class Evenings:
    def __init__(
        self, store: Store, clubs: Clubs, clock: Clock, *, draw: Callable[[], bytes] = lambda: secrets.token_bytes(18)
    ) -> None:
        self._store = store
        self._clubs = clubs
        self._clock = clock
        self._draw = draw
        self._evenings: dict[str, dict[int, Evening]] = {}
        """By club and number."""
        self._links: dict[tuple[str, str], str] = {}
        """The tokens of calendar addresses, by club and player."""
        self._linked: dict[bytes, tuple[str, str]] = {}
        """The club and the player of each token, by its hash, so that looking one up reveals nothing by its time."""
        self.writing = asyncio.Lock()
        """One change at a time, so each decision sees the current database."""

    @classmethod
    async def load(cls, store: Store, clubs: Clubs, clock: Clock) -> Evenings:
        found = cls(store, clubs, clock)
        answers: dict[tuple[str, int], dict[str, GivenAnswer]] = {}
        in_order = sa.select(evening_answers).order_by(evening_answers.c.answered_at, evening_answers.c.player)
        for row in await store.select(in_order):
            answers.setdefault((row.club, row.number), {})[row.player] = GivenAnswer(row.answer, row.answered_at)
        for row in await store.select(sa.select(evenings).order_by(evenings.c.club, evenings.c.number)):
            fields = {**row._mapping}
            form = msgspec.json.decode(fields.pop("form"), type=TableForm)
            table = fields.pop("table_id")
            given = answers.get((row.club, row.number), {})
            found._keep(Evening(**fields, form=form, table=table, answers=given))
        for row in await store.select(sa.select(calendar_links)):
            found._link(row.club, row.player, row.token)
        return found

    # -- queries -------------------------------------------------------------------------------------------------

    def get(self, club: str, number: int) -> Evening | None:
        return self._evenings.get(club, {}).get(number)

    def of(self, club: str) -> list[Evening]:
        """Return a club's evenings, the first to begin first."""
        return sorted(self._evenings.get(club, {}).values(), key=lambda evening: (evening.starts_at, evening.number))

    def due(self, now: int) -> list[Evening]:
        """Return the evenings whose tables open now."""
        return [
            evening
            for planned in self._evenings.values()
            for evening in planned.values()
            if not evening.table and not evening.called_off and 0 <= now - evening.starts_at <= LATEST_MS
        ]

    def host_of(self, evening: Evening) -> str:
        """Return the player who hosts its table: its organiser, or the club's owner if they do not run it any more."""
        club = self._club(evening.club)
        return evening.planned_by if club.role(evening.planned_by) in ("owner", "manager") else club.owner

    # -- changes -------------------------------------------------------------------------------------------------

    async def plan(self, club: str, plan: EveningPlan, by: str, cmd_id: str = "") -> Evening:
        """Plan an evening; its organiser is the first to say yes."""
        async with self.writing:
            check_manages(self._club(club), by)
            self._check_time(plan)
            now, planned = self._clock.now(), self.of(club)
            if sum(not evening.has_begun(now) for evening in planned) >= MOST_AHEAD:
                raise ClubRefused(
                    say("A club has at most {most} evenings ahead: call one off or wait.", most=MOST_AHEAD)
                )
            number = max((evening.number for evening in planned), default=0) + 1
            evening = Evening(
                **_fields(plan),
                club=club,
                number=number,
                uid=urlsafe_b64encode(self._draw()).decode(),
                planned_by=by,
                changed_at=now,
                answers={by: GivenAnswer("yes", now)},
            )
            gone = [old for old in planned if old.has_begun(now)][: max(0, len(planned) + 1 - MOST_KEPT)]
            await self._write(
                *(sa.delete(evenings).where(_is(old)) for old in gone),
                evenings.insert().values(_row(evening)),
                _answering(evening, by, evening.answers[by]),
                commands=making("evenings", number, by, cmd_id, now),
            )
            for old in gone:
                del self._evenings[club][old.number]
            return self._keep(evening)

    async def change(self, club: str, number: int, plan: EveningPlan, by: str) -> Evening:
        """Change an evening that has not begun; the answers stay."""
        async with self.writing:
            evening = self._ahead(club, number, by)
            self._check_time(plan)
            return await self._rewrite(evening, **_fields(plan))

    async def call_off(self, club: str, number: int, why: str, by: str) -> Evening:
        """Call an evening off, and say why."""
        async with self.writing:
            evening = self._ahead(club, number, by)
            return await self._rewrite(evening, called_off=why)

    async def answer(self, club: str, number: int, player: str, answer: EveningAnswer) -> Evening:
        """Note whether a member comes; the last answer counts, and a new yes goes to the end of the list."""
        async with self.writing:
            evening = self._ahead(club, number)
            before = evening.answers.get(player)
            if before is not None and before.answer == answer:
                return evening
            given = GivenAnswer(answer, self._clock.now())
            others = {other: theirs for other, theirs in evening.answers.items() if other != player}
            changed = replace(evening, answers={**others, player: given})
            mine = sa.and_(_is_answer(changed), evening_answers.c.player == player)
            await self._write(sa.delete(evening_answers).where(mine), _answering(changed, player, given))
            return self._keep(changed)

    def check_opens(self, evening: Evening, by: str) -> None:
        """Refuse to open the table of an evening that is called off, over or far ahead."""
        ahead = self._ahead(evening.club, evening.number, by, late_ms=LATEST_MS)
        if ahead.starts_at - self._clock.now() > EARLIEST_MS:
            raise ClubRefused(
                say(
                    "The table opens {hours} hours before the evening at the earliest: try again then.",
                    hours=EARLIEST_MS // (60 * MINUTE_MS),
                )
            )

    def opening(self, evening: Evening, table: str) -> sa.Executable:
        """Return the statement that notes an evening's table, for the commit that opens it."""
        return sa.update(evenings).where(_is(evening)).values(table_id=table)

    def opened(self, evening: Evening, table: str) -> Evening:
        """Note an evening's table, now that it is in the database."""
        return self._keep(replace(evening, table=table))

    # -- calendar addresses --------------------------------------------------------------------------------------

    async def link(self, club: str, player: str, *, renew: bool = False) -> str:
        """Return the token of a member's calendar address; a new one replaces the old one."""
        async with self.writing:
            known = self._links.get((club, player))
            if known is not None and not renew:
                return known
            token = urlsafe_b64encode(self._draw()).decode()
            mine = sa.and_(calendar_links.c.club == club, calendar_links.c.player == player)
            row = {"club": club, "player": player, "token": token}
            await self._write(sa.delete(calendar_links).where(mine), calendar_links.insert().values(row))
            if known is not None:
                del self._linked[_hash(known)]
            self._link(club, player, token)
            return token

    def linked(self, token: str) -> tuple[Club, str] | None:
        """Return the club and the member of a calendar address; None if it leads nowhere, or not any more."""
        found = self._linked.get(_hash(token))
        club = None if found is None else self._clubs.get(found[0])
        return None if found is None or club is None or club.role(found[1]) is None else (club, found[1])

    # -- helpers -------------------------------------------------------------------------------------------------

    def _ahead(self, club: str, number: int, by: str | None = None, late_ms: int = 0) -> Evening:
        """Return an evening that can still change, for its organisers or for everyone."""
        evening = self.get(club, number)
        if evening is None:
            raise no_evening(number)
        if by is not None:
            check_manages(self._club(club), by)
        if evening.called_off:
            raise ClubRefused(say("{evening} is called off: {why}", evening=evening.form.name, why=evening.called_off))
        if evening.has_begun(self._clock.now() - late_ms):
            raise ClubRefused(say("{evening} has begun: nothing about it changes now.", evening=evening.form.name))
        return evening

    def _check_time(self, plan: EveningPlan) -> None:
        if not 0 < plan.starts_at - self._clock.now() <= FURTHEST_MS:
            raise ClubRefused("An evening begins in the future and within a year: choose another time.")

    def _club(self, club: str) -> Club:
        found = self._clubs.get(club)
        assert found is not None
        return found

    async def _rewrite(self, evening: Evening, **changes: Any) -> Evening:
        """Change an evening, and count the change for calendars."""
        changed = replace(evening, **changes, sequence=evening.sequence + 1, changed_at=self._clock.now())
        await self._write(sa.update(evenings).where(_is(changed)).values(_row(changed)))
        return self._keep(changed)

    def _keep(self, evening: Evening) -> Evening:
        self._evenings.setdefault(evening.club, {})[evening.number] = evening
        return evening

    def _link(self, club: str, player: str, token: str) -> None:
        self._links[club, player] = token
        self._linked[_hash(token)] = club, player

    async def _write(self, *statements: sa.Executable, commands: Sequence[DoneCommand] = ()) -> None:
        await self._store.append(Batch(statements=statements, commands=commands))


def no_evening(number: int | str) -> ClubRefused:
    """Return the refusal for an evening that the club does not have."""
    return ClubRefused(say("The club has no evening '{number}': its calendar lists them.", number=str(number)))


def _fields(plan: EveningPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in EveningPlan.__struct_fields__}


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _is(evening: Evening) -> sa.ColumnElement[bool]:
    return sa.and_(evenings.c.club == evening.club, evenings.c.number == evening.number)


def _is_answer(evening: Evening) -> sa.ColumnElement[bool]:
    return sa.and_(evening_answers.c.club == evening.club, evening_answers.c.number == evening.number)


def _row(evening: Evening) -> dict[str, object]:
    kept_elsewhere = ("form", "table", "answers")
    row = {name: getattr(evening, name) for name in evening.__struct_fields__ if name not in kept_elsewhere}
    return {**row, "form": msgspec.json.encode(evening.form).decode(), "table_id": evening.table}


def _answering(evening: Evening, player: str, given: GivenAnswer) -> sa.Executable:
    row = {"club": evening.club, "number": evening.number, "player": player}
    return evening_answers.insert().values(**row, answer=given.answer, answered_at=given.at)
