"""The errors that the core itself raises; `bigslick.errors` gives them their public name."""


class BigslickError(Exception):
    """Base of every refusal: a sentence that says what is wrong and what would be right.

    `where` is the location, such as "hands.phh, hand 3"; it is empty if the sentence needs none.
    """

    def __init__(self, sentence: str, where: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}" if self.where else self.sentence


class BadCards(BigslickError, ValueError):
    """Text or numbers that are not the cards they should be."""
