"""No endpoint and no message gives a viewer more than the table's host shows its spectators.

The law reads the application's routes and the protocol's messages, so a new one takes part automatically, or fails here
until it is listed.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from starlette.routing import Mount, Route, WebSocketRoute

from bigslick import Action, Bet, Call, Fold, Raise
from bigslick.protocol import broadcast, host, lobby, social, tournament, wire
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.app import new_app
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table import audience, gallery
from bigslick.server.table.seen import Seen
from tests.virtual_clock import VirtualClock
from tests.waiting import LONG

from .served import Raw, serving

DELAY = 600_000
PLENTY = Rate(10**9, 1000)
LIMITS = Limits(requests=PLENTY, commands=PLENTY, tables=PLENTY, arrivals=PLENTY, sign_ups=PLENTY)
CHIPS = {"ann": 1_709, "bob": 2_503}
"""Odd numbers, to find a stack wherever it appears."""
RAISES = {1: 617, 2: 431}
WHOLE_ROOM = {"/metrics"}
"""Addresses that count for the operator what happens at all tables together."""

ANSWERS = {
    "/api/accounts": "your own account",
    "/api/guest": "your own account",
    "/api/guest/account": "your own account",
    "/api/sessions": "your own account",
    "/api/token": "your own account",
    "/api/name": "your own account",
    "/api/refill": "your own chips",
    "/api/password": "your own account",
    "/api/tables": "the card of a table you have just opened",
    "/api/tournaments": "the card of a tournament you have just opened",
    "/api/invites": "the name of a table, and your own account",
    "/api/hands/{hand}/link": "a secret for a hand you were dealt in to, or hosted",
    "/api/tables/{table}/recap/link": "a secret for a night that you have seen to its end",
    "/api/clubs": "cards, as in the lobby",
    "/api/club-invite": "names",
    "/api/club-members": "cards, as in the lobby",
    "/api/clubs/{club}/invite": "cards, as in the lobby",
    "/api/clubs/{club}/role": "cards, as in the lobby",
    "/api/clubs/{club}/evenings": "a plan and names",
    "/api/clubs/{club}/evenings/{evening}": "a plan and names",
    "/api/clubs/{club}/evenings/{evening}/call-off": "a plan and names",
    "/api/clubs/{club}/evenings/{evening}/answer": "a plan and names",
    "/api/clubs/{club}/evenings/{evening}/open": "a plan and names",
    "/api/clubs/{club}/calendar": "an address, which the law fetches",
    "/api/clubs/{club}/imports/read": "the file that was sent, and names",
    "/api/clubs/{club}/imports": "a night of the club's ledger, which was played elsewhere",
    "/api/clubs/{club}/series": "a series without tournaments yet",
    "/api/series/{series}": "a series, which the law reads",
    "/api/structures/check": "a forecast of the structure that was sent",
    "/api/broadcast/avatars": "pictures",
    "/api/clubs/{club}/settlements": "nights of the club's ledger, which the law reads",
}
"""What the other methods answer; the law fetches everything that can be fetched."""
MESSAGES = {
    wire.Welcome: "your own account",
    wire.TableSnapshot: "the law reads it",
    wire.Update: "the law reads it",
    wire.Done: "your own command",
    wire.Refused: "your own command",
    wire.Said: "late, like the hand it may be about",
    wire.SkipAgreed: "late, like the hand",
    social.ChatLines: "late, like the hands they may be about",
    social.NamedHere: "your own name",
    social.AvatarChanged: "a picture",
    lobby.Lobby: "the law reads it",
    lobby.LobbyChanged: "cards of the lobby",
    tournament.TournamentStructure: "decided before the first card",
    tournament.TournamentNow: "a tournament delays nobody",
    tournament.TournamentChanged: "a tournament delays nobody",
    tournament.OffersNow: "what you can pay for, once you have seen your hand to its end",
    tournament.PlayerMoved: "your own seat",
    host.HostNow: "the door; requests for the host only",
    broadcast.BroadcastNow: "whether there is one; its secret for the host only",
    host.RequestAnswered: "your own request",
    host.ShownOut: "your own seat",
    host.PaymentMarked: "your own payment, of a night that is over",
    wire.Pong: "time",
    wire.Outage: "the database",
    wire.Bye: "the connection",
}


def test_every_answer_and_every_message_says_through_what_it_goes() -> None:
    told = {
        each.path for each in ENDPOINTS if each.method != "GET" and each.reply is not None and each.needs != "admin"
    }
    assert told == set(ANSWERS), "a new endpoint: does it carry stacks, hands or money, and through `seen_by`?"
    assert set(get_args(wire.FromServer)) == set(MESSAGES), "a new message: the same question"


async def passing(clock: VirtualClock, condition: Callable[[], object]) -> None:
    """Let time pass until a condition holds."""
    async with asyncio.timeout(LONG):
        while not condition():
            await clock.advance(100)
            await asyncio.sleep(0.001)  # the database works in its own thread


class Evening:
    """Two tables with the same door, one of them a club's, and everything that spectators can fetch about them."""

    def __init__(self, folder: Path, **door: Any) -> None:
        self.folder = folder
        self.clock = VirtualClock()
        self.door = door
        self.tokens: dict[str, str] = {}
        self.tables: list[str] = []
        self.club = ""
        self.calendar = ""
        """The secret in the address of the club's calendar."""
        self.links: dict[str, str] = {}
        self.recaps: list[str] = []
        """The secrets of the links to the nights' recaps."""
        self.stages: list[set[int]] = [{0, *CHIPS.values()}]
        """The numbers on the tables after each hand."""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Serve the room, for the first time or again."""
        async with (
            serving(self.folder, limits=LIMITS, clock=self.clock) as self.room,
            httpx.AsyncClient(base_url=self.room.url, trust_env=False, verify=False) as self.web,
        ):
            yield

    async def ask(self, who: str | None, path: str, body: Any = None, *, method: str = "") -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"} if who else {}
        return await self.web.request(method or ("GET" if body is None else "POST"), path, json=body, headers=headers)

    async def arrive(self) -> None:
        """Open a club and the tables, and sit down; eve sits down first and leaves again."""
        self.tokens = {name: await self.room.token(name) for name in ("ann", "bob", "eve")}
        club = (await self.ask("ann", "/api/clubs", {"name": "Friends"})).json()
        self.club = club["id"]
        for name in ("bob", "eve"):
            assert (await self.ask(name, "/api/club-members", {"invite": club["invite"]})).status_code == 200
        series = {"name": "Winter", "formula": "n"}
        assert (await self.ask("ann", f"/api/clubs/{self.club}/series", series)).status_code == 201
        plan = {"day": "1970-01-03", "time": "20:00", "zone": "UTC", "table": {"name": "Oak"}}
        assert (await self.ask("ann", f"/api/clubs/{self.club}/evenings", plan)).status_code == 201
        link = (await self.ask("ann", f"/api/clubs/{self.club}/calendar", {})).json()["link"]
        self.calendar = link.rpartition("/")[2].removesuffix(".ics")
        for where in ("", self.club):
            stakes = {"small_blind": 7, "big_blind": 13, "least_buy_in": 100, "most_buy_in": 5_000}
            settings = {"name": f"Elm {where}", "club": where, "speed": "fast", **stakes, **self.door}
            card = await self.ask("ann", "/api/tables", settings)
            assert card.status_code == 201, card.text
            self.tables.append(card.json()["table"])
            await self.command("eve", wire.Sit(cmd_id="s", table=self.tables[-1], chips=1_301))
            await self.command("eve", wire.LeaveTable(cmd_id="l", table=self.tables[-1]))
        await self.clock.advance(DELAY)
        for table in self.tables:
            for name, chips in CHIPS.items():
                await self.command(name, wire.Sit(cmd_id="s", table=table, chips=chips))

    async def close(self) -> None:
        """Close the tables; the host shares the recaps at once."""
        for table in self.tables:
            await self.command("ann", host.Close(cmd_id="c", at=table))
            live = self.room.card_room.tables[table].live
            await passing(self.clock, lambda live=live: live.shown.closed)  # type: ignore[misc]
            link = await self.ask("ann", f"/api/tables/{table}/recap/link", method="POST")
            assert link.status_code == 200, link.text
            self.recaps.append(link.json()["link"].rpartition("/")[2])

    async def command(self, name: str, command: Any) -> None:
        answer = await self.room.card_room.submit(self.room.id(name), command)
        assert isinstance(answer, wire.Done), answer

    async def play(self, hand: int) -> None:
        """Play a hand at each table, with a raise, a bet and a fold, then pause the game."""
        for table in self.tables:
            await self._play(table, hand)
            link = await self.ask("ann", f"/api/hands/{table}-{hand}/link", method="POST")
            self.links[f"{table}-{hand}"] = link.json()["link"]
        live = self.room.card_room.tables[self.tables[0]].live
        stacks = [seat.stack for seat in live.table.seats if seat is not None]
        results = [stack - chips for stack, chips in zip(stacks, CHIPS.values(), strict=True)]
        self.stages.append({*stacks, *map(abs, results)})

    async def _play(self, table: str, hand: int) -> None:
        live = self.room.card_room.tables[table].live
        if live.hosting.paused:
            await self.command("ann", host.Resume(cmd_id=f"r{hand}", at=table))
        actions: tuple[Action, ...] = (Raise(to=RAISES[hand]), Call(), Bet(to=300), Fold())
        for number, action in enumerate(actions):
            await passing(
                self.clock, lambda: live.turn and live.shown.turn and live.turn.number == live.shown.turn.number
            )
            turn = live.shown.turn
            assert turn is not None
            if not number:
                await self.command("ann", host.Pause(cmd_id=f"p{hand}", at=table))
            act = wire.Act(cmd_id=f"a{hand}{number}", table=table, hand=hand, number=turn.number, action=action)
            await self.command(self.room.card_room.names.name_of(live.shown.players[turn.seat]), act)
        await passing(self.clock, lambda: live.playing is None and not live.script)

    async def fetch(self, who: str | None) -> dict[str, str]:
        """Return everything a spectator can get, by address or kind of message."""
        found: dict[str, str] = {}
        for path in self.addresses():
            answer = await self.ask(who, path)
            assert answer.status_code in (200, 400, 401, 404, 409), (path, answer.text)
            is_text = answer.status_code == 200 and not answer.headers.get("content-type", "").startswith("image/")
            found[path] = answer.text if is_text else ""  # a picture shows a `ShownInvitation`, which has no chips
        async with self.room.socket(self.tokens[who] if who else None) as socket:
            await socket.say(wire.WatchLobby())
            for table in self.tables:
                await socket.say(wire.WatchTable(table=table))
            found |= await frames(socket)
        return found

    def addresses(self) -> list[str]:
        """Return every address that the law can fetch, filled in."""
        hands = [f"{table}-{hand}" for table in self.tables for hand in range(1, len(self.stages))]
        tasks = [task for table in self.tables if (task := self.room.card_room.tables.get(table)) is not None]
        invites = [task.live.hosting.token for task in tasks if task.live.hosting.token]
        values = {"table": self.tables, "hand": hands, "club": [self.club], "tournament": ["sng1"]}
        values |= {"series": ["s1"]}
        values |= {"invite": invites, "recap": self.recaps, "evening": ["1"], "token": [self.calendar]}
        admin = {each.path for each in ENDPOINTS if each.needs == "admin"}
        changes = {each.path for each in ENDPOINTS} - {each.path for each in ENDPOINTS if each.method == "GET"}
        found = []
        for route in new_app().routes:
            assert isinstance(route, Route | Mount | WebSocketRoute)
            if isinstance(route, Route) and route.path not in admin | changes:
                names = re.findall(r"{(\w+)}", route.path)
                for parts in itertools.product(*(values[name] for name in names)):
                    found.append(route.path.format(**dict(zip(names, parts, strict=True))))
        shared = [f"/api/hands/{hand}?link={link}" for hand, link in self.links.items() if link]
        return found + (shared if self.door["spectators"] == "delayed" else [])

    async def check(self, seen: int) -> dict[str, str]:
        """Compare everything with what spectators have seen, the tables after this many hands, and return it."""
        known = set().union(*self.stages[: seen + 1])
        hidden = set().union(*self.stages[seen + 1 :]) - known
        found: dict[str, str] = {}
        for who in ("eve", None):
            found = await self.fetch(who) | found
            for where, text in found.items():
                leaked = {int(number) for number in re.findall(r"(?<![\w.])\d+(?![\w.])", text)} & hidden
                assert not leaked, f"{where} tells {who} {leaked} after hand {seen}"
        for table in self.tables:
            for hand in range(seen + 1, len(self.stages)):
                told = [where for where in found if f"{table}-{hand}" in where and found[where]]
                assert told == [f"/embed/{table}-{hand}"], "the page without the hand"
        return found

    async def check_nothing_moves(self) -> None:
        """Compare everything before and after a hand, and listen during it: nothing but the time may change."""
        before = await self.fetch("eve")
        async with self.room.socket(self.tokens["eve"]) as socket:
            await socket.say(wire.WatchLobby())
            for table in self.tables:
                await socket.say(wire.WatchTable(table=table))
            await frames(socket)
            await self.play(2)
            heard = await frames(socket)
        assert heard.keys() <= {"HostNow", "TableSnapshot", "LobbyChanged"}, "who pauses the game, not the hand"
        assert heard.get("TableSnapshot", "").count("TableSnapshot(") <= 4, "twice each: paused and resumed"
        after = await self.fetch("eve")
        moved = [where for where in before if timeless(before[where]) != timeless(after[where])]
        assert not set(moved) - WHOLE_ROOM, "this counts hands or actions"


def timeless(text: str) -> str:
    return re.sub(r'(now|at|since|until|ends)("?[:=])\d+', r"\1\2", text)


async def frames(socket: Raw) -> dict[str, str]:
    """Return the messages in flight, by kind."""
    await socket.say(wire.Ping(at=1))
    found: dict[str, str] = {}
    while not isinstance(message := await socket.hear(), wire.Pong):
        kind = type(message).__name__
        found[kind] = found.get(kind, "") + repr(message)
    return found


async def test_a_delayed_spectator_gets_nothing_before_its_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, spectators="delayed", delay_ms=DELAY)
    async with evening.open():
        await evening.arrive()
        await evening.play(1)
        await evening.check(0)
        await evening.clock.advance(DELAY // 2)
        await evening.play(2)
        await evening.check(0)
        await evening.clock.advance(DELAY // 2)
        told = await evening.check(1)
        for table in evening.tables:
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/ledger", f"/api/hands/{table}-1"):
                assert any(str(chips) in told[path] for chips in evening.stages[1]), f"{path} is too late"
        await evening.close()
        await evening.clock.advance(5_000)
        told = await evening.check(1)
        assert '"nights":[]' in told[f"/api/clubs/{evening.club}/ledger"]
        ledger = (await evening.ask("bob", f"/api/tables/{evening.tables[0]}/ledger")).json()
        assert {line["left_with"] for line in ledger["results"]} <= {1_301, *evening.stages[2]}, (
            "who stayed has seen it all"
        )
    async with evening.open():  # a restart shows nothing early
        told = await evening.check(1)
        assert told[f"/api/tables/{evening.tables[0]}"]
        await evening.clock.advance(DELAY)
        await passing(evening.clock, lambda: not evening.room.card_room.tables)
        told = await evening.check(2)
        assert told[f"/api/hands/{evening.tables[0]}-2"]
        assert evening.tables[1] in told[f"/api/clubs/{evening.club}/ledger"]
        for path in (f"/api/tables/{evening.tables[0]}/recap", f"/api/recaps/{evening.recaps[0]}"):
            assert any(str(chips) in told[path] for chips in evening.stages[2]), f"{path} is too late"


async def test_an_excluded_spectator_sees_who_sits_and_at_the_end_the_ledger(tmp_path: Path) -> None:
    evening = Evening(tmp_path, spectators="off")
    async with evening.open():
        await evening.arrive()
        evening.stages[0] = {0}  # not even their buy-ins
        await evening.play(1)
        told = await evening.check(0)
        assert "ann" in told[f"/api/tables/{evening.tables[0]}"]
        await evening.check_nothing_moves()
        for table in evening.tables:
            answer = await evening.ask("eve", f"/api/tables/{table}/ledger")
            assert answer.status_code == 409, answer.text
        await evening.close()
        await passing(evening.clock, lambda: not evening.room.card_room.tables)
        told = await evening.fetch("eve")
        assert not any(told[f"/api/hands/{table}-1"] for table in evening.tables)
        assert all(told[f"/api/tables/{table}/ledger"] for table in evening.tables), "now it is to be settled"


async def test_a_club_and_its_seasons_do_not_exist_for_anyone_else(tmp_path: Path) -> None:
    """At every address with a club or a series, a stranger hears what they would hear of one that is not there."""
    evening = Evening(tmp_path, spectators="on")
    async with evening.open():
        await evening.arrive()
        cup = {"name": "Cup", "club": evening.club, "series": "s1"}
        assert (await evening.ask("ann", "/api/tournaments", cup)).status_code == 201
        await evening.play(1)
        await evening.close()
        await passing(evening.clock, lambda: not evening.room.card_room.tables)
        evening.tokens["zoe"] = await evening.room.token("zoe")
        paths = [each.path for each in ENDPOINTS if each.method == "GET" and re.search("{(club|series)}", each.path)]
        assert {"/api/clubs/{club}/season", "/api/series/{series}"} <= set(paths)
        for path in paths:
            real = path.format(club=evening.club, series="s1", evening=1)
            assert (await evening.ask("bob", real)).status_code == 200, real
            for who in ("zoe", None):
                answer = await evening.ask(who, real)
                missing = await evening.ask(who, path.format(club="c9", series="s9", evening=1))
                assert answer.status_code in (401, 404), real
                assert answer.text == missing.text.replace("c9", evening.club).replace("s9", "s1"), real
        season = (await evening.ask("bob", f"/api/clubs/{evening.club}/season")).json()
        assert {"ann", "bob"} <= {place["player"] for place in season["places"]}
        assert (await evening.ask("bob", "/api/series")).json() == [], "the room's alone"


class HomeGame(Evening):
    """A private table; eve has only its link."""

    async def arrive(self) -> None:
        """Open the table, and sit down; nobody is there but the players."""
        self.tokens = {name: await self.room.token(name) for name in ("ann", "bob", "eve")}
        stakes = {"small_blind": 7, "big_blind": 13, "least_buy_in": 100, "most_buy_in": 5_000}
        opened = {"name": "Elm", "speed": "fast", "private": True, **stakes, **self.door}
        self.tables = [(await self.ask("ann", "/api/tables", opened)).json()["table"]]
        table = self.room.card_room.tables[self.tables[0]]
        await self.room.card_room.doors.admit(self.room.id("bob"), table)
        for name, chips in CHIPS.items():
            await self.command(name, wire.Sit(cmd_id="s", table=table.id, chips=chips))


@pytest.mark.parametrize(
    "door", [{"spectators": "off"}, {"spectators": "on", "password": "aces"}], ids=["off", "password"]
)
async def test_an_invitation_shows_who_sits_but_no_chips_hands_or_chat(tmp_path: Path, door: dict[str, Any]) -> None:
    evening = HomeGame(tmp_path, **door)
    async with evening.open():
        await evening.arrive()
        evening.stages[0] = {0}
        await evening.play(1)
        (table,) = evening.tables
        async with evening.room.socket(evening.tokens["ann"]) as socket:
            await socket.say(wire.WatchTable(table=table))
            await socket.ask(wire.Say(cmd_id="c", table=table, text="a word among friends"))
        evening.stages[0] |= {7, 13, 100, 5_000}
        told = await evening.check(0)
        token = evening.room.card_room.tables[table].live.hosting.token
        assert not any("a word among friends" in text for text in told.values())
        invitation = told[f"/api/invitations/{token}"]
        assert "ann" in invitation
        assert "bob" in invitation
        assert "Elm" in told[f"/i/{token}"]
        assert not told[f"/api/tables/{table}"]


@pytest.mark.parametrize("planted", ["stacks", "ledger", "hands"])
async def test_a_planted_leak_is_found(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = audience.Audience.seen_by

    def leaky(self: audience.Audience, player: str | None) -> Seen:
        seen, live = honest(self, player), self.seen_at_once
        return Seen(seen.shown, live.until, seen.fact) if planted == "hands" else live

    if planted == "stacks":
        monkeypatch.setattr(gallery, "veiled", lambda shown: shown)
    else:
        monkeypatch.setattr(audience.Audience, "seen_by", leaky)
    door = {"spectators": "off"} if planted == "stacks" else {"spectators": "delayed", "delay_ms": DELAY}
    evening = Evening(tmp_path, **door)
    async with evening.open():
        await evening.arrive()
        await evening.play(1)
        with pytest.raises(AssertionError):
            await evening.check(0)
