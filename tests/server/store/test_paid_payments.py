"""Payments marked after a night: kept, undone, and taken off what a club still settles."""

from __future__ import annotations

import asyncio

import pytest

from bigslick.server.store.clubs import Clubs, settled_together
from bigslick.server.store.names import Names, NamesTogether
from bigslick.server.store.paid_payments import NotMarked, PaidPayments
from bigslick.server.store.records import Batch, Stream
from bigslick.server.store.settlement import DuePayment, Payment
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..recap.nights import transfers

NAMES = {"p1": "Ann", "p2": "Bob", "p3": "Cat"}
NETS = {"p1": 500, "p2": -300, "p3": -200}


async def club_night(store: Store) -> tuple[Clubs, PaidPayments]:
    """Return a club of three with one finished night."""
    names = Names(NAMES)
    clubs = Clubs(store, names, VirtualClock(5_000))
    club = await clubs.create("p1", "Friends")
    for player in ("p2", "p3"):
        await clubs.join(player, club.invite)
    stream = Stream(id="t7", kind="table", name="Friday", club=club.id, opened_at=1, closed_at=9)
    await store.append(Batch(opened=[stream], transfers=transfers("t7", NETS)))
    return clubs, PaidPayments(store, VirtualClock(7_000), clubs.writing)


async def test_a_mark_is_kept_and_taken_back(url: str) -> None:
    async with opened(url) as store:
        called = NamesTogether(Names(NAMES))
        payments = PaidPayments(store, VirtualClock(7_000), asyncio.Lock())
        bobs = Payment("p2", "p1", 300)
        assert await payments.on("t7", called) == ()
        assert not await payments.mark("t7", bobs, False, "p1"), "there was nothing to take back"
        assert await payments.mark("t7", bobs, True, "p1")
        assert not await payments.mark("t7", bobs, True, "p1"), "once is enough"
        kept = DuePayment(payer="Bob", payee="Ann", chips=300, paid_at=7_000, paid_by="Ann")
        assert await payments.on("t7", called) == (kept,)
        assert await payments.on("t8", called) == ()
        assert await payments.mark("t7", bobs, False, "p1")
        assert await payments.on("t7", called) == ()
        await payments.mark("t7", Payment("p2", "the house", 5), True, "p1")
        assert (await payments.on("t7", called))[0].payee == "the house"


async def test_a_club_settles_only_what_is_not_paid_yet(url: str) -> None:
    async with opened(url) as store:
        clubs, payments = await club_night(store)
        await payments.mark("t7", Payment("p2", "p1", 300), True, "p1")
        (night,) = await clubs.nights("c1")
        assert [(one.payer, one.payee, one.chips) for one in night.paid] == [("Bob", "Ann", 300)]
        assert settled_together([night]).payments == (Payment("Cat", "Ann", 200),)
        made = await clubs.settle("c1", ["t7"], "p1")
        assert [(one.payer, one.chips) for one in made.payments] == [("Cat", 200)]


async def test_a_night_that_its_club_has_settled_is_marked_there(url: str) -> None:
    async with opened(url) as store:
        clubs, payments = await club_night(store)
        assert await payments.settlement_of("t7") is None
        await clubs.settle("c1", ["t7"], "p1")
        assert await payments.settlement_of("t7") == 1
        with pytest.raises(NotMarked, match="The club has settled this night in settlement 1: mark payments there"):
            await payments.mark("t7", Payment("p2", "p1", 300), True, "p1")
        assert await payments.on("t7", NamesTogether(Names(NAMES))) == ()
