"""After a hand: the cards that players show, the rest of the board on request, and a seven-deuce bounty."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from bigslick.cards import Card
from bigslick.hand.hand import Hand
from bigslick.hand.setup import board_places, hole_places
from bigslick.hand.view import hidden_hole, rest_of_board
from bigslick.table.seven_deuce import SevenDeucePayment, shown_at_showdown

Which = Literal["first", "second", "both"]
"""Which of the hole cards, in dealing order."""


class CardsShown(msgspec.Struct, frozen=True, tag="cards_shown"):
    """A player showed one or both hole cards after the hand; `null` in `cards` is a card that stays hidden."""

    seat: int
    cards: tuple[Card | None, Card | None]


class RabbitHunted(msgspec.Struct, frozen=True, tag="rabbit_hunted"):
    """A player who was dealt in asked for the rest of the board of a hand that ended early."""

    seat: int
    cards: tuple[Card, ...]


class SevenDeucePaid(msgspec.Struct, frozen=True, tag="seven_deuce_paid"):
    """The players paid the bounty for a pot won with seven-deuce, out of their stacks after the hand."""

    payments: tuple[SevenDeucePayment, ...]


class Afterwards(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Cards that became public after a hand ended, and the seven-deuce bounty."""

    shown: dict[int, tuple[int, ...]] = {}
    """Which hole cards each seat showed, counted from 0 in dealing order."""
    hunter: int | None = None
    """The seat that asked for the rest of the board; None if none did."""
    seven_deuce: SevenDeucePaid | None = None
    """The bounty that was paid; None if none was."""

    def with_shown(self, seat: int, which: Which) -> Afterwards:
        """Return a copy with these cards of a seat shown too."""
        more = {"first": (0,), "second": (1,), "both": (0, 1)}[which]
        cards = tuple(sorted({*self.shown.get(seat, ()), *more}))
        return msgspec.structs.replace(self, shown={**self.shown, seat: cards})

    def face_up(self, hand: Hand) -> frozenset[int]:
        """Return the seats whose hole cards everyone has seen, at the showdown or since."""
        return shown_at_showdown(hand) | {seat for seat, cards in self.shown.items() if len(cards) == 2}

    def events(self, hand: Hand) -> tuple[CardsShown | RabbitHunted, ...]:
        """Return the cards that viewers saw as events, the rest of the board last."""
        found: list[CardsShown | RabbitHunted] = [cards_shown(hand, seat, cards) for seat, cards in self.shown.items()]
        if self.hunter is not None:
            found.append(RabbitHunted(self.hunter, rest_of_board(hand)))
        return tuple(found)

    def turns(self, hand: Hand) -> tuple[int, ...]:
        """Return the deal turns of the cards that became public, counted from 0."""
        order = hand.setup.dealt
        found = [hole_places(order, seat)[card] for seat, cards in self.shown.items() for card in cards]
        return (*found, *(rest_turns(hand) if self.hunter is not None else ()))


def cards_shown(hand: Hand, seat: int, cards: Collection[int]) -> CardsShown:
    """Make the event for a seat that shows some of its hole cards, 0 and 1."""
    first, second = hidden_hole(hand, seat)
    return CardsShown(seat, (first if 0 in cards else None, second if 1 in cards else None))


def rest_turns(hand: Hand) -> tuple[int, ...]:
    """Return the deal turns of the cards that would have completed the board."""
    setup = hand.setup
    return board_places(len(setup.dealt), burn=setup.rules.burn)[len(hand.board) :]
