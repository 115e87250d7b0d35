"""The cards between the brackets of a line."""

from __future__ import annotations

from .. import _amounts as amounts

COMPILED = not __file__.endswith(".py")

known_cards: dict[str, str] = {}
"""A cache of hole cards, without their space: there are 2,652 of them."""


def letters_of(text: str, least: int, most: int) -> str:
    """Return the letters of `least` to `most` cards without spaces, ?? for a hidden XX; empty for any other text."""
    known = known_cards.get(text)
    if known is not None and least <= 2:
        return known
    cards = text.replace(" ", "")
    if cards.find("X") >= 0:
        cards = cards.replace("XX", "??")
    size = len(cards)
    if size % 2 or not 2 * least <= size <= 2 * most:
        return ""
    for i in range(0, size, 2):
        if not is_card(cards[i], cards[i + 1]):
            return ""
    if size == 4:
        if len(known_cards) > amounts.MOST_KNOWN:
            known_cards.clear()
        known_cards[text] = cards
    return cards


def is_card(rank: str, suit: str) -> bool:
    """Whether two letters are a card, or ?? for an unknown one."""
    if suit == "c" or suit == "d" or suit == "h" or suit == "s":
        return "2" <= rank <= "9" or rank == "T" or rank == "J" or rank == "Q" or rank == "K" or rank == "A"
    return rank == "?" and suit == "?"
