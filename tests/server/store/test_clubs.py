"""Clubs: their members and their settlements."""

from __future__ import annotations

import asyncio

import pytest

from bigslick.protocol.money import ChipValue
from bigslick.server.store import clubs as clubs_module
from bigslick.server.store.bank import player_account, table_account
from bigslick.server.store.clubs import Club, ClubRefused, Clubs, NotYours, balances
from bigslick.server.store.names import Names
from bigslick.server.store.records import Batch, ChipTransfer, Stream
from bigslick.server.store.settlement import Payment
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened

EURO = ChipValue(cents=5, currency="€")
NAMES = Names({"ann": "Ann", "bob": "Bob", "cat": "Cat", "dan": "Dan"})


async def played(
    store: Store, table: str, club: str, opened_at: int, nets: dict[str, int], *, over: bool = True, cents: int = 0
) -> None:
    """Record a finished night in which everyone bought in for 1,000 and left with these results."""
    account = table_account(table)
    moves = [
        *((player_account(name), account, 1000, "buy-in") for name in nets),
        *((account, player_account(name), 1000 + net, "cash-out") for name, net in nets.items() if net > -1000),
    ]
    await store.append(
        Batch(
            opened=[
                Stream(
                    id=table,
                    kind="table",
                    name=f"Night {table}",
                    club=club,
                    opened_at=opened_at,
                    closed_at=opened_at + 1 if over else None,
                    chip_cents=cents,
                    currency="€" if cents else "",
                )
            ],
            transfers=[
                ChipTransfer(source=source, target=target, amount=chips, reason=why, at=opened_at, stream=table, seq=2)
                for source, target, chips, why in moves
            ],
        )
    )


async def test_a_club_from_its_founding_to_its_second_owner(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, NAMES, VirtualClock(5))
        club = await clubs.create("ann", "Friday")
        assert (club.id, club.role("ann"), club.role("bob"), club.role(None)) == ("c1", "owner", None, None)
        with pytest.raises(ClubRefused, match="not valid any more"):
            await clubs.join("bob", "wrong")
        for name in ("bob", "cat"):
            await clubs.join(name, club.invite)
        assert (await clubs.join("ann", club.invite)).role("ann") == "owner"
        assert clubs.has_member("c1", "bob")
        assert not clubs.has_member("c1", None)
        assert not clubs.has_member("c2", "bob")
        assert (await clubs.set_role("c1", "bob", "manager", "ann")).role("bob") == "manager"
        with pytest.raises(ClubRefused, match="Ann owns Friday: hand it over first"):
            await clubs.remove("c1", "ann", "ann")
        with pytest.raises(ClubRefused, match="the owner can only hand it over"):
            await clubs.set_role("c1", "ann", "member", "ann")
        with pytest.raises(ClubRefused, match="Dan is not a member of Friday"):
            await clubs.hand_over("c1", "dan", "ann")
        with pytest.raises(ClubRefused, match="Ann owns Friday already"):
            await clubs.hand_over("c1", "ann", "ann")
        await clubs.hand_over("c1", "bob", "ann")
        await clubs.remove("c1", "ann", "bob")
        renewed = await clubs.renew_invite("c1", "bob")
        assert renewed.invite != club.invite
        with pytest.raises(ClubRefused, match="not valid any more"):
            await clubs.join("dan", club.invite)
        again = await Clubs.load(store, NAMES, VirtualClock(5))
        assert again.all() == clubs.all() == [renewed]
        assert {name: member.role for name, member in renewed.members.items()} == {"bob": "owner", "cat": "member"}
        assert [found.id for found in again.of("cat")] == ["c1"]
        assert (await again.create("cat", "Other")).id == "c2"


