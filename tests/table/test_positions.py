"""Positions for every number of players, even without a button or small blind."""

from __future__ import annotations

from typing import Literal

import pytest

from bigslick import Hand, Setup, positions

Poster = int | Literal["auto"] | None

NAMES = {
    2: "BTN BB",
    3: "BTN SB BB",
    4: "BTN SB BB UTG",
    5: "BTN SB BB UTG CO",
    6: "BTN SB BB UTG HJ CO",
    7: "BTN SB BB UTG LJ HJ CO",
    8: "BTN SB BB UTG UTG+1 LJ HJ CO",
    9: "BTN SB BB UTG UTG+1 UTG+2 LJ HJ CO",
    10: "BTN SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO",
}


def setup(taken: list[int], button: int, *, small: Poster = "auto", big: Poster = "auto") -> Setup:
    stacks = [100 if seat in taken else 0 for seat in range(10)]
    return Hand.start(stacks, (1, 2), button, seed=1, small_blind_seat=small, big_blind_seat=big).setup


@pytest.mark.parametrize("players", NAMES)
@pytest.mark.parametrize("button", [0, 1])
def test_every_number_of_players_has_its_names(players: int, button: int) -> None:
    named = positions(setup(list(range(players)), button))
    assert [named[(button + step) % players] for step in range(players)] == NAMES[players].split()


def test_the_names_come_in_dealing_order() -> None:
    assert list(positions(setup([1, 3, 5, 8], 3)).items()) == [(5, "SB"), (8, "BB"), (1, "UTG"), (3, "BTN")]


def test_tda_34_b_heads_up_the_small_blind_has_the_button() -> None:
    assert positions(setup([2, 7], 7)) == {2: "BB", 7: "BTN"}


def test_tda_32_a_dead_button_is_nobody_and_the_seat_before_it_is_the_cutoff() -> None:
    assert positions(setup([0, 2, 3, 4, 5], 1, small=2, big=3)) == {2: "SB", 3: "BB", 4: "UTG", 5: "HJ", 0: "CO"}


def test_tda_32_a_dead_small_blind_is_nobody() -> None:
    assert positions(setup([0, 1, 3, 4, 5], 1, small=None, big=3)) == {3: "BB", 4: "UTG", 5: "HJ", 0: "CO", 1: "BTN"}


def test_tda_32_button_and_small_blind_may_be_dead_together() -> None:
    assert positions(setup([0, 3, 4, 5], 1, small=None, big=3)) == {3: "BB", 4: "UTG", 5: "HJ", 0: "CO"}
