"""The database goes away and comes back: what it holds is the truth for the bank, the tables and the tournaments."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from bigslick.client import Client
from bigslick.protocol import wire
from bigslick.protocol.wording import Wording
from bigslick.server.operations.limits import Limits
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.room.options import RoomOptions
from bigslick.server.run import new_server
from bigslick.server.serving.outage import away, outage
from bigslick.server.store import schema
from bigslick.server.store import store as writing
from bigslick.server.store.bank import Bank, player_account
from bigslick.server.store.database import Database, StoreFailed
from bigslick.server.store.records import Batch, ChipTransfer, FactRow
from bigslick.server.store.store import Store
from bigslick.server.store.trouble import trouble
from tests.waiting import LONG, until

from ..databases import Postgres, opened
from ..faults.line import Line, line_to
from ..faults.processes import ServerProcess, WallClock
from ..faults.run import TABLES
from ..served import ADMIN, Raw, Served, serving, table

PATIENCE = 0.3
LIMITS = Limits(request_seconds=0.2)


@contextlib.asynccontextmanager
async def room_behind(url: str) -> AsyncIterator[Served]:
    """Open a card room over this database, with very little patience."""
    async with serving(url, table(), tournaments=TOURNAMENTS[:1], limits=LIMITS) as room:
        room.card_room.store.patience = PATIENCE
        yield room


async def lose_patience(store: Store) -> None:
    """Wait until the store has noticed the outage, and its patience has run out.

    A later batch waits behind the one with the unknown outcome, for a limited time.
    """
    await until(lambda: store.trouble is not None)
    with pytest.raises(StoreFailed, match="cannot write"):
        await store.append(Batch())


async def lose_an_answer(way: Line, store: Store, work: Awaitable[Any]) -> asyncio.Future[Any]:
    """Do something whose commit goes through but loses its answer; the database stays away until patience runs out."""
    way.lose("answer", then_away=True)
    doing = asyncio.ensure_future(work)
    await until(way.lost.is_set)
    await lose_patience(store)
    assert not doing.done(), "an outcome that nobody knows is not answered"
    way.come_back()
    return doing


async def truth(url: str) -> dict[str, int]:
    """Return the balances in the ledger."""
    async with opened_for_reading(url) as connection:
        ledger = schema.ledger
        rows = (await connection.execute(sa.select(ledger.c.source, ledger.c.target, ledger.c.amount))).all()
    bank = Bank()
    bank.book([ChipTransfer(source=row[0], target=row[1], amount=row[2], reason="", at=0) for row in rows])
    return dict(bank._balances)


@contextlib.asynccontextmanager
async def opened_for_reading(url: str) -> AsyncIterator[Any]:
    """Open a connection without taking over the database."""
    database = Database(url)
    try:
        async with database.readers.connect() as connection:
            yield connection
    finally:
        await database.close()


async def agree(room: Served, url: str) -> None:
    """Check that memory matches the database, to the last chip."""
    card_room = room.card_room
    await until(lambda: card_room.trouble is None and not any(task.busy for task in card_room.tables.values()))
    balances = await truth(url)
    assert {name: chips for name, chips in balances.items() if chips} == {
        name: chips for name, chips in card_room.bank._balances.items() if chips
    }
    assert not card_room.bank._held
    assert card_room.check() == ()


async def sit(ann: Raw) -> None:
    """Ann sits down."""
    assert isinstance(await ann.ask(wire.Sit(cmd_id="sit", table="t1", chips=1000)), wire.Done)


async def enter(ann: Raw) -> None:
    """Ann enters the tournament."""
    assert isinstance(await ann.ask(wire.Register(cmd_id="in", tournament="sng1")), wire.Done)


COMMANDS: dict[str, tuple[Callable[[Raw], Awaitable[None]] | None, Any, dict[str, int]]] = {
    "buy-in": (None, wire.Sit(cmd_id="x", table="t1", chips=1000), {"ann": 9_000, "table:t1": 1_000}),
    "top-up": (sit, wire.TopUp(cmd_id="x", table="t1", chips=500), {"ann": 8_500, "table:t1": 1_500}),
    "leave": (sit, wire.LeaveTable(cmd_id="x", table="t1"), {"ann": 10_000, "table:t1": 0}),
    "register": (
        None,
        wire.Register(cmd_id="x", tournament="sng1"),
        {"ann": 10_000 - 550, "tournament:sng1": 500},
    ),
    "unregister": (enter, wire.Unregister(cmd_id="x", tournament="sng1"), {"ann": 10_000, "tournament:sng1": 0}),
}


@pytest.mark.parametrize("what", COMMANDS)
async def test_a_commit_whose_answer_is_lost_in_an_outage_is_answered_by_the_truth(
    cluster: Postgres, what: str
) -> None:
    """An unknown outcome is never answered with a refusal: the database decides.

    A committed buy-in is paid for, even if the database stayed away for longer than the store's patience.
    """
    before, command, expected = COMMANDS[what]

    url = cluster.new()
    async with (
        line_to(cluster.port) as way,
        room_behind(way.url(url)) as room,
        room.socket(await room.token("ann")) as ann,
    ):
        if before is not None:
            await before(ann)
        answer = await (await lose_an_answer(way, room.card_room.store, ann.ask(command)))
        assert isinstance(answer, wire.Done), answer
        await agree(room, url)
        balances = await truth(url)
        accounts = {name: player_account(room.id(name)) if name == "ann" else name for name in expected}
        assert {name: balances.get(account, 0) for name, account in accounts.items()} == expected
        assert await ann.ask(command) == answer, "sent again it is answered again, and not done again"
        await agree(room, url)
        assert await truth(url) == balances


async def test_new_chips_whose_commit_lost_its_answer_are_in_the_account_once(cluster: Postgres) -> None:
    """`POST /api/refill` says that the outcome is unknown; when the database is back, the chips are there, once."""

    url = cluster.new()
    async with (
        line_to(cluster.port) as way,
        room_behind(way.url(url)) as room,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        web.headers["Authorization"] = f"Bearer {await room.token('ann')}"
        card_room = room.card_room
        spent = ChipTransfer(source=player_account(room.id("ann")), target="mint", amount=9_500, reason="spent", at=1)
        change = sa.update(schema.accounts).values(refilled_at=0)
        await card_room.store.append(Batch(transfers=[spent], statements=[change]))
        card_room.bank.book([spent])
        way.lose("answer", then_away=True)
        answer = await web.post("/api/refill")
        assert answer.status_code == 503
        assert "not known" in answer.json()["error"]
        later = await web.post("/api/refill")
        assert later.status_code == 503
        assert "nothing has changed" in later.json()["error"]
        await lose_patience(card_room.store)
        way.come_back()
        await agree(room, url)
        assert (await truth(url))[player_account(room.id("ann"))] == 10_000
        assert (await web.post("/api/refill")).status_code == 409, "once a day"


async def test_while_the_database_is_away_the_room_says_so_stands_still_and_comes_back_by_itself(
    cluster: Postgres,
) -> None:
    """New commands are refused with `away`, everyone is notified, `/healthz` is 503, and the clocks stop."""

    url = cluster.new()
    async with (
        line_to(cluster.port) as way,
        room_behind(way.url(url)) as room,
        room.socket(await room.token("ann")) as ann,
        room.socket(await room.token("bob")) as bob,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
    ):
        for name, player in (("ann", ann), ("bob", bob)):
            await player.say(wire.WatchTable(table="t1"))
            assert isinstance(await player.ask(wire.Sit(cmd_id=name, table="t1", chips=1000)), wire.Done)
        live = room.card_room.tables["t1"].live
        await until(lambda: live.turn is not None)
        assert live.turn is not None
        before = live.turn.deadline
        assert (await web.get("/healthz")).text == "ok\n"
        way.go_away()
        late = asyncio.ensure_future(ann.ask(wire.TopUp(cmd_id="late", table="t1", chips=10)))
        assert "database is away" in (await bob.hear(wire.Outage)).sentence
        health = await web.get("/healthz")
        assert (health.status_code, health.text) == (503, "away\nThe database is away.\n")
        refused = await bob.ask(wire.TopUp(cmd_id="new", table="t1", chips=10))
        assert (refused.code, refused.sentence) == (
            "away",
            "The database is away: nothing has changed. Try again when it is back.",
        )
        again = await bob.ask(wire.Sit(cmd_id="bob", table="t1", chips=1000))
        assert isinstance(again, wire.Done), "what was done before keeps its answer"
        first = await late
        assert first.code == "away", "its commit was never sent, so that nothing has changed"
        async with room.socket() as newcomer:
            assert (await newcomer.hear(wire.Outage)).sentence
        way.come_back()
        assert (await bob.hear(wire.Outage)).sentence == ""
        await until(lambda: room.card_room.tables["t1"].live.turn.deadline > before)  # type: ignore[union-attr]
        assert await bob.ask(wire.TopUp(cmd_id="new", table="t1", chips=10)) == refused, "its one answer"
        assert isinstance(await bob.ask(wire.TopUp(cmd_id="newer", table="t1", chips=10)), wire.Done)
        assert isinstance(await ann.ask(wire.TopUp(cmd_id="later", table="t1", chips=10)), wire.Done)
        await agree(room, url)
        assert (await web.get("/healthz")).text == "ok\n"


async def test_a_server_that_stops_before_it_knows_answers_nothing_and_the_next_one_gives_the_answer(
    cluster: Postgres,
) -> None:
    """The socket is closed, not answered with a refusal; the same command sent to the next server gets the answer."""

    url = cluster.new()
    command = wire.Sit(cmd_id="x", table="t1", chips=1000)
    async with line_to(cluster.port) as way, room_behind(way.url(url)) as room:
        token = await room.token("ann")
        async with room.socket(token) as ann:
            way.lose("answer", then_away=True)
            await ann.say(command)
            await until(way.lost.is_set)
            await lose_patience(room.card_room.store)
            room.card_room.leave()
            assert isinstance(await ann.hear(wire.Bye), wire.Bye)
            assert await ann.closed() in (1012, 1013)
            assert not any(isinstance(heard, wire.Done | wire.Refused) for heard in ann.kept)
    async with room_behind(url) as room, room.socket(token) as ann:
        done = await ann.ask(command)
        assert isinstance(done, wire.Done)
        await agree(room, url)
        assert (await truth(url))[player_account(room.id("ann"))] == 9_000


async def test_a_store_asks_for_the_truth_of_a_commit_that_never_arrived(cluster: Postgres) -> None:
    """A commit that was lost on its way is known not to have happened, and its batch fails."""

    url = cluster.new()
    async with line_to(cluster.port) as way, opened(way.url(url)) as store:
        store.patience = PATIENCE
        await store.append(Batch(rows=[FactRow("t1", 1, 1, b"{}")]))
        connection = store._connection
        assert connection is not None
        commit = type(connection).commit

        async def lost(which: Any) -> None:
            if which is connection:
                way.go_away()
            await commit(which)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(connection), "commit", lost)
            waiting = asyncio.ensure_future(store.append(Batch(rows=[FactRow("t1", 2, 2, b"{}")])))
            await lose_patience(store)
            assert not waiting.done()
            way.come_back()
            with pytest.raises(StoreFailed, match="cannot write"):
                await waiting
        await store.append(Batch(rows=[FactRow("t1", 2, 2, b"{}")]))
        assert [row.seq for row in await store.read("t1")] == [1, 2]


async def test_a_database_that_is_frozen_is_away_until_it_answers(
    cluster: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that keeps its connections but is silent is away; queued commands wait until it responds again."""
    monkeypatch.setattr(writing, "_SILENT_SECONDS", 0.2)

    url = cluster.new()
    async with (
        line_to(cluster.port) as way,
        room_behind(way.url(url)) as room,
        room.socket(await room.token("ann")) as ann,
        room.socket() as watcher,
    ):
        way.freeze()
        waiting = asyncio.ensure_future(ann.ask(wire.Sit(cmd_id="x", table="t1", chips=1000)))
        assert (await watcher.hear(wire.Outage)).sentence
        assert not waiting.done()
        way.thaw()
        assert isinstance(await waiting, wire.Done)
        assert (await watcher.hear(wire.Outage)).sentence == ""
        await agree(room, url)


