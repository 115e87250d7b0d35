"""A module with every fault that the proof must find: without it, a clean report would prove nothing."""

from __future__ import annotations

import ctypes
import signal

from bigslick.hand.actions import Fold

from . import subjects

COMPILED = True


class Planted:
    """A class that is sound except for four methods."""

    def add(self, number: int) -> int:
        """Return a sum, as it should."""
        return number + 1

    def crash(self, number: int) -> int:
        """Read from an address that is not ours."""
        return ctypes.string_at(number)[0] if number == 7 else 0

    def hang(self, number: int) -> int:
        """Ignore every signal, and never finish."""
        if number == 7:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            while True:
                pass
        return 0

    def swallow(self, number: int) -> int:
        """Lose an exception, like a compiled function that cannot raise."""

        class Unfinished:
            def __del__(self) -> None:
                raise OSError("lost")

        if number == 7:
            Unfinished()
        return 0

    def meddle(self, number: int) -> int:
        """Act in a hand that it was not given."""
        if number == 7:
            subjects.HANDS["begun"].act(Fold())
        return 0
