from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import InvalidStatus

from bigslick.hand.actions import Fold
from bigslick.hand.events import Dealt
from bigslick.protocol import room_events, wire
from bigslick.protocol.host import Close, Pause, RenewBroadcast, Resume, ShownOut, StartBroadcast
from bigslick.protocol.tournament import TournamentNow
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.http.socket import Connection, same_site
from bigslick.server.http.transport import SocketTransport
from bigslick.server.operations.limits import Limits
from bigslick.server.room.config import TOURNAMENTS
from bigslick.server.room.housekeeping import Housekeeping
from bigslick.server.table.task import TableTask
from tests.virtual_clock import VirtualClock
from tests.waiting import until

from ..served import Served, serving, table
from ..test_viewers import passing


async def test_the_first_message_says_who_one_is(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        async with room.socket() as nobody:
            assert (await nobody.hear(wire.Welcome)).player is None
        async with room.socket(await room.token("ann")) as ann:
            welcome = await ann.hear(wire.Welcome)
            assert (welcome.player, welcome.protocol) == ("ann", wire.PROTOCOL)


async def test_who_is_not_signed_in_can_watch_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room, room.socket() as nobody:
        await nobody.say(wire.WatchTable(table="t1"))
        assert (await nobody.hear(wire.TableSnapshot)).you is None
        refused = await nobody.ask(wire.Sit(cmd_id="1", table="t1", chips=1000))
        assert refused.code == "not_signed_in"
        await nobody.say(wire.WatchTable(table="t9"))
        assert (await nobody.hear(wire.Refused)).code == "unknown"
        await nobody.say(wire.WatchTournament(tournament="sng9"))
        assert (await nobody.hear(wire.Refused)).code == "unknown"
        await nobody.say(wire.Ping(at=7))
        assert (await nobody.hear(wire.Pong)).at == 7


async def two_players(room: Served) -> tuple[str, str]:
    return await room.token("ann"), await room.token("bob")


async def test_two_play_and_all_tabs_of_a_player_see_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2)) as room:
        first, second = await two_players(room)
        async with room.socket(first) as ann, room.socket(first) as tab, room.socket(second) as bob:
            for socket in (ann, tab, bob):
                await socket.say(wire.WatchTable(table="t1"))
                await socket.hear(wire.TableSnapshot)
            assert (await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))).seat == 0
            assert (await bob.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))).seat == 1
            seen: dict[str, list[wire.Update]] = {"tab": [], "bob": []}
            for name, socket in (("tab", tab), ("bob", bob)):
                while not any(isinstance(event, room_events.Turn) for update in seen[name] for event in update.events):
                    seen[name].append(await socket.hear(wire.Update))
            first_seq = seen["tab"][0].seq
            assert [update.seq for update in seen["tab"]] == [first_seq + n for n in range(len(seen["tab"]))]
            turn = next(event for event in seen["tab"][-1].events if isinstance(event, room_events.Turn))
            assert (seen["tab"][-1].view is not None) == (turn.seat == 0)
            assert (seen["bob"][-1].view is not None) == (turn.seat == 1)
            actor = (tab, bob)[turn.seat]
            act = wire.Act(cmd_id="a", table="t1", hand=turn.hand, number=turn.number, action=Fold())
            done = await actor.ask(act)
            assert isinstance(done, wire.Done)
            assert await actor.ask(act) == done, "sent again, it is answered again and not done again"


async def test_a_player_is_lost_when_their_last_tab_closes_and_goes_on_where_they_were(tmp_path: Path) -> None:
    async with serving(tmp_path, table(seats=2)) as room:
        token = await room.token("ann")
        async with room.socket() as watcher:
            await watcher.say(wire.WatchTable(table="t1"))
            await watcher.hear(wire.TableSnapshot)
            async with room.socket(token) as ann:
                async with room.socket(token) as tab:
                    await tab.say(wire.WatchTable(table="t1"))
                    await tab.hear(wire.TableSnapshot)
                    await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
                    last = (await tab.hear(wire.Update)).seq
                await watcher.hear(wire.Update)
                assert room.card_room.connected(room.id("ann"))
            lost = await watcher.hear(wire.Update)
            assert room_events.Disconnected(0) in lost.events
            assert not room.card_room.connected(room.id("ann"))
            async with room.socket(token) as ann:
                back = await watcher.hear(wire.Update)
                assert room_events.Reconnected(0) in back.events
                await ann.say(wire.WatchTable(table="t1", last_seq=last))
                missed = [await ann.hear() for _ in range(1 + back.seq - last)][1:]
                assert [type(message) for message in missed] == [wire.Update] * len(missed)
                assert [update.seq for update in missed] == list(range(last + 1, back.seq + 1))
                await ann.say(wire.WatchTable(table="t1", last_seq=10**6))
                assert (await ann.hear(wire.TableSnapshot)).you == 0


