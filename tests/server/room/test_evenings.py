"""An evening's table: it opens once, when the evening begins, and keeps seats for members of the club who said yes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.protocol.opening import TableForm
from bigslick.protocol.settings import BadSettings
from bigslick.server.room.card_room import CardRoom
from bigslick.server.room.evenings import evening_table, open_evening
from bigslick.server.room.housekeeping import Housekeeping
from bigslick.server.store.evenings import Evening, EveningPlan
from tests.virtual_clock import VirtualClock

from ..served import Served, serving

NOW = 10**12
HOUR = 3_600_000


def plan(seats: int = 3) -> EveningPlan:
    form = TableForm(name="Friday night", seats=seats, small_blind=50, big_blind=100, straddle=True, spectators="off")
    return EveningPlan(form=form, clock_time="2026-11-20T20:00", zone="UTC", starts_at=NOW + HOUR, keep_minutes=10)


async def planned(room: Served, seats: int = 3) -> tuple[CardRoom, Evening]:
    """Plan an evening that Ann, Bob, Cat and Dan come to."""
    card_room = room.card_room
    people = [await card_room.accounts.new_guest(name) for name in ("ann", "bob", "cat", "dan")]
    club = await card_room.clubs.create(people[0], "Friday")
    evening = await card_room.evenings.plan(club.id, plan(seats), people[0])
    for player in people[1:]:
        await card_room.clubs.join(player, club.invite)
        evening = await card_room.evenings.answer(club.id, evening.number, player, "yes")
    return card_room, evening


async def test_the_table_opens_when_the_evening_begins_and_only_once(tmp_path: Path) -> None:
    clock = VirtualClock(NOW)
    async with serving(tmp_path, clock=clock) as room:
        card_room, evening = await planned(room)
        work = Housekeeping(card_room)
        await work.tell_lobby()
        assert not card_room.tables
        clock.not_before(NOW + HOUR)
        await work.tell_lobby()
        await work.tell_lobby()
        (task,) = card_room.tables.values()
        assert (task.settings.name, task.settings.club, task.settings.big_blind) == ("Friday night", evening.club, 100)
        assert task.live.host == evening.planned_by
        assert task.live.hosting.door.spectators == "off"
        first = list(evening.answers)[:3]
        assert task.live.kept.players == tuple(first), "the fourth has to wait for a seat"
        assert task.live.kept.until == NOW + HOUR + 10 * 60_000
        opened = card_room.evenings.get(evening.club, evening.number)
        assert opened is not None
        assert opened.table == task.id
        assert await open_evening(card_room, evening) == opened
    async with serving(tmp_path, clock=clock) as room:
        await Housekeeping(room.card_room).tell_lobby()
        assert list(room.card_room.tables) == [task.id], "after a restart as well"
        assert room.card_room.tables[task.id].live.kept.players == tuple(first)
        assert room.card_room.evenings.get(evening.club, evening.number) == opened


async def test_a_table_whose_commit_was_answered_late_is_not_opened_again(tmp_path: Path) -> None:
    async with serving(tmp_path, clock=VirtualClock(NOW)) as room:
        card_room, evening = await planned(room)
        opened = await open_evening(card_room, evening)
        card_room.evenings.opened(evening, "")
        assert await open_evening(card_room, evening) == opened
        assert len(card_room.tables) == 1


async def test_the_owner_hosts_if_the_organiser_does_not_run_the_club_any_more(tmp_path: Path) -> None:
    async with serving(tmp_path, clock=VirtualClock(NOW)) as room:
        card_room, evening = await planned(room)
        ann, bob = list(evening.answers)[:2]
        await card_room.clubs.hand_over(evening.club, bob, ann)
        await card_room.clubs.set_role(evening.club, ann, "member", bob)
        opened = await open_evening(card_room, evening)
        assert card_room.tables[opened.table].live.host == bob


def test_settings_that_no_table_can_have_are_refused() -> None:
    with pytest.raises(BadSettings):
        evening_table(TableForm(name="x", small_blind=20, big_blind=10), "c1")
