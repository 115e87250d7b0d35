"""Slow and plain second answers: which hand is better, which pots there are, and how they are split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Pots = list[tuple[int, frozenset[int]]]


def best_hand(cards: Iterable[int]) -> tuple[int, ...]:
    """The best five of these cards, as a tuple that compares as hands do."""
    return max(five_card_hand(five) for five in combinations(cards, 5))


def five_card_hand(five: Sequence[int]) -> tuple[int, ...]:
    """Category and kickers of five cards, by counting."""
    ranks = sorted((card // 4 for card in five), reverse=True)
    grouped = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = [count for _, count in grouped]
    order = [rank for rank, _ in grouped]
    flush = len({card % 4 for card in five}) == 1
    high = None
    if len(order) == 5 and ranks[0] - ranks[4] == 4:
        high = ranks[0]
    elif ranks == [12, 3, 2, 1, 0]:
        high = 3
    if high is not None:
        return (8 if flush else 4, high)
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    category = by_shape.get(tuple(shape), 5 if flush else 0)
    return (category, *order)


def chip_by_chip(matched: Sequence[int], live: set[int], dead: int) -> Pots:
    """The pots, main pot first, found by asking of every single chip who may win it.

    A dead chip is for every live seat. The k-th chip that a seat put in is for the live seats that put in k chips;
    where there is none, it joins the pot below.
    """
    pots: list[tuple[int, frozenset[int]]] = [(1, frozenset(live)) for _ in range(dead)]
    for k in range(1, max(matched) + 1):
        chips = sum(paid >= k for paid in matched)
        claim = frozenset(seat for seat in live if matched[seat] >= k)
        pots.append((chips, claim or (pots[-1][1] if pots else frozenset(live))))
    merged: Pots = []
    for chips, claim in pots:
        if merged and merged[-1][1] == claim:
            merged[-1] = (merged[-1][0] + chips, claim)
        else:
            merged.append((chips, claim))
    return merged


def deal_out(amount: int, winners: Iterable[int], button: int, seats: int, unit: int) -> dict[int, int]:
    """The shares of a pot, handed out one unit at a time, clockwise from the button's left."""
    order = [seat for step in range(1, seats + 1) if (seat := (button + step) % seats) in set(winners)]
    shares = dict.fromkeys(order, 0)
    turn = 0
    while amount:
        piece = min(unit, amount)
        shares[order[turn % len(order)]] += piece
        amount -= piece
        turn += 1
    return shares
