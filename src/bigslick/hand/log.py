# cython: auto_pickle=False, nonecheck=True
"""Turns the core's log into events, one step of a state at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bigslick.cards import DECK, UNKNOWN, Card
from bigslick.core.chips import Log
from bigslick.core.codes import (
    FLOP,
    LOG_AWARD,
    LOG_BET,
    LOG_CALL,
    LOG_CHECK,
    LOG_DEAD_POST,
    LOG_END,
    LOG_FOLD,
    LOG_HOLES,
    LOG_MUCK,
    LOG_RAISE,
    LOG_REFUND,
    LOG_RUN_OUT,
    LOG_SHOW,
    LOG_STREET,
    MAX_SEATS,
)
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
    RunOutAgreed,
    Shown,
    StreetDealt,
    Wagered,
)

COMPILED = not __file__.endswith(".py")

# Indexed by the log line's kind; the first six kinds are posts.
POSTS: tuple[PostKind, ...] = ("ante", "small_blind", "big_blind", "straddle", "live", "dead")
# Events are frozen, so hands share those that depend only on a seat, or on a seat and a card.
FOLDS = tuple([Folded(seat) for seat in range(MAX_SEATS)])
CHECKS = tuple([Checked(seat) for seat in range(MAX_SEATS)])
MUCKS = tuple([Mucked(seat) for seat in range(MAX_SEATS)])
DEALS = tuple([(Dealt(seat), *[Dealt(seat, card) for card in DECK]) for seat in range(MAX_SEATS)])  # 0: unknown
CARDS = DECK
STREET_NAMES = STREETS


def read_step(state: State, before: int, events: list[Any]) -> int:
    """Add the events of a state's last step; `before` is the bet that a wager raised."""
    log: Any = state.log
    for i in range(state.log_count):
        kind = log.line[2 * i] & 255
        seat = log.line[2 * i] >> 8
        amount = log.line[2 * i + 1]
        if kind == LOG_CALL:
            events.append(Called(seat, amount, was_all_in(state, log, seat)))
        elif kind == LOG_CHECK:
            events.append(CHECKS[seat])
        elif kind == LOG_FOLD:
            events.append(FOLDS[seat])
        elif kind in (LOG_BET, LOG_RAISE):
            events.append(Wagered(seat, amount, before, was_all_in(state, log, seat)))
        elif kind <= LOG_DEAD_POST:
            events.append(Posted(seat, POSTS[kind], amount, took_last_chip(state, log, i, seat)))
        elif kind == LOG_HOLES:
            read_deal(state, events)
        elif kind == LOG_REFUND:
            events.append(Refunded(seat, amount))
        elif kind == LOG_STREET:
            first = 0 if amount == FLOP else amount + 1
            places = range(first, amount + 2)
            if seat == 0:
                events.append(StreetDealt(STREET_NAMES[amount], known([state.board[k] for k in places])))
            else:
                cards = known([state.further[5 * seat - 5 + k] for k in places])
                events.append(StreetDealt(STREET_NAMES[amount], cards, seat))
        elif kind == LOG_RUN_OUT:
            events.append(RunOutAgreed(seat, amount))
        elif kind == LOG_SHOW:
            events.append(Shown(seat, known((state.hole[2 * seat], state.hole[2 * seat + 1])), amount))
        elif kind == LOG_MUCK:
            events.append(MUCKS[seat])
        elif kind == LOG_AWARD:
            events.append(PotAwarded(seat >> 4 & 15, seat & 15, amount, seat >> 8))
        elif kind == LOG_END:
            events.append(HandEnded(state.stacks()))
    return 0


def read_deal(state: State, events: list[Any]) -> int:
    """Add one card at a time, from the first seat left of the button to the button, twice around."""
    place = 0
    seat = state.terms.button
    for _ in range(2 * state.terms.seats):
        seat = seat + 1 if seat + 1 < state.terms.seats else 0
        if state.terms.stack[seat] > 0:
            events.append(DEALS[seat][state.terms.deck[place] + 1])
            place += 1
    return 0


def took_last_chip(state: State, log: Log, last: int, seat: int) -> bool:
    """Whether a post took the seat's last chip; a hand's log begins with the posts."""
    left = state.terms.stack[seat]
    for i in range(last + 1):
        if log.line[2 * i] >> 8 == seat:
            left -= log.line[2 * i + 1]
    return left == 0


def was_all_in(state: State, log: Log, seat: int) -> bool:
    """Whether the seat was all-in before this step refunded chips or paid pots."""
    left = state.stack[seat]
    for i in range(state.log_count):
        kind = log.line[2 * i] & 255
        who = log.line[2 * i] >> 8
        if (kind == LOG_REFUND and who == seat) or (kind == LOG_AWARD and who & 15 == seat):
            left -= log.line[2 * i + 1]
    return left == 0


def known(cards: Iterable[int]) -> tuple[Card, ...]:
    """Return the known cards among these."""
    return tuple([CARDS[card] for card in cards if card != UNKNOWN])


__all__ = ["Event", "known", "read_step"]
