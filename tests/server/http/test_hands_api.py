"""Shared hands in a served card room: anyone gets what everyone saw, and players also get their own cards."""

from __future__ import annotations

import dataclasses
import io
import re
from pathlib import Path

import httpx
from msgspec.structs import replace

from bigslick.hand.events import Shown
from bigslick.hand.hand import Hand
from bigslick.history.formats.registry import read_stream
from bigslick.server.avatars import given_avatar
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.records import Batch, StoredHand, Stream
from bigslick.server.store.retention import HandRetention, OldHands

from ..hands import played
from ..leaks import salts_of, search
from ..served import asking

PLENTY = Limits(requests=Rate(10**9, 1000))
FORMATS = ("phh", "pokerstars", "ohh")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_shared_hand_leaks_nothing_to_anybody(tmp_path: Path) -> None:
    """Search every form of a hand byte by byte, as sent to signed-out visitors, strangers and its players."""
    from bigslick.protocol.fairness import DealtDeck, SealedDeck

    async with asking(tmp_path, PLENTY) as (room, web):
        tokens = {name: bearer(await room.token(name)) for name in ("ada", "dee", "zoe")}
        hands = [played("t7", number, ids=room.id) for number in range(1, 9)]
        await room.card_room.store.append(Batch(hands=hands))
        looked = 0
        for stored in hands:
            hand = Hand.load(stored.record)
            salts = salts_of(DealtDeck(SealedDeck(stored.house_seed, stored.table, stored.number), stored.seeds))
            shown = {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
            public = {*(card for board in hand.boards for card in board), *shown}
            for name in (None, *tokens):
                mine = [seat for seat, who in stored.names.items() if name is not None and who == name.title()]
                own = {card for seat in mine for card in hand.hole(seat)}
                headers = {} if name is None else tokens[name]
                paths = [f"/api/hands/{stored.id}", f"/api/hands/{stored.id}/proof"]
                paths += [f"/api/hands/{stored.id}/history?format={form}" for form in FORMATS]
                for path in paths:
                    answer = await web.get(path, headers=headers)
                    assert answer.status_code == 200
                    search(answer.content, salts, public | own, f"{path} for {name}")
                    assert stored.house_seed.hex() not in answer.text
                    looked += 1
        assert looked == 8 * 4 * 5


async def test_a_hand_says_what_its_chips_were_worth(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ada = bearer(await room.token("ada"))
        euros = Stream(id="t7", kind="table", name="Euros", opened_at=1, closed_at=2, chip_cents=5, currency="€")
        hands = [played("t7", 1, ids=room.id), played("t8", 1, ids=room.id)]
        await room.card_room.store.append(Batch(opened=[euros], hands=hands))
        value = {"cents": 5, "currency": "€"}
        assert (await web.get("/api/hands/t7-1", headers=ada)).json()["chip_value"] == value
        assert "chip_value" not in (await web.get("/api/hands/t8-1", headers=ada)).json()
        listed = (await web.get("/api/hands", headers=ada)).json()["hands"]
        assert {hand["id"]: hand["chip_value"] for hand in listed} == {"t7-1": value, "t8-1": None}


async def test_a_replay_comes_with_the_avatars_of_its_players(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ada = bearer(await room.token("ada"))
        assert (await web.post("/api/avatar", json={"avatar": "whale"}, headers=ada)).status_code == 204
        await room.card_room.store.append(Batch(hands=[hand := played("t7", 1, ids=room.id)]))
        given = {hand.names[seat]: given_avatar(player) for seat, player in hand.players.items()}
        assert (await web.get("/api/hands/t7-1")).json()["avatars"] == given | {"Ada": "whale"}


async def test_my_hands_are_mine(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        ada, zoe = bearer(await room.token("ada")), bearer(await room.token("zoe"))
        hands = [played("t7", number, ids=room.id) for number in range(1, 31)]
        await room.card_room.store.append(Batch(hands=hands))
        paths = ("/api/hands", "/api/statistics", "/api/histories", "/api/hand-tables")
        for path in paths:
            assert (await web.get(path)).status_code == 401
        assert len((await web.get("/api/hands?limit=100", headers=ada)).json()["hands"]) == 30
        assert (await web.get("/api/hands", headers=zoe)).json() == {"hands": [], "next": ""}
        assert (await web.get("/api/statistics", headers=zoe)).json()["hands"] == 0
        assert (await web.get("/api/hand-tables", headers=zoe)).json() == []
        assert (await web.get("/api/histories", headers=zoe)).text == ""
        assert (await web.get("/api/hands?player=ada", headers=zoe)).status_code == 400
        won = (await web.get("/api/hands?won=won&limit=100", headers=ada)).json()["hands"]
        assert (await web.get("/api/statistics?won=won", headers=ada)).json()["hands"] == len(won)
        for form in FORMATS:
            file = await web.get(f"/api/histories?won=won&format={form}", headers=ada)
            assert len(list(read_stream(io.BytesIO(file.content)))) == len(won)
            assert re.search(r'filename="hands\.\w+"', file.headers["content-disposition"])
        for query, status in (
            ("holding=AKs", 200),
            ("holding=A%2B", 409),
            ("holding=" + "A" * 201, 400),
            ("showdown=true", 200),
            ("showdown=maybe", 400),
            ("least_pot=-1", 400),
            ("most_pot=10000000000", 400),
            ("table=%00", 400),
            ("since=x", 400),
        ):
            for path in ("/api/hands", "/api/statistics", "/api/histories"):
                found = await web.get(f"{path}?{query}", headers=ada)
                assert found.status_code == status, (path, query, found.text)


def aged(stored: StoredHand, now: int, days: int) -> StoredHand:
    return replace(stored, ended_at=now - days * 86_400_000)


async def test_a_link_to_a_hand_that_has_gone_says_so(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        card_room = room.card_room
        now = card_room.clock.now()
        hands = [aged(played("t7", number), now, 40 if number < 3 else 1) for number in range(1, 5)]
        await card_room.store.append(Batch(hands=hands))
        retention = HandRetention(keep_days=30, export_to=str(tmp_path / "old"))
        card_room.options = dataclasses.replace(card_room.options, retention=retention)
        assert await OldHands(card_room.store, card_room.clock, retention).sweep() == 2
        for path in ("", "/proof", "/history"):
            gone = await web.get(f"/api/hands/t7-2{path}")
            assert gone.status_code == 410
            assert gone.json()["error"] == "Hand t7-2 has expired: this card room keeps hands for 30 days."
            assert (await web.get(f"/api/hands/t7-3{path}")).status_code == 200
            assert (await web.get(f"/api/hands/t7-99{path}")).status_code == 404


async def test_the_widget_needs_no_session_and_gives_none(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, _), httpx.AsyncClient(base_url=room.url) as other:
        page = await other.get("/embed/t1-1", headers={"Origin": "https://elsewhere.example"})
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
        assert "access-control-allow-origin" not in page.headers
