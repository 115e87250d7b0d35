"""A club's calendar over HTTP: plans, answers, the table, and the files for calendars."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import icalendar
import pytest

from bigslick.protocol import wire
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.sanctions import Sanction

from ..served import asking
from .test_clubs_api import Members

PLENTY = Limits(requests=Rate(10**6, 1000), jottings=Rate(10**6, 1000))


def evening(hours: int = 2, **more: Any) -> dict[str, Any]:
    """Return a plan that begins in a few hours, to the minute."""
    starts = datetime.now(UTC) + timedelta(hours=hours)
    table = {"name": "Friday night", "seats": 2, "small_blind": 50, "big_blind": 100, **more.pop("table", {})}
    return {"day": f"{starts:%Y-%m-%d}", "time": f"{starts:%H:%M}", "zone": "UTC", "table": table, **more}


def events(file: httpx.Response) -> list[Any]:
    assert file.headers["content-type"] == "text/calendar; charset=utf-8"
    return [part for part in icalendar.Calendar.from_ical(file.content).walk() if part.name == "VEVENT"]


async def test_an_evening_is_planned_answered_opened_and_sits_down_who_said_yes(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob", "cat")
        path = f"clubs/{club}/evenings"
        made = (await people.ask("ann", path, evening(note="  snacks\n", keep_minutes=20))).json()
        assert (made["number"], made["status"], made["yes"], made["note"]) == (1, "planned", ["ann"], "snacks")
        assert made["kept_until"] == made["starts_at"] + 20 * 60_000
        assert (made["spec"]["big_blind"], made["spec"]["club"]) == (100, club)
        for name, answer in (("cat", "maybe"), ("bob", "yes"), ("cat", "no")):
            said = await people.ask(name, f"{path}/1/answer", {"answer": answer})
            assert said.json()["yours"] == answer
        assert (said.json()["yes"], said.json()["maybe"], said.json()["no"]) == (["ann", "bob"], [], ["cat"])
        moved = (await people.ask("ann", f"{path}/1", evening(3))).json()
        assert moved["starts_at"] == made["starts_at"] + 3_600_000
        next_one = (await people.ask("cat", "evenings")).json()
        assert [(one["club"], one["club_name"], one["evening"]["number"]) for one in next_one] == [(club, "Friday", 1)]
        assert (await people.ask("dan", "evenings")).json() == []
        opened = (await people.ask("ann", f"{path}/1/open", method="POST")).json()
        assert opened["status"] == "open"
        assert (await people.ask("ann", f"{path}/1/open", method="POST")).json()["table"] == opened["table"]
        late = await people.ask("cat", f"{path}/1/answer", {"answer": "yes"})
        assert (late.status_code, late.json()["error"]) == (
            409,
            "Friday night has begun: nothing about it changes now.",
        )
        async with room.socket(people.tokens["cat"]) as cat, room.socket(people.tokens["bob"]) as bob:
            sit = wire.Sit(cmd_id="s", table=opened["table"], chips=10_000)
            refused = await cat.ask(sit)
            assert "2 seats are kept for members who said yes" in refused.sentence
            assert (await bob.ask(sit)).seat == 0


async def test_nobody_but_the_organisers_plans_and_strangers_see_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        path = f"clubs/{club}/evenings"
        await people.ask("ann", path, evening())
        for part, body in (
            ("", evening()),
            ("/1", evening()),
            ("/1/call-off", {"why": "snow"}),
            ("/1/open", None),
        ):
            assert (await people.ask("bob", path + part, body, method="POST")).status_code == 403, part
            assert (await people.ask("dan", path + part, body, method="POST")).status_code == 404, part
        for part in ("", "/1/evening.ics"):
            assert (await people.ask("dan", path + part)).status_code == 404
        for wrong in ("2", "0", "x", "9" * 30, "²"):
            assert (await people.ask("ann", f"{path}/{wrong}/answer", {"answer": "yes"})).status_code == 404
        refusals = {
            "An evening's table is for the whole club: leave `private` and the password out.": {"private": True},
            "An evening's table belongs to its own club: leave `club` out.": {"club": "c9"},
            "small_blind=500: expected 0 to 100": {"small_blind": 500},
        }
        for sentence, table in refusals.items():
            refused = await people.ask("ann", path, evening(table=table))
            assert (refused.status_code, refused.json()["error"]) == (409, sentence)
        for field, value in (("day", "2026-02-30"), ("zone", "Mars/Base"), ("time", "24:00")):
            assert (await people.ask("ann", path, {**evening(), field: value})).status_code == 409
        assert (await people.ask("ann", path, evening(-1))).status_code == 409
        assert (await people.ask("ann", f"{path}/1/call-off", {"why": "\u200b"})).status_code == 409
        off = (await people.ask("ann", f"{path}/1/call-off", {"why": "snow"})).json()
        assert (off["status"], off["why"]) == ("called_off", "snow")
        (cancelled,) = events(await people.ask("bob", f"{path}/1/evening.ics"))
        assert (cancelled["STATUS"], cancelled["SEQUENCE"]) == ("CANCELLED", 1)


async def test_a_muted_player_writes_no_note(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann")
        await room.card_room.sanctions.impose(Sanction(player=room.id("ann"), kind="mute", why="rude", since=0))
        refused = await people.ask("ann", f"clubs/{club}/evenings", evening(note="hello"))
        assert (refused.status_code, refused.json()["error"]) == (403, "the operator has muted you: rude")


async def test_a_copy_of_a_request_plans_no_second_evening(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        path = f"clubs/{await people.found('ann')}/evenings"
        asked = (people.ask("ann", path, evening(cmd_id="x")) for _ in range(3))
        answers = await asyncio.gather(*asked)
        assert [answer.json()["number"] for answer in answers] == [1, 1, 1]
        assert len((await people.ask("ann", path)).json()) == 1


async def test_a_calendar_subscribes_to_a_secret_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        await people.ask("ann", f"clubs/{club}/evenings", evening())
        with caplog.at_level(logging.DEBUG, "bigslick.server"):
            first = (await people.ask("bob", f"clubs/{club}/calendar", {})).json()
            token = first["link"].removeprefix(f"{room.url}/calendar/").removesuffix(".ics")
            assert (first["only_here"], len(token)) == (True, 24)
            file = await web.get(first["link"])
            assert [str(event["SUMMARY"]) for event in events(file)] == ["Friday night (Friday)"]
            assert file.headers["referrer-policy"] == "no-referrer"
            assert (file.headers["x-robots-tag"], file.headers["cache-control"]) == ("noindex, nofollow", "no-store")
            renewed = (await people.ask("bob", f"clubs/{club}/calendar", {"renew": True})).json()
            assert (await web.get(first["link"])).status_code == 404
            assert (await web.get(renewed["link"])).status_code == 200
        logged = str([record.__dict__ for record in caplog.records if record.name == "bigslick.server"])
        assert "/api/clubs/{club}/calendar" in logged
        assert token not in logged
        await people.ask("bob", f"clubs/{club}/remove", {"player": "bob"})
        wrong = [await web.get(link) for link in (renewed["link"], *(f"/calendar/{guess}.ics" for guess in "abcdef"))]
        assert [answer.status_code for answer in wrong][-1] == 429, "guesses have to wait"
        assert {answer.status_code for answer in wrong} == {404, 429}