async def test_somebody_speaks(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, table()) as room,
        room.socket(await room.token("ann")) as ann,
        room.socket() as watcher,
    ):
        await watcher.say(wire.WatchTable(table="t1"))
        await watcher.hear(wire.TableSnapshot)
        refused = await ann.ask(wire.Say(cmd_id="0", table="t1", text="from afar"))
        assert isinstance(refused, wire.Refused)
        assert "only those at the table" in refused.sentence
        await ann.say(wire.WatchTable(table="t1"))
        text = "good\x07\n evening\u202e\u200b\u2066 all\ud7ff e" + "\u0301" * 40
        await ann.ask(wire.Say(cmd_id="1", table="t1", text=text))
        said = await watcher.hear(wire.Said)
        assert (said.player, said.text) == ("ann", "good evening all é\u0301\u0301")
        nothing = await ann.ask(wire.Say(cmd_id="2", table="t1", text="\u202e \u200b"))
        assert isinstance(nothing, wire.Refused)
        answers = [await ann.ask(wire.Say(cmd_id=f"s{n}", table="t1", text="spam")) for n in range(8)]
        assert [answer.code for answer in answers if isinstance(answer, wire.Refused)] == ["too_fast"] * 4


async def test_a_socket_watches_no_more_tournaments_than_tables(tmp_path: Path) -> None:
    """There is no message to unwatch a tournament, so the first one is dropped."""
    limits = Limits(tables_per_socket=1)
    async with serving(tmp_path, tournaments=TOURNAMENTS, limits=limits) as room, room.socket() as viewer:
        for name in ("sng1", "sng1", "sng2"):
            await viewer.say(wire.WatchTournament(tournament=name))
            assert (await viewer.hear(TournamentNow)).card.tournament == name
        assert [name for name, event in room.card_room.tournaments.items() if event.watchers.everyone()] == ["sng2"]


async def test_closed_tables_do_not_count_as_watched(tmp_path: Path) -> None:
    limits = Limits(tables_per_socket=1)
    async with serving(tmp_path, table(), table("Oak"), limits=limits) as room, room.socket() as watcher:
        await watcher.say(wire.WatchTable(table="t1"))
        await watcher.hear(wire.TableSnapshot)
        assert b"bigslick_watchers 1.0" in room.card_room.figures()
        await room.card_room.tables["t1"].submit(HOUSE, Close(cmd_id="", at="t1"))
        await Housekeeping(room.card_room).tell_lobby()
        assert "t1" not in room.card_room.tables
        assert b"bigslick_watchers 0.0" in room.card_room.figures()
        await watcher.say(wire.WatchTable(table="t2"))
        assert (await watcher.hear(wire.TableSnapshot)).table == "t2"


async def test_a_page_of_another_site_is_not_let_in(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        token = await room.token()
        for origin, status in (("http://evil.example", 403), ("null", 403), (room.url + ".evil.example", 403)):
            with pytest.raises(InvalidStatus) as refused:
                async with room.socket(token, origin=origin):
                    pass
            assert refused.value.response.status_code == status
        async with room.socket(token, origin=room.url) as socket:
            assert (await socket.hear(wire.Welcome)).player is not None


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://a.example", "a.example", True),
        ("https://A.example:8000", "a.example:8000", True),
        ("http://a.example:8000", "a.example", False),
        ("http://a.example.evil", "a.example", False),
        ("null", "a.example", False),
        ("", "", False),
        ("http://", "", False),
        ("ftp://a.example", "a.example", False),
    ],
)
def test_whether_a_page_is_our_own(origin: str, host: str, same: bool) -> None:
    assert same_site(origin, host) is same


async def test_a_socket_that_is_gone_leaves_nothing_behind(tmp_path: Path) -> None:
    """The server rarely collects garbage, so sockets must not need it."""

    async with serving(tmp_path, table()) as room:
        token = await room.token("ann")
        gone: list[weakref.ref[object]] = []
        assert not gc.isenabled()
        for _ in range(3):
            async with room.socket(token) as socket:
                await socket.say(wire.WatchTable(table="t1"))
                await socket.hear(wire.TableSnapshot)
                (connection,) = room.card_room.presence.connections.of(room.id("ann"))
                gone += [weakref.ref(connection), weakref.ref(connection._transport)]  # type: ignore[attr-defined]
                del connection
        await until(lambda: not (room.card_room.metrics.sockets.value or any(each() is not None for each in gone)))


