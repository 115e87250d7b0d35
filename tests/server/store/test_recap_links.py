"""Recap links in the store: the secret alone finds the night."""

from __future__ import annotations

from bigslick.server.store.recap_links import RecapLinks
from tests.virtual_clock import VirtualClock

from ..databases import opened


async def test_a_link_finds_its_own_night_until_it_is_taken_back(url: str) -> None:
    async with opened(url) as store:
        links = RecapLinks(store, VirtualClock(5_000))
        one, two = await links.make("t7", "ada"), await links.make("t8", "bo")
        assert await links.night(one) == "t7"
        assert await links.night(two) == "t8"
        for wrong in ("", one[:-1], one.swapcase(), "t7"):
            assert await links.night(wrong) is None
        await links.take_back("t7")
        assert await links.night(one) is None
