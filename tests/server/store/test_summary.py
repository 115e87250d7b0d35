"""A hand's summary matches its events, and encodes two cards as one number."""

from __future__ import annotations

from itertools import combinations

from bigslick.cards import DECK
from bigslick.hand.events import Folded, PotAwarded
from bigslick.hand.hand import Hand
from bigslick.server.store.summary import hole_number, summary_of

from ..hands import played


def test_two_cards_have_one_number_whatever_their_order() -> None:
    numbers = {hole_number(pair) for pair in combinations(DECK, 2)}
    assert len(numbers) == 1326
    assert all(hole_number(pair) == hole_number(pair[::-1]) for pair in combinations(DECK, 2))
    assert hole_number(()) == -1


def test_a_summary_says_what_the_events_say() -> None:
    for number in range(1, 40):
        hand = Hand.load(played("t1", number).record)
        found = summary_of(hand, "Elm")
        folded = {event.seat for event in hand.events if isinstance(event, Folded)}
        left = {*hand.setup.dealt} - folded
        assert found.showdown == (left if len(left) > 1 else frozenset())
        assert found.pot == sum(event.amount for event in hand.events if isinstance(event, PotAwarded))
        assert (found.name, found.big_blind) == ("Elm", 10)
        assert found.holes == {seat: hole_number(hand.hole(seat)) for seat in hand.setup.dealt}
