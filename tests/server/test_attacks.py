"""The room under attack: it answers honest players, lets no attacker in, and does not grow."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Literal

import argon2
import httpx
import pytest

from bigslick.protocol import wire
from bigslick.server.http.api import ENDPOINTS
from bigslick.server.http.endpoints import Endpoint
from bigslick.server.operations.fair_queue import FairQueue
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.store.bank import MINT
from tests.waiting import until

from .attacking import (
    ANSWERED,
    FLOODS,
    HANDSHAKE,
    PING,
    Stranger,
    Victim,
    Watch,
    attack,
    break_in_every_way,
    exchange,
    frame,
    post,
    victim,
)
from .served import ADMIN, Served, asking, serving, table

PLENTY = Rate(10**9, 1000)
REFUSED = "handshake, foreign origin"
ANSWERS = 11
"""How many answers honest players must get before an attack may end."""
MANY = [f"127.0.2.{number}" for number in range(1, 251)]


# -- floods -----------------------------------------------------------------------------------------------------------


async def honest_player(port: int) -> str:
    """Bring in a new player from their own address, who sits down and gets an answer; return its kind."""
    answer = await exchange(port, post("/api/guest", b'{"bearer":true}'), "127.0.1.2")
    token = json.loads(answer.partition(b"\r\n\r\n")[2])["token"]
    async with Stranger(port, "127.0.1.2") as player:
        await player.say(HANDSHAKE + f"Authorization: Bearer {token}\r\n\r\n".encode())
        await player.hear(b"welcome")
        sit = json.dumps({"type": "sit", "cmd_id": "first", "table": "t1", "chips": 200}).encode()
        await player.say(frame(sit))
        heard = await player.hear(b'"cmd_id":"first"')
    return "done" if b'"done"' in heard else heard.decode(errors="replace")


async def under(room: Victim, what: str, number: int, seconds: float, *sources: str) -> tuple[Watch, dict[str, float]]:
    """Return how honest players fare during an attack that lasts until they get answers, and the resources used."""
    watch = Watch()
    before, computed = room.memory_mb(), room.cpu_seconds()
    async with watch.during(room.port):
        most = attacks = 0
        while not attacks or len(watch.waits) < ANSWERS:
            attacking = asyncio.create_task(attack(what, room.port, number, seconds, *sources))
            while not attacking.done():
                most = max(most, room.descriptors())
                await asyncio.wait([attacking], timeout=0.2)
            saw = attacking.result()
            attacks += 1
            assert attacks < 20, f"honest players had {len(watch.waits)} answers during {attacks} attacks"
    return watch, {
        **saw,
        "memory_mb": round(before, 1),
        "grown_mb": round(room.memory_mb() - before, 1),
        "descriptors": most,
        "p50_ms": round(watch.percentile(50), 1),
        "p99_ms": round(watch.percentile(99), 1),
        "slowest_ms": round(max(watch.waits), 1),
        "server_cpu_s": round(room.cpu_seconds() - computed, 1),
    }


@pytest.mark.parametrize(
    ("what", "number", "sources"),
    [
        ("connections", 600, ["127.0.0.1"]),
        ("connections", 600, MANY),
        (REFUSED, 1_500, ["127.0.0.1"]),
        ("page", 1_500, ["127.0.0.1"]),
        ("headers too long", 300, MANY),
        ("too large", 300, MANY),
        ("pings", 2, ["127.0.0.1"]),
        ("empty fragments", 2, ["127.0.0.1"]),
        ("frames after a close", 2, ["127.0.0.1"]),
        ("lobby watchers", 2, ["127.0.0.1"]),
        ("sign-ins", 20, MANY[:10]),
    ],
    ids=[
        *("connections", "connections of many", "handshakes", "pages", "headers", "bodies", "pings", "fragments"),
        *("frames after a close", "lobby watchers", "sign-ins"),
    ],
)
async def test_a_flood_leaves_the_room_as_it_was(tmp_path: Path, what: str, number: int, sources: list[str]) -> None:
    """During a short flood, a new player sits down."""

    async with victim(tmp_path) as room:
        flooding = asyncio.create_task(under(room, what, number, 2.0, *sources))
        assert await honest_player(room.port) == "done"
        _, figures = await flooding
        assert figures["grown_mb"] < 30
        assert figures["descriptors"] < (200 if len(sources) == 1 else number + 100)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "number", "seconds", "sources"),
    [
        ("connections", 5_000, 15.0, ["127.0.0.1"]),
        ("connections", 5_000, 15.0, MANY),
        (REFUSED, 100_000, 0.0, ["127.0.0.1"]),
        (REFUSED, 20_000, 0.0, MANY),
        ("page", 50_000, 0.0, ["127.0.0.1"]),
        ("sign-ins", 500, 0.0, MANY),
        *((what, number, 20.0, ["127.0.0.1"]) for what in FLOODS for number in (2, 40)),
    ],
    ids=[
        *("5,000 connections", "5,000 connections of 250", "100,000 handshakes", "20,000 handshakes of 250", "pages"),
        "500 sign-ins of 250",
        *(f"{what} on {number} sockets" for what in FLOODS for number in (2, 40)),
    ],
)
def test_a_long_flood_leaves_honest_players_alone(
    tmp_path: Path, what: str, number: int, seconds: float, sources: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> dict[str, float]:
        async with victim(tmp_path) as room:
            _, figures = await under(room, what, number, seconds, *sources)
            assert await honest_player(room.port) == "done"
            return figures

    figures = asyncio.run(run())
    with capsys.disabled():
        print(f"\n{what}, {len(sources)} addresses: {figures}")
    assert figures["p99_ms"] < 150
    assert figures["grown_mb"] < 100


async def test_messages_by_the_thousand_close_their_own_socket_and_no_other(tmp_path: Path) -> None:
    async with serving(tmp_path, table("Busy", seats=3, bots=("tag", "caller"))) as room:
        watch = Watch()
        async with watch.during(room.port), Stranger(room.port) as loud:
            await loud.say(HANDSHAKE + b"\r\n")
            await loud.hear(b"welcome")
            await loud.say(PING * 1_000)
            assert b"Too many messages." in await loud.hear()
            waited = len(watch.waits)
            await until(lambda: len(watch.waits) >= waited + 5)


async def test_everything_malformed_is_answered_and_the_table_plays_on(tmp_path: Path) -> None:
    async with serving(tmp_path, table("Busy", seats=3, bots=("tag", "caller"))) as room, room.socket() as viewer:
        await viewer.say(wire.WatchTable(table="t1"))
        await viewer.hear(wire.TableSnapshot)
        answers = await break_in_every_way(room.port)
        silent = [name for name in ANSWERED if not answers[name].startswith(b"HTTP/1.1 ")]
        assert not silent
        assert not [name for name, said in answers.items() if b"Traceback" in said or b" 500 " in said[:20]]
        await viewer.hear(wire.Update)
        assert room.card_room.check() == ()


# -- credentials ------------------------------------------------------------------------------------------------------


def _path(endpoint: Endpoint) -> str:
    return (
        endpoint.path.replace("{table}", "t1")
        .replace("{hand}", "t1-1")
        .replace("{tournament}", "sng1")
        .replace("{session}", "0" * 16)
        .replace("{club}", "c1")
        .replace("{settlement}", "1")
        .replace("{player}", "ann")
    )


NEEDS = [endpoint for endpoint in ENDPOINTS if endpoint.needs != "nothing"]


async def test_every_endpoint_that_needs_somebody_refuses_nobody_and_forgers(tmp_path: Path) -> None:
    """Try no token, a forged, shortened, ended or expired one, and a page with a forged cookie."""

    async with asking(tmp_path, Limits(requests=PLENTY, free_guesses=10**9)) as (room, web):
        ended = await room.token("ann")
        await room.card_room.sign_out(ended)
        live = await room.token("bob")
        for endpoint in NEEDS:
            for said in (None, "A" * 43, live[:-1], live + "x", ended, ADMIN[:-1]):
                headers = {} if said is None else {"Authorization": f"Bearer {said}"}
                answer = await web.request(endpoint.method, _path(endpoint), headers=headers)
                assert answer.status_code == (401 if endpoint.needs == "player" or said is None else 403), (
                    endpoint.path,
                    said,
                )
            cookie = {"Cookie": "bigslick_session=forged"}
            assert (await web.request(endpoint.method, _path(endpoint), headers=cookie)).status_code == 401


async def test_the_token_of_a_player_opens_nothing_of_the_house_or_of_another(tmp_path: Path) -> None:
    async with asking(tmp_path, Limits(requests=PLENTY, free_guesses=10**9)) as (room, web):
        ann, eve = await room.token("ann"), await room.token("eve")
        mine = {"Authorization": f"Bearer {eve}"}
        for endpoint in NEEDS:
            if endpoint.needs == "admin":
                answer = await web.request(endpoint.method, _path(endpoint), headers=mine)
                assert answer.status_code == 403, endpoint.path
        (session,) = (await web.get("/api/sessions", headers={"Authorization": f"Bearer {ann}"})).json()
        assert (await web.delete(f"/api/sessions/{session['id']}", headers=mine)).status_code == 404
        assert (await web.post("/api/sign-out-everywhere", headers=mine)).status_code == 204
        assert (await web.get("/api/me", headers={"Authorization": f"Bearer {ann}"})).json()["player"] == "ann"
        assert (await web.get("/api/me", headers=mine)).status_code == 401


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1", None])
async def test_no_other_page_changes_anything_with_a_players_cookie(tmp_path: Path, origin: str | None) -> None:
    async with asking(tmp_path) as (room, web):
        await web.post("/api/guest", json={})
        headers = {"Cookie": f"bigslick_session={web.cookies['bigslick_session']}"}
        if origin is not None:
            headers["Origin"] = origin
        async with httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as other:
            for endpoint in ENDPOINTS:
                if endpoint.method != "GET" and endpoint.needs != "admin":
                    answer = await other.request(endpoint.method, _path(endpoint), json={}, headers=headers)
                    assert answer.status_code == 403, endpoint.path
        handshake = await exchange(
            room.port, HANDSHAKE + b"".join(f"{k}: {v}\r\n".encode() for k, v in headers.items()) + b"\r\n"
        )
        assert handshake.startswith(b"HTTP/1.1 403 ")


class Hasher(argon2.PasswordHasher):
    """A cheap hash that remembers which passwords it checked."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.checked: list[str | bytes] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 (argon2's name)
        self.checked.append(password)
        return super().verify(hash, password)


