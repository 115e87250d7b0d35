"""Hands in PokerStars' words."""

from __future__ import annotations

import pytest

from bigslick.history.formats.pokerstars.words import describe, spaced


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AhKd9c7s2c", "high card Ace"),
        ("6h6d9c7s2c", "a pair of Sixes"),
        ("KhKd7c7s2c", "two pair, Kings and Sevens"),
        ("2h2d2c7s9c", "three of a kind, Deuces"),
        ("Ah2d3c4s5c", "a straight, Ace to Five"),
        ("8h9dTcJsQc", "a straight, Eight to Queen"),
        ("Ah9h7h3h2h", "a flush, Ace high"),
        ("QhQdQcAsAc", "a full house, Queens full of Aces"),
        ("3h3d3c3sAc", "four of a kind, Threes"),
        ("5h6h7h8h9h", "a straight flush, Five to Nine"),
        ("AhKhQhJhTh", "a Royal Flush"),
        ("AhKhQhJhTh2c3c", "a Royal Flush"),
    ],
)
def test_every_category_has_its_words(cards: str, words: str) -> None:
    assert describe(cards) == words


def test_cards_are_written_apart() -> None:
    assert spaced("AhKd") == "Ah Kd"
    assert spaced("????") == "XX XX"
    assert spaced("") == ""
