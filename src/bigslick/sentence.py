"""Translatable sentences: an English template, and the values for its placeholders.

A template is a small subset of ICU MessageFormat: `{name}` is a placeholder for a name, a number or another sentence,
and `{count, plural, one {# player} other {# players}}` chooses by a number, which replaces the `#`; `selectordinal`
chooses by a rank; `=0` and other exact numbers win. Quotes and apostrophes are literal. `{amount, chips}` is a number
of chips, which the page writes in money where a chip has a value.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from bigslick.errors import BigslickError

Value: TypeAlias = int | str
"""A placeholder's value; a `Sentence` among the strings is translated too."""

_PLACE: Final = re.compile(r"\{(\w+)(?:(?:,\s*(chips)\s*)?\}|,\s*(plural|selectordinal)\s*,)")
_CHOICE: Final = re.compile(r"\s*(=\d+|\w+)\s*\{")


class BadTemplate(BigslickError, ValueError):
    """A template that cannot be read; the sentence says why."""


class Slot:
    """A placeholder in a template, perhaps of `chips`; `forms` are its choices by number or, for `selectordinal`, by
    rank.
    """

    def __init__(self, name: str, kind: str = "", forms: Mapping[str, tuple[Part, ...]] | None = None) -> None:
        self.name = name
        self.kind = kind
        self.forms = forms


Part: TypeAlias = str | Slot


class Sentence(str):
    """An English sentence with its template and its values."""

    template: str
    values: dict[str, Value]

    def __new__(cls, template: str, values: dict[str, Value]) -> Sentence:
        """Fill the values into the template's placeholders."""
        made = super().__new__(cls, _filled(parse(template), values, template))
        made.template = template
        made.values = values
        return made

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, dict[str, Value]]]:
        return Sentence, (self.template, self.values)


def say(template: str, /, **values: Value) -> Sentence:
    """Make a sentence: `say("{name} has {count, plural, one {# chip} other {# chips}}", name="ada", count=3)`."""
    return Sentence(template, values)


@functools.cache
def parse(template: str) -> tuple[Part, ...]:
    """Parse a template into its parts, or raise `BadTemplate`."""
    parts, end = _parts(template, 0, inside=False)
    if end != len(template):
        raise BadTemplate(f"{template!r}: a brace is closed at {end} that was not opened")
    return parts


def _parts(template: str, start: int, *, inside: bool) -> tuple[tuple[Part, ...], int]:
    """Parse up to the end, or up to the brace that closes a form; return the parts and the position."""
    parts: list[Part] = []
    text = ""
    while start < len(template):
        letter = template[start]
        if letter == "}":
            break
        if letter == "#" and inside:
            parts += [text, Slot("#")]
            text, start = "", start + 1
        elif letter == "{":
            place, start = _place(template, start)
            parts += [text, place]
            text = ""
        else:
            text += letter
            start += 1
    return tuple(part for part in (*parts, text) if part != ""), start


def _place(template: str, start: int) -> tuple[Slot, int]:
    found = _PLACE.match(template, start)
    if found is None:
        raise BadTemplate(f"{template!r}: expected {{name}}, {{name, chips}} or {{name, plural, …}} at {start}")
    if not found[3]:
        return Slot(found[1], found[2] or ""), found.end()
    forms: dict[str, tuple[Part, ...]] = {}
    at = found.end()
    while (choice := _CHOICE.match(template, at)) is not None:
        forms[choice[1]], at = _parts(template, choice.end(), inside=True)
        at += 1
    if template[at : at + 1] != "}" or "other" not in forms:
        raise BadTemplate(f"{template!r}: expected forms up to other {{…}} and a closing brace at {at}")
    return Slot(found[1], found[3], forms), at + 1


def _filled(parts: tuple[Part, ...], values: Mapping[str, Value], template: str) -> str:
    said = []
    for part in parts:
        if isinstance(part, str):
            said.append(part)
            continue
        if part.name not in values:
            raise BadTemplate(f"{template!r}: nothing is given for {{{part.name}}}")
        value = values[part.name]
        if part.forms is None:
            said.append(f"{value:,}" if isinstance(value, int) else str(value))
            continue
        form = part.forms.get(f"={value}") or part.forms.get(_category(part.kind, value)) or part.forms["other"]
        said.append(_filled(form, {**values, "#": value}, template))
    return "".join(said)


def _category(kind: str, value: Value) -> str:
    """Return a number's English form: 1 hand, 2 hands; 1st, 2nd, 3rd, 4th, 11th."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a number: expected one to choose a form by")
    if kind == "plural":
        return "one" if value == 1 else "other"
    last = 0 if value % 100 in (11, 12, 13) else value % 10
    return {1: "one", 2: "two", 3: "few"}.get(last, "other")
