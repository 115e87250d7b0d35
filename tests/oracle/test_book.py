"""The rule book's hands on PokerKit's table: the same turns, prices, raises and stacks, except where it is wrong."""

from __future__ import annotations

from collections import Counter

from bigslick import Action, Bet, Check, Fold, Hand, Raise, Setup
from bigslick.rulings import load_book
from bigslick.rulings.hands import HandCase, action_of, start
from bigslick.rulings.script import read_script
from tests.laws.ledger import Ledger
from tests.oracle.differences import pokerkit_payouts, pokerkit_range, range_difference
from tests.oracle.table import Table


def expressible(setup: Setup) -> bool:
    """Whether PokerKit can play the hand: two seats pay full blinds, and nothing else is posted."""
    rules, hand = setup.rules, Hand(setup)
    small, big = setup.small_blind_seat, setup.big_blind_seat
    return (
        small is not None
        and big is not None
        and (hand.bets[small], hand.bets[big]) == (setup.small_blind, setup.big_blind)
        and not setup.posts
        and not setup.straddles
        and (not setup.ante or (rules.ante != "button" and all(hand.stacks[seat] for seat in setup.dealt)))
        and rules.odd_chip_unit == 1
        and rules.pot_counts_antes
        and rules.reveal == "all"
        and not setup.double_board
    )


def as_wager(hand: Hand) -> Action:
    """Return an all-in as the bet, raise or call it amounts to; PokerKit has no all-in."""
    options = hand.options
    assert options is not None
    if options.all_in is not None and options.all_in in options.wager_to:
        return Bet(to=options.all_in) if options.bet_to else Raise(to=options.all_in)
    return Check()  # PokerKit has one word for check and call


def compare(case: HandCase, seen: Counter[str]) -> None:
    hand, table = start(case), Table(start(case).setup)
    for step in read_script(case.script):
        while table.turn != hand.turn and table.moot:
            table.act(Check())
        assert table.turn == hand.turn, case.id
        options = hand.options
        if options is None:
            break
        assert table.call == options.call, case.id
        books = Ledger(hand.setup).read(hand.events)
        theirs = table.wager_to
        assert theirs == pokerkit_range(books, options.seat), case.id
        if theirs != options.wager_to and hand.setup.rules.reopening == "cumulative":
            assert range_difference(books, options.seat) is not None, case.id
            seen["known differences"] += 1
        if step.expect is None and not step.refused:
            action = action_of(step)
            wager = as_wager(hand) if step.action == "all_in" else action
            if (isinstance(wager, Bet | Raise) and wager.to not in theirs) or (
                isinstance(wager, Fold) and table.call == 0
            ):
                seen["refused by PokerKit"] += 1
                return
            hand.act(action)
            table.act(wager)
    if hand.over:
        result = hand.result
        while table.turn is not None and table.moot:
            table.act(Check())
        theirs_paid = pokerkit_payouts(hand.setup, result.pots)
        stacks = [
            chips + theirs_paid.get(seat, 0) - result.payouts.get(seat, 0) for seat, chips in enumerate(hand.stacks)
        ]
        assert table.stacks == tuple(stacks), case.id
        seen["finished"] += 1
    seen["hands"] += 1


def test_pokerkit_plays_the_hands_of_the_book_as_we_do_except_where_it_is_known_to_be_wrong() -> None:
    seen: Counter[str] = Counter()
    for chapter in load_book():
        for case in chapter.cases:
            if isinstance(case, HandCase):
                seen["all"] += 1
                if expressible(start(case).setup):
                    compare(case, seen)
    assert seen["hands"] >= 140
    assert seen["finished"] >= 55
    assert seen["refused by PokerKit"] <= 5
