"""Instruction numbers."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise

from bigslick.spec.machine import opcodes

NUMBERS = {name: number for name, number in vars(opcodes).items() if name.isupper() and name != "WIDTH"}


def test_the_numbers_are_one_row_without_gaps() -> None:
    assert sorted(NUMBERS.values()) == list(range(len(NUMBERS)))


def test_every_instruction_says_what_it_does() -> None:
    body = ast.parse(inspect.getsource(opcodes)).body
    for line, following in pairwise(body):
        if isinstance(line, ast.AnnAssign):
            assert isinstance(following, ast.Expr), ast.unparse(line)
