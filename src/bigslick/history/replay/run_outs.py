"""Settles several boards for one hand: each pot is split over the boards, and each part among that board's winners.

The boards after the first are in a history's `details`; the actions deal the first. They are run-outs, which share the
cards dealt before betting ended, or the second of a double board, which shares none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bigslick.cards import UNKNOWN, format_cards, parse_cards
from bigslick.errors import BadCards
from bigslick.hand.result import split
from bigslick.hand.status import Status, statuses_of

from .._scan import Playback
from ..history import DETAILS, History
from ..history_details import DOUBLE_BOARD

MOST_RECORDED: Final = 10
"""The most boards for one hand; at five cards each, they use up a deck long before that."""


class BoardAward(NamedTuple):
    """One board's payout from one pot, by seat; pots and boards count from 0."""

    pot: int
    board: int
    shares: dict[int, int]


def award(
    pots: Sequence[tuple[int, int]], boards: Sequence[Sequence[int]], order: Sequence[int], unit: int = 1
) -> Iterator[BoardAward]:
    """Pay the pots board by board; a pot is an amount and the bits of the seats that claim it.

    A board is every seat's strength on it, -1 for a hand that beats nothing. Every board gets an equal part of a pot in
    whole units, and the first also gets the odd chips. A part is split evenly among its winners; odd units go out one
    each in `order`, clockwise from the button's left.
    """
    for pot, (amount, claims) in enumerate(pots):
        part = amount // (len(boards) * unit) * unit
        for number, strengths in enumerate(boards):
            left = part if number else amount - part * (len(boards) - 1)
            best = max(strengths[seat] for seat in order if claims >> seat & 1)
            winners = [seat for seat in order if claims >> seat & 1 and strengths[seat] == best]
            yield BoardAward(pot, number, split(left, winners, unit))


def settle(
    pots: Sequence[tuple[int, int]], boards: Sequence[Sequence[int]], order: Sequence[int], unit: int = 1
) -> list[int]:
    """Add up what each seat wins from these pots on these boards."""
    won = [0] * len(order)
    for _, _, shares in award(pots, boards, order, unit):
        for seat, chips in shares.items():
            won[seat] += chips
    return won


def claimed_pots(playback: Playback) -> list[tuple[int, int]]:
    """Return a hand's pots at or after its showdown, with the seats that still claim them."""
    state = playback.state
    live = sum(1 << seat for seat in state.live_seats())
    return [(amount, seats & live) for amount, seats in state.layers()]


def award_order(playback: Playback) -> list[int]:
    """Return the seats in the order that odd chips go out: clockwise from the button's left."""
    terms = playback.state.terms
    n = terms.seats
    return [(terms.button + step) % n for step in range(1, n + 1)]


def is_double_board(history: History) -> bool:
    """Whether the record says that two boards are dealt from the flop on."""
    return history.details is not None and DOUBLE_BOARD in history.details.flags


def lay_second_board(history: History, deck: list[int], places: Sequence[int]) -> None:
    """Write a double board's second board into the deck, at the positions of the cards dealt so far."""
    texts = history.details.boards if history.details is not None else []
    if len(texts) != (1 if places else 0):
        raise history.bad(f"'{DETAILS}.boards' has {len(texts)} boards: a double board has one after the first")
    for text in texts:
        for place, card in zip(places, _board(history, 2, text, len(places)), strict=True):
            if card in deck:
                raise history.bad(f"board 2 has {format_cards([card])}, which is already on the table")
            deck[place] = card


def further_boards(history: History, playback: Playback, before: int) -> list[list[int]]:
    """Return every seat's strength on each board after the first; `before` counts the cards dealt before betting ended.

    A board that could not have been dealt is refused: it must keep the cards dealt before betting ended, and cannot
    have a card that anyone holds or that another board has.
    """
    details = history.details
    if details is None or not details.boards:
        return []
    if is_double_board(history) and not playback.state.shows:
        return []  # the last player left takes every pot whole
    if len(details.boards) >= MOST_RECORDED:
        raise history.bad(
            f"'{DETAILS}.boards' has {len(details.boards)} boards: expected at most {MOST_RECORDED - 1} after the first"
        )
    state = playback.state
    first = state.board_cards()
    holes = [
        (UNKNOWN, UNKNOWN) if status is Status.EMPTY else state.holes(seat)
        for seat, status in enumerate(statuses_of(state))
    ]
    seen = {card for hole in holes for card in hole} | {*first}
    found = []
    for number, text in enumerate(details.boards, 2):
        board = _board(history, number, text, 5)
        if board[:before] != first[:before]:
            kept = format_cards(first[:before])
            raise history.bad(f"board {number} begins with {text[: 2 * before]}: expected {kept}, which is shared")
        same = max(cards for cards in (0, 3, 4, 5) if board[:cards] == first[:cards])  # whole streets are shared
        for card in board[same:]:
            if card in seen:
                raise history.bad(f"board {number} has {format_cards([card])}, which is already on the table")
        seen.update(board)
        found.append([_strength(board, hole) for hole in holes])
    return found


def _board(history: History, number: int, text: str, count: int) -> tuple[int, ...]:
    try:
        board = tuple(map(int, parse_cards(text)))
    except BadCards as error:
        raise history.bad(f"board {number} cannot be read: {error}") from None
    if len(board) != count:
        raise history.bad(f"board {number} has {len(board)} cards: expected {'five' if count == 5 else count}")
    return board


def _strength(board: tuple[int, ...], hole: tuple[int, int]) -> int:
    from bigslick.strength import evaluate  # it imports NumPy, which few replays need

    return -1 if UNKNOWN in hole else int(evaluate((*hole, *board)))
