"""The next hand's setup: button, blinds, deck and bomb pots."""

from __future__ import annotations

import pytest

from bigslick import BadTable
from bigslick.shuffle import Keystream
from bigslick.table.dealing import next_deal
from bigslick.table.state import TableState
from tests.seated import table_of


def state_of(seats: list[int]) -> TableState:
    return table_of(6, seats)._state


def test_a_hand_needs_two_players() -> None:
    with pytest.raises(BadTable, match="1 of 6 seats can be dealt in: a hand needs two players"):
        next_deal(state_of([3]), Keystream.of(1), None, 0)


def test_everyone_who_is_there_is_dealt_in_and_pays_their_blinds() -> None:
    deal, dealt = next_deal(state_of([0, 2, 5]), Keystream.of(1), None, 0)
    setup = deal.setup
    assert dealt == (0, 2, 5)
    assert [seat for seat, stack in enumerate(setup.stacks) if stack] == [0, 2, 5]
    assert {setup.button, setup.small_blind_seat, setup.big_blind_seat} == {0, 2, 5}
    assert not setup.bomb_pot


def test_the_deck_follows_from_the_seed_unless_it_is_given() -> None:
    state = state_of([0, 1, 2])
    deck = next_deal(state, Keystream.of(7), None, 0)[0].setup.deck
    assert deck == next_deal(state, Keystream.of(7), None, 0)[0].setup.deck
    assert deck != next_deal(state, Keystream.of(8), None, 0)[0].setup.deck
    assert next_deal(state, Keystream.of(8), deck, 0)[0].setup.deck == deck


@pytest.mark.parametrize("size", [-1, 1.5, True, 10**9])
def test_a_bomb_pot_has_a_whole_number_of_big_blinds(size: object) -> None:
    with pytest.raises(BadTable, match="expected a whole number of big blinds"):
        next_deal(state_of([0, 1, 2]), Keystream.of(1), None, size)  # type: ignore[arg-type]


def test_the_first_hand_is_no_bomb_pot() -> None:
    with pytest.raises(BadTable, match="it takes a hand before it"):
        next_deal(state_of([0, 1, 2]), Keystream.of(1), None, 2)
