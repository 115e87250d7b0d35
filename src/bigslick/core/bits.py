"""Sets of seats as bits: bit n of a small int is seat n, so a question about ten seats needs no loop."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import _cython as cython

COMPILED = cython.compiled

COUNT = [bits.bit_count() for bits in range(1024)]
LOWEST = [(bits & -bits).bit_length() - 1 if bits else 0 for bits in range(1024)]


if not cython.compiled:

    def next_seat(bits: int, seat: int) -> int:
        """Return the first of these seats clockwise from `seat`, which itself comes last; from -1, the lowest.

        The .pxd has the compiled twin, which every module inlines.
        """
        later = bits >> (seat + 1) << (seat + 1)
        return LOWEST[later or bits]
