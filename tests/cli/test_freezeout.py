import pytest

from bigslick.cli.freezeout import LEVELS, blinds_of, places, play_match
from bigslick.cli.table import REGULARS, seat_bots


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_seed_003_8_one_player_ends_with_every_chip(seats: int) -> None:
    stacks = [300] * seats
    out: list[int] = []
    for number, played in enumerate(play_match(seat_bots(seats, REGULARS, 1), 300, 1), 1):
        assert played.number == number
        assert list(played.hand.setup.stacks) == stacks
        stacks = list(played.hand.stacks)
        out += played.out
        assert sum(stacks) == 300 * seats
    assert sorted(stacks) == [0] * (seats - 1) + [300 * seats]
    assert len(out) == seats - 1


def test_wsop_126b_of_two_who_bust_the_larger_stack_finishes_higher() -> None:
    assert places([500, 300, 0, 900], [0, 0, 0, 1700]) == {0: 2, 1: 3}
    assert places([500, 500, 0, 900], [0, 0, 0, 1900]) == {0: 2, 1: 2}
    assert places([500, 300], [400, 400]) == {}


def test_blinds_rise_for_ever() -> None:
    assert blinds_of(0) == (10, 20)
    assert blinds_of(len(LEVELS) - 1) == (1000, 2000)
    assert blinds_of(len(LEVELS) + 1) == (4000, 8000)
