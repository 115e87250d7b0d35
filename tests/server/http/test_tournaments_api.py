"""Tournaments over HTTP: all of them, one with its standings, and its structure, while it is served and for good."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from bigslick.protocol.tournament import TournamentStructure
from bigslick.server.room.config import FAST
from bigslick.server.tournament import task as tournament_task
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure
from tests.waiting import until

from ..served import asking, serving, table


async def asked(url: str, name: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as web:
        return await web.get(f"/api/tournaments/{name}")


async def test_a_tournament_keeps_its_result_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long after it is over and no longer served, even after a restart, its page says who won what."""
    monkeypatch.setattr(tournament_task, "CLOSE_MS", 100)
    played = Structure(
        name="Sprint",
        entrants=3,
        seats=3,
        starting_stack=200,
        levels=(Level(small=50, big=100),),
        payouts=Payouts(),
        buy_in=100,
    )
    sprint = TournamentSettings(structure=played, pace=FAST, bots=("caller", "lag", "caller"))

    async with serving(tmp_path, table(), tournaments=[sprint]) as room:
        tournaments = room.card_room.tournaments
        await until(lambda: "sng1" in tournaments and tournaments["sng1"].live.over)
        before = (await asked(room.url, "sng1")).json()
        await until(lambda: "sng1" not in tournaments)
        gone = (await asked(room.url, "sng1")).json()
    async with serving(tmp_path) as room:
        later = (await asked(room.url, "sng1")).json()
        structure = (await asked(room.url, "sng1/structure")).json()
        for none in ("sng99", "sng99/structure"):
            assert (await asked(room.url, none)).status_code == 404
        assert (await asked(room.url, "t1")).status_code == 404
    for told in (before, gone, later):
        assert told["card"]["status"] == "over"
        assert told["entrants"][0]["place"] == 1
        assert sum(entrant["prize"] for entrant in told["entrants"]) == 300
    places = [[(one["player"], one["place"]) for one in told["entrants"]] for told in (before, later)]
    assert places[0] == places[1]
    assert msgspec.convert(structure, TournamentStructure) == TournamentStructure(
        tournament="sng1", structure=played, pace=FAST
    )


async def test_a_private_tournament_and_its_structure_are_for_those_invited(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        mine, other = [{"Authorization": f"Bearer {await room.token(name)}"} for name in ("ann", "bob")]
        opened = await web.post("/api/tournaments", json={"name": "Mine", "private": True}, headers=mine)
        path = f"/api/tournaments/{opened.json()['tournament']}"
        assert (await web.get(path, headers=mine)).json()["card"]["name"] == "Mine"
        assert (await web.get(f"{path}/structure", headers=mine)).json()["structure"]["starting_stack"] == 1500
        for address in (path, f"{path}/structure"):
            assert (await web.get(address, headers=other)).status_code == 404
            assert (await web.get(address)).status_code == 404
