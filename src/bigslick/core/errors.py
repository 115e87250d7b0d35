"""The errors that the core raises itself; `bigslick.errors` exports them."""


class BigslickError(Exception):
    """Base class of every refusal: the sentence says what is wrong and what would be right.

    `where` is the location, such as "hands.phh, hand 3"; empty if the sentence does not need one.
    """

    # Tracebacks print it, so a public error names the package that users import it from.
    __module__ = "bigslick"

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.where else self.sentence


class BadCards(BigslickError, ValueError):
    """Text or numbers that are not the expected cards."""

    __module__ = "bigslick"
