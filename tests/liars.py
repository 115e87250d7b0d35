"""Numbers that say something else than what they are."""

from __future__ import annotations


class Liar(int):
    """An int that claims to satisfy every comparison."""

    def __ge__(self, other: object) -> bool:
        return True

    __le__ = __lt__ = __gt__ = __ge__
