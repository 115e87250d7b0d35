"""Button and blinds where the rulings have no case: after all but one player has left a table."""

from __future__ import annotations

import pytest

from bigslick.core.codes import DEAD_BUTTON
from bigslick.core.rotation import Rotation


def bits(*seats: int) -> int:
    return sum(1 << seat for seat in seats)


@pytest.mark.parametrize("left", [0, 1])
def test_one_old_player_among_newcomers_who_would_all_wait_pays_the_big_blind_that_is_due(left: int) -> None:
    """Button 0, small blind 1, big blind 5; one of the first two stays, and two newcomers sit before the dead blind."""
    rotation = Rotation()
    rotation.place(6, 0, 1, 5)
    rotation.advance(bits(left, 2, 3), bits(2, 3), DEAD_BUTTON)
    assert rotation.dealt == bits(left, 2, 3)
    assert (rotation.button, rotation.small, rotation.big) == (2, 3, left)
    rotation.advance(bits(left, 2, 3), 0, DEAD_BUTTON)
    assert (rotation.button, rotation.small, rotation.big) == (3, left, 2)


def test_tda_34_b_two_who_are_dealt_in_play_heads_up_while_a_newcomer_waits() -> None:
    """Button 0, small blind 2, big blind 4; the button busts, and a newcomer sits down between the other two.

    Counting all three seats, the big blind would be on the button. But the hand is heads-up, so the small blind is the
    button, whoever waits next to it.
    """
    rotation = Rotation()
    rotation.place(6, 0, 2, 4)
    rotation.advance(bits(2, 3, 4), bits(3), DEAD_BUTTON)
    assert rotation.dealt == bits(2, 4)
    assert (rotation.button, rotation.small, rotation.big) == (4, 4, 2)
    rotation.advance(bits(2, 3, 4), bits(3), DEAD_BUTTON)
    assert rotation.dealt == bits(2, 3, 4)
    assert (rotation.button, rotation.small, rotation.big) == (4, 2, 3)


def test_tda_34_b_no_dead_button_in_a_hand_for_two() -> None:
    """Button and small blind bust, and a newcomer sits between the dead button and the small blind.

    The same two post the same blinds as with a dead button, but the small blind acts last after the flop.
    """
    rotation = Rotation()
    rotation.place(6, 0, 1, 3)
    rotation.advance(bits(2, 3, 5), bits(2), DEAD_BUTTON)
    assert rotation.dealt == bits(3, 5)
    assert (rotation.button, rotation.small, rotation.big) == (3, 3, 5)
    rotation.advance(bits(2, 3, 5), bits(2), DEAD_BUTTON)
    assert rotation.dealt == bits(2, 3, 5)
    assert (rotation.button, rotation.small, rotation.big) == (3, 5, 2)


def test_s2_2_1_3_newcomers_wait_only_strictly_between_button_and_small_blind() -> None:
    """Both blinds bust at a table of nine, and newcomers take seats 1, 2, 3, 4 and 6: only 2 and 3 wait."""
    rotation = Rotation()
    rotation.place(9, 0, 1, 4)
    taken = bits(0, 1, 2, 3, 4, 5, 6, 8)
    rotation.advance(taken, bits(1, 2, 3, 4, 6), DEAD_BUTTON)
    assert (rotation.button, rotation.small, rotation.big) == (1, 4, 5)
    assert rotation.dealt == bits(0, 1, 4, 5, 6, 8)


@pytest.mark.parametrize(
    "places", [(1, 0, 0, 0), (11, 0, 1, 2), (2**31, 0, 1, 2), (6, 6, 1, 2), (6, 0, -1, 2), (6, 0, 1, 9)]
)
def test_places_off_the_table_are_refused(places: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="seats"):
        Rotation().place(*places)


def test_a_hand_needs_two_seats_of_the_table() -> None:
    rotation = Rotation()
    rotation.place(6, 0, 1, 2)
    before = (rotation.button, rotation.small, rotation.big)
    for taken, button in ((0, 0), (1, 0), (1 << 6, 0), (-1, 0), (2**31, 0), (bits(0, 1), 6), (bits(0, 1), -1)):
        with pytest.raises(ValueError, match="no hand at 6 seats"):
            rotation.open(taken, button)
    for taken, new in ((1, 0), (2**40, 0), (bits(0, 1), -1), (bits(0, 1), 1 << 6)):
        with pytest.raises(ValueError, match="no hand at 6 seats"):
            rotation.advance(taken, new, DEAD_BUTTON)
    assert (rotation.button, rotation.small, rotation.big) == before
    with pytest.raises(ValueError, match="no hand at 0 seats"):
        Rotation().open(3, 0)
