"""Clubs: people who play together, the nights they played, and what they still owe each other.

Memberships are held in memory, because every access to a club's table needs them. The database is the truth, and memory
follows it. Nights and settlements are read on request, with the players' current names; everything else uses ids.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

import msgspec
import sqlalchemy as sa

from bigslick.errors import BigslickError
from bigslick.protocol.money import ChipValue
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock
from bigslick.server.store.settlement import DuePayment, Settled, settle

from .commands import making
from .names import Names, NamesTogether
from .nights import NightKind, NightResult, night_kind, nights_of, of_club
from .paid_payments import paid_where
from .records import Batch, DoneCommand, Stream
from .schema import club_members, clubs, paid_payments, settled_nights, settlement_payments, settlements, streams
from .store import Conflict, Store

Role = Literal["owner", "manager", "member"]
MOST_CLUBS: Final = 20
"""The most clubs a player can be in."""
MOST_MEMBERS: Final = 200
_PREFIX: Final = "c"
"""A club's id is this and its number."""


class ClubRefused(BigslickError):
    """A club command that was refused; the sentence says why."""


class NotYours(ClubRefused):
    """A command that only a club's owner and managers may use."""


class ClubMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a club."""

    player: str
    role: Role
    joined_at: int


class Club(msgspec.Struct, frozen=True, kw_only=True):
    """A club's current state."""

    id: str
    name: str
    invite: str
    """The secret in the invite link."""
    created_at: int
    members: dict[str, ClubMember]

    @property
    def owner(self) -> str:
        """The player who owns it."""
        return next(member.player for member in self.members.values() if member.role == "owner")

    def role(self, player: str | None) -> Role | None:
        """Return the player's role; None if they are not a member."""
        found = None if player is None else self.members.get(player)
        return None if found is None else found.role


class ClubNight(msgspec.Struct, frozen=True, kw_only=True):
    """One of a club's finished nights."""

    id: str
    kind: NightKind
    name: str
    opened_at: int
    closed_at: int
    chip_value: ChipValue | None = None
    """What a chip was worth to its players; None for chips."""
    results: tuple[NightResult, ...]
    settled: int | None = None
    """The number of its settlement; None while it is open."""
    paid: tuple[DuePayment, ...] = ()
    """What its players have paid each other for this night alone."""


class OpenBalance(msgspec.Struct, frozen=True, kw_only=True):
    """The payments that would settle open nights of one value of a chip: different values are never added up."""

    chip_value: ChipValue | None
    nights: tuple[str, ...]
    due: Settled


class ClubSettlement(msgspec.Struct, frozen=True, kw_only=True):
    """Nights that were settled together, and the payments between players."""

    number: int
    made_by: str
    made_at: int
    nights: tuple[str, ...]
    chip_value: ChipValue | None = None
    payments: tuple[DuePayment, ...]


