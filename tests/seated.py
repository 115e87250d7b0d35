"""Tables with players on them, and hands that end the way a test needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bigslick import AllIn, Call, Check, Fold, Hand, Setup, Table


def table_of(seats: int, taken: list[int], *, cash: bool = False, stack: int = 1000, **options: Any) -> Table:
    """Return a table with players named a, b, c, ... by seat."""
    make: Callable[..., Table] = Table.cash if cash else Table
    options.setdefault("dead_blind_rule", "choice")
    table = make(seats, blinds=(50, 100), first_button=options.pop("button", taken[0]), **options)
    for seat in taken:
        table.join(name(seat), seat, chips=stack)
    return table


def name(seat: int) -> str:
    return "abcdefghij"[seat]


def fold_out(table: Table) -> Setup:
    """Play a hand in which everybody folds until one is left."""
    setup = table.next_hand(seed=table.number)
    hand = Hand(setup)
    while not hand.over:
        hand.act(Fold())
    table.finish(hand)
    return setup


def where(setup: Setup) -> tuple[int, int | None, int | None]:
    return setup.button, setup.small_blind_seat, setup.big_blind_seat


def lose(table: Table, loser: int, winner: int) -> Setup:
    """Play a hand in which one seat loses every chip to another, and no one else pays more than a blind."""
    setup = table.next_hand(seed=1)
    order = setup.dealt
    rest = [seat for seat in order if seat not in (loser, winner)]
    holes = {winner: "AsAh", loser: "7c2d", **dict(zip(rest, ("KcKd", "QcQd", "JcJd", "TcTd"), strict=False))}
    hand = Hand.start(
        setup.stacks,
        (setup.small_blind, setup.big_blind),
        setup.button,
        seed=1,
        holes=holes,
        board="Ac8s8h9s3d",
        rules=setup.rules,
        small_blind_seat=setup.small_blind_seat,
        big_blind_seat=setup.big_blind_seat,
    )
    table.void(Hand(setup))
    again = table.next_hand(deck=hand.setup.deck)
    hand = Hand(again)
    while hand.options is not None:
        if hand.turn not in (loser, winner):
            hand.act(Fold())
        elif hand.options.raise_to:
            hand.act(AllIn())
        else:
            hand.act(Call() if hand.options.call else Check())
    table.finish(hand)
    return again
