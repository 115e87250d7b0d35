"""Explains a hand to viewers: the pots, what cards make, and the usual wager sizes.

The page and other clients show these but never compute them, so the rules stay in one place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bigslick.cards import Card
from bigslick.hand.events import Dealt, Folded, Mucked, PotAwarded, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.hand.result import Pot
from bigslick.strength import best_five, describe, describe_hole

from .room_events import Made, PotsChanged, Tabled, WagerSize
from .run_out import Boards, tabled_hands
from .wire import WireEvent

_GATHERED = (StreetDealt, Shown, Mucked, PotAwarded)
"""The events before which a street's bets are gathered into pots."""
_CARDS = (Dealt, StreetDealt, Shown)
"""The events that show a card."""


def read(
    hand: Hand, first: int, pots: Sequence[Pot], readers: Collection[int], *, odds: bool = True
) -> Iterator[WireEvent]:
    """Yield a hand's events starting with number `first`, with explanations between them.

    `pots` are those before these events; `readers` are the seats that get a description of their own hand; `odds` says
    whether to include the equities in a run-out.
    """
    events = hand.events
    news: tuple[Pot, ...] | None = hand.pots if hand.pots != tuple(pots) else None
    holes: dict[int, tuple[Card, ...]] = {}
    shown: set[int] = set()
    boards = Boards()
    tabled = tabled_hands(hand, first)
    # Most actions show no card, so no one's made hand changes.
    begin = 0 if any(isinstance(event, _CARDS) for event in events[first:]) else first
    for number, event in enumerate(events[begin:], begin):
        fresh = number >= first
        if fresh and news is not None and isinstance(event, _GATHERED):
            yield PotsChanged(news)
            news = None
        if fresh and isinstance(event, StreetDealt) and tabled and not shown:
            holes |= tabled
            shown |= tabled.keys()
            for seat, cards in tabled.items():
                for board in range(len(boards)):
                    yield _made(seat, cards, boards, board, public=True)
                yield Tabled(seat, cards)
            if odds:
                for board in range(len(boards)):
                    yield boards.equities(tabled, board)
        if isinstance(event, Shown):
            holes[event.seat] = event.cards
            shown.add(event.seat)
            if fresh:  # before the cards are tabled, so the sentence about them can name the hand
                for board in range(len(boards)):
                    yield _made(event.seat, event.cards, boards, board, public=True)
        if fresh:
            yield event
        if isinstance(event, Dealt):
            held = holes[event.seat] = holes.get(event.seat, ()) + (() if event.card is None else (event.card,))
            if fresh and event.seat in readers and len(held) == 2:
                yield _made(event.seat, held, boards, public=False)
        elif isinstance(event, Folded | Mucked):
            holes.pop(event.seat, None)
        elif isinstance(event, StreetDealt):
            boards.grow(event)
            if fresh:
                for seat, cards in holes.items():
                    if seat in readers or seat in shown:
                        yield _made(seat, cards, boards, event.board, public=seat in shown)
            if fresh and tabled and odds:
                yield boards.equities(tabled, event.board)
    if news is not None:
        yield PotsChanged(news)


def _made(seat: int, cards: tuple[Card, ...], boards: Boards, number: int = 0, *, public: bool) -> Made:
    """Name what two cards make with one of the boards."""
    if not boards[number]:
        return Made(seat=seat, name=describe_hole(cards), five=(), shown=public)
    held = (*cards, *boards[number])
    return Made(seat=seat, name=describe(held), five=best_five(held), shown=public, board=number)


def wager_sizes(hand: Hand) -> tuple[WagerSize, ...]:
    """Return the wager sizes that players call by name, all legal; none if the seat to act cannot wager."""
    options = hand.options
    if options is None or not options.wager_to:
        return ()
    least, most = options.wager_to[0], options.wager_to[-1]
    bet, pot = max(hand.bets), hand.pot + options.call

    def size(wanted: int) -> int:
        return max(least, min(most, wanted))

    return (
        WagerSize("min", least),
        WagerSize("half_pot", size(bet + (pot + 1) // 2)),
        WagerSize("pot", size(bet + pot)),
        WagerSize("max", most),
    )
