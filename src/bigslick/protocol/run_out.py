"""A run-out as viewers see it: hands are tabled first, and each street updates their equities."""

from __future__ import annotations

from collections.abc import Mapping

from bigslick.cards import Card
from bigslick.hand.events import CARDS_BEFORE, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.odds import equity

from .room_events import Equities


def tabled_hands(hand: Hand, first: int) -> dict[int, tuple[Card, ...]]:
    """Return the hands that are tabled in a run-out, by seat; empty if the events starting with `first` have none.

    A street without a turn after it means that the betting is over with a player all-in: every hand is then tabled at
    once (TDA 16), not only at the showdown that follows.
    """
    events = hand.events[first:]
    streets = [place for place, event in enumerate(events) if isinstance(event, StreetDealt)]
    if not streets:
        return {}
    return {event.seat: event.cards for event in events[streets[0] :] if isinstance(event, Shown)}


class Boards:
    """A hand's boards as they grow."""

    def __init__(self) -> None:
        self._boards: dict[int, tuple[Card, ...]] = {0: ()}

    def __len__(self) -> int:
        return len(self._boards)

    def __getitem__(self, number: int) -> tuple[Card, ...]:
        return self._boards[number]

    def grow(self, event: StreetDealt) -> None:
        """Add a street to one of them."""
        before = self._boards.get(event.board)
        if before is None:
            before = self[0][: CARDS_BEFORE[event.street]]
        self._boards[event.board] = before + event.cards

    def equities(self, hands: Mapping[int, tuple[Card, ...]], number: int = 0) -> Equities:
        """Return these hands' exact shares on one board; folded cards are unknown, as they are to the players."""
        board = self._boards[number]
        dead = {card for cards in self._boards.values() for card in cards}.difference(board)
        counted = equity(hands.values(), board, dead)
        shares = {seat: round(player.equity, 4) for seat, player in zip(hands, counted.players, strict=True)}
        return Equities(shares, number)
