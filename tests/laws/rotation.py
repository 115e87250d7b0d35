"""Button and blinds from hand to hand, written from the rules' text, not from the code."""

from __future__ import annotations

from typing import Any, NamedTuple

EMPTY_SEAT = -1


class Spots(NamedTuple):
    """Where button and blinds are, including the small blind's place if it is empty."""

    button: int
    small: int
    big: int


def following(seats: set[int], seat: int, chairs: int) -> int:
    """Return the next of these seats clockwise; the seat itself comes last."""
    return min(seats, key=lambda other: (other - seat - 1) % chairs)


def first_spots(occupied: set[int], button: int, chairs: int) -> Spots:
    """Rules 1.2 and 1.3: a table's first hand."""
    if len(occupied) == 2:
        button = button if button in occupied else following(occupied, button, chairs)
        return Spots(button, button, following(occupied, button, chairs))
    small = following(occupied, button, chairs)
    return Spots(button, small, following(occupied, small, chairs))


def next_spots(before: Spots, occupied: set[int], new: set[int], chairs: int) -> tuple[Spots, set[int]]:
    """Rules 1.1, 1.2 and 1.4: the next hand under the dead button, and who is dealt in."""
    big = following(occupied, before.big, chairs)
    if len(occupied) == 2:
        other = following(occupied, big, chairs)
        return Spots(other, other, big), occupied
    small = before.big
    button = before.small
    if before.button == before.small:  # it was heads-up
        button = next(
            seat for seat in ((small - step) % chairs for step in range(1, chairs)) if seat in occupied - {big}
        )
    waiting = {seat for seat in new if 0 < (seat - button) % chairs < (small - button) % chairs and seat != big}
    dealt = occupied - waiting
    if len(dealt) == 2:  # the hand is heads-up, whoever else is waiting (TDA 34-B)
        other = following(dealt, big, chairs)
        return Spots(other, other, big), dealt
    if len(dealt) < 2:  # otherwise everyone would sit out: deal them in, and the big blind stays where it is due
        small = max(occupied - {big}, key=lambda seat: (seat - big) % chairs)
        button = max(occupied - {big, small}, key=lambda seat: (seat - small) % chairs)
        return Spots(button, small, big), occupied
    return Spots(button, small, big), dealt


class Seen:
    """What the auditor knows about one table."""

    def __init__(self, chairs: int, button: int) -> None:
        self.chairs = chairs
        self.button = button
        self.seats: dict[int, int] = {}
        self.new: set[int] = set()
        self.arrived: dict[int, int] = {}
        self.hands = 0
        self.spots: Spots | None = None
        self.big_entry = EMPTY_SEAT
        self.dealt_before: set[int] = set()
        self.started = self.ended = 0
        self.moment = 0, 0
        """When the last hand ended: in seconds, or as the round and the number of actions."""
        self.round = 0
        self.start_stacks: tuple[int, ...] = ()
        self.broke: set[int] = set()
        self.busted_by: dict[int, int] = {}

    def small_next(self) -> int | None:
        """Return the next hand's small blind: the last big blind or, in the first hand, the seat after the button."""
        if self.spots is not None:
            return self.spots.big
        return None if self.button == EMPTY_SEAT else following(set(self.seats), self.button, self.chairs)


def check_dead_button(seen: Seen, setup: Any, occupied: set[int], dealt: set[int]) -> None:
    if seen.spots is None:
        spots, expected = first_spots(occupied, seen.button, seen.chairs), occupied
    else:
        spots, expected = next_spots(seen.spots, occupied, seen.new, seen.chairs)
    small = spots.small if spots.small in expected else None
    assert (dealt, setup.button, setup.small_blind_seat, setup.big_blind_seat) == (
        expected,
        spots.button,
        small,
        spots.big,
    ), f"{seen.spots} {sorted(occupied)} new {sorted(seen.new)}: expected {spots} for {sorted(expected)}"
    if len(dealt) > 2:
        assert setup.big_blind_seat != setup.button, "the big blind is on the button"
    old = {seat for seat in dealt if seen.seats[seat] in seen.dealt_before}
    if seen.spots is not None and old:
        assert len(old) == 1 or seen.seats[spots.big] != seen.big_entry, "the big blind twice in a row"
        passed = (spots.big - seen.spots.big) % seen.chairs
        skipped = {seat for seat in old if 0 < (seat - seen.spots.big) % seen.chairs < passed}
        assert not skipped, f"seats {skipped} skipped the big blind"
    seen.spots = spots


def check_moving_button(seen: Seen, setup: Any, occupied: set[int], dealt: set[int]) -> None:
    """The button goes to the next player, and the blinds to the next two."""
    chairs, button, small, big = seen.chairs, setup.button, setup.small_blind_seat, setup.big_blind_seat
    assert dealt <= occupied
    if len(dealt) == 2:
        assert button == small != big
    else:
        assert small == following(dealt, button, chairs)
        assert big == following(dealt, small, chairs)
        assert len({button, small, big}) == 3
    if seen.spots is not None:
        old = {seat for seat in dealt if seen.seats[seat] in seen.dealt_before}
        if len(old) > 1:
            assert button == following(old, seen.spots.button, chairs)
    assert occupied - dealt <= seen.new, "a player who does not wait was not dealt in"
    seen.spots = Spots(button, small, big)
