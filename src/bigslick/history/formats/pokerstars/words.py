"""Describes hands in PokerStars' words: "a pair of Aces", "a full house, Queens full of Aces"."""

from __future__ import annotations

from typing import Final

from bigslick.strength import Category, best_five, category, evaluate

_ONE: Final = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
_MANY: Final = tuple(f"{name}es" if name == "Six" else f"{name}s" for name in _ONE)


def describe(cards: str) -> str:
    """Name a hand of 5 to 7 cards, as in `Ann: shows [Ah Kd] (a pair of Aces)`."""
    kind = category(evaluate(cards))
    ranks = [card.rank for card in best_five(cards)]
    first, last, many = _ONE[ranks[0]], _ONE[ranks[-1]], _MANY[ranks[0]]
    match kind:
        case Category.HIGH_CARD:
            return f"high card {first}"
        case Category.ONE_PAIR:
            return f"a pair of {many}"
        case Category.TWO_PAIR:
            return f"two pair, {many} and {_MANY[ranks[2]]}"
        case Category.STRAIGHT:
            return f"a straight, {last} to {first}"
        case Category.FLUSH:
            return f"a flush, {first} high"
        case Category.FULL_HOUSE:
            return f"a full house, {many} full of {_MANY[ranks[3]]}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush, {last} to {first}"
        case Category.ROYAL_FLUSH:
            return "a Royal Flush"
    return f"{kind}, {many}"


def spaced(cards: str) -> str:
    """Write cards the way PokerStars does, with spaces between them; XX is a card that was not shown."""
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2)).replace("??", "XX")
