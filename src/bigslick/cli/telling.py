"""A hand told in text: its events as a few lines that a person can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bigslick.cards import RANKS, SUIT_SIGNS
from bigslick.hand.events import (
    Called,
    Checked,
    Dealt,
    Event,
    Folded,
    HandEnded,
    Mucked,
    Posted,
    PotAwarded,
    Refunded,
    Shown,
    StreetDealt,
    Wagered,
)
from bigslick.strength import describe

if TYPE_CHECKING:
    from bigslick.cards import Card

_POSTS = {
    "ante": "the ante",
    "small_blind": "the small blind",
    "big_blind": "the big blind",
    "straddle": "a straddle",
    "live": "a live blind",
    "dead": "a dead blind",
}


def cards_text(cards: Iterable[int]) -> str:
    """Cards for people: `A♥ K♦`."""
    return " ".join(RANKS[card >> 2] + SUIT_SIGNS[card & 3] for card in cards)


def tell_hand(events: Iterable[Event], names: Sequence[str], *, show_holes: bool = True) -> Iterator[str]:
    """The lines of one hand: one for the posts, one for each street, and how it ended."""
    board: list[Card] = []
    label, said = "posts", list[str]()
    refunded: dict[int, int] = {}
    won: dict[int, int] = {}
    holes: list[str] = []

    def line() -> Iterator[str]:
        if said:
            yield f"  {label:<8} {', '.join(said)}"
        said.clear()

    for event in events:
        if holes and not isinstance(event, Dealt):
            yield f"  {'cards':<8} {', '.join(holes)}"
            holes.clear()
        match event:
            case Dealt(seat, cards):
                yield from line()
                label = "preflop"
                if cards and show_holes:
                    holes.append(f"{names[seat]} {cards_text(cards)}")
            case StreetDealt(street, cards):
                yield from line()
                board += cards
                label = street
                said.append(f"[{cards_text(cards)}]")
            case PotAwarded(_, seat, amount):
                won[seat] = won.get(seat, 0) + amount
            case Refunded(seat, amount):
                refunded[seat] = refunded.get(seat, 0) + amount
            case HandEnded():
                pass
            case Shown() | Mucked():
                if label != "showdown":
                    yield from line()
                    label = "showdown"
                said.append(sentence(event, names, board))
            case _:
                said.append(sentence(event, names, board))
    yield from line()
    for seat, amount in refunded.items():
        yield f"  {names[seat]} takes back {amount:,} that nobody called"
    for seat, amount in won.items():
        yield f"  {names[seat]} wins {amount:,}"


def sentence(event: Event, names: Sequence[str], board: Sequence[int]) -> str:
    """What one seat did."""
    match event:
        case Posted(seat, kind, amount, all_in):
            said = f"{names[seat]} posts {_POSTS[kind]} of {amount:,}" + _all_in(all_in)
        case Folded(seat):
            said = f"{names[seat]} folds"
        case Checked(seat):
            said = f"{names[seat]} checks"
        case Called(seat, amount, all_in):
            said = f"{names[seat]} calls {amount:,}" + _all_in(all_in)
        case Wagered(seat, to, over, all_in):
            said = f"{names[seat]} {'raises to' if over else 'bets'} {to:,}" + _all_in(all_in)
        case Shown(seat, cards, _):
            held = f" ({describe([*cards, *board])})" if len(board) == 5 and len(cards) == 2 else ""
            said = f"{names[seat]} shows {cards_text(cards)}{held}"
        case Mucked(seat):
            said = f"{names[seat]} mucks"
        case _:
            said = ""
    return said


def _all_in(all_in: bool) -> str:
    return " and is all-in" if all_in else ""