class Clubs:
    def __init__(
        self, store: Store, names: Names, clock: Clock, *, draw: Callable[[], bytes] = lambda: secrets.token_bytes(18)
    ) -> None:
        self._store = store
        self._names = names
        self._clock = clock
        self._draw = draw
        self._clubs: dict[str, Club] = {}
        self.writing = asyncio.Lock()
        """One change at a time, so each decision sees the current database."""

    @classmethod
    async def load(cls, store: Store, names: Names, clock: Clock) -> Clubs:
        found = cls(store, names, clock)
        members: dict[str, dict[str, ClubMember]] = {}
        for row in await store.select(
            sa.select(club_members).order_by(club_members.c.joined_at, club_members.c.player)
        ):
            member = ClubMember(player=row.player, role=row.role, joined_at=row.joined_at)
            members.setdefault(row.club, {})[row.player] = member
        for row in await store.select(sa.select(clubs).order_by(clubs.c.created_at, clubs.c.id)):
            found._clubs[row.id] = Club(**row._mapping, members=members.get(row.id, {}))
        return found

    # -- membership ----------------------------------------------------------------------------------------------

    def get(self, club: str) -> Club | None:
        return self._clubs.get(club)

    def numbered(self, number: int, member: str) -> Club | None:
        """Return a member's club by its number."""
        return next((club for club in self.of(member) if club.id == f"{_PREFIX}{number}"), None)

    def all(self) -> list[Club]:
        return list(self._clubs.values())

    def of(self, player: str) -> list[Club]:
        """Return a player's clubs, oldest first."""
        return [club for club in self._clubs.values() if player in club.members]

    def has_member(self, club: str, player: str | None) -> bool:
        found = self._clubs.get(club)
        return found is not None and player in found.members

    def invited(self, invite: str) -> Club | None:
        return next((club for club in self._clubs.values() if secrets.compare_digest(club.invite, invite)), None)

    # -- changes -------------------------------------------------------------------------------------------------

    async def create(self, player: str, name: str, cmd_id: str = "") -> Club:
        """Create a club, owned by its creator."""
        async with self.writing:
            self._check_room(player)
            number = max((int(club.removeprefix(_PREFIX)) for club in self._clubs), default=0) + 1
            now = self._clock.now()
            owner = ClubMember(player=player, role="owner", joined_at=now)
            club = Club(
                id=f"{_PREFIX}{number}", name=name, invite=self._token(), created_at=now, members={player: owner}
            )
            row = {name: getattr(club, name) for name in ("id", "name", "invite", "created_at")}
            made = making("clubs", number, player, cmd_id, now)
            await self._write(clubs.insert().values(row), _joining(club.id, owner), commands=made)
            return self._keep(club)

    async def join(self, player: str, invite: str) -> Club:
        """Admit a player with an invite; a member keeps their role."""
        async with self.writing:
            club = self.invited(invite)
            if club is None:
                raise ClubRefused("This invite is not valid any more: ask for a new one.")
            if player in club.members:
                return club
            self._check_room(player)
            if len(club.members) >= MOST_MEMBERS:
                raise ClubRefused(
                    say("{name} is full: a club has at most {most} members.", name=club.name, most=MOST_MEMBERS)
                )
            member = ClubMember(player=player, role="member", joined_at=self._clock.now())
            await self._write(_joining(club.id, member))
            return self._keep(_with(club, member))

    async def renew_invite(self, club: str, by: str) -> Club:
        """Create a new invite; the old one stops working."""
        async with self.writing:
            found = self._clubs[club]
            check_manages(found, by)
            invite = self._token()
            await self._write(sa.update(clubs).where(clubs.c.id == club).values(invite=invite))
            return self._keep(msgspec.structs.replace(found, invite=invite))

    async def set_role(self, club: str, player: str, role: Literal["manager", "member"], by: str) -> Club:
        """Make a member a manager, or a manager a plain member."""
        async with self.writing:
            found = self._clubs[club]
            check_owns(found, by)
            member = self._member(found, player)
            if member.role == "owner":
                owner = self.called(found).name_of(player)
                raise ClubRefused(
                    say("{player} owns {name}: the owner can only hand it over.", player=owner, name=found.name)
                )
            changed = msgspec.structs.replace(member, role=role)
            await self._write(_changing(club, changed))
            return self._keep(_with(found, changed))

    async def hand_over(self, club: str, player: str, by: str) -> Club:
        """Make another member the owner; the previous owner stays as a manager."""
        async with self.writing:
            found = self._clubs[club]
            check_owns(found, by)
            heir = msgspec.structs.replace(self._member(found, player), role="owner")
            if found.owner == player:
                owner = self.called(found).name_of(player)
                raise ClubRefused(
                    say("{player} owns {name} already: name another member.", player=owner, name=found.name)
                )
            stays = msgspec.structs.replace(found.members[found.owner], role="manager")
            await self._write(_changing(club, heir), _changing(club, stays))
            return self._keep(_with(_with(found, heir), stays))

    async def remove(self, club: str, player: str, by: str) -> Club:
        """Remove a member, or let them leave. Owners can remove anyone, managers only plain members. Nights stay."""
        async with self.writing:
            found = self._clubs[club]
            if player != by:
                check_manages(found, by)
                if found.role(player) == "manager":
                    check_owns(found, by)
            if self._member(found, player).role == "owner":
                owner = self.called(found).name_of(player)
                raise ClubRefused(say("{player} owns {name}: hand it over first.", player=owner, name=found.name))
            gone = sa.delete(club_members).where(club_members.c.club == club, club_members.c.player == player)
            await self._write(gone)
            left = {stays: member for stays, member in found.members.items() if stays != player}
            return self._keep(msgspec.structs.replace(found, members=left))

    def called(self, club: Club) -> NamesTogether:
        """Return the names of a club's members, in the order in which they joined."""
        return NamesTogether(self._names, club.members)

    def _check_room(self, player: str) -> None:
        if len(self.of(player)) >= MOST_CLUBS:
            raise ClubRefused(say("You are in {most} clubs, which is the most: leave one first.", most=MOST_CLUBS))

    def _member(self, club: Club, player: str) -> ClubMember:
        found = club.members.get(player)
        if found is None:
            called = self.called(club).name_of(player)
            raise ClubRefused(say("{player} is not a member of {name}.", player=called, name=club.name))
        return found

    def _token(self) -> str:
        return urlsafe_b64encode(self._draw()).rstrip(b"=").decode()

    async def _write(self, *statements: sa.Executable, commands: Sequence[DoneCommand] = ()) -> None:
        await self._store.append(Batch(statements=statements, commands=commands))

    def _keep(self, club: Club) -> Club:
        self._clubs[club.id] = club
        return club

    # -- nights --------------------------------------------------------------------------------------------------

    async def nights(
        self, club: str, since: int | None = None, until: int | None = None, called: NamesTogether | None = None
    ) -> list[ClubNight]:
        """Return a club's finished nights that began in a period, latest first."""
        rows = await self._store.select(sa.select(settled_nights).where(settled_nights.c.club == club))
        settled = {row.night: row.number for row in rows}
        chosen = of_club(club, since, until)
        called = called or self.called(self._clubs[club])
        theirs = paid_payments.c.night.in_(sa.select(streams.c.id).where(chosen))
        paid = await paid_where(self._store, theirs, called)
        return [
            ClubNight(
                id=stream.id,
                kind=night_kind(stream),
                name=stream.name,
                opened_at=stream.opened_at,
                closed_at=stream.closed_at or 0,
                chip_value=stream.chip_value,
                results=tuple(results),
                settled=settled.get(stream.id),
                paid=tuple(paid.get(stream.id, ())),
            )
            for stream, results in await nights_of(self._store, called.name_of, chosen)
        ]

    async def settlements(self, club: str) -> list[ClubSettlement]:
        """Return a club's settlements, latest first."""
        values = await self._values(club)
        nights: dict[int, list[str]] = {}
        for row in await self._store.select(sa.select(settled_nights).where(settled_nights.c.club == club)):
            nights.setdefault(row.number, []).append(row.night)
        payments: dict[int, list[DuePayment]] = {}
        name_of = self.called(self._clubs[club]).name_of
        due = sa.select(settlement_payments).where(settlement_payments.c.club == club)
        for row in await self._store.select(due):
            payer, payee, paid_by = map(name_of, (row.payer, row.payee, row.paid_by))
            paid = DuePayment(payer=payer, payee=payee, chips=row.chips, paid_at=row.paid_at, paid_by=paid_by)
            payments.setdefault(row.number, []).append(paid)
        for listed in payments.values():
            listed.sort(key=lambda paid: (-paid.chips, paid.payer, paid.payee))
        made = sa.select(settlements).where(settlements.c.club == club).order_by(settlements.c.number.desc())
        return [
            ClubSettlement(
                number=row.number,
                made_by=name_of(row.made_by),
                made_at=row.made_at,
                nights=tuple(sorted(nights.get(row.number, ()))),
                chip_value=next((values.get(night) for night in nights.get(row.number, ())), None),
                payments=tuple(payments.get(row.number, ())),
            )
            for row in await self._store.select(made)
        ]

    async def _values(self, club: str) -> dict[str, ChipValue | None]:
        """Return what a chip was worth in each of a club's nights."""
        rows = await self._store.select(sa.select(streams).where(streams.c.club == club))
        return {row.id: Stream(**row._mapping).chip_value for row in rows}

    async def settle(self, club: str, nights: Sequence[str], by: str) -> ClubSettlement:
        """Settle finished nights that are still open. They become one settlement, with payments due."""
        async with self.writing:
            check_manages(self._clubs[club], by)
            called = self.called(self._clubs[club])
            known = {night.id: night for night in await self.nights(club, called=called)}
            chosen = [known.get(name) for name in dict.fromkeys(nights)]
            open_nights = [night for night in chosen if night is not None and night.settled is None]
            if not open_nights or len(open_nights) != len(chosen):
                raise ClubRefused("Only nights that are over and not settled yet can be settled: look at them again.")
            if len({night.chip_value for night in open_nights}) > 1:
                raise ClubRefused("These nights were not played for the same value of a chip: settle them separately.")
            (balance,) = await asyncio.to_thread(balances, open_nights)
            past = await self.settlements(club)
            number = past[0].number + 1 if past else 1
            made = ClubSettlement(
                number=number,
                made_by=called.name_of(by),
                made_at=self._clock.now(),
                nights=tuple(sorted(night.id for night in open_nights)),
                chip_value=balance.chip_value,
                payments=tuple(
                    DuePayment(payer=one.payer, payee=one.payee, chips=one.chips) for one in balance.due.payments
                ),
            )
            head = {"club": club, "number": number, "made_by": by, "made_at": made.made_at}
            statements: list[sa.Executable] = [settlements.insert().values(head)]
            for name in made.nights:
                statements.append(settled_nights.insert().values(night=name, club=club, number=number))
            for one in made.payments:
                payer, payee = (called.id_of(name) or name for name in (one.payer, one.payee))  # or the house
                row = {"payer": payer, "payee": payee, "chips": one.chips, "paid_at": None, "paid_by": ""}
                statements.append(settlement_payments.insert().values(club=club, number=number, **row))
            try:
                await self._write(*statements)
            except Conflict:
                raise ClubRefused("One of these nights has just been settled: look at them again.") from None
            return made

    async def mark_paid(self, club: str, number: int, payer: str, payee: str, paid: bool, by: str) -> None:
        """Mark a payment in a settlement as made, or remove the mark."""
        table = settlement_payments
        which = sa.and_(table.c.club == club, table.c.number == number, table.c.payer == payer, table.c.payee == payee)
        async with self.writing:
            if not await self._store.select(sa.select(table.c.chips).where(which)):
                called = self.called(self._clubs[club])
                raise ClubRefused(
                    say(
                        "Settlement {number} has no payment from {payer} to {payee}.",
                        number=number,
                        payer=called.name_of(payer),
                        payee=called.name_of(payee),
                    )
                )
            change = {"paid_at": self._clock.now() if paid else None, "paid_by": by if paid else ""}
            await self._write(sa.update(table).where(which).values(change))


