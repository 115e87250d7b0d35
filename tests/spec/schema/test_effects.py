"""Effects in the table."""

from __future__ import annotations

from bigslick.spec.schema.effects import EFFECT_LIST


def test_every_effect_says_what_it_does_and_what_its_keys_hold() -> None:
    for construct in EFFECT_LIST:
        assert construct.group == "effect"
        assert construct.text, construct.title
        assert all(key.text for key in construct.keys), construct.title
