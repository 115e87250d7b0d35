"""Both runners offer the game the same functions."""

from __future__ import annotations

from dataclasses import fields

from bigslick.spec import compiled, interpreted, load_spec
from bigslick.spec.code import Code


def test_compiled_and_interpreted_code_have_the_same_shape() -> None:
    spec = load_spec("std:holdem")
    quick, plain = compiled(spec).code, interpreted(spec).code
    for field in fields(Code):
        one, other = getattr(quick, field.name), getattr(plain, field.name)
        if isinstance(one, list | tuple):
            assert len(one) == len(other), field.name
    assert len(quick.act) == len(spec.actions)
    assert len(quick.enter) == len(quick.exit) == len(spec.phases)
