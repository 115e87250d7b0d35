"""Button and blinds where the rulings have no case: what is left when all but one player of a table have gone."""

from __future__ import annotations

import pytest

from bigslick.core.codes import DEAD_BUTTON
from bigslick.core.rotation import Rotation


def bits(*seats: int) -> int:
    return sum(1 << seat for seat in seats)


@pytest.mark.parametrize("left", [0, 1])
def test_one_old_player_and_newcomers_who_would_all_wait_start_the_table_again(left: int) -> None:
    """Button 0, small blind 1, big blind 5; one of the first two stays, and two sit before the dead small blind."""
    rotation = Rotation()
    rotation.place(6, 0, 1, 5)
    rotation.advance(bits(left, 2, 3), bits(2, 3), DEAD_BUTTON)
    assert rotation.dealt == bits(left, 2, 3)
    assert (rotation.button, rotation.small, rotation.big) == (1, 2, 3)
    rotation.advance(bits(left, 2, 3), 0, DEAD_BUTTON)
    assert rotation.big == left
