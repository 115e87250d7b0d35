"""An event's clock: it shows milliseconds of play, and stops while anything holds it."""

from __future__ import annotations

from typing import Final

ROUND: Final = "hand for hand"
"""Why the clock is held during a hand-for-hand round."""


class EventClock:
    """A clock that starts at 0. Its owner says what time it is, in milliseconds since 1970."""

    def __init__(self, now: int) -> None:
        self._zero = now
        self._held: set[str] = set()
        self._held_at = now

    def reading(self, now: int) -> int:
        """Return the milliseconds of play so far."""
        return max(0, (self._held_at if self._held else now) - self._zero)

    def seconds(self, now: int) -> int:
        return self.reading(now) // 1000

    def when(self, reading: int) -> int | None:
        """Return when the clock shows this; unknown while it is held."""
        return None if self._held else self._zero + reading

    def hold(self, why: str, now: int) -> None:
        """Stop the clock until `release` is called for the same reason, and for all others."""
        if not self._held:
            self._held_at = max(now, self._zero)
        self._held.add(why)

    def release(self, why: str, now: int) -> None:
        """Start the clock again if nothing else holds it."""
        if why in self._held:
            self._held.remove(why)
            if not self._held:
                self._zero += max(0, now - self._held_at)

    def is_held(self, why: str) -> bool:
        return why in self._held

    def skip(self, ms: int) -> None:
        """Leave out time when the card room was out of service."""
        if not self._held:
            self._zero += ms

    def turn(self, reading: int, now: int) -> None:
        """Make the clock show this."""
        self._zero = (self._held_at if self._held else now) - reading
