"""The seven-deuce bounty: who pays whom, and what it does to the stacks; the rules are in the book of rulings."""

from __future__ import annotations

import pytest

from bigslick import Action, BadTable, Call, Check, Fold, Hand, Raise, Rules
from bigslick.table.events import PlayerBusted, PlayerLeft
from bigslick.table.seven_deuce import SevenDeucePayment, after_payments, seven_deuce_payments, shown_at_showdown
from bigslick.table.table import Table

HOLES = {0: "7h2s", 1: "AsKd", 2: "QsJd"}


def folded_out() -> Hand:
    """Return a hand that seat 0 wins before the flop with seven-deuce."""
    hand = Hand.start([500, 500, 500], (5, 10), 0, holes=HOLES, rules=Rules.cash())
    for action in (Raise(to=30), Fold(), Fold()):
        hand.act(action)
    return hand


def test_players_who_are_gone_pay_nothing_and_no_one_pays_more_than_they_have_now() -> None:
    hand = folded_out()
    assert seven_deuce_payments(hand, 20, [0], {0: 515, 1: 7}) == (SevenDeucePayment(1, 0, 7),)
    assert seven_deuce_payments(hand, 20, [0], {0: 515, 1: 0, 2: 0}) == ()


def test_chips_that_came_after_the_hand_are_not_touched() -> None:
    assert seven_deuce_payments(folded_out(), 1_000, [0], {0: 515, 1: 2_000, 2: 490}) == (
        SevenDeucePayment(1, 0, 495),
        SevenDeucePayment(2, 0, 490),
    )


def test_a_winner_who_is_gone_gets_nothing() -> None:
    assert seven_deuce_payments(folded_out(), 20, [0], {1: 495, 2: 490}) == ()


@pytest.mark.parametrize("hole", ["7h3s", "2h3s", "7h7s", "2h2s"])
def test_other_hands_earn_nothing(hole: str) -> None:
    hand = Hand.start([500, 500], (5, 10), 0, holes={0: hole}, rules=Rules.cash())
    hand.act(Raise(to=30))
    hand.act(Fold())
    assert seven_deuce_payments(hand, 20, [0, 1]) == ()


def a_table(*stacks: int) -> tuple[Table, Hand]:
    """Return a cash table and its first hand, which seat 0 wins with seven-deuce at the showdown."""
    table = Table.cash(3, blinds=(5, 10), first_button=0, buy_in=(1, 1_000))
    for seat, chips in enumerate(stacks):
        table.join(f"p{seat}", seat, chips=chips)
    deck = Hand.start(stacks, (5, 10), 0, holes=HOLES, board="7c2d9h4s3c", rules=Rules.cash()).setup.deck
    return table, Hand(table.next_hand(deck=deck))


def play(hand: Hand) -> None:
    actions: list[Action] = [Raise(to=30), Call(), Fold(), *[Check()] * 6]
    for action in actions:
        hand.act(action)


def test_a_finished_hand_pays_before_anyone_leaves_or_busts() -> None:
    table, hand = a_table(500, 38, 500)
    table.leave(2)
    play(hand)
    payments = seven_deuce_payments(hand, 20, shown_at_showdown(hand))
    happened = table.finish(hand, payments)
    assert [event for event in happened if isinstance(event, PlayerBusted)] == [PlayerBusted(1, "p1", 38)]
    assert [event for event in happened if isinstance(event, PlayerLeft)] == [PlayerLeft(2, "p2", 470)]
    assert table.stacks == (568, 0, 0)
    assert table.bought_in - table.cashed_out == 568


def test_between_hands_chips_pass_from_stack_to_stack_and_can_bust() -> None:
    table, hand = a_table(500, 38, 500)
    with pytest.raises(BadTable, match="hand 1 is being played: chips pass from stack to stack between hands"):
        table.pay([SevenDeucePayment(1, 0, 8)])
    play(hand)
    table.finish(hand)
    assert table.stacks == (540, 8, 490)
    assert table.pay([SevenDeucePayment(1, 0, 8), SevenDeucePayment(2, 0, 20)]) == (PlayerBusted(1, "p1", 8),)
    assert table.stacks == (568, 0, 470)
    assert table.pay([]) == ()


def test_payments_keep_the_sum() -> None:
    assert after_payments((10, 20, 30), [SevenDeucePayment(1, 0, 20), SevenDeucePayment(2, 0, 5)]) == [35, 0, 25]
