"""The answer to a command that a card room does not carry out."""

from __future__ import annotations

from bigslick.errors import BigslickError


class CommandRefused(BigslickError):
    """A refused command: a sentence for people and a code for programs. Nothing has changed."""

    __module__ = "bigslick.client"

    def __init__(self, sentence: str, code: str = "refused") -> None:
        super().__init__(sentence)
        self.code = code
