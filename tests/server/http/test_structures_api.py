"""Structures over HTTP: the ones to choose from, and the check while a host types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from bigslick.server.operations.limits import Limits, Rate
from bigslick.tournament.structure.files import presets

from ..served import asking
from .test_new_tournament import TEXT

PLENTY = Limits(requests=Rate(10**6, 1000), checks=Rate(10**6, 1000))


async def check(web: httpx.AsyncClient, token: str, **body: Any) -> httpx.Response:
    return await web.post("/api/structures/check", json=body, headers={"Authorization": f"Bearer {token}"})


async def test_the_check_says_what_the_command_line_says(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        listed = (await web.get("/api/structures", headers={"Authorization": f"Bearer {ann}"})).json()
        assert [card["structure"] for card in listed] == ["", *presets()]
        answer = (await check(web, ann, structure="turbo-6", entrants=60)).json()
        assert answer["problems"] == []
        ahead = answer["outlook"]
        assert (ahead["entrants"], ahead["tables"], ahead["ends"]) == (60, 10, True)
        assert len(ahead["prizes"]) > 5
        assert ahead["forecast"][0]["players"] == 60
        assert ahead["explanation"][0].startswith("Turbo, six-handed: no-limit hold'em")


async def test_problems_come_with_their_places_and_open_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        bad = TEXT.replace("big = 400", "big = 40")
        (problem,) = (await check(web, ann, structure=bad, entrants=20)).json()["problems"]
        assert (problem["field"], problem["line"]) == ("levels[1].small", 12)
        assert "level 2: small is 200: expected at most the big blind, which is 40" in problem["sentence"]
        (problem,) = (await check(web, ann, structure=TEXT)).json()["problems"]
        assert problem["wording"]["template"] == "entrants is {entrants}: expected a field of 2 to {most}"
        exact = {
            "seats": 9,
            "starting_stack": 900,
            "levels": [{"small": 1, "big": 2}],
            "payouts": {"percent": [62.5, 37.5]},
        }
        assert (await check(web, ann, structure=exact, entrants=20)).json()["problems"] == []
        assert not room.card_room.tournaments


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (json.dumps({"structure": "x" * 20_000}), 413, "The body is too large: at most 16,384 bytes."),
        ('{"structure":' + '{"a":' * 200 + "1" + "}" * 201, 200, "'a' is not a key"),
        ('{"structure":' + '{"a":' * 2_000 + "1" + "}" * 2_001, 400, "Invalid body: maximum recursion depth"),
        ('{"structure":' + "[" * 8_000, 400, "Invalid body"),
        ('{"structure":{"levels":1e400}}', 200, "levels is 1E+400: expected a list"),
        ('{"structure":7}', 400, "Expected `str | object`"),
        ('{"entrants":1}', 400, "Expected `int` >= 2"),
        ('{"guarantee":9}', 400, "unknown field `guarantee`"),
    ],
)
async def test_oversized_and_nested_documents_are_refused(tmp_path: Path, body: str, status: int, why: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        headers = {"Authorization": f"Bearer {await room.token('ann')}", "Content-Type": "application/json"}
        answer = await web.post("/api/structures/check", content=body, headers=headers)
        assert (answer.status_code, why in answer.text) == (status, True), answer.text


async def test_checks_are_for_players_and_not_too_many(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(checks=Rate(2, 60_000))) as (room, web):
        ann = await room.token("ann")
        assert [(await check(web, ann)).status_code for _ in range(3)] == [200, 200, 429]
        assert (await web.post("/api/structures/check", json={})).status_code == 401
