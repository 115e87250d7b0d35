"""Command lines that cannot be parsed get an error in our words, and the help page to try."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bigslick.cli.support.usage import usage_sentence

from ..conftest import Refused


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["equity", "AhKd", "QdQc", "--samples", "nan"],
            "--samples nan: expected a whole number; try 'bigslick equity",
        ),
        (["equity", "AhKd", "QdQc", "--samples="], "--samples '': expected a whole number; try 'bigslick equity"),
        (["match", "tag", "lag", "--seconds", "x"], "--seconds x: expected a number; try 'bigslick match --help'"),
        (["match", "tag", "lag", "--hands", "0"], "--hands 0: expected at least 1; try 'bigslick match --help'"),
        (["play", "--hands", "-1"], "--hands -1: expected at least 1; try 'bigslick play --help'"),
        (["serve", "--port", "99999"], "--port 99999: expected at most 65535; try 'bigslick serve --help'"),
        (
            ["perft", "--stacks", "9,9", "--blinds", "2", "--limit", "x"],
            "--limit x: expected one of 'none', 'pot', 'fixed'",
        ),
    ],
)
def test_a_value_that_cannot_be_is_named_with_what_can(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(*arguments)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "Invalid value for '--n': 'x' is not a valid integer.",
            "--n x: expected a whole number; try 'bigslick --help'",
        ),
        ("Invalid value for '--n': 9 is not in the range 0<=x<=5.", "--n x: expected 0 to 5; try 'bigslick --help'"),
        ("Invalid value for '--n': 9 is not in the range x>=1.", "--n x: expected at least 1; try 'bigslick --help'"),
        ("Invalid value for '--n': it is odd", "--n: it is odd; try 'bigslick --help'"),
        (
            "No such command 'foo'. Did you mean 'food'?",
            "No such command 'foo'. Did you mean 'food'? Try 'bigslick --help'",
        ),
    ],
)
def test_every_parser_is_put_in_the_same_words(said: str, sentence: str) -> None:
    assert usage_sentence(SimpleNamespace(format_message=lambda: said), ["--n", "x"]) == sentence
