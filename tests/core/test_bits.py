"""Seats as bits, tested through the rotation: when compiled, only compiled code sees the tables."""

from __future__ import annotations

import pytest

from bigslick.core.rotation import Rotation


@pytest.fixture
def rotation() -> Rotation:
    rotation = Rotation()
    rotation.place(10, 0, 0, 0)
    return rotation


def clockwise(taken: int, seat: int) -> int:
    """Return the next taken seat, by walking."""
    return next(other for other in [(seat + step) % 10 for step in range(1, 11)] if taken >> other & 1)


def test_the_next_of_any_seats_is_found_from_any_seat(rotation: Rotation) -> None:
    for taken in range(1024):
        if taken.bit_count() > 2:
            for button in range(10):
                rotation.open(taken, button)
                assert rotation.small == clockwise(taken, button)
                assert rotation.big == clockwise(taken, rotation.small)


def test_two_seats_are_counted_as_two_and_fewer_are_too_few(rotation: Rotation) -> None:
    for taken in range(1024):
        for button in range(10):
            if taken.bit_count() < 2:
                with pytest.raises(ValueError, match="expected two of them taken"):
                    rotation.open(taken, button)
            else:
                rotation.open(taken, button)
                assert (rotation.small == rotation.button) == (taken.bit_count() == 2)
