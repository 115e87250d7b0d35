"""Opening a table or tournament over HTTP: the chosen settings take effect, and impossible ones get a sentence."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from bigslick.hand.events import StreetDealt
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import SPEEDS
from bigslick.protocol.room_events import Tabled
from bigslick.protocol.settings import TablePace
from bigslick.server.http.opening_api import FILL_MS
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table.pacing import Paced
from bigslick.tournament.structure.files import load, loads, presets

from ..served import Served, asking
from ..tournament.test_play import DOCS, documented

PLENTY = Limits(requests=Rate(10**6, 1000), tables=Rate(10**6, 1000))


async def ask(web: httpx.AsyncClient, token: str | None, path: str, **body: Any) -> httpx.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return await web.post(f"/api/{path}", json=body, headers=headers)


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def places(room: Served) -> int:
    return len(room.card_room.tables) + len(room.card_room.tournaments)


async def test_a_table_is_opened_as_it_was_chosen_and_its_player_is_the_host(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        chosen = {"seats": 4, "small_blind": 25, "big_blind": 50, "straddle": True, "dead_blind_rule": "post"}
        chosen["burn"] = False
        pace = {"speed": "fast", "action_ms": 20_000, "bank_ms": 0, "bank": "automatic"}
        door = {"approve": "players", "spectators": "delayed", "delay_ms": 5_000}
        answer = await ask(web, ann, "tables", name="Mine", **chosen, **pace, **door)
        assert answer.status_code == 201
        live = room.card_room.tables[answer.json()["table"]].live
        assert {name: getattr(live.settings, name) for name in chosen} == chosen
        now = live.settings.pace
        assert now == replace(SPEEDS["fast"], action_ms=20_000, bank_ms=0, bank="automatic")
        assert (live.host, live.hosting.token) == (room.id("ann"), ""), "a public table has no invite"
        assert live.hosting.door == GameDoor(approve="players", spectators="delayed", delay_ms=5_000)


def pauses(pace: TablePace) -> tuple[int, int, int]:
    return pace.deal_animation_delay_ms, pace.street_delay_ms, pace.inter_round_delay_ms


def run_out_ms(pace: TablePace) -> int:
    """Return how long viewers watch a preflop all-in, from the tabled hands to the payouts."""
    streets = [StreetDealt(street=street, cards=()) for street in ("flop", "turn", "river")]
    return Paced([Tabled(seat=0, cards=()), Tabled(seat=1, cards=()), *streets], pace, 0).end


async def test_a_speed_decides_every_pause_and_fast_is_fast_in_a_run_out_too(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        opened = []
        for speed in ("fast", "normal", "relaxed"):
            table = (await ask(web, ann, "tables", name=speed, speed=speed)).json()["table"]
            event = (await ask(web, ann, "tournaments", name=speed, speed=speed)).json()["tournament"]
            opened.append(room.card_room.tables[table].settings.pace)
            assert room.card_room.tournaments[event].live.settings.pace == opened[-1]
        for quicker, slower in pairwise(opened):
            assert all(less < more for less, more in zip(pauses(quicker), pauses(slower), strict=True))
        assert run_out_ms(opened[0]) <= 2_000 < 4_000 <= run_out_ms(opened[1]) < run_out_ms(opened[2])


@pytest.mark.parametrize(
    ("entrants", "prizes"),
    [(2, [100]), (3, [100]), (4, [65, 35]), (6, [65, 35]), (7, [50, 30, 20]), (13, [45, 27, 18, 10])],
)
async def test_a_tournament_pays_more_places_the_larger_its_field_is(
    tmp_path: Path, entrants: int, prizes: list[int]
) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        answer = await ask(web, ann, "tournaments", name="Mine", entrants=entrants, buy_in=100, fill=True)
        assert answer.status_code == 201
        live = room.card_room.tournaments[answer.json()["tournament"]].live
        assert list(live.prizes) == [share * entrants for share in prizes]
        assert (live.host, live.settings.fill_ms) == (room.id("ann"), FILL_MS)


DOCUMENTS = [text for page in sorted(DOCS.rglob("*.md")) for text in documented(page)]


@pytest.mark.parametrize("text", DOCUMENTS)
async def test_every_structure_of_the_documents_opens(tmp_path: Path, text: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        answer = await ask(web, ann, "tournaments", name="Mine", structure=text, entrants=20)
        if loads(text).guarantee or loads(text).payouts.amounts:
            assert "The house adds no money to a player's tournament" in answer.json()["error"]
        else:
            live = room.card_room.tournaments[answer.json()["tournament"]].live
            assert live.structure == replace(loads(text), name="Mine", entrants=20)


@pytest.mark.parametrize("name", presets())
async def test_every_preset_opens_with_values_beside_it(tmp_path: Path, name: str) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        answer = await ask(web, ann, "tournaments", name="Mine", structure=name, entrants=20, start="host")
        assert answer.status_code == 201
        live = room.card_room.tournaments[answer.json()["tournament"]].live
        assert live.structure == replace(load(name), name="Mine", entrants=20)
        assert (live.settings.start, live.host) == ("host", room.id("ann"))


async def test_places_are_kept_for_accounts_by_their_names(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann = await room.token("ann")
        await room.member("Bob")
        answer = await ask(web, ann, "tournaments", name="Mine", keep_for=["bob", "Bob"])
        settings = room.card_room.tournaments[answer.json()["tournament"]].live.settings
        assert set(settings.kept_for) == {room.id("Bob")}
        refused = await ask(web, ann, "tournaments", name="Mine", keep_for=["Zoe"])
        assert error(refused) == (409, "Nobody has an account named Zoe.")


async def test_a_start_is_at_a_time_with_its_zone_that_is_ahead(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, now = await room.token("ann"), room.card_room.clock.now()
        begins = datetime.fromtimestamp(now // 1000 + 3600, timezone(timedelta(hours=-7)))
        timed = {"start": "time", "start_time": begins.isoformat()}
        answer = await ask(web, ann, "tournaments", name="Mine", **timed, check_in_minutes=15, absent="refunded")
        at = (now // 1000 + 3600) * 1000
        card = answer.json()
        assert (card["starts_at"], card["check_in_at"], card["absent"]) == (at, at - 900_000, "refunded")
        for chosen, why in (
            (begins.replace(tzinfo=None), "without a zone: expected one, as in"),
            (begins - timedelta(hours=2), "which is over: choose a later one"),
            (begins + timedelta(days=91), "expected at most 90 days ahead"),
        ):
            refused = await ask(web, ann, "tournaments", name="Mine", start="time", start_time=chosen.isoformat())
            assert (refused.status_code, why in refused.json()["error"]) == (409, True), refused.text
        for body in ({"start": "time"}, {"start_time": begins.isoformat()}):
            refused = await ask(web, ann, "tournaments", name="Mine", **body)
            assert "start_time goes with start = 'time'" in refused.json()["error"]
        assert (await ask(web, ann, "tournaments", name="Mine", start="time", start_time="at 8")).status_code == 400
        assert len(room.card_room.tournaments) == 1


async def test_what_cannot_be_played_opens_nothing_and_says_why(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ann, before = await room.token("ann"), places(room)
        for path, body, why in (
            ("tables", {"name": "eIm"}, "looks like the name of one of the house's tables"),
            ("tables", {"name": "Mine", "club": "c9"}, "You are not a member of a club 'c9'"),
            ("tables", {"name": "Mine", "small_blind": 20, "big_blind": 10}, "blind"),
            ("tables", {"name": "Mine", "least_buy_in": 900, "most_buy_in": 800}, "buy"),
            ("tables", {"name": "Mine", "spectators": "delayed"}, "delay_ms=0: expected"),
            ("tables", {"name": "   "}, "name='   ': expected 1 to 40 printable letters"),
            ("tournaments", {"name": "Mine", "structure": "deep-99"}, "There is no structure 'deep-99'"),
            ("tournaments", {"name": "Mine", "structure": "deep-9"}, "entrants is 0: expected a field of 2 to 1000"),
            ("tournaments", {"name": "Mine", "structure": "seats = 9"}, "the structure needs 'starting_stack'"),
            ("tournaments", {"name": "Mine", "entrants": 101, "fill": True}, "House bots fill a field of at most 100"),
            ("tournaments", {"name": "   "}, "name='   ': expected 1 to 40 printable letters"),
            ("tournaments", {"name": "Mine", "password": "open sesame"}, "Only a private table has a password"),
        ):
            status, sentence = error(await ask(web, ann, path, **body))
            assert (status, why in sentence) == (409, True), (body, sentence)
        euro = {"cents": 5, "currency": "€"}
        for more, value in (({}, None), ({"chip_value": euro}, euro)):
            refused = await ask(web, ann, "tables", name="Mine", small_blind=20, big_blind=10, **more)
            assert refused.json()["error"] == "small_blind=20: expected 0 to 10"
            assert refused.json()["wording"].get("chip_value") == value, "the page writes it in money"
        assert (await ask(web, None, "tables", name="Mine")).status_code == 401
        assert (await ask(web, ann, "tables", name="Mine", seats=11)).status_code == 400
        assert places(room) == before


async def test_a_player_opens_only_so_many_in_an_hour(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(tables=Rate(2, 3_600_000))) as (room, web):
        ann, bob = await room.token("ann"), await room.token("bob")
        opened = [await ask(web, ann, kind, name="Mine") for kind in ("tables", "tournaments", "tables")]
        assert [answer.status_code for answer in opened] == [201, 201, 429]
        assert "You have opened enough tables for now" in error(opened[-1])[1]
        assert (await ask(web, bob, "tables", name="Mine")).status_code == 201
