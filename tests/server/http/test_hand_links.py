"""The link to a private table's hand shows anyone what was public, until it is revoked."""

from __future__ import annotations

from pathlib import Path

import httpx
from msgspec.structs import replace

from bigslick.hand.events import Shown
from bigslick.hand.hand import Hand
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.records import Batch, Stream
from bigslick.server.store.retention import HandRetention, OldHands

from ..hands import played
from ..leaks import salts_of, search
from ..served import Served, asking

PLENTY = Limits(requests=Rate(10**9, 1000), jottings=Rate(10**9, 1000))


class People:
    """People who request hands."""

    def __init__(self, room: Served, web: httpx.AsyncClient) -> None:
        self.room = room
        self.web = web
        self.tokens: dict[str | None, str] = {}

    async def come(self, *names: str) -> None:
        """Sign people in."""
        for name in names:
            self.tokens[name] = await self.room.token(name)

    async def ask(self, name: str | None, path: str, method: str = "GET") -> httpx.Response:
        if name is not None and name not in self.tokens:
            await self.come(name)
        headers = {} if name is None else {"Authorization": f"Bearer {self.tokens[name]}"}
        return await self.web.request(method, f"/api/{path}", headers=headers)


def forms(hand: str, link: str = "") -> list[str]:
    """Return a hand in every form."""
    query = f"?link={link}" if link else ""
    more = f"&link={link}" if link else ""
    histories = [f"hands/{hand}/history?format={form}{more}" for form in ("phh", "pokerstars", "ohh")]
    return [f"hands/{hand}{query}", f"hands/{hand}/proof{query}", *histories]


async def test_a_hand_of_a_private_table_opens_by_its_link_alone_and_leaks_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = People(room, web)
        await people.come("ada", "dee")
        stored = replace(played("t7", 1, ids=room.id), hidden=True)
        await room.card_room.store.append(Batch(hands=[stored]))
        hand = Hand.load(stored.record)
        missing = (await people.ask(None, "hands/t9-1")).text.replace("t9", "t7")
        for name in (None, "zoe"):
            for path in (*forms("t7-1"), *forms("t7-1", "wrong")):
                closed = await people.ask(name, path)
                assert (closed.status_code, closed.text) == (404, missing), "and nobody knows that it is there"
        for method in ("POST", "DELETE"):
            foreign = await people.ask("zoe", "hands/t7-1/link", method)
            assert (foreign.status_code, foreign.text) == (404, missing)
            assert (await people.ask(None, "hands/t7-1/link", method)).status_code == 401
        mine = (await people.ask("ada", "hands/t7-1")).json()
        assert (mine["private"], mine["link"]) == (True, "")
        link = (await people.ask("ada", "hands/t7-1/link", "POST")).json()["link"]
        assert len(link) >= 24
        assert (await people.ask("dee", "hands/t7-1/link", "POST")).json()["link"] == link, "a hand has one link"
        for path in forms("t7-1", link[:-1]):
            assert (await people.ask("zoe", path)).status_code == 404, "no other link opens it"
        salts = salts_of(DealtDeck(SealedDeck(stored.house_seed, stored.table, stored.number), stored.seeds))
        shown = {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
        public = {*(card for board in hand.boards for card in board), *shown}
        for name in (None, "zoe"):
            for path in forms("t7-1", link):
                answer = await people.ask(name, path)
                assert answer.status_code == 200
                search(answer.content, salts, public, f"{path} for {name}")
            told = (await people.ask(name, f"hands/t7-1?link={link}")).json()
            assert told["private"] is True
            assert not {"link", "you", "spec"} & told.keys()
        assert (await people.ask("ada", f"hands/t7-1?link={link}")).json()["you"] is not None
        assert (await people.ask("dee", "hands/t7-1/link", "DELETE")).status_code == 204
        assert (await people.ask(None, f"hands/t7-1?link={link}")).text == missing
        assert (await people.ask("ada", "hands/t7-1/link", "POST")).json()["link"] != link


async def test_a_hand_of_a_public_table_needs_no_link(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = People(room, web)
        await people.come("ada")
        await room.card_room.store.append(Batch(hands=[played("t7", 1, ids=room.id)]))
        assert (await people.ask("zoe", "hands/t7-1/link", "POST")).json() == {"link": ""}
        told = (await people.ask("ada", "hands/t7-1")).json()
        assert not {"private", "link"} & told.keys()
        assert (await people.ask(None, "hands/t7-1?link=-")).status_code == 200


async def test_a_hand_of_a_club_is_shared_by_those_who_played_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = People(room, web)
        card_room = room.card_room
        await people.come("ada", "dee", "eve")
        club = await card_room.clubs.create(room.id("ada"), "Friday")
        await card_room.clubs.join(room.id("eve"), club.invite)
        stream = Stream(id="t7", kind="table", name="Ours", club=club.id, opened_by=room.id("ada"), opened_at=1)
        await card_room.store.append(Batch(opened=(stream,), hands=[played("t7", 1, ids=room.id)], closed=(("t7", 2),)))
        missing = (await people.ask(None, "hands/t9-1")).text.replace("t9", "t7")
        assert (await people.ask(None, "hands/t7-1")).text == missing
        assert (await people.ask("zoe", "hands/t7-1/link", "POST")).text == missing
        member = await people.ask("eve", "hands/t7-1/link", "POST")
        assert (member.status_code, "Only those who played hand t7-1" in member.json()["error"]) == (403, True)
        assert (await people.ask("eve", "hands/t7-1")).json().keys() & {"private", "link"} == {"private"}
        link = (await people.ask("ada", "hands/t7-1/link", "POST")).json()["link"]
        assert (await people.ask(None, f"hands/t7-1?link={link}")).status_code == 200
        nothing = (await people.ask(None, "tables/t9/hands")).text.replace("t9", "t7")
        assert (await people.ask(None, "tables/t7/hands")).text == nothing
        assert len((await people.ask("eve", "tables/t7/hands")).json()) == 1


async def test_a_private_hand_that_has_expired_is_gone_without_a_word(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        people = People(room, web)
        await people.come("ada")
        store, clock = room.card_room.store, room.card_room.clock
        await store.append(Batch(hands=[replace(played("t7", 1, ids=room.id), hidden=True), played("t8", 1)]))
        link = (await people.ask("ada", "hands/t7-1/link", "POST")).json()["link"]
        assert link
        old = OldHands(store, clock, HandRetention(keep_days=1, export_to=str(tmp_path / "old")))
        assert await old.sweep() == 2
        assert (await people.ask(None, "hands/t8-1")).status_code == 410
        for path in ("hands/t7-1", f"hands/t7-1?link={link}"):
            assert (await people.ask(None, path)).status_code == 404
        assert await room.card_room.hand_links.of("t7-1") == "", "the link goes with the hand"
