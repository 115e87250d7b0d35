"""From the core's log to events, one step of a state at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bigslick.cards import DECK, UNKNOWN, Card
from bigslick.core import codes
from bigslick.core.hand import State

from .events import (
    STREETS,
    Called,
    Checked,
    Dealt,
    Event,
    Folded,
    HandEnded,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Refunded,
    Shown,
    StreetDealt,
    Wagered,
)
from .setup import Setup

_POSTS: dict[int, PostKind] = {
    codes.LOG_ANTE: "ante",
    codes.LOG_SMALL_BLIND: "small_blind",
    codes.LOG_BIG_BLIND: "big_blind",
    codes.LOG_STRADDLE: "straddle",
    codes.LOG_LIVE_POST: "live",
    codes.LOG_DEAD_POST: "dead",
}


def events_of_step(state: State, setup: Setup, before: int | None) -> Iterator[Event]:
    """The last step of the state as events; `before` is the bet that a wager raised."""
    log = state.last_log()
    stacks = list(setup.stacks) if before is None else []
    for kind, seat, amount in log:
        if kind in _POSTS:
            stacks[seat] -= amount
            yield Posted(seat, _POSTS[kind], amount, all_in=not stacks[seat])
        elif kind == codes.LOG_HOLES:
            for dealt, card in zip(2 * setup.dealt, setup.deck, strict=False):
                yield Dealt(dealt, None if card == UNKNOWN else DECK[card])
        elif kind == codes.LOG_FOLD:
            yield Folded(seat)
        elif kind == codes.LOG_CHECK:
            yield Checked(seat)
        elif kind == codes.LOG_CALL:
            yield Called(seat, amount, all_in=_was_all_in(state, log, seat))
        elif kind in (codes.LOG_BET, codes.LOG_RAISE):
            yield Wagered(seat, amount, before or 0, all_in=_was_all_in(state, log, seat))
        elif kind == codes.LOG_REFUND:
            yield Refunded(seat, amount)
        elif kind == codes.LOG_STREET:
            first, last = (0, 3) if amount == codes.FLOP else (amount + 1, amount + 2)
            yield StreetDealt(STREETS[amount], known(state.board_cards()[first:last]))
        elif kind == codes.LOG_SHOW:
            yield Shown(seat, known(state.holes(seat)), amount)
        elif kind == codes.LOG_MUCK:
            yield Mucked(seat)
        elif kind == codes.LOG_AWARD:
            yield PotAwarded(seat >> 4, seat & 15, amount)
        elif kind == codes.LOG_END:
            yield HandEnded(state.stacks())


def _was_all_in(state: State, log: tuple[tuple[int, int, int], ...], seat: int) -> bool:
    """Whether the seat had no chip left before this step gave chips back or paid pots out."""
    returned = sum(amount for kind, who, amount in log if kind == codes.LOG_REFUND and who == seat)
    returned += sum(amount for kind, who, amount in log if kind == codes.LOG_AWARD and who & 15 == seat)
    return state.stacks()[seat] == returned


def known(cards: Iterable[int]) -> tuple[Card, ...]:
    """The cards among these that are known."""
    return tuple([DECK[card] for card in cards if card != UNKNOWN])