class Unread:
    """A transport whose client reads nothing for a while."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.written.append(frame)

    def end(self, code: int) -> None:
        raise AssertionError(f"closed with {code}")


async def test_a_slow_reader_gets_the_whole_lobby_instead_of_every_change(tmp_path: Path) -> None:
    async with serving(tmp_path, table(), limits=Limits(queued_frames=4)) as room:
        transport, card_room = Unread(), room.card_room
        slow = Connection(card_room, cast("SocketTransport", transport), None, None, "here")
        card_room.watch_lobby(slow)
        slow.slow()
        for hand in range(1, 10):
            card_room.tables["t1"].live.shown.hand = hand
            card_room.tell_lobby()
        assert len(transport.written) == 1
        slow.quick()
        card_room.tell_lobby()
        first, last = transport.written
        assert b'"type":"lobby"' in first
        assert b'"type":"lobby"' in last
        assert b'"hands":9' in last
        card_room.parted(slow)


async def on_air(room: Served, delay_ms: int | None = None) -> TableTask:
    """Open a table of ann's that is broadcast and paused, where ann and bob sit."""
    for name in ("ann", "bob"):
        await room.token(name)
    task = await room.card_room.open_table(table(seats=2), Invitation(host=room.id("ann")))
    await done(room, "ann", Pause(cmd_id="p", at=task.id))
    for name in ("ann", "bob"):
        await done(room, name, wire.Sit(cmd_id="s", table=task.id, chips=1_000))
    await done(room, "ann", StartBroadcast(cmd_id="b", at=task.id, delay_ms=delay_ms))
    return task


async def done(room: Served, name: str, command: Any) -> None:
    assert isinstance(await room.card_room.submit(room.id(name), command), wire.Done)


async def test_a_broadcast_is_watched_by_its_secret_and_by_few(tmp_path: Path) -> None:
    limits = Limits(broadcast_delay_ms=400_000, broadcasts=1, broadcast_viewers=1)
    async with serving(tmp_path, limits=limits) as room:
        task = await on_air(room)
        broadcast = task.live.broadcast
        assert broadcast is not None
        assert broadcast.delay_ms == 400_000, "the room's"
        secret = broadcast.token
        other = await room.card_room.open_table(table("Oak"), Invitation(host=room.id("bob")))
        for delay_ms, why in ((300_000, "at least 7 minutes late"), (None, "1 tables are broadcast")):
            start = StartBroadcast(cmd_id=f"b{delay_ms}", at=other.id, delay_ms=delay_ms)
            refused = await room.card_room.submit(room.id("bob"), start)
            assert isinstance(refused, wire.Refused)
            assert why in refused.sentence
        async with room.socket() as obs, room.socket() as late:
            await obs.say(wire.WatchBroadcast(secret="wrong"))
            assert (await obs.hear(wire.Refused)).code == "unknown"
            await obs.say(wire.WatchBroadcast(secret=secret))
            assert (await obs.hear(wire.TableSnapshot)).seats == ()
            await late.say(wire.WatchBroadcast(secret=secret))
            assert "as many viewers" in (await late.hear(wire.Refused)).sentence
            assert task.watching == 0, "they are not at the table"
            await done(room, "ann", RenewBroadcast(cmd_id="r", at=task.id))
            assert (await obs.hear(ShownOut)).why == "broadcast"
            await obs.say(wire.WatchBroadcast(secret=secret))
            assert (await obs.hear(wire.Refused)).code == "unknown", "the old address shows nothing"
            await late.say(wire.WatchBroadcast(secret=broadcast.token))
            await late.hear(wire.TableSnapshot)
        await until(lambda: not len(task.audience.broadcast))


async def test_a_broadcast_goes_on_after_a_restart_and_ends_after_its_table(tmp_path: Path) -> None:
    clock, delay = VirtualClock(), 600_000
    async with serving(tmp_path, clock=clock) as room:
        task = await on_air(room, delay)
        await done(room, "ann", wire.AnswerBroadcast(cmd_id="y", table=task.id, yes=True))
        await done(room, "ann", Resume(cmd_id="r", at=task.id))
        await passing(clock, lambda: task.live.shown.turn)
        live, turn = task.live, task.live.shown.turn
        assert live.broadcast is not None
        assert live.hand is not None
        assert turn is not None
        secret, holes = live.broadcast.token, {seat: live.hand.hole(seat) for seat in (0, 1)}
        await done(room, "ann", Close(cmd_id="c", at=task.id))
        act = wire.Act(cmd_id="a", table=task.id, hand=1, number=turn.number, action=Fold())
        await done(room, ("ann", "bob")[turn.seat], act)
        await passing(clock, lambda: live.closed)
    ended = clock.now()
    async with serving(tmp_path, clock=clock) as room, room.socket() as obs:
        await obs.say(wire.WatchBroadcast(secret=secret))
        assert (await obs.hear(wire.TableSnapshot)).hand == 0
        await clock.advance(delay - (clock.now() - ended) - 1_000)
        await passing(clock, lambda: task.id not in room.card_room.tables)
        heard = [event for event in (await obs.hear(wire.TableSnapshot)).events if isinstance(event, Dealt)]
        while not heard:
            heard = [event for event in (await obs.hear(wire.Update)).events if isinstance(event, Dealt)]
        assert {event.card for event in heard} == {*holes[0], None}, "ann's cards, and not bob's"
        assert clock.now() >= ended + delay
