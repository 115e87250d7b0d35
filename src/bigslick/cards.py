"""A card is an int from 0 (2c) to 51 (As) that prints as rank and suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .checks import is_bytes, must_be, plain
from .errors import BadCards
from .notebook import Html

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
_LETTERS: Final = str.maketrans(SUIT_SIGNS, SUITS, "\ufe0f")  # phones put U+FE0F after a suit sign to colour it
UNKNOWN: Final = -1
"""Marks a card that is not in the record; it is never a `Card`."""


class Card(int):
    """One card of the deck, from its name or its number: `Card("Ah")`, `Card(50)`.

    The number is `4 * rank + suit`: rank 0 is the deuce and 12 the ace; suits are in the order c d h s.
    """

    __slots__ = ()

    def __new__(cls, value: object) -> Card:
        """Return the card for a name or a number."""
        if isinstance(value, str):
            name = value if value in _BY_NAME else with_letters(value)
            if name not in _BY_NAME:
                raise BadCards(f"{value!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in 'As'")
            return _BY_NAME[name]
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadCards(f"{value!r} is not a card: expected a name such as 'As' or an int from 0 to 51")
        number = plain(value)
        if not 0 <= number <= 51:
            raise BadCards(f"{number} is not a card: the deck runs from 0 (2c) to 51 (As)")
        return DECK[number]

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

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)

    def _repr_html_(self) -> str:
        return cards_html((self,))


DECK: Final[tuple[Card, ...]] = tuple(int.__new__(Card, number) for number in range(52))
"""Every card in order, from 2c to As."""
_BY_NAME: Final[dict[str, Card]] = {str(card): card for card in DECK}


def with_letters(text: str) -> str:
    """Write suit signs as letters: `A♥` is `Ah`."""
    return text.translate(_LETTERS)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse distinct cards: `parse_cards("AhKd")`.

    Suits can be signs, as in `A♥ K♦`; spaces and commas between cards are ignored.
    """
    if not isinstance(text, str):
        raise BadCards(f"{text!r} is not a text of cards: expected one such as 'AhKd'")
    plain = with_letters(text).replace(" ", "").replace(",", "")
    if "10" in plain:
        raise BadCards(f"{text!r} is not a list of cards: write a ten as T, as in {text.replace('10', 'T')!r}")
    if len(plain) % 2:
        raise BadCards(f"{text!r} is not a list of cards: each card takes two letters, and one letter is left over")
    return to_cards([plain[i : i + 2] for i in range(0, len(plain), 2)])


def to_cards(cards: str | Iterable[object]) -> tuple[Card, ...]:
    """Return distinct cards from one text (`"AhKd"`) or from an iterable of ints and names."""
    if isinstance(cards, str):
        return parse_cards(cards)
    _check_not_bytes(cards)
    try:
        found = tuple([Card(value) for value in cards])
    except TypeError:
        raise BadCards(f"{cards!r} is not a list of cards: expected a text such as 'AhKd' or several cards") from None
    if len({*found}) < len(found):
        twice = next(card for place, card in enumerate(found) if card in found[:place])
        raise BadCards(f"{twice} appears twice: a deck has one of each card")
    return found


def _check_not_bytes(cards: object) -> None:
    if is_bytes(cards):
        raise BadCards(f"{cards!r} is not a list of cards: expected a text such as 'AhKd', not bytes")


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Write cards as text, the inverse of `parse_cards`: `"AhKd"`."""
    must_be(str, separator, "a text to put between cards")
    _check_not_bytes(cards)
    try:
        return separator.join([str(Card(card)) for card in cards])
    except TypeError:
        raise BadCards(f"{cards!r} is not a list of cards: expected several, as in [Card('Ah'), Card('Kd')]") from None


def cards_html(cards: Iterable[Card]) -> Html:
    """Format cards for a notebook: rank and suit sign, hearts and diamonds in red."""
    faces = []
    for card in cards:
        colour = "#c0392b" if card.suit in (1, 2) else "inherit"
        faces.append(f'<b style="color:{colour}">{RANKS[card.rank]}{SUIT_SIGNS[card.suit]}</b>')
    return Html(" ".join(faces))


def board_caption(street: str, board: Iterable[Card], pot: int) -> Html:
    """Return a notebook table's caption: street, board if there is one, and pot."""
    cards = cards_html(board)
    return Html(f"{street}{f': {cards}' if cards else ''}, pot {pot:,}")
