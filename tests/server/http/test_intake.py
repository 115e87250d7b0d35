"""Requests refused below the application, and proof that no request leaves garbage behind."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from pathlib import Path

import pytest

from bigslick.server.http.intake import PIPELINED
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.sweeps import Sweeps
from tests.waiting import until

from ..attacking import ANSWERED, HALF, HANDSHAKE, Stranger, break_in_every_way, crowd, exchange, get
from ..served import Served, serving, table

uvloop = pytest.importorskip("uvloop")  # used wherever it exists; asyncio's own transports are cycles themselves

PLENTY = Rate(10**9, 1000)
WIDE = Limits(
    arrivals=PLENTY, connects=PLENTY, requests=PLENTY, page_requests=PLENTY, sign_ups=PLENTY, free_guesses=10**9
)


async def all_done(room: Served, tasks: int) -> None:
    """Wait until the server has handled everything that arrived, and only its own tasks are left."""
    await exchange(room.port, get("/healthz"))  # connections are accepted in order, so all earlier ones are in
    await until(lambda: not room.card_room.metrics.sockets.value and len(asyncio.all_tasks()) <= tasks)
    for _ in range(10):  # transports end one loop iteration after their protocols
        await asyncio.sleep(0)


def test_no_request_leaves_garbage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything the server answers, refuses or cuts, or that cuts it off, is freed without a sweep."""
    monkeypatch.setattr(Sweeps, "tick", lambda *_: None)

    async def run() -> int:
        async with serving(tmp_path, table(), limits=WIDE) as room:
            tasks = len(asyncio.all_tasks())
            await break_in_every_way(room.port)  # objects made once and then kept
            await all_done(room, tasks)
            gc.collect()
            for _ in range(5):
                answers = await break_in_every_way(room.port)
            assert all(answers[name] for name in ANSWERED), [name for name in ANSWERED if not answers[name]]
            await all_done(room, tasks)
            return gc.collect()

    assert uvloop.run(run()) == 0


