"""A sentence's template and values, so that a page can translate it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bigslick.sentence import Sentence, Value


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence's template and the values for its placeholders, which can be wordings themselves."""

    template: str
    values: dict[str, WordedValue] = {}


WordedValue: TypeAlias = int | str | Wording


def worded(sentence: str) -> Wording | None:
    """Return the wording of a sentence made from a template with placeholders; None for any other text."""
    if not isinstance(sentence, Sentence) or not sentence.values:
        return None
    return Wording(sentence.template, {name: _worded_value(value) for name, value in sentence.values.items()})


def _worded_value(value: Value) -> WordedValue:
    if isinstance(value, Sentence):
        return Wording(value.template, {name: _worded_value(inner) for name, inner in value.values.items()})
    return value


def word(message: msgspec.Struct, field: str = "sentence") -> None:
    """Add a sentence's wording to a message, and the sentence itself as plain text."""
    sentence = getattr(message, field)
    if isinstance(sentence, Sentence):
        msgspec.structs.force_setattr(message, "wording", worded(sentence))
        msgspec.structs.force_setattr(message, field, str(sentence))
