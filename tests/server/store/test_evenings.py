"""A club's evenings in the store: who plans, who answers, what is refused, and what a restart finds."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick.protocol.opening import TableForm
from bigslick.server.store import evenings as evenings_module
from bigslick.server.store.clubs import ClubRefused, Clubs, NotYours
from bigslick.server.store.evenings import DAY_MS, EARLIEST_MS, FURTHEST_MS, LATEST_MS, EveningPlan, Evenings
from bigslick.server.store.names import Names
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Conflict, Store
from tests.virtual_clock import VirtualClock

from ..databases import opened

NAMES = Names({"ann": "Ann", "bob": "Bob", "cat": "Cat"})
NOW = 10**12


def plan(starts_at: int = NOW + DAY_MS, name: str = "Friday night", **more: Any) -> EveningPlan:
    when: Any = {"clock_time": "2026-11-20T20:00", "zone": "Europe/Berlin", "starts_at": starts_at}
    return EveningPlan(form=TableForm(name=name, seats=4), **when, **more)


async def club_of(store: Store, clock: VirtualClock) -> tuple[Clubs, Evenings]:
    """Return Ann's club, which Bob and Cat have joined, and its calendar."""
    clubs = await Clubs.load(store, NAMES, clock)
    club = await clubs.create("ann", "Friday")
    for player in ("bob", "cat"):
        await clubs.join(player, club.invite)
    return clubs, await Evenings.load(store, clubs, clock)


async def test_an_evening_from_its_plan_to_its_end_also_after_restarts(url: str) -> None:
    clock = VirtualClock(NOW)
    async with opened(url) as store:
        clubs, calendar = await club_of(store, clock)
        made = await calendar.plan("c1", plan(note="bring snacks"), "ann")
        assert (made.number, made.sequence, list(made.answers)) == (1, 0, ["ann"]), "who plans it comes"
        await calendar.answer("c1", 1, "cat", "yes")
        await calendar.answer("c1", 1, "bob", "maybe")
        clock.not_before(clock.now() + 5)
        await calendar.answer("c1", 1, "bob", "yes")
        changed = await calendar.change("c1", 1, plan(name="Late night", keep_minutes=30), "ann")
        assert (changed.sequence, changed.uid, changed.note) == (1, made.uid, "")
        kept = (await Evenings.load(store, clubs, clock)).get("c1", 1)
        assert kept == calendar.get("c1", 1)
        assert kept is not None
        assert kept.players("yes", clubs.all()[0]) == ["ann", "cat", "bob"], "a new yes is the last"
        await clubs.remove("c1", "cat", "ann")
        assert kept.players("yes", clubs.all()[0]) == ["ann", "bob"]
        off = await calendar.call_off("c1", 1, "snow", "ann")
        assert (off.called_off, off.sequence) == ("snow", 2)
        for refused in (
            calendar.answer("c1", 1, "bob", "no"),
            calendar.change("c1", 1, plan(), "ann"),
            calendar.call_off("c1", 1, "rain", "ann"),
        ):
            with pytest.raises(ClubRefused, match="Late night is called off: snow"):
                await refused
        assert (await Evenings.load(store, clubs, clock)).get("c1", 1) == off


async def test_only_owner_and_managers_plan_and_only_what_can_be_played(url: str) -> None:
    clock = VirtualClock(NOW)
    async with opened(url) as store:
        _, calendar = await club_of(store, clock)
        await calendar.plan("c1", plan(), "ann")
        for refused in (
            calendar.plan("c1", plan(), "bob"),
            calendar.change("c1", 1, plan(), "bob"),
            calendar.call_off("c1", 1, "no", "bob"),
        ):
            with pytest.raises(NotYours):
                await refused
        for starts_at in (NOW, NOW - 1, NOW + FURTHEST_MS + 1):
            with pytest.raises(ClubRefused, match="in the future and within a year"):
                await calendar.plan("c1", plan(starts_at), "ann")
        with pytest.raises(ClubRefused, match="no evening '2'"):
            await calendar.answer("c1", 2, "bob", "yes")
        evening = calendar.get("c1", 1)
        assert evening is not None
        clock.not_before(evening.starts_at - EARLIEST_MS - 1)
        with pytest.raises(ClubRefused, match="12 hours before the evening at the earliest"):
            calendar.check_opens(evening, "ann")
        clock.not_before(clock.now() + 1)
        calendar.check_opens(evening, "ann")
        with pytest.raises(NotYours):
            calendar.check_opens(evening, "bob")
        clock.not_before(evening.starts_at)
        with pytest.raises(ClubRefused, match="Friday night has begun"):
            await calendar.answer("c1", 1, "bob", "yes")
        assert calendar.due(clock.now()) == [evening]
        assert calendar.due(clock.now() + LATEST_MS + 1) == [], "the room was closed all night"


async def test_a_club_has_a_bounded_calendar(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings_module, "MOST_AHEAD", 2)
    monkeypatch.setattr(evenings_module, "MOST_KEPT", 3)
    clock = VirtualClock(NOW)
    async with opened(url) as store:
        clubs, calendar = await club_of(store, clock)
        for day in range(1, 5):
            await calendar.plan("c1", plan(NOW + day * DAY_MS), "ann")
            if day % 2 == 0:
                with pytest.raises(ClubRefused, match="at most 2 evenings ahead"):
                    await calendar.plan("c1", plan(NOW + 9 * DAY_MS), "ann")
                clock.not_before(NOW + day * DAY_MS)
        assert [evening.number for evening in calendar.of("c1")] == [2, 3, 4]
        assert (await Evenings.load(store, clubs, clock)).of("c1") == calendar.of("c1")


async def test_a_calendar_address_is_a_members_own_and_can_be_renewed(url: str) -> None:
    clock = VirtualClock(NOW)
    async with opened(url) as store:
        clubs, calendar = await club_of(store, clock)
        first = await calendar.link("c1", "bob")
        assert await calendar.link("c1", "bob") == first != await calendar.link("c1", "cat")
        renewed = await calendar.link("c1", "bob", renew=True)
        for known in (calendar, await Evenings.load(store, clubs, clock)):
            assert known.linked(first) is None
            assert known.linked(renewed) == (clubs.get("c1"), "bob")
        await clubs.remove("c1", "bob", "ann")
        assert calendar.linked(renewed) is None, "who is out of the club sees its calendar no more"


async def test_a_request_that_is_sent_twice_plans_one_evening(url: str) -> None:
    clock = VirtualClock(NOW)
    async with opened(url) as store:
        _, calendar = await club_of(store, clock)
        await calendar.plan("c1", plan(), "ann", "x")
        with pytest.raises(Conflict):
            await calendar.plan("c1", plan(), "ann", "x")
        assert len(calendar.of("c1")) == 1
        await store.append(Batch(statements=[calendar.opening(calendar.of("c1")[0], "t9")]))
        assert calendar.opened(calendar.of("c1")[0], "t9").table == "t9"