async def test_a_program_rides_out_an_outage(cluster: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bigslick.client` resends a command that was refused with `away`, and returns its one answer."""
    monkeypatch.setattr(writing, "_LOOK_SECONDS", 0.05)

    url = cluster.new()
    async with line_to(cluster.port) as way, room_behind(way.url(url)) as room:
        async with await Client.connect(room.url, token=await room.token("ann")) as client:
            await client.sit("t1", 500)
            way.go_away()
            await until(lambda: room.card_room.trouble is not None)
            buying = asyncio.ensure_future(client.top_up("t1", 100))
            await until(lambda: room.card_room.metrics.refused["away"].value)
            assert not buying.done()
            way.come_back()
            async with asyncio.timeout(LONG):
                await buying
        await agree(room, url)
        assert (await truth(url))[player_account(room.id("ann"))] == 9_400


# -- another server ---------------------------------------------------------------------------------------------------


async def test_the_loser_of_a_takeover_says_bye_is_unhealthy_and_ends_with_an_error(url: str) -> None:
    """Only one server writes to a database: the one that lost it stops, even if no one is playing there."""

    options = RoomOptions(url=url, tables=[table()], admin_token=ADMIN)
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    server = new_server(options, "127.0.0.1", 0, ready.set_result)
    serving = asyncio.create_task(server.serve())
    port = await ready
    card_room = server.card_room
    room = Served(card_room, port)
    async with (
        room.socket(await room.token("ann")) as ann,
        httpx.AsyncClient(base_url=room.url, trust_env=False, verify=False) as web,
        opened(url) as other,
    ):
        await ann.say(wire.Sit(cmd_id="x", table="t1", chips=1000))
        await until(lambda: card_room.taken_over)
        with contextlib.suppress(httpx.HTTPError):  # it stops within a tenth of a second
            health = await web.get("/healthz")
            assert (health.status_code, health.text.splitlines()[0]) == (503, "taken_over")
        bye = await ann.hear(wire.Bye)
        assert "Another server has taken the card room over" in bye.sentence
        with pytest.raises(StoreFailed, match="Another server has taken the card room over"):
            await serving
        assert not any(b"ann" in row.payload for row in await other.read("t1"))


async def test_the_process_that_lost_its_database_ends_with_an_error(tmp_path: Path) -> None:
    """`bigslick serve` exits with an error after a takeover, even if no one is playing, and the log says why."""

    url = str(tmp_path / "room.db")
    server = ServerProcess(url, tmp_path, TABLES, WallClock(tmp_path))
    await server.spawn()
    try:
        await server.opened()
        async with opened(url):
            assert await server.ended() != 0
            assert "Another server has taken the card room over" in server.complaints()
    finally:
        await server.kill()
    assert [line["status"] for line in server.logged() if line["event"] == "database"] == ["taken_over"]


async def test_an_idle_server_notices_that_its_database_was_taken_over(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stops even if no one is playing there."""
    monkeypatch.setattr(writing, "_LOOK_SECONDS", 0.05)

    async with opened(url) as first, opened(url):
        await until(lambda: first.trouble is not None)
        assert first.trouble == trouble("taken_over")


def test_the_sentences_of_an_outage_name_what_is_wrong() -> None:
    refused = away("c", trouble("full"))
    assert (refused.cmd_id, refused.code) == ("c", "away")
    assert refused.sentence == "The disk of the database is full: nothing has changed. Try again when it is back."
    assert refused.wording == Wording(
        "{trouble}: nothing has changed. Try again when it is back.",
        {"trouble": Wording("The disk of the database is full")},
    )
    assert outage(trouble("read_only")).sentence.startswith("The database is read-only. ")
    assert outage(None).sentence == ""
