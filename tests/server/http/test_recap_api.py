"""The night's recap over HTTP: for its players, its club and its link, and payments that are marked as paid."""

from __future__ import annotations

import logging
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace

from bigslick.protocol.host import Close, PaymentMarked
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.log import logging_to
from bigslick.server.store.records import SavedState
from bigslick.server.table.saves import save

from ..hands import NAMES
from ..recap.nights import chips_for, night
from ..served import Served, asking
from ..table.desk import Desk

PLENTY = Limits(requests=Rate(10**6, 1000), jottings=Rate(10**6, 1000), sign_ups=Rate(10**6, 1000))


PLAYERS = tuple(name.split()[0] for name in NAMES)


class Friends:
    """The players of a night and strangers, who send requests."""

    def __init__(self, room: Served, web: httpx.AsyncClient) -> None:
        self.room = room
        self.web = web
        self.tokens: dict[str, str] = {}

    async def play(self, *, host: str = "", hidden: bool = False, invite: str = "", **stream: Any) -> None:
        """Store a closed night at table t7, hosted by a player."""
        for name in PLAYERS:
            await self.come(name)
        stored = night(ids=lambda name: self.room.id(name.split()[0]), **stream)
        live = Desk().live
        live.hosting.host, live.hosting.token = self.room.id(host) if host else "", invite
        store = self.room.card_room.store
        for one in chips_for(stored):
            await store.append(replace(stored, opened=(), hands=(), transfers=[one]))
        hands = [replace(hand, hidden=hidden) for hand in stored.hands]
        await store.append(replace(stored, hands=hands, snapshots=[SavedState("t7", 1, save(live))]))

    async def come(self, name: str) -> None:
        """Sign a guest in, once."""
        if name not in self.tokens:
            self.tokens[name] = await self.room.token(name)

    async def ask(self, name: str | None, path: str, body: Any = None, method: str = "") -> httpx.Response:
        if name is not None:
            await self.come(name)
        headers = {} if name is None else {"Authorization": f"Bearer {self.tokens[name]}"}
        method = method or ("GET" if body is None else "POST")
        return await self.web.request(method, f"/api/{path}", json=body, headers=headers)

    async def recap(self, name: str) -> Any:
        found = await self.ask(name, "tables/t7/recap")
        assert found.status_code == 200, found.text
        return found.json()


