"""Moves the button and the blinds to the next hand: the only place where they move.

Sets of seats are bits: `taken` are the seats that could be dealt in, `new` the newcomers since the last hand and the
players who wait. With a dead button (TDA 32) the big blind leads: it moves to the next player, the small blind goes
where the big blind was, and the button where the small blind was, even if that seat is empty. A moving button goes to
the next player, and the blinds follow.
"""

from __future__ import annotations

from . import bits
from .codes import MAX_SEATS, MOVING_BUTTON

COMPILED = not __file__.endswith(".py")


class Rotation:
    """A hand's button, small blind and big blind, and the seats that are dealt in, as bits."""

    def __init__(self) -> None:
        self.seats = self.button = self.small = self.big = self.dealt = 0

    def place(self, seats: int, button: int, small: int, big: int) -> int:
        """Set all three from the last hand; a dead small blind and a dead button have a seat too."""
        if seats < 2 or seats > MAX_SEATS:
            raise ValueError(f"the number of seats is {seats}: expected 2 to {MAX_SEATS}")
        if button < 0 or button >= seats or small < 0 or small >= seats or big < 0 or big >= seats:
            raise ValueError(f"the button or a blind is at none of the {seats} seats: {button}, {small}, {big}")
        self.seats = seats
        self.button = button
        self.small = small
        self.big = big
        return 0

    def fit(self, taken: int, button: int) -> int:
        """Return whether these seats can be dealt a hand with the button there."""
        return 0 <= taken < 1 << self.seats and 0 <= button < self.seats and bits.COUNT[taken] >= 2

    def open(self, taken: int, button: int) -> int:
        """Set up the first hand, or the first after a redraw: the button is given, and the next players post."""
        if not self.fit(taken, button):
            raise ValueError(f"no hand at {self.seats} seats: expected two of them taken, and the button at one")
        self.begin(taken, button)
        return 0

    def begin(self, taken: int, button: int) -> None:
        """Set up the first hand on checked seats.

        With two players the button is the small blind (TDA 34-B), so it moves on from an empty seat.
        """
        self.button = button
        self.dealt = taken
        if bits.COUNT[taken] == 2:
            if not taken >> button & 1:
                self.button = bits.next_seat(taken, button)
            self.small = self.button  # TDA 34-B
        else:
            self.small = bits.next_seat(taken, button)
        self.big = bits.next_seat(taken, self.small)

    def advance(self, taken: int, new: int, rule: int) -> int:
        """Advance to the next hand, for at least two players."""
        if not self.fit(taken, self.button) or new < 0 or new >= 1 << self.seats:
            raise ValueError(f"no hand at {self.seats} seats: expected two of them taken, and newcomers at them")
        if rule == MOVING_BUTTON:
            self.move(taken, new)
            return 0
        due = self.big
        if self.button == self.small:  # it was heads-up: the button is the last player before the small blind
            button = due
            big = bits.next_seat(taken, due)
            for _ in range(self.seats):
                button = button - 1 if button > 0 else self.seats - 1
                if taken >> button & 1 and button != big:
                    break
        else:
            button = self.small  # dead, if the seat is empty: TDA 32, S2 3.1
        self.button = button
        self.small = due
        self.big = bits.next_seat(taken, due)  # no one skips the big blind: TDA 32, S2 3.3.3
        self.dealt = taken & ~self.waiting(new) if new else taken  # TDA 8-A, 10-A, S2 2.1.3
        if bits.COUNT[taken] == 2:
            self.dealt = taken
        if bits.COUNT[self.dealt] < 2:  # all others are newcomers who would wait: restart around the big blind
            self.dealt = taken
            self.small = self.preceding(taken, self.big)
            self.button = self.preceding(taken, self.small)
        elif bits.COUNT[self.dealt] == 2:
            self.small = self.button = bits.next_seat(self.dealt, self.big)  # TDA 34-B: no one is big blind twice
        return 0

    def waiting(self, new: int) -> int:
        """Return the newcomers strictly between button and small blind, who are not dealt in (TDA 8-A, 10-A)."""
        waits = 0
        seat = self.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if seat == self.small:
                break
            if new >> seat & 1 and seat != self.big:
                waits |= 1 << seat
        return waits

    def move(self, taken: int, new: int) -> None:
        """Move a moving button to the next player who is not waiting; a waiting player comes in as the big blind."""
        active = taken & ~new  # S0, S1, S3
        if bits.COUNT[active] < 2:
            active = taken
        button = bits.next_seat(active, self.button)
        if bits.COUNT[active] == 2:
            other = bits.next_seat(active, button)
            big = bits.next_seat(active | new, other)
            if big == button:  # no waiting player sits at the third player's big blind
                self.begin(active, button)
                return
        self.button = button
        self.small = bits.next_seat(active, button)
        self.big = bits.next_seat(active | new, self.small)
        self.dealt = active | 1 << self.big

    def preceding(self, taken: int, seat: int) -> int:
        """Return the next taken seat counter-clockwise; the seat itself comes last."""
        for _ in range(self.seats):
            seat = seat - 1 if seat > 0 else self.seats - 1
            if taken >> seat & 1:
                return seat
        return -1
