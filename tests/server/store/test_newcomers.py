"""The first hands of guests."""

from __future__ import annotations

import asyncio

from bigslick.server.store.newcomers import FIRST_HANDS, Newcomers
from bigslick.server.store.records import Batch
from bigslick.server.store.schema import accounts

from ..databases import opened
from ..hands import played


def test_hands_count_for_guests_until_they_are_no_newcomers() -> None:
    newcomers = Newcomers()
    newcomers.welcome("ann")
    assert (newcomers.hands_left("ann"), newcomers.hands_left("bob")) == (FIRST_HANDS, 0)
    for left in (4, 3, 2, 1, 0, 0):
        newcomers.play(["ann", "bob"])
        assert (newcomers.hands_left("ann"), newcomers.hands_left("bob")) == (left, 0)


def test_a_restarted_room_remembers_how_many_hands_a_guest_has_had(url: str) -> None:
    hands = [played("t1", number) for number in range(1, 4)]
    guest, member, *_ = hands[0].players.values()
    rows = [
        {"id": player, "name": player, "folded": player, "kind": kind, "password": None, "created_at": 0}
        | {"refilled_at": 0, "avatar": "", "named": 1}
        for player, kind in ((guest, "guest"), (member, "member"), ("new", "guest"))
    ]

    async def run() -> list[int]:
        async with opened(url) as store:
            await store.append(Batch(hands=hands, statements=[accounts.insert().values(row) for row in rows]))
            newcomers = await Newcomers.load(store)
            return [newcomers.hands_left(player) for player in (guest, member, "new")]

    dealt = sum(guest in hand.players.values() for hand in hands)
    assert asyncio.run(run()) == [FIRST_HANDS - dealt, 0, FIRST_HANDS]
