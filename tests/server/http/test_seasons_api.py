"""Seasons over HTTP: who sees them, who chooses how they count, and what is refused."""

from __future__ import annotations

from pathlib import Path

import httpx
from msgspec.structs import replace

from bigslick.server.operations.limits import Rate
from bigslick.server.store.series import SeriesSettings
from bigslick.server.tournament.settings import TournamentSettings

from ..served import asking, serving
from ..tournament.floor import structure
from .test_clubs_api import PLENTY, Members, play_a_night


async def test_a_season_counts_as_its_managers_choose_and_only_members_see_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob", "cat")
        await play_a_night(people, club, room)
        path = f"clubs/{club}/season"
        season = (await people.ask("bob", f"{path}?by=chips")).json()
        assert (season["nights"], season["tournaments"], season["left_out"]) == (1, 0, [])
        assert season["rules"] == {"formula": "2*beaten + tied", "best": 0, "bounties": True}
        assert (season["changed_by"], season["changed_at"]) == ("", 0)
        assert sorted(place["player"] for place in season["places"]) == ["ann", "bob"]
        assert [place["points"] for place in season["places"]] == [1, 1]
        assert (await people.ask("bob", f"{path}?by=luck")).status_code == 400
        rules = {"formula": "n + place/4", "best": 1, "bounties": False}
        for name, status in (("bob", 403), ("eve", 404), ("ann", 204)):
            assert (await people.ask(name, path, rules)).status_code == status, name
        assert (await people.ask("eve", path)).status_code == 404
        season = (await people.ask("cat", path)).json()
        assert (season["rules"], season["changed_by"]) == (rules, "ann")
        assert [place["points"] for place in season["places"]] == [2.38, 2.38], "tied, they share the points"


async def test_a_wrong_formula_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann")
        path = f"clubs/{club}/season"
        for formula, status, sentence in (
            ("plcae", 409, "did you mean 'place'?"),
            ("1/(place - 2)", 409, "for place 2 of 9: character 2: division by zero"),
            ("", 400, "length >= 1"),
            ("1" * 501, 400, "length <= 500"),
        ):
            refused = await people.ask("ann", path, {"formula": formula})
            assert (refused.status_code, sentence in refused.json()["error"]) == (status, True), refused.text
        for wrong in ({"best": -1}, {"best": 1_001}, {"best": 1.5}, {"more": 1}):
            assert (await people.ask("ann", path, {"formula": "n", **wrong})).status_code == 400, wrong
        assert (await people.ask("ann", path)).json()["rules"]["formula"] == "2*beaten + tied"
        worded = (await people.ask("ann", path, {"formula": "plcae"})).json()["wording"]
        assert worded["template"] == "character {at}: {problem}"


async def test_an_event_without_points_says_why(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        await play_a_night(people, club, room)
        path = f"clubs/{club}/season"
        assert (await people.ask("ann", path, {"formula": "1/(n - 2)"})).status_code == 204
        season = (await people.ask("bob", path)).json()
        (left_out,) = season["left_out"]
        assert left_out["name"] == "Ours"
        assert left_out["sentence"] == "character 2: division by zero: expected another divisor"
        assert {place["points"] for place in season["places"]} == {0}


RULES = {"formula": "n - place", "best": 8}


async def test_a_series_of_a_club_is_for_its_members_and_its_managers_run_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        begun = {"cmd_id": "0123456789abcdef", "name": " Winter\u202e ", **RULES}
        for name, status in (("bob", 403), ("eve", 404)):
            assert (await people.ask(name, f"clubs/{club}/series", begun)).status_code == status, name
        for _ in range(2):  # the answer may be lost
            made = await people.ask("ann", f"clubs/{club}/series", begun)
            assert (made.status_code, made.json()["id"], made.json()["name"]) == (201, "s1", "Winter")
        for name, status in (("Winter", 409), ("\u200b", 409), ("\ufb2c" * 40, 409), ("", 400)):
            again = await people.ask("ann", f"clubs/{club}/series", {"name": name, **RULES})
            assert again.status_code == status, again.text
        assert (await people.ask("bob", f"clubs/{club}")).json()["series"] == [
            {"id": "s1", "name": "Winter", "over": False}
        ]
        assert (await web.get("/api/series")).json() == [], "those of clubs are not the room's"
        unknown = (await people.ask("eve", "series/s9")).json()["error"].replace("s9", "s1")
        for answer in (await people.ask("eve", "series/s1"), await web.get("/api/series/s1")):
            assert (answer.status_code, answer.json()["error"]) == (404, unknown)
        assert (await people.ask("eve", "series/s1", RULES)).status_code == 404
        assert (await people.ask("bob", "series/s1", RULES)).status_code == 403
        for name in ("ann", "bob"):
            now = (await people.ask(name, "series/s1")).json()
            assert (now["manages"], now["season"]["rules"]) == (name == "ann", {**RULES, "bounties": True})


async def test_the_managers_of_a_club_open_tournaments_in_its_series(tmp_path: Path) -> None:
    async with asking(tmp_path, replace(PLENTY, tables=Rate(100, 1000))) as (room, web):
        people = Members(room, web)
        club, other = await people.found("ann", "bob"), await people.found("ann")
        series = (await people.ask("ann", f"clubs/{club}/series", {"name": "Winter", **RULES})).json()["id"]
        cup = {"name": "Cup", "club": club, "series": series}
        assert (await people.ask("bob", "tournaments", cup)).status_code == 403
        for wrong in ({"series": "s9"}, {"club": other}, {"club": ""}):
            refused = await people.ask("ann", "tournaments", cup | wrong)
            assert refused.status_code == 409
            assert "There is no series '" in refused.json()["error"]
        opened = (await people.ask("ann", "tournaments", cup)).json()
        assert opened["series"] == {"id": series, "name": "Winter"}
        hidden = (await people.ask("ann", "tournaments", {**cup, "name": "Secret", "private": True})).json()
        for name, listed in (("ann", [opened, hidden]), ("bob", [opened])):
            found = (await people.ask(name, f"series/{series}")).json()["listed"]
            assert [(one["tournament"], one["status"]) for one in found] == [
                (one["tournament"], "registering") for one in listed
            ]
        changed = await people.ask("ann", f"series/{series}", {"formula": "n", "over": True})
        assert (changed.json()["over"], changed.json()["season"]["rules"]["formula"]) == (True, "n")
        late = await people.ask("ann", "tournaments", cup)
        assert (late.status_code, late.json()["error"]) == (409, "Winter is over or full: begin another series.")


async def test_anybody_sees_a_series_of_the_room(tmp_path: Path) -> None:
    winter = SeriesSettings(name="Winter", formula="n")
    cup = TournamentSettings(structure=structure(2, 2, name="Cup"), series="Winter")
    async with serving(tmp_path, tournaments=(cup,), series=(winter,)) as room, httpx.AsyncClient() as web:
        assert (await web.get(f"{room.url}/api/series")).json() == [{"id": "s1", "name": "Winter", "over": False}]
        now = (await web.get(f"{room.url}/api/series/s1")).json()
        assert (now["name"], now["club"], now["manages"], now["season"]["places"]) == ("Winter", "", False, [])
        assert [(one["name"], one["status"]) for one in now["listed"]] == [("Cup", "registering")]
        headers = {"Authorization": f"Bearer {await room.token('ann')}"}
        change = await web.post(f"{room.url}/api/series/s1", json=RULES, headers=headers)
        assert (change.status_code, change.json()["error"]) == (409, "Only the room's operator can change this series.")
