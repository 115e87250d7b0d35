"""Room-wide mutes and bans: they apply, expire, are lifted, and survive a restart."""

from __future__ import annotations

from bigslick.server.store.sanctions import Sanction, Sanctions
from tests.virtual_clock import VirtualClock

from ..databases import opened


async def test_a_sanction_holds_until_its_time_or_until_it_is_lifted(url: str) -> None:
    clock = VirtualClock(1_000)
    async with opened(url) as store:
        sanctions = await Sanctions.load(store, clock)
        assert sanctions.on("ann", "ban") is None
        assert sanctions.on(None, "mute") is None
        mute = Sanction(player="ann", kind="mute", why="shouting", since=1_000, until=3_000)
        ban = Sanction(player="bob", kind="ban", why="cheating", since=2_000)
        await sanctions.impose(mute)
        await sanctions.impose(ban)
        assert sanctions.all() == [ban, mute]
        assert sanctions.on("ann", "ban") is None
        again = await Sanctions.load(store, clock)
        assert again.on("ann", "mute") == mute
        await clock.advance(2_000)
        assert again.on("ann", "mute") is None
        assert not await again.lift("ann", "mute")
        assert again.all() == [ban]
        longer = Sanction(player="ann", kind="mute", why="again", since=3_000)
        await again.impose(longer)
        assert again.on("ann", "mute") == longer
        assert await again.lift("bob", "ban")
        assert not await again.lift("bob", "ban")
        assert (await Sanctions.load(store, clock)).all() == [longer]
