"""A card is an int from 0 (2c) to 51 (As) that prints as rank and suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .core.errors import BadCards as BadCards

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
UNKNOWN: Final = -1
"""Stands for a card that nobody recorded; it is never a `Card`."""


class Card(int):
    """One card of the pack: `4 * rank + suit`, rank 0 is the deuce and 12 the ace, suits in the order c d h s."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """Rank from 0 (deuce) to 12 (ace)."""
        return self >> 2

    @property
    def suit(self) -> int:
        """Suit from 0 to 3: clubs, diamonds, hearts, spades."""
        return self & 3

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


DECK: Final[tuple[Card, ...]] = tuple(Card(c) for c in range(52))
_BY_NAME: Final[dict[str, Card]] = {str(card): card for card in DECK}


def parse_card(text: str) -> Card:
    """One card from its two letters: `parse_card("As")`."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise BadCards(
            f"{text!r} is not a card: a card is a rank of {RANKS} and a suit of {SUITS}, as in 'As' or 'Td'"
        ) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Distinct cards from text: `parse_cards("AhKd")`; spaces and commas between cards are ignored."""
    plain = text.replace(" ", "").replace(",", "")
    if len(plain) % 2:
        raise BadCards(f"{text!r} is not a list of cards: each card takes two letters, and one letter is left over")
    cards = tuple(parse_card(plain[i : i + 2]) for i in range(0, len(plain), 2))
    require_distinct(cards)
    return cards


def to_card(value: object) -> Card:
    """A card from an int 0..51 or its name."""
    if isinstance(value, str):
        return parse_card(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadCards(f"{value!r} is not a card: expected a name such as 'As' or an int from 0 to 51")
    if not 0 <= value <= 51:
        raise BadCards(f"{int(value)} is not a card: a card is an int from 0 (2c) to 51 (As)")
    return DECK[value]


def to_cards(cards: str | Iterable[object]) -> tuple[Card, ...]:
    """Distinct cards from one text (`"AhKd"`) or from an iterable of ints and names."""
    if isinstance(cards, str):
        return parse_cards(cards)
    found = tuple(to_card(value) for value in cards)
    require_distinct(found)
    return found


def require_distinct(cards: Iterable[Card]) -> None:
    """Refuse a card that stands twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadCards(f"{card} stands twice: a pack has each card once")
        seen.add(card)


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """The inverse of `parse_cards`: `"AhKd"`."""
    return separator.join(str(DECK[card]) for card in cards)
