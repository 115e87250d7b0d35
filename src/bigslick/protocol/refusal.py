"""What a table or a tournament answers to a command that it does not carry out."""

from __future__ import annotations


class Refusal(Exception):
    """A command that is refused: a sentence for people, a word for programs, and nothing has changed."""

    def __init__(self, sentence: str, code: str = "refused") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
