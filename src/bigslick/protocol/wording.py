"""A sentence's template and values, so that a page can translate it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bigslick.sentence import Sentence, Value

from .money import ChipValue


class Wording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence's template and the values for its placeholders, which can be wordings themselves."""

    template: str
    values: dict[str, WordedValue] = {}
    chip_value: ChipValue | None = None
    """What a chip is worth to its reader: `{amount, chips}` is then written in money."""


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


def priced(wording: Wording | None, value: ChipValue | None) -> Wording | None:
    """Return a wording whose amounts of chips, if it has any, are read as money at a table with this value."""
    if value is None or wording is None or not _has_amounts(wording):
        return wording
    return msgspec.structs.replace(wording, chip_value=value)


def _has_amounts(wording: Wording) -> bool:
    inner = [value for value in wording.values.values() if isinstance(value, Wording)]
    return ", chips}" in wording.template or any(map(_has_amounts, inner))
