"""A run-out as viewers see it: which hands are tabled, and equities that match a count of every board."""

from __future__ import annotations

from itertools import combinations

import pytest

from bigslick import AllIn, Call, Card, Check, Hand, RunOut
from bigslick.hand.events import StreetDealt
from bigslick.protocol.run_out import Boards, tabled_hands
from bigslick.rules import Rules
from bigslick.strength import evaluate

DECK = [Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


def counted(hands: dict[int, tuple[Card, ...]], board: tuple[Card, ...], dead: set[Card]) -> dict[int, float]:
    """Return the shares by trying every way to complete the board."""
    known = {*board, *dead, *(card for cards in hands.values() for card in cards)}
    shares = dict.fromkeys(hands, 0.0)
    boards = list(combinations([card for card in DECK if card not in known], 5 - len(board)))
    for rest in boards:
        made = {seat: evaluate((*cards, *board, *rest)) for seat, cards in hands.items()}
        winners = [seat for seat, value in made.items() if value == max(made.values())]
        for seat in winners:
            shares[seat] += 1 / len(winners)
    return {seat: round(share / len(boards), 4) for seat, share in shares.items()}


def shove(seed: int, run_outs: int = 1) -> tuple[Hand, int]:
    """Put three players all-in on the flop; return the hand, and the number of its first event after that."""
    hand = Hand.start([500, 500, 500], (5, 10), button=0, seed=seed, rules=Rules.cash(run_outs=run_outs))
    for action in (Call(), Call(), Check(), AllIn(), Call()):
        hand.act(action)
    first = len(hand.events)
    hand.act(Call())
    while hand.options is not None:
        first = len(hand.events)
        hand.act(RunOut(boards=run_outs))
    return hand, first


@pytest.mark.parametrize("seed", [1, 2])
def test_tda_16_every_live_hand_is_tabled_when_the_betting_is_over(seed: int) -> None:
    hand, first = shove(seed)
    assert tabled_hands(hand, first) == {seat: hand.hole(seat) for seat in (1, 2, 0)}
    assert tabled_hands(hand, len(hand.events)) == {}, "nothing is run out after it"


def test_nothing_is_tabled_while_there_is_betting() -> None:
    hand = Hand.start([500, 500], (5, 10), button=0, seed=3)
    first = len(hand.events)
    hand.act(Call())
    hand.act(Check())
    assert any(isinstance(event, StreetDealt) for event in hand.events[first:])
    assert tabled_hands(hand, first) == {}


@pytest.mark.parametrize(("seed", "run_outs"), [(1, 1), (5, 2)])
def test_equities_are_those_of_every_board_counted_one_by_one(seed: int, run_outs: int) -> None:
    hand, first = shove(seed, run_outs)
    hands = tabled_hands(hand, first)
    boards = Boards()
    laid: dict[int, tuple[Card, ...]] = {}
    flop: tuple[Card, ...] = ()
    for event in hand.events:
        if not isinstance(event, StreetDealt):
            continue
        boards.grow(event)
        if event.street == "flop":
            flop = laid[0] = event.cards
        else:
            laid[event.board] = laid.get(event.board, flop) + event.cards
        board = laid[event.board]
        dead = {card for cards in laid.values() for card in cards} - set(board)
        assert boards.equities(hands, event.board).shares == pytest.approx(counted(hands, board, dead), abs=1e-4)