async def test_what_is_asked_at_once_is_decided_by_who_runs_the_club_by_then(url: str) -> None:
    """All commands are sent while ann owns the club; the first makes bob the owner, the second demotes cat."""

    async with opened(url) as store:
        clubs = await Clubs.load(store, NAMES, VirtualClock(5))
        club = await clubs.create("ann", "Friday")
        for name in ("bob", "cat", "dan"):
            await clubs.join(name, club.invite)
        await clubs.set_role("c1", "cat", "manager", "ann")
        done = await asyncio.gather(
            clubs.hand_over("c1", "bob", "ann"),
            clubs.set_role("c1", "cat", "member", "bob"),
            clubs.hand_over("c1", "cat", "ann"),
            clubs.set_role("c1", "dan", "manager", "ann"),
            clubs.remove("c1", "dan", "cat"),
            clubs.renew_invite("c1", "cat"),
            clubs.settle("c1", ["t1"], "cat"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in done] == [Club, Club] + 5 * [NotYours]
        assert [str(answer) for answer in done[2:5]] == [
            "Only the owner of Friday can do this.",
            "Only the owner of Friday can do this.",
            "Only the owner and the managers of Friday can do this.",
        ]
        (now,) = (await Clubs.load(store, NAMES, VirtualClock(5))).all()
        roles = {name: member.role for name, member in now.members.items()}
        assert roles == {"ann": "manager", "bob": "owner", "cat": "member", "dan": "member"}
        assert now.invite == club.invite
        await clubs.set_role("c1", "cat", "manager", "bob")
        with pytest.raises(NotYours):
            await clubs.remove("c1", "cat", "ann")
        await clubs.remove("c1", "dan", "ann")


async def test_clubs_have_limits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs_module, "MOST_CLUBS", 1)
    monkeypatch.setattr(clubs_module, "MOST_MEMBERS", 1)

    async with opened(url) as store:
        clubs = await Clubs.load(store, NAMES, VirtualClock(5))
        club = await clubs.create("ann", "Friday")
        with pytest.raises(ClubRefused, match="You are in 1 clubs"):
            await clubs.create("ann", "Saturday")
        with pytest.raises(ClubRefused, match="Friday is full"):
            await clubs.join("bob", club.invite)


async def test_nights_are_settled_once_and_payments_marked(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, NAMES, VirtualClock(500))
        await clubs.create("ann", "Friday")
        await played(store, "t1", "c1", 100, {"ann": 300, "bob": -300})
        await played(store, "t2", "c1", 200, {"ann": -100, "bob": -200, "cat": 300})
        await played(store, "t3", "", 250, {"ann": 9, "bob": -9})
        await played(store, "t4", "c1", 300, {"ann": 50, "bob": -50}, over=False)
        assert [night.id for night in await clubs.nights("c1")] == ["t2", "t1"]
        assert [night.id for night in await clubs.nights("c1", since=101)] == ["t2"]
        assert [night.id for night in await clubs.nights("c1", until=200)] == ["t1"]
        for wrong in (["t3"], ["t4"], ["t1", "t9"]):
            with pytest.raises(ClubRefused, match="over and not settled yet"):
                await clubs.settle("c1", wrong, "ann")
        made = await clubs.settle("c1", ["t1", "t2", "t1"], "ann")
        assert (made.number, made.made_by, made.made_at, made.nights) == (1, "Ann", 500, ("t1", "t2"))
        assert [(due.payer, due.payee, due.chips, due.paid_at) for due in made.payments] == [
            ("Bob", "Cat", 300, None),
            ("Bob", "Ann", 200, None),
        ]
        with pytest.raises(ClubRefused, match="over and not settled yet"):
            await clubs.settle("c1", ["t1"], "ann")
        await clubs.mark_paid("c1", 1, "bob", "ann", True, "ann")
        with pytest.raises(ClubRefused, match="Settlement 1 has no payment from Ann to Bob"):
            await clubs.mark_paid("c1", 1, "ann", "bob", True, "ann")
        (found,) = await clubs.settlements("c1")
        assert {due.payee: (due.paid_at, due.paid_by) for due in found.payments} == {
            "Cat": (None, ""),
            "Ann": (500, "Ann"),
        }
        await clubs.mark_paid("c1", 1, "bob", "ann", False, "ann")
        assert (await clubs.settlements("c1")) == [made]
        await played(store, "t5", "c1", 400, {"ann": 5, "bob": -5})
        assert (await clubs.settle("c1", ["t5"], "ann")).number == 2
        assert {night.id: night.settled for night in await clubs.nights("c1")} == {"t5": 2, "t2": 1, "t1": 1}


async def test_nights_with_different_values_of_a_chip_are_never_added_up(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, NAMES, VirtualClock(1_000))
        await clubs.create("ann", "Friday")
        await played(store, "t1", "c1", 100, {"ann": 50, "bob": -50}, cents=5)
        await played(store, "t2", "c1", 200, {"ann": -70, "bob": 70}, cents=5)
        await played(store, "t3", "c1", 300, {"ann": 900, "bob": -900})
        nights = await clubs.nights("c1")
        assert [(each.chip_value, each.nights, each.due.payments) for each in balances(nights)] == [
            (None, ("t3",), (Payment("Bob", "Ann", 900),)),
            (EURO, ("t2", "t1"), (Payment("Ann", "Bob", 20),)),
        ]
        with pytest.raises(ClubRefused, match="not played for the same value of a chip: settle them separately"):
            await clubs.settle("c1", ["t1", "t3"], "ann")
        made = await clubs.settle("c1", ["t1", "t2"], "ann")
        assert made.chip_value == EURO
        assert (await clubs.settlements("c1")) == [made]
