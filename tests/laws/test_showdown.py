"""Laws of the showdown: who shows when and who wins, against a plain hand evaluation."""

from __future__ import annotations

from itertools import pairwise

from bigslick import Pot, Setup
from bigslick.hand.events import HandEnded, Mucked, PotAwarded, Refunded, Shown, StreetDealt, Wagered
from tests.laws.strategies import hand_law, play
from tests.oracle.reference import best_hand


@hand_law(150)
def test_the_best_claim_on_each_pot_wins_it(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result = hand.result
    assert result is not None
    if hand.street != "showdown":
        assert len(hand.live) == 1
        assert set(result.payouts) <= set(hand.live)
        return
    for pot in result.pots:
        strength = {seat: best_hand((*hand.hole(seat), *hand.boards[pot.board])) for seat in hand.live}
        claims = [seat for seat in pot.seats if seat in hand.live]
        best = max(strength[seat] for seat in claims)
        assert pot.winners == tuple(seat for seat in claims if strength[seat] == best)


@hand_law(100)
def test_strengths_order_hands_as_counting_does(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    shown = [event for event in hand.events if isinstance(event, Shown)]
    ranked = sorted((event.strength, best_hand((*event.cards, *hand.board))) for event in shown)
    for (low, low_hand), (high, high_hand) in pairwise(ranked):
        assert (low == high) == (low_hand == high_hand)
        assert low_hand <= high_hand
    for event in shown:
        assert event.cards == hand.hole(event.seat)


@hand_law(150)
def test_tda_17_the_last_aggressor_of_the_river_shows_first_then_clockwise(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result = hand.result
    assert result is not None
    order = [event.seat for event in hand.events if isinstance(event, Shown | Mucked)]
    if not order:
        return
    start = setup.button
    river = [place for place, event in enumerate(hand.events) if isinstance(event, StreetDealt)][-1]
    wagers = [event.seat for event in hand.events[river:] if isinstance(event, Wagered)]
    if wagers and not result.all_in_showdown:
        start = wagers[-1] - 1
    around = [(start + step) % setup.seats for step in range(1, setup.seats + 1)]
    assert order == [seat for seat in around if seat in order]
    assert len(set(order)) == len(order)


@hand_law(150)
def test_tda_16_all_hands_are_tabled_when_somebody_is_all_in(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result = hand.result
    assert result is not None
    events = hand.events
    ended = next((place for place, event in enumerate(events) if isinstance(event, PotAwarded)), len(events))
    mucked = [event.seat for event in events if isinstance(event, Mucked)]
    if setup.rules.reveal == "all" or result.all_in_showdown:
        assert not mucked
    for seat in mucked if setup.rules.reveal == "muck" else ():
        best = max(event.strength for event in events[:ended] if isinstance(event, Shown))
        for board in hand.boards:
            assert best_hand((*hand.hole(seat), *board)) < max(
                best_hand((*event.cards, *board)) for event in events if isinstance(event, Shown)
            )
        assert best >= 0
        assert seat not in result.payouts
    all_in = any(getattr(event, "all_in", False) and event.seat in hand.live for event in events)  # type: ignore[union-attr]
    if hand.street == "showdown":
        assert result.all_in_showdown == (all_in and any(hand.stacks[s] == result.payouts.get(s, 0) for s in hand.live))


@hand_law(100)
def test_there_is_no_showdown_when_one_seat_remains(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result = hand.result
    assert result is not None
    shown = [event for event in hand.events if isinstance(event, Shown | Mucked)]
    assert bool(shown) == (hand.street == "showdown")
    if not shown:
        assert result.show_order == ()
        assert not result.all_in_showdown
        assert len(hand.live) == 1


@hand_law(80)
def test_the_result_is_what_the_events_say(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    result, events = hand.result, hand.events
    assert result is not None
    ended = events[-1]
    assert isinstance(ended, HandEnded)
    assert result.stacks == ended.stacks == hand.stacks
    assert result.show_order == tuple(event.seat for event in events if isinstance(event, Shown))
    payouts: dict[int, int] = {}
    boards = len({pot.board for pot in result.pots}) or 1
    for number, pot in enumerate(result.pots):
        awarded = [event for event in events if isinstance(event, PotAwarded)]
        awards = [event for event in awarded if (event.pot, event.board) == (number // boards, pot.board)]
        if not pot.amount:  # half of a single chip
            assert not awards
            continue
        assert [*pot.shares.items()] == [(event.seat, event.amount) for event in awards]
        assert pot.winners == tuple(sorted(pot.shares))
        assert sum(pot.shares.values()) == pot.amount
        even = pot.amount // (len(awards) * setup.rules.odd_chip_unit) * setup.rules.odd_chip_unit
        assert pot.odd_chips == {event.seat: event.amount - even for event in awards if event.amount > even}
        for event in awards:
            payouts[event.seat] = payouts.get(event.seat, 0) + event.amount
    assert result.payouts == {seat: chips for seat, chips in payouts.items() if chips}
    refunds: dict[int, int] = {}
    for refund in events:
        if isinstance(refund, Refunded):
            refunds[refund.seat] = refunds.get(refund.seat, 0) + refund.amount
    assert result.refunds == refunds
    halves = [result.pots[at : at + boards] for at in range(0, len(result.pots), boards)]
    assert tuple(Pot(sum(pot.amount for pot in each), each[0].seats) for each in halves) == hand.pots
