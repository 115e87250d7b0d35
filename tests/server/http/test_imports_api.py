"""Importing a night over HTTP: what its organiser sees first, who may, and what everyone reads afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace

from bigslick.server.importing.poker_now import LONGEST_LEDGER
from bigslick.server.operations.limits import Rate

from ..importing.ledgers import ROWS, ledger
from ..served import asking
from .test_clubs_api import PLENTY, Members

CENTS = {"cents": 1, "currency": "€"}
OURS = {"AzEKJ-zpvs": "ann", "SCoB5LKYVh": "ann", "qDZ5ZjSJhA": "bob"}


def body(**more: Any) -> dict[str, Any]:
    return {"ledger": ledger(), "name": "At Poker Now", "members": OURS, "chip_value": CENTS, **more}


async def take_back(people: Members, name: str, path: str) -> httpx.Response:
    await people.ask(name, "me")
    headers = {"Authorization": f"Bearer {people.tokens[name]}"}
    return await people.web.delete(f"/api/{path}", headers=headers)


async def test_a_ledger_is_read_then_imported_and_taken_back(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        path = f"clubs/{club}/imports"
        shown = (await people.ask("ann", f"{path}/read", {"ledger": ledger()})).json()
        players = {one["id"]: (one["name"], one["sessions"], one["net"], one["member"]) for one in shown["players"]}
        assert players == {
            "bOOcH5LgO-": ("Kimchi", 1, 3012, ""),
            "AzEKJ-zpvs": ("ann", 1, 993, "ann"),
            "3leh0Qj5c4": ("N punt", 1, 0, ""),
            "qDZ5ZjSJhA": ("bob", 2, -512, "bob"),
            "SCoB5LKYVh": ("ann on PC", 1, -3493, ""),
        }
        assert [one["net"] for one in shown["players"]] == [3012, 993, 0, -512, -3493]
        assert shown["before"] == ""
        made = await people.ask("ann", path, body(cmd_id="a"))
        assert made.status_code == 201, made.text
        night = made.json()
        assert (night["kind"], night["name"], night["chip_value"]) == ("import", "At Poker Now", CENTS)
        assert [(one["player"], one["net"]) for one in night["results"]] == [
            ("Kimchi", 3012),
            ("N punt", 0),
            ("bob", -512),
            ("ann", -2500),
        ]
        again = (await people.ask("ann", f"{path}/read", {"ledger": ledger()})).json()
        assert again["before"] == "At Poker Now"
        assert {one["name"]: one["member"] for one in again["players"]}["ann on PC"] == "ann", "as the last time"
        listed = (await people.ask("bob", f"clubs/{club}/ledger")).json()
        assert [one["id"] for one in listed["nights"]] == [night["id"]]
        assert [each["chip_value"] for each in listed["open"]] == [CENTS]
        season = (await people.ask("bob", f"clubs/{club}/season")).json()
        assert (season["nights"], season["tournaments"], season["chip_value"]) == (1, 0, CENTS)
        whole = (await people.ask("bob", f"tables/{night['id']}/ledger")).json()
        assert (whole["kind"], whole["opened_by"], len(whole["moves"])) == ("import", "ann", 10)
        files = (await people.ask("bob", f"tables/{night['id']}/ledger.csv?part=players")).text
        assert files.splitlines()[1] == "Kimchi,1,5000,0,8012,,3012"
        recap = (await people.ask("bob", f"tables/{night['id']}/recap")).json()
        assert (recap["host"], recap["hands"], recap["club_name"]) == ("ann", 0, "Friday")
        assert {one["you_mark"] for one in recap["payments"]} == {False}, "both go to a stranger"
        recap = (await people.ask("ann", f"tables/{night['id']}/recap")).json()
        assert {one["you_mark"] for one in recap["payments"]} == {True}, "who imported it answers for them"
        gone = await take_back(people, "ann", f"{path}/{night['id']}")
        assert gone.status_code == 204
        assert (await people.ask("bob", f"tables/{night['id']}/ledger")).status_code == 404
        replay = await people.ask("ann", path, body(cmd_id="a"))
        assert (replay.status_code, replay.json()["error"]) == (
            409,
            "This request was carried out before, and the night has been taken back since.",
        )


async def test_a_copy_of_the_request_gets_the_night_and_another_one_is_refused(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        path = f"clubs/{await people.found('ann', 'bob')}/imports"
        first = (await people.ask("ann", path, body(cmd_id="a"))).json()
        assert (await people.ask("ann", path, body(cmd_id="a"))).json() == first
        refused = await people.ask("ann", path, body(cmd_id="b"))
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            "The club has this game already, as At Poker Now: take that night back first.",
        )


async def test_an_hour_has_only_so_many_imports(tmp_path: Path) -> None:
    limits = replace(PLENTY, imports=Rate(1, 3_600_000))
    async with asking(tmp_path, limits) as (room, web):
        people = Members(room, web)
        path = f"clubs/{await people.found('ann', 'bob')}/imports"
        assert (await people.ask("ann", path, body(cmd_id="a"))).status_code == 201
        assert (await people.ask("ann", path, body(cmd_id="a"))).status_code == 201, "a copy is not another import"
        assert (await people.ask("ann", path, body())).status_code == 429


async def test_only_those_who_run_the_club_see_and_change_imports(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        path = f"clubs/{club}/imports"
        night = (await people.ask("ann", path, body())).json()["id"]
        for name, status in (("bob", 403), ("eve", 404)):
            assert (await people.ask(name, f"{path}/read", {"ledger": ledger()})).status_code == status
            assert (await people.ask(name, path, body())).status_code == status
            assert (await take_back(people, name, f"{path}/{night}")).status_code == status
        for part in ("ledger", "ledger.csv", "recap"):
            assert (await people.ask("eve", f"tables/{night}/{part}")).status_code == 404


async def test_what_cannot_be_imported_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = Members(room, web)
        club = await people.found("ann", "bob")
        path = f"clubs/{club}/imports"
        for given, status, sentence in (
            (body(ledger=ledger(*ROWS[1:])), 409, "The ledger does not add up: together the players are behind by"),
            (body(ledger="x" * (LONGEST_LEDGER + 1)), 400, "Invalid body: Expected `str` of length <= 10000"),
            (body(ledger="x" * 20_000), 413, "The body is too large"),
            (body(members={"AzEKJ-zpvs": "eve"}), 409, "eve is not a member of Friday."),
            (body(members={"x y": "ann"}), 400, "Invalid body"),
            (body(name="\u200b"), 409, "A night needs a name that others can see."),
            (body(name="\ufb2c" * 40), 409, "The name of a night has at most 40 characters."),
            (body(chip_value={"cents": 0, "currency": "€"}), 400, "Invalid body"),
            (body(chip_value={"cents": 1, "currency": "dollars"}), 400, "Invalid body"),
            (body(more=1), 400, "Invalid body"),
        ):
            await people.room.token("eve")
            refused = await people.ask("ann", path, given)
            assert (refused.status_code, refused.json()["error"][: len(sentence)]) == (status, sentence), given
        assert (await people.ask("ann", f"clubs/{club}/ledger")).json()["nights"] == []
