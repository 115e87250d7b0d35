"""Cases of type `deal` and `first_button`: which card goes where, and who has the first button."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bigslick.cards import DECK, format_cards, parse_cards
from bigslick.hand.actions import Call, Check
from bigslick.hand.hand import Hand
from bigslick.hand.setup import dealing_order
from bigslick.rules import Rules
from bigslick.shuffle import Keystream
from bigslick.tournament.director.seating import bits, first_button

from .case import Ruling, check_size, differ, listed


class DealCase(Ruling, kw_only=True):
    """A deck from the top, with the seats in dealing order, their cards and the board."""

    table_size: int
    occupied: list[int]
    button: int
    deck: str
    """The deck's first cards, top card first; the rest follows in any order."""
    order: list[int]
    """The seats in the order of their first cards."""
    hole_cards: dict[int, str]
    board: str = ""
    burn: bool = True


def check_deal(case: DealCase) -> Iterator[str]:
    """Check the deal: one card at a time from the left of the button, the button last, a burn before each street."""
    check_size(case.table_size)
    top = parse_cards(case.deck)
    deck = (*top, *(card for card in DECK if card not in top))
    taken = {case.seat(number, case.table_size) for number in case.occupied}
    stacks = [100 if seat in taken else 0 for seat in range(case.table_size)]
    button = case.seat(case.button, case.table_size)
    hand = Hand.start(stacks=stacks, blinds=(1, 2), button=button, deck=deck, rules=Rules(burn=case.burn))
    yield from differ("order", case.numbers(dealing_order(stacks, button)), case.order)
    for number, cards in sorted(case.hole_cards.items()):
        found = format_cards(hand.hole(case.seat(number, case.table_size)), " ")
        yield from differ(f"cards of seat {number}", found, format_cards(parse_cards(cards), " "))
    if case.board:
        while hand.turn is not None:
            hand.act(Check() if hand.options is not None and hand.options.check else Call())
        yield from differ("board", format_cards(hand.board, " "), format_cards(parse_cards(case.board), " "))


def tell_deal(case: DealCase) -> Iterator[str]:
    """Yield the deck, and where its cards go."""
    burn = "a card burned before each street" if case.burn else "no card burned"
    yield f"A table of {case.table_size} seats, button {case.button}, {burn}; the deck from the top: {case.deck}."
    yield f"Dealt in this order: {listed(case.order, 'seat')}."
    for number, cards in sorted(case.hole_cards.items()):
        yield f"- seat {number}: {cards}"
    if case.board:
        yield f"Board: {case.board}."


class FirstButtonCase(Ruling, kw_only=True):
    """Taken seats and a rule, with the first hand's button."""

    table_size: int
    occupied: list[int]
    choice: int | Literal["highest_seat"]
    expected: int


def check_first_button(case: FirstButtonCase) -> Iterator[str]:
    """Check the highest taken seat, or the chosen seat; a random draw cannot be checked."""
    check_size(case.table_size)
    taken = bits(case.seat(number, case.table_size) for number in case.occupied)
    choice = case.choice if case.choice == "highest_seat" else case.seat(case.choice, case.table_size)
    found = first_button(taken, case.table_size, choice, Keystream(0))
    yield from differ("first button", case.number(found), case.expected)


def tell_first_button(case: FirstButtonCase) -> Iterator[str]:
    """Yield the seats, the rule and the button."""
    rule = "at the highest seat that is taken" if case.choice == "highest_seat" else f"chosen as seat {case.choice}"
    yield f"A table of {case.table_size} seats; taken are {listed(case.occupied, 'seat')}; the button is {rule}."
    yield f"The first button is seat {case.expected}."
