"""The layout says of every card where the core deals it from."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from bigslick import Call, Check, Hand, Rules
from bigslick.hand.layout import board_places, hole_places


def tables() -> list[tuple[int, ...]]:
    """Every way to seat two or more players at two to six chairs, and full tables of seven to ten."""
    small = [taken for seats in range(2, 7) for taken in itertools.product((0, 1), repeat=seats) if sum(taken) > 1]
    return [*small, *((1,) * seats for seats in range(7, 11))]


@pytest.mark.parametrize("burn", [True, False])
def test_the_core_deals_every_card_from_its_place(burn: bool) -> None:
    rules = msgspec.structs.replace(Rules(), burn=burn)
    for taken in tables():
        players = sum(taken)
        for button in range(len(taken)):
            if players == 2 and not taken[button]:
                continue  # heads-up, the button is one of the two
            hand = Hand.start([100 * chair for chair in taken], (5, 10), button, deck=range(52), rules=rules)
            while (options := hand.options) is not None:
                hand.act(Check() if options.check else Call())
            order = hand.setup.dealt
            for seat in order:
                assert tuple(map(int, hand.hole(seat))) == hole_places(order, seat)
            assert tuple(map(int, hand.board)) == board_places(players, burn=burn)


@pytest.mark.parametrize("burn", [True, False])
def test_no_two_cards_share_a_place(burn: bool) -> None:
    for players in range(2, 11):
        order = range(players)
        places = [place for seat in order for place in hole_places(order, seat)]
        assert sorted(places) == [*range(2 * players)]
        assert len({*places, *board_places(players, burn=burn)}) == 2 * players + 5
