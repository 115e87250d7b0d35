"""What became public after a hand: the events that say so, and when those cards were dealt."""

from __future__ import annotations

import pytest

from bigslick import Check, Fold, Hand, Rules
from bigslick.protocol.afterwards import Afterwards, CardsShown, RabbitHunted


def a_hand(streets: int = 0) -> Hand:
    """Play a three-handed hand in which two players fold, before the flop or after this many streets."""
    hand = Hand.start([100] * 3, (1, 2), seed=5, ante=2, bomb_pot=streets > 0, rules=Rules.cash())
    while len(hand.board) < (0, 3, 4)[streets]:
        hand.act(Check())
    while not hand.over:
        hand.act(Fold())
    return hand


def test_cards_add_up_and_are_told_with_gaps() -> None:
    hand = a_hand()
    first, second = hand.hole(1)
    public = Afterwards().with_shown(1, "second")
    assert public.events(hand) == (CardsShown(1, (None, second)),)
    assert public.with_shown(1, "second") == public
    both = public.with_shown(1, "first")
    assert both == Afterwards().with_shown(1, "both")
    assert both.events(hand) == (CardsShown(1, (first, second)),)


@pytest.mark.parametrize("streets", range(3))
def test_the_turns_are_those_of_the_cards_in_the_deck(streets: int) -> None:
    hand = a_hand(streets)
    public = Afterwards(shown={2: (0,)}, hunter=0)
    first, hunted = public.events(hand)
    assert isinstance(first, CardsShown)
    assert isinstance(hunted, RabbitHunted)
    assert len(hunted.cards) == 5 - len(hand.board)
    told = [card for card in (*first.cards, *hunted.cards) if card is not None]
    assert [hand.setup.deck[turn] for turn in public.turns(hand)] == told
