"""A table's lobby card."""

from types import SimpleNamespace
from typing import Any, cast

from bigslick.server.store.records import StoredHand
from bigslick.server.table.card import HANDS, RecentPots

from ..virtual import serving


def won(chips: int) -> StoredHand:
    return cast(StoredHand, SimpleNamespace(nets={0: chips, 1: -chips}))


def test_the_average_pot_counts_only_hands_whose_end_was_seen() -> None:
    pots = RecentPots()
    assert pots.average(100) == 0
    pots.add(10, won(40))
    pots.add(20, won(61))
    assert pots.average(9) == 0
    assert pots.average(10) == 40
    assert pots.average(20) == 50


def test_only_recent_hands_count_for_the_average_pot() -> None:
    pots = RecentPots()
    pots.add(1, won(1_000_000))
    for number in range(HANDS):
        pots.add(2 + number, won(10))
    assert pots.average(1_000) == 10


def test_the_card_shows_the_seats_and_the_door() -> None:
    settings: Any = {"seats": 6, "bots": ("tag",)}
    with serving(None, "ann", **settings) as served:
        served.begin()
        card = served.room.card()
        assert (card.table, card.seats, card.taken, card.people, card.watching) == ("t1", 6, 2, 1, 1)
        assert not card.private
        assert not card.paused
