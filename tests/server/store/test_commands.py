"""Commands in the store: found again by player and id, and kept for as long as they can be resent."""

from __future__ import annotations

from bigslick.server.store.commands import KEPT_MS, sweep_commands
from bigslick.server.store.records import Batch, DoneCommand, Stream
from bigslick.server.store.store import Conflict
from tests.virtual_clock import VirtualClock

from ..databases import opened


def command(cmd_id: str, stream: str = "t1", player: str = "ann", at: int = 1, seat: int | None = None) -> DoneCommand:
    return DoneCommand(stream=stream, player=player, cmd_id=cmd_id, at=at, seq=at, seat=seat)


async def test_a_command_is_found_by_stream_player_and_id(url: str) -> None:
    mine = [command(f"c{number}", at=number, seat=number % 2 or None) for number in range(5)]
    others = [command("c1", stream="t2"), command("c1", player="bob"), command("c9", player="bob")]
    async with opened(url) as store:
        await store.append(Batch(commands=[*mine, *others]))
        assert await store.commands("t1", "ann", most=3) == mine[-3:]
        assert await store.commands("t1", "ann", "c1") == [mine[1]]
        assert await store.commands("t1", "ann", "c9") == []


async def test_the_store_keeps_a_command_once(url: str) -> None:
    async with opened(url) as store:
        await store.append(Batch(commands=[command("c")]))
        try:
            await store.append(Batch(commands=[command("c", at=7)]))
        except Conflict:
            return
    raise AssertionError("it is there already")


async def test_commands_go_after_a_session_and_not_with_their_table(url: str) -> None:
    clock = VirtualClock(2 * KEPT_MS)
    now = clock.now()
    streams = [Stream(id="t1", kind="table", opened_at=1), Stream(id="t2", kind="table", opened_at=1, closed_at=now)]
    old, young, closed = command("old", at=now - KEPT_MS - 1), command("young", at=now), command("c", "t2", at=now)
    async with opened(url) as store:
        await store.append(Batch(opened=streams, commands=[old, young, closed]))
        await sweep_commands(store, clock)
        assert await store.commands("t1", "ann", most=9) == [young]
        assert await store.commands("t2", "ann", most=9) == [closed]
