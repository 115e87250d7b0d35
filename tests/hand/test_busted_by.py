"""Who knocked a player out. No founding document says, so we reason from who can win which pot (rules 3, TDA 20)."""

from __future__ import annotations

from typing import Any

import pytest

from bigslick import AllIn, BadSetup, Call, Fold, Hand
from bigslick.hand.hand import state_of


def all_in(stacks: list[int], holes: dict[int, str], board: str = "2c 7d 9h Jc 3s", button: int = 0) -> Hand:
    """Play a hand in which every player puts in every chip before the flop."""
    hand = Hand.start(stacks, (5, 10), button, holes=holes, board=board, seed=1)
    while hand.turn is not None:
        hand.act(AllIn() if hand.options is not None and hand.options.raise_to else Call())
    return hand


def test_the_winner_of_the_last_pot_the_seat_could_claim_not_the_biggest_winner() -> None:
    """Seat 1 can win only the main pot, which goes to seat 0; seat 3 wins far more from seat 2 in the side pot."""
    hand = all_in([100, 60, 900, 1000], {0: "AhAd", 1: "4h5h", 2: "QhQd", 3: "KhKd"})
    assert hand.result is not None
    assert hand.result.busted == (1, 2)
    assert hand.busted_by(1) == 0
    assert hand.busted_by(2) == 3


def test_a_seat_with_a_side_pot_falls_to_its_winner_not_to_the_main_pot() -> None:
    """Seat 2 loses the main pot to seat 0 and the side pot to seat 3: its last chips were in the side pot."""
    hand = all_in([50, 0, 400, 500], {0: "AhAd", 2: "QhQd", 3: "KhKd"}, button=3)
    assert hand.busted_by(2) == 3


def test_a_split_pot_names_the_winner_first_left_of_the_button() -> None:
    hand = all_in([300, 100, 300], {0: "AhKd", 1: "4h5h", 2: "AdKh"}, button=1)
    assert hand.result is not None
    assert hand.result.busted == (1,)
    assert hand.busted_by(1) == 2


def test_a_split_pot_has_all_its_winners() -> None:
    """Seats 0 and 2 split seat 1's last pot; seat 3 folds, and seat 1 gets no share."""
    hand = all_in([300, 100, 300], {0: "AhKd", 1: "4h5h", 2: "AdKh"}, button=1)
    assert state_of(hand).winners_over(1) == 0b101


def test_the_main_pot_alone_counts_for_a_seat_without_a_side_pot() -> None:
    hand = all_in([100, 60, 900, 1000], {0: "AhAd", 1: "4h5h", 2: "QhQd", 3: "KhKd"})
    assert [state_of(hand).winners_over(seat) for seat in (1, 2)] == [0b0001, 0b1000]


def test_a_seat_that_did_not_bust_has_no_one_to_thank() -> None:
    hand = Hand.start([100, 100], (5, 10), seed=1)
    assert hand.busted_by(0) is None
    hand.act(Fold())
    assert hand.busted_by(0) is None
    doubled = all_in([100, 60, 0], {0: "4h5h", 1: "AhAd"})
    assert [doubled.busted_by(seat) for seat in range(3)] == [None] * 3


@pytest.mark.parametrize("seat", [-1, 3, 10**9, 1.0, True, None])
def test_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    with pytest.raises(BadSetup, match="expected a seat from 0 to 2"):
        all_in([300, 100, 300], {0: "AhKd"}).busted_by(seat)
