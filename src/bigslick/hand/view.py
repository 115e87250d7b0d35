"""What one seat may see of a hand. Nothing else hides cards, and nothing else is sent to a player."""

from __future__ import annotations

import msgspec

from bigslick.cards import UNKNOWN, Card
from bigslick.core.codes import MAX_SEATS

from . import Hand, Pot
from .actions import Action, Muck, Options, Show
from .events import Dealt, Event, Mucked, Shown, Street
from .setup import BadSetup


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as one seat sees it: everything public, and its own two cards."""

    seat: int | None
    """Whose view it is; None is a spectator."""
    street: Street
    turn: int | None
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    pot: int
    pots: tuple[Pot, ...]
    live: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    ante: int
    shown: dict[int, tuple[Card, ...]]
    """Hands that were tabled, by seat."""
    options: Options | None
    """What this seat may do; None when it is not its turn."""
    events: tuple[Event, ...]
    """What happened, with the cards of others left out."""


def view(hand: Hand, seat: int | None) -> View:
    """The hand as the seat may see it, or as a spectator does for None."""
    _check_seat(hand, seat)
    setup, state, turn = hand.setup, hand.state, hand.turn
    events = tuple([event if type(event) is not Dealt else redact(event, seat) for event in hand.events])
    return View(
        seat=seat,
        street=hand.street,
        turn=turn,
        hole=() if seat is None else hand.hole(seat),
        board=hand.board,
        stacks=state.stacks(),
        bets=state.bets(),
        committed=state.committed(),
        pot=state.middle,
        pots=hand.pots,
        live=state.live_seats(),
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        shown={event.seat: event.cards for event in events if type(event) is Shown} if state.shows else {},
        options=hand.options if seat is not None and turn == seat else None,
        events=events,
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat may see it: the deal of another seat has no cards."""
    if isinstance(event, Dealt) and event.seat != seat:
        return _HIDDEN[event.seat]
    return event


def conceal(hand: Hand, seat: int | None) -> Hand:
    """The same hand played with a pack in which the seat knows no more than it saw; None is a spectator.

    Unknown cards cannot show themselves, so at the showdown every seat is asked, and does what it did.
    """
    _check_seat(hand, seat)
    setup = hand.setup
    seen = {*hand.board, *(() if seat is None else hand.hole(seat))}
    said: dict[int, Action] = {}
    for event in hand.events:
        if isinstance(event, Shown):
            seen |= {*event.cards}
            said[event.seat] = Show()
        elif isinstance(event, Mucked):
            said[event.seat] = Muck()
    twin = Hand(
        msgspec.structs.replace(
            setup,
            deck=tuple([card if card in seen else UNKNOWN for card in setup.deck]),
            rules=msgspec.structs.replace(setup.rules, reveal="ask"),
        )
    )
    for action in hand.actions:
        twin.act(action)
    while twin.turn in said and twin.street == "showdown":
        twin.act(said[twin.turn])
    return twin


def _check_seat(hand: Hand, seat: int | None) -> None:
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < hand.setup.seats):
        raise BadSetup(f"seat {seat!r} does not exist: expected a seat from 0 to {hand.setup.seats - 1}, or None")


_HIDDEN = tuple(Dealt(seat) for seat in range(MAX_SEATS))
