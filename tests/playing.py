"""Shorthand for tests: play a line of actions, and list the options of the seat to act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bigslick import Action, AllIn, Bet, Call, Card, Check, Dealt, Fold, Hand, Muck, Options, Raise, Show

PLAIN: dict[str, Callable[[], Action]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "all-in": AllIn,
    "show": Show,
    "muck": Muck,
}


def action(words: str) -> Action:
    """Parse `fold`, `bet 60`, `raise 60` (to 60), `add 60` (a raise by that many chips)."""
    kind, _, amount = words.strip().partition(" ")
    if kind == "bet":
        return Bet(to=int(amount))
    if kind == "raise":
        return Raise(to=int(amount))
    if kind == "add":
        return Raise(add=int(amount))
    return PLAIN[kind]()


def do(hand: Hand, line: str) -> Hand:
    """Play a line such as `0 call, 1 fold, 2 raise 60`: check who acts, then do it."""
    for part in line.split(","):
        seat, _, words = part.strip().partition(" ")
        assert hand.turn == int(seat), f"{part.strip()!r}: it is the turn of seat {hand.turn}"
        hand.act(action(words))
    return hand


def start(stacks: list[int], blinds: tuple[int, int] = (10, 20), **more: Any) -> Hand:
    """Start a hand from a fixed seed, unless a deck is given."""
    if "deck" not in more:
        more.setdefault("seed", 7)
    return Hand.start(stacks, blinds, **more)


def dealt_cards(events: Iterable[object]) -> dict[int, tuple[Card | None, ...]]:
    """Return the cards that each seat was dealt by these events, in order; None stands for a hidden card."""
    cards: dict[int, tuple[Card | None, ...]] = {}
    for event in events:
        if isinstance(event, Dealt):
            cards[event.seat] = (*cards.get(event.seat, ()), event.card)
    return cards


def options(hand: Hand) -> Options:
    """Return the options of the seat to act, if there is one."""
    found = hand.options
    assert found is not None
    return found


def wager_range(hand: Hand) -> tuple[int, int] | None:
    """Return the smallest and largest total of a wager, or None."""
    found = options(hand).wager_to
    return (found[0], found[-1]) if found else None
