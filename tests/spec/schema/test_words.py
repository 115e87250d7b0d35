"""Words for people in the language's table: every kind of key has them."""

from __future__ import annotations

from typing import get_args

from bigslick.spec.schema import TABLE
from bigslick.spec.schema.words import KIND_WORDS, Construct, Key, Kind, optional


def test_every_kind_of_key_has_words_for_people() -> None:
    assert set(KIND_WORDS) == set(get_args(Kind))
    assert {key.kind for construct in TABLE for key in construct.keys} <= set(KIND_WORDS)


def test_a_key_is_required_unless_it_says_otherwise() -> None:
    assert Key("var", "name", "the variable").required
    assert not optional("bind", "binder", "names the item").required


def test_a_title_has_group_and_name() -> None:
    assert Construct("effect", "setVar", "sets a variable").title == "effect setVar"
