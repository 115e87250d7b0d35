"""Laws of betting: the engine's options against the rule books, which a second bookkeeper applies to the events."""

from __future__ import annotations

from bigslick import Hand, Raise, Setup
from bigslick.hand.events import Called, Checked, Dealt, Folded, Refunded, Shown, StreetDealt, Wagered
from tests.laws.ledger import Ledger
from tests.laws.strategies import decisions, hand_law, play, wager


@hand_law(200, limits=("none",))
def test_tda_43_and_47_no_limit_ranges_follow_from_the_events(setup: Setup, script: list[int]) -> None:
    _ranges_follow_from_the_events(setup, script)


@hand_law(200, limits=("pot",))
def test_tda_54_pot_limit_ranges_follow_from_the_events(setup: Setup, script: list[int]) -> None:
    _ranges_follow_from_the_events(setup, script)


@hand_law(200, limits=("fixed",))
def test_tda_47_b_fixed_limit_ranges_follow_from_the_events(setup: Setup, script: list[int]) -> None:
    _ranges_follow_from_the_events(setup, script)


def _ranges_follow_from_the_events(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        if hand.street == "showdown":
            break
        books = Ledger(setup).read(hand.events)
        seat = options.seat
        assert options.call == min(books.current - books.bets[seat], books.stacks[seat])
        expected = books.wager_range(seat)
        assert options.bet_to == (expected if books.current == 0 else range(0))
        assert options.raise_to == (expected if books.current else range(0))


@hand_law(150)
def test_books_and_engine_agree_on_every_chip(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        books = Ledger(setup).read(hand.events)
        assert tuple(books.stacks) == hand.stacks
        assert tuple(books.matched) == hand.committed
        assert books.pot == hand.pot
        assert tuple(sorted(books.live)) == hand.live
        assert tuple(books.board) == hand.board
        if hand.street != "showdown":
            assert tuple(books.bets) == hand.bets
            assert books.street == hand.street


@hand_law(200)
def test_a_street_ends_only_when_all_who_can_act_have_acted_and_matched(setup: Setup, script: list[int]) -> None:
    books = Ledger(setup)
    last: object = None
    for event in play(setup, script).events:
        if isinstance(event, Refunded | StreetDealt | Shown) and isinstance(last, Dealt | Checked | Called | Wagered):
            assert books.settled()
        if isinstance(event, StreetDealt) and isinstance(last, Folded):
            assert books.settled()
        last = event
        books.enter(event)


@hand_law(200)
def test_a_street_goes_on_only_while_somebody_must_answer(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        if hand.street == "showdown":
            break
        books = Ledger(setup).read(hand.events)
        assert not books.settled()


@hand_law(200)
def test_nobody_is_asked_who_is_all_in_or_alone_with_chips_and_matched(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        if hand.street == "showdown":
            break
        seat = hand.turn
        assert seat is not None
        assert seat in hand.live
        assert hand.stacks[seat] > 0
        others = [other for other in hand.live if other != seat]
        if not any(hand.stacks[other] for other in others):
            assert any(hand.bets[other] > hand.bets[seat] for other in others)


@hand_law(200)
def test_the_turn_goes_clockwise_to_the_next_seat_with_chips(setup: Setup, script: list[int]) -> None:
    """It starts left of the last blind or straddle before the flop and left of the button after it, and moves left."""
    starts = [setup.button, setup.small_blind_seat, setup.big_blind_seat, *(post.seat for post in setup.straddles)]
    first = [seat for seat in starts if seat is not None][-1]
    for hand, _ in decisions(setup, script):
        if hand.street == "showdown":
            break
        books = Ledger(setup).read(hand.events)
        last = first if hand.street == "preflop" else setup.button
        if books.done:
            last = books.done[-1].seat
        around = [(last + step) % setup.seats for step in range(1, setup.seats + 1)]
        assert hand.turn == next(seat for seat in around if seat in books.live and books.stacks[seat])


@hand_law(150)
def test_every_wager_is_above_the_bet_so_that_betting_is_finite(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    wagers = [event for event in hand.events if isinstance(event, Wagered)]
    assert all(event.to > event.over for event in wagers)
    players = len(setup.dealt)
    assert len(hand.actions) <= (4 + len(wagers)) * players + players


@hand_law(40, huge=False)
def test_raising_the_minimum_for_ever_comes_to_an_end(setup: Setup, script: list[int]) -> None:
    hand = Hand(setup)
    count = 0
    while hand.options is not None and hand.street != "showdown":
        options = hand.options
        offered = options.wager_to
        hand.act(wager(options, offered[0]) if offered else options.actions[1 if options.fold else 0])
        count += 1
        assert count <= 4 * len(setup.dealt) * (1 + sum(setup.stacks))


@hand_law(150, limits=("none", "pot"))
def test_tda_47_a_full_raise_always_reopens(setup: Setup, script: list[int]) -> None:
    """After a full raise, everyone with chips for more and an opponent who can answer may raise."""
    for hand, action in decisions(setup, script):
        if not isinstance(action, Raise) or hand.options is None:
            continue
        before = Ledger(setup).read(hand.events)
        assert action.to is not None
        if action.to - before.current < before.last_full:
            continue
        after = hand.copy()
        after.act(action)
        if after.options is None or after.street != hand.street:
            continue
        seat = after.options.seat
        books = Ledger(setup).read(after.events)
        has_more = books.stacks[seat] + books.bets[seat] > books.current
        assert bool(after.options.raise_to) == (has_more and books.answerable(seat))