async def test_the_players_read_what_happened_and_strangers_learn_nothing(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(host="ada", hidden=True)
        found = await friends.recap("bo")
        assert (found["name"], found["host"], found["hands"]) == ("Friday night", "ada", 6)
        assert (found["opened_at"], found["ended_at"]) == (500, 6_000)
        results = {line["player"]: line["net"] for line in found["results"]}
        assert sum(results.values()) == 0
        assert found["winners"] == [name for name, net in results.items() if net == max(results.values())]
        assert {name for point in found["course"] for name in point["stacks"]} == results.keys()
        assert found["biggest"]["winners"][0] in results
        assert sum(one["chips"] for one in found["payments"]) == sum(net for net in results.values() if net > 0)
        assert found["link"] == ""
        (mine,) = (await friends.ask("bo", "hand-tables")).json()
        assert (mine["table"], mine["recap"]) == ("t7", True)
        missing = await friends.ask("zoe", "tables/t99/recap")
        stranger = await friends.ask("zoe", "tables/t7/recap")
        assert (stranger.status_code, stranger.text) == (404, missing.text.replace("t99", "t7"))
        assert (await friends.ask(None, "tables/t7/recap")).status_code == 401
        for method in ("POST", "DELETE"):
            assert (await friends.ask("zoe", "tables/t7/recap/link", method=method)).status_code == 404


async def test_the_old_invite_leads_its_players_to_the_night(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(host="ada", invite="friday-invite")
        assert (await friends.ask("bo", "invitations/friday-invite/night")).json() == {"table": "t7"}
        for name, invite in (("zoe", "friday-invite"), ("bo", "another"), ("bo", "%C3%A9")):
            missing = await friends.ask(name, f"invitations/{invite}/night")
            assert (missing.status_code, missing.json()["error"]) == (
                404,
                "This invite opens nothing: ask the host for a new link.",
            )
        assert (await friends.ask(None, "invitations/friday-invite/night")).status_code == 401


async def test_a_table_that_is_open_and_a_tournament_have_no_recap(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        opened = (await friends.ask("ann", "tables", {"name": "Ann's"})).json()["table"]
        path = f"tables/{opened}/recap"
        refused = await friends.ask("ann", path)
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            f"The recap of '{opened}' shows once the table is closed.",
        )
        await room.card_room.submit(room.id("ann"), Close(cmd_id="c", at=opened))
        found = (await friends.ask("ann", path)).json()
        assert (found["hands"], found["results"], found["winners"], found["biggest"]) == (0, [], [], None)
        assert found["host"] == "ann"
        stored = night("sng7", ids=room.id, kind="tournament", opened_by=room.id("ann"))
        await room.card_room.store.append(replace(stored, hands=(), transfers=()))
        event = await friends.ask("ann", "tables/sng7/recap")
        assert (event.status_code, event.json()["error"]) == (
            409,
            "A tournament has no recap: its own page shows places and prizes.",
        )


async def test_a_clubs_members_read_it_and_cannot_share_it(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        club = (await friends.ask("ann", "clubs", {"name": "Friends"})).json()
        for name in ("ada", "bo", "dee"):
            assert (await friends.ask(name, "club-members", {"invite": club["invite"]})).status_code == 200
        await friends.play(club=club["id"])
        found = await friends.recap("ann")
        assert (found["club"], found["club_name"], found["link"]) == (club["id"], "Friends", None)
        refused = await friends.ask("ann", "tables/t7/recap/link", method="POST")
        assert (refused.status_code, refused.json()["error"]) == (
            403,
            "Only those who played this night, and the host, can share its recap.",
        )
        assert (await friends.ask("zoe", "tables/t7/recap")).status_code == 404
        shared = (await friends.ask("bo", "tables/t7/recap/link", method="POST")).json()["link"]
        assert (await friends.ask("zoe", f"recaps/{shared.rpartition('/')[2]}")).status_code == 200


async def test_a_link_opens_the_recap_for_anyone_until_it_is_taken_back(tmp_path: Path) -> None:
    written = StringIO()
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(hidden=True)
        with logging_to(written, logging.DEBUG):
            link = (await friends.ask("bo", "tables/t7/recap/link", method="POST")).json()["link"]
            assert link.startswith(f"{room.url}/r/")
            token = link.rpartition("/")[2]
            mine = await friends.recap("ada")
            assert mine["link"] == link
            theirs = (await friends.ask(None, f"recaps/{token}")).json()
        assert token not in written.getvalue()
        assert theirs["link"] is None
        assert not any(one["you_mark"] for one in theirs["payments"])
        private = ("link", "payments", "biggest", "best")
        assert {name: theirs[name] for name in theirs if name not in private} == {
            name: mine[name] for name in mine if name not in private
        }
        biggest = theirs["biggest"]
        assert biggest["replay"] is None, "nobody has shared that hand"
        assert (await friends.ask(None, f"hands/{biggest['hand']}")).status_code == 404
        dealt = [name for name in friends.tokens if (await friends.recap(name))["biggest"]["replay"] == ""]
        assert {(await friends.ask(name, f"hands/{biggest['hand']}")).status_code for name in dealt} == {200}
        hand = (await friends.ask(dealt[0], f"hands/{biggest['hand']}/link", method="POST")).json()["link"]
        assert (await friends.ask(None, f"recaps/{token}")).json()["biggest"]["replay"] == hand
        assert (await friends.ask(None, f"hands/{biggest['hand']}?link={hand}")).status_code == 200
        assert (await friends.ask("dee", "tables/t7/recap/link", method="DELETE")).status_code == 204
        gone = await friends.ask(None, f"recaps/{token}")
        assert (gone.status_code, gone.json()["error"]) == (404, "This link opens no recap: ask for a new one.")
        wrong = [await friends.ask(None, f"recaps/{guess}") for guess in ("A" * 24, "é", "x" * 90, token[:-1], "y")]
        assert [answer.status_code for answer in wrong] == [404, 404, 404, 404, 429]


async def test_the_recipient_or_the_host_marks_a_payment_and_both_are_told(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(host="dee")
        one = next(one for one in (await friends.recap("ada"))["payments"] if "dee" not in one.values())
        payer, payee = one["payer"], one["payee"]
        stranger = next(name for name in friends.tokens if name not in (payer, payee, "dee"))
        mark = {"payer": payer, "payee": payee}
        for name in (payer, stranger):
            refused = await friends.ask(name, "tables/t7/recap/paid", mark)
            assert (refused.status_code, refused.json()["error"]) == (
                403,
                f"Only {payee} and the host can mark this payment.",
            )
        nothing = await friends.ask("dee", "tables/t7/recap/paid", {"payer": payee, "payee": payer})
        assert (nothing.status_code, nothing.json()["error"]) == (409, f"{payee} owes {payer} nothing for this night.")
        async with room.socket(friends.tokens[payer]) as debtor, room.socket(friends.tokens[payee]) as creditor:
            for paid, by in ((True, payee), (False, "dee")):
                for _ in range(2):  # a copy changes nothing, and nobody hears of it
                    answer = await friends.ask(by, "tables/t7/recap/paid", {**mark, "paid": paid})
                    assert answer.status_code == 204, answer.text
                heard = {(await debtor.hear(PaymentMarked)), (await creditor.hear(PaymentMarked))}
                assert heard == {
                    PaymentMarked(
                        table="t7",
                        name="Friday night",
                        **mark,
                        chips=one["chips"],
                        chip_value=None,
                        paid=paid,
                        by=by,
                    )
                }
                (kept,) = [
                    line
                    for line in (await friends.recap(stranger))["payments"]
                    if (line["payer"], line["payee"]) == (payer, payee)
                ]
                assert (kept["paid_at"] is not None, kept["paid_by"], kept["you_mark"]) == (
                    paid,
                    by if paid else "",
                    False,
                )
        mine = (await friends.recap(payee))["payments"]
        assert [line["you_mark"] for line in mine] == [line["payee"] == payee for line in mine]
        assert all(line["you_mark"] for line in (await friends.recap("dee"))["payments"])


async def test_a_payment_stays_marked_when_its_players_change_their_names(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        await friends.play(host="dee")
        before = (await friends.recap("dee"))["payments"]
        for one in before:
            mark = {"payer": one["payer"], "payee": one["payee"]}
            assert (await friends.ask("dee", "tables/t7/recap/paid", mark)).status_code == 204
        for number, name in enumerate(PLAYERS):
            assert (await friends.ask(name, "name", {"name": f"Zoë {9 - number}"})).status_code == 200
        after = (await friends.recap("dee"))["payments"]
        assert [one["chips"] for one in after] == [one["chips"] for one in before]
        assert all(one["paid_at"] is not None and one["payer"].startswith("Zoë") for one in after)


async def test_a_night_that_its_club_settled_is_marked_in_that_settlement(tmp_path: Path) -> None:
    async with asking(tmp_path, PLENTY) as (room, web):
        friends = Friends(room, web)
        club = (await friends.ask("ada", "clubs", {"name": "Friends"})).json()
        for name in PLAYERS[1:]:
            await friends.ask(name, "club-members", {"invite": club["invite"]})
        await friends.play(club=club["id"])
        one = (await friends.recap("ada"))["payments"][0]
        made = await friends.ask("ada", f"clubs/{club['id']}/settlements", {"nights": ["t7"]})
        assert made.status_code == 201, made.text
        found = await friends.recap(one["payee"])
        assert found["settled"] == 1
        assert not any(line["you_mark"] for line in found["payments"])
        mark = {"payer": one["payer"], "payee": one["payee"]}
        refused = await friends.ask(one["payee"], "tables/t7/recap/paid", mark)
        assert (refused.status_code, refused.json()["error"]) == (
            409,
            "The club has settled this night in settlement 1: mark payments there.",
        )
