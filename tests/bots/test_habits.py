"""The habits and sizes as data: shares of hands, and exactly the numbers the brain reads."""

from __future__ import annotations

from itertools import pairwise

from bigslick.bots.habits import HABITS, POSITIONS, SIZES, TABLES, habit_row, size_row


def test_shares_are_thousandths_and_add_up_to_no_more_than_all_hands() -> None:
    for table in TABLES:
        for place in POSITIONS:
            first, limp, over, along, reraise, call = HABITS[table][place]
            assert min(first, limp, over, along, reraise, call) >= 0
            assert max(first + limp, over + along, reraise + call) <= 1000


def test_the_later_the_position_the_more_hands_are_raised() -> None:
    for table in ("3-6", "7+"):
        raised = [HABITS[table][place][0] for place in ("EP", "HJ", "CO", "BTN")]
        assert all(early < late for early, late in pairwise(raised))


def test_sizes_are_sixteen_of_each_wager_in_order() -> None:
    for wagers in SIZES.values():
        assert list(wagers) == list(SIZES["cash"])
        for sizes in wagers.values():
            assert len(sizes) == 16
            assert list(sizes) == sorted(sizes)


def test_tournament_players_open_for_two_to_two_and_a_half_big_blinds() -> None:
    opens = SIZES["tournament"]["first raise"]
    assert sum(20 <= size <= 25 for size in opens) >= 15


def test_the_rows_have_what_the_brain_reads() -> None:
    assert len(habit_row()) == 3 * 6 * 6
    assert len(size_row()) == 2 * 7 * 16