def check_owns(club: Club, player: str) -> None:
    """Refuse everyone but a club's owner."""
    if club.role(player) != "owner":
        raise NotYours(say("Only the owner of {name} can do this.", name=club.name))


def check_manages(club: Club, player: str) -> None:
    """Refuse everyone but a club's owner and managers."""
    if club.role(player) not in ("owner", "manager"):
        raise NotYours(say("Only the owner and the managers of {name} can do this.", name=club.name))


def _joining(club: str, member: ClubMember) -> sa.Executable:
    return club_members.insert().values(club=club, **msgspec.structs.asdict(member))


def _changing(club: str, member: ClubMember) -> sa.Executable:
    which = sa.and_(club_members.c.club == club, club_members.c.player == member.player)
    return sa.update(club_members).where(which).values(role=member.role)


def _with(club: Club, member: ClubMember) -> Club:
    return msgspec.structs.replace(club, members={**club.members, member.player: member})


def balances(nights: Iterable[ClubNight]) -> list[OpenBalance]:
    """Return the payments that would settle nights together, separately for each value of a chip."""
    by_value: dict[ChipValue | None, list[ClubNight]] = {}
    for night in nights:
        by_value.setdefault(night.chip_value, []).append(night)
    return [
        OpenBalance(chip_value=value, nights=tuple([night.id for night in alike]), due=settled_together(alike))
        for value, alike in by_value.items()
    ]


def settled_together(nights: Iterable[ClubNight]) -> Settled:
    """Settle nights, without what their players have paid each other already."""
    nets: dict[str, int] = {}
    for night in nights:
        for result in night.results:
            nets[result.player] = nets.get(result.player, 0) + result.net
        for paid in night.paid:
            nets[paid.payer] = nets.get(paid.payer, 0) + paid.chips
            nets[paid.payee] = nets.get(paid.payee, 0) - paid.chips
    return settle(nets)