@contextlib.asynccontextmanager
async def busy_with_passwords(folder: Path, most: int) -> AsyncIterator[tuple[Served, Hasher, FairQueue]]:
    """A room with ann's account where every password turn is taken."""
    async with serving(folder, limits=Limits(passwords_waiting=most)) as room:
        accounts, hasher = room.card_room.accounts, Hasher()
        accounts._hasher = hasher
        await accounts.sign_up("ann", "correct horse")
        async with accounts._hashing.turn(None), accounts._hashing.turn(None):
            yield room, hasher, accounts._hashing


def sign_in(password: bytes) -> bytes:
    return post("/api/sessions", b'{"name":"ann","password":"' + password + b'"}')


async def test_an_honest_sign_in_overtakes_a_hundred_attempts_and_skips_those_who_hung_up(tmp_path: Path) -> None:
    """Ten addresses try ten passwords each; half of the clients hang up before their turn."""
    crowd = []
    try:
        async with busy_with_passwords(tmp_path, 100) as (room, hasher, waiting):
            for number in range(100):
                crowd.append(await Stranger(room.port, f"127.0.2.{1 + number % 10}").__aenter__())
                await crowd[-1].say(sign_in(b"wrong horse"))
            await until(lambda: len(waiting) == 100)
            for stranger in crowd[:50]:
                stranger.close(reset=True)
            await until(lambda: len(waiting) == 50)
            honest = asyncio.create_task(exchange(room.port, sign_in(b"correct horse")))
            await until(lambda: len(waiting) == 51)
        assert (await honest).startswith(b"HTTP/1.1 200 ")
        assert hasher.checked.index("correct horse") <= 10
    finally:
        for stranger in crowd:
            stranger.close()


