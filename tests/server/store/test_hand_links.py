"""Hand links in the store: each is valid only for its hand, until revoked."""

from __future__ import annotations

from bigslick.server.store.hand_links import HandLinks
from bigslick.server.store.records import Batch
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..hands import played


async def links_to(store: Store, *numbers: int) -> HandLinks:
    """Return the links in a store with these hands at table t7."""
    await store.append(Batch(hands=[played("t7", number) for number in numbers]))
    return HandLinks(store, VirtualClock(5_000))


async def test_a_link_opens_its_own_hand_and_says_when_that_ended(url: str) -> None:
    async with opened(url) as store:
        links = await links_to(store, 1, 2)
        assert await links.of("t7-1") == ""
        assert await links.opens("t7-1", "") is None, "no link is not an empty one"
        one, two = await links.make("t7-1", "ada"), await links.make("t7-2", "ada")
        assert await links.opens("t7-1", one) == 1_000
        assert await links.opens("t7-2", two) == 2_000
        for wrong in (two, one[:-1], one.swapcase(), "", "♠"):
            assert await links.opens("t7-1", wrong) is None


async def test_a_link_that_is_taken_back_opens_nothing_and_the_next_is_another(url: str) -> None:
    async with opened(url) as store:
        links = await links_to(store, 1, 2)
        first, other = await links.make("t7-1", "ada"), await links.make("t7-2", "ada")
        await links.take_back("t7-1")
        assert await links.of("t7-1") == ""
        assert await links.opens("t7-1", first) is None
        assert await links.of("t7-2") == other
        second = await links.make("t7-1", "ada")
        assert second != first
        assert await links.opens("t7-1", first) is None
