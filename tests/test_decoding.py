"""A decoder's errors, in the file's terms."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.decoding import explain


class Blinds(msgspec.Struct, forbid_unknown_fields=True):
    sb: int


class Case(msgspec.Struct):
    blinds: Blinds
    stacks: dict[int, int] = {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"blinds": {"sb": "5"}}', "blinds.sb: expected int, got str"),
        ('{"blinds": {}}', "blinds: field 'sb' is missing"),
        ('{"blinds": {"sb": 5, "bb": 10}}', "blinds: field 'bb' is not known"),
        ("[]", "expected object, got array"),
        ('{"blinds": {"sb": 5}, "stacks": {"a": 1}}', "a key of stacks: expected int, got str"),
    ],
)
def test_a_complaint_names_the_place_and_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.json.decode(text, type=Case)
    assert explain(refusal.value) == sentence