def test_a_request_that_never_began_leaves_no_garbage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two requests waits for the first. If the connection is cut meanwhile, nothing else releases it."""
    monkeypatch.setattr(Sweeps, "tick", lambda *_: None)
    body = b'{"name":"pipelined","password":"long enough"}'  # hashing it takes a while
    head = b"POST /api/accounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    both = head % len(body) + body + b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    async def run() -> int:
        async with serving(tmp_path, table(), limits=WIDE) as room:
            tasks = len(asyncio.all_tasks())
            for times in (1, 5):  # objects made once and then kept
                gc.collect()
                for _ in range(times):
                    async with Stranger(room.port) as hasty:
                        await hasty.say(both)
                await all_done(room, tasks)
            return gc.collect()

    assert uvloop.run(run()) == 0


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("page", 200),
        ("no such file", 404),
        ("path that climbs", 404),
        ("path with a zero", 404),
        ("not signed in", 401),
        ("forged token", 401),
        ("cookie without an origin", 403),
        ("foreign origin", 403),
        ("wrong admin", 403),
        ("reserved name", 409),
        ("method", 405),
        ("not JSON", 400),
        ("nested", 400),
        ("unknown field", 400),
        ("too large", 413),
        ("other kind of body", 415),
        ("another upgrade", 200),
        ("not HTTP", 400),
        ("bytes", 400),
        ("headers too long", 431),
        ("too many headers", 431),
        ("no address", 400),
        ("two lengths", 400),
        ("handshake, foreign origin", 403),
        ("handshake, cookie without an origin", 403),
        ("handshake, forged token", 401),
        ("handshake, elsewhere", 404),
        ("handshake, no key", 400),
        ("handshake, old version", 400),
        ("chunks that lie", 400),
    ],
)
def test_each_is_answered_with_its_status(tmp_path: Path, name: str, status: int) -> None:
    async def run() -> bytes:
        async with serving(tmp_path, table()) as room:
            return await exchange(room.port, ANSWERED[name])

    assert asyncio.run(run()).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.parametrize("name", HALF)
async def test_who_says_half_and_waits_is_cut(tmp_path: Path, name: str) -> None:
    limits = Limits(header_ms=100, body_ms=100)
    async with serving(tmp_path, table(), limits=limits) as room, Stranger(room.port) as slow:
        await slow.say(HALF[name])
        await slow.hear()
        cut = room.card_room.metrics.connections_cut
        assert sum(value.value for value in cut.values()) == 1


async def test_who_drips_bytes_is_cut_all_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path, table(), limits=Limits(header_ms=300)) as room, Stranger(room.port) as slow:
        await slow.say(b"GET / HTTP/1.1\r\n")
        async with asyncio.timeout(60):
            while not room.card_room.metrics.connections_cut["headers"].value:
                with contextlib.suppress(ConnectionError):
                    await slow.say(b"X: 1\r\n")
                await asyncio.sleep(0.02)


async def test_who_does_not_read_the_answer_is_cut(tmp_path: Path) -> None:
    limits = Limits(unread_ms=200, requests=PLENTY)
    async with serving(tmp_path, table(), limits=limits) as room:
        cut = room.card_room.metrics.connections_cut
        async with Stranger(room.port, buffer=2048) as deaf, asyncio.timeout(60):
            while not cut["unread"].value:
                with contextlib.suppress(ConnectionError):
                    await deaf.say(get("/api/openapi.json", close=False) * 8)
                await asyncio.sleep(0.1)


async def test_requests_of_one_address_are_limited_and_others_are_not(tmp_path: Path) -> None:
    limits = Limits(page_requests=Rate(5, 60_000), requests=Rate(3, 60_000))
    async with serving(tmp_path, table(), limits=limits) as room:
        pages = [await exchange(room.port, get("/healthz")) for _ in range(6)]
        assert [page[9:12] for page in pages] == [b"200"] * 5 + [b"429"]
        assert b"retry-after" in pages[-1]
        asked = [await exchange(room.port, get("/api/lobby")) for _ in range(4)]
        assert [answer[9:12] for answer in asked] == [b"200"] * 3 + [b"429"]
        assert (await exchange(room.port, get("/api/lobby"), "127.0.0.2"))[9:12] == b"200"


async def test_requests_that_pile_up_on_one_connection_end_it(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room, Stranger(room.port) as one, Stranger(room.port) as many:
        await one.say(get("/healthz", close=False) * 3 + get("/healthz"))
        assert (await one.hear()).count(b"200 OK") == 4
        await many.say(get("/healthz", close=False) * (PIPELINED + 2))
        assert (await many.hear())[9:12] == b"429"


async def test_a_first_seat_is_taken_among_a_crowd_that_holds_everything_it_can(tmp_path: Path) -> None:
    """While 1,100 connections send half a request and wait, a new player arrives, sits down and plays."""

    async with serving(tmp_path, table()) as room:
        for data in HALF.values():
            async with crowd(room.port, 220, ["127.0.0.1"], data):
                assert room.card_room.metrics.connections_refused["address"].value
                answer = await exchange(
                    room.port,
                    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b'Content-Length: 15\r\nConnection: close\r\n\r\n{"bearer":true}',
                    "127.0.0.2",
                )
                assert b"201 Created" in answer
                token = answer.partition(b'"token":"')[2].partition(b'"')[0]
                async with Stranger(room.port, "127.0.0.2") as player:
                    await player.say(HANDSHAKE + b"Authorization: Bearer " + token + b"\r\n\r\n")
                    assert b"welcome" in await player.hear(b"welcome")


@pytest.mark.slow
def test_memory_stays_flat_over_100_000_refusals_and_page_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not a single sweep runs."""
    from ..attacking import flood, memory_mb

    monkeypatch.setattr(Sweeps, "tick", lambda *_: None)

    async def run() -> tuple[float, float, int]:
        async with serving(tmp_path, table(), limits=WIDE) as room:
            names = ("handshake, foreign origin", "handshake, forged token", "page", "file")
            kinds = [ANSWERED[name] for name in names]
            for data in kinds:
                await flood(room.port, 2_000, data, ["127.0.0.1"])
            gc.collect()
            before = memory_mb()
            for data in kinds:
                await flood(room.port, 25_000, data, ["127.0.0.1"])
            return before, memory_mb(), gc.collect()

    before, after, garbage = uvloop.run(run())
    with capsys.disabled():
        print(f"\n100,000 refusals and page loads: {before:.1f} MB before, {after:.1f} MB after, {garbage} garbage")
    assert garbage == 0
    assert after < before + 5
