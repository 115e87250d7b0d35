"""Secret links in the store: one for each thing, until revoked."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from bigslick.server.store import schema
from bigslick.server.store.secret_links import SecretLinks
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened


def links_in(store: Store) -> SecretLinks:
    return SecretLinks(store, VirtualClock(5_000), schema.recap_links, "night")


async def test_a_thing_has_one_link_however_many_players_make_it_at_once(url: str) -> None:
    async with opened(url) as store:
        links = links_in(store)
        assert await links.of("t7") == ""
        made = await asyncio.gather(*(links.make("t7", player) for player in ("ada", "bo", "dee")))
        assert len(set(made)) == 1
        assert await links.of("t7") == made[0]
        columns = schema.recap_links.c
        rows = await store.select(sa.select(columns.player, columns.at))
        assert [(player in ("ada", "bo", "dee"), at) for player, at in rows] == [(True, 5_000)]


async def test_a_link_that_is_taken_back_is_gone_and_the_next_is_another(url: str) -> None:
    async with opened(url) as store:
        links = links_in(store)
        first, other = await links.make("t7", "ada"), await links.make("t8", "ada")
        await links.take_back("t7")
        assert await links.of("t7") == ""
        assert await links.of("t8") == other
        assert await links.make("t7", "ada") != first
