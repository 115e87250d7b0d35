"""The starting-hand table: all 169, with the best and worst where everyone ranks them."""

from __future__ import annotations

from bigslick.bots.starting_hands import SHARES
from bigslick.cards import RANKS


def share(high: str, low: str, *, suited: bool) -> int:
    a, b = RANKS.index(high), RANKS.index(low)
    return SHARES[13 * a + b] if suited else SHARES[13 * b + a]


def test_there_are_169_starting_hands() -> None:
    assert len(SHARES) == 169
    assert all(0 <= found < 1000 for found in SHARES)


def test_aces_come_first_and_three_deuce_is_near_the_bottom() -> None:
    assert share("A", "A", suited=True) == 0
    assert share("3", "2", suited=False) > 980


def test_suited_hands_beat_the_same_hand_offsuit() -> None:
    for high in range(1, 13):
        for low in range(high):
            assert SHARES[13 * high + low] < SHARES[13 * low + high]