async def test_more_passwords_than_the_queue_holds_are_refused_at_once(tmp_path: Path) -> None:
    async with busy_with_passwords(tmp_path, 5) as (room, _, waiting):
        attempts = [asyncio.create_task(exchange(room.port, sign_in(b"wrong horse"))) for _ in range(8)]
        await until(lambda: sum(attempt.done() for attempt in attempts) == 3)
        assert len(waiting) == 5
        refused = [attempt.result() for attempt in attempts if attempt.done()]
        assert all(b" 429 " in each[:20] and b"try again" in each for each in refused)
        for attempt in attempts:
            attempt.cancel()
        await until(lambda: len(waiting) == 0)


# -- races ------------------------------------------------------------------------------------------------------------


async def race(room: Served, rng: random.Random, rounds: int) -> None:
    """One account buys in, tops up, leaves and cashes out over four sockets, all at once and in any order."""
    token = await room.token("ann")
    kinds: list[Callable[[str, str], wire.TableCommand]] = [
        lambda cmd, name: wire.Sit(cmd_id=cmd, table=name, chips=rng.choice((400, 1000, 2000))),
        lambda cmd, name: wire.TopUp(cmd_id=cmd, table=name, chips=rng.choice((100, 1500, 10**12))),
        lambda cmd, name: wire.LeaveTable(cmd_id=cmd, table=name),
        lambda cmd, name: wire.SitOut(cmd_id=cmd, table=name),
    ]
    async with asyncio.timeout(60):
        async with (
            room.socket(token) as one,
            room.socket(token) as two,
            room.socket(token) as three,
            room.socket(token) as four,
        ):
            sockets = [one, two, three, four]

            async def rush(place: int) -> None:
                for number in range(rounds):
                    command = rng.choice(kinds)(f"{place}-{number}", rng.choice(("t1", "t2")))
                    answer = await sockets[place].ask(command)
                    assert isinstance(answer, wire.Done | wire.Refused)

            await asyncio.gather(*(rush(place) for place in range(len(sockets))))


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_no_race_of_one_account_makes_a_chip(tmp_path: Path, seed: int) -> None:
    limits = Limits(commands=PLENTY, connects=PLENTY)
    async with serving(tmp_path, table(seats=4), table("Two", seats=4), limits=limits) as room:
        await race(room, random.Random(seed), 40)
        card_room = room.card_room
        await until(lambda: not any(task.lock.locked() for task in card_room.tables.values()))
        assert card_room.check() == ()
        held = (card_room.balance(room.id("ann")) or 0) + card_room.chips_elsewhere(room.id("ann"))
        assert held == 10_000 == -card_room.bank.balance(MINT)
