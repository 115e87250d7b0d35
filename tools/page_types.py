"""Write the page's knowledge of the server: messages as TypeScript types, and the limits and choices in forms.

    PYTHONPATH=src python tools/page_types.py

Only `tsc` reads `types/wire.d.ts`, so it is outside the served folder; `generated/bounds.js`
and `generated/choices.js` are part of the page. A test checks that they are up to date.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import inspect

from bigslick.cards import Card
from bigslick.hand.actions import Action
from bigslick.hand.events import Event
from bigslick.history.formats.registry import HandFormat, format_to_write
from bigslick.protocol import host, opening, wire
from bigslick.server.http import (
    api,
    clubs_api,
    evenings_api,
    imports_api,
    invites_api,
    new_tournament,
    opening_api,
    operator_api,
    seasons_api,
    sessions_api,
)
from bigslick.server.store import notes
from bigslick.tournament.points import FORMULAS

ROOT: Final = Path(__file__).parent.parent
TYPES: Final = ROOT / "types" / "wire.d.ts"
BOUNDS: Final = ROOT / "src" / "bigslick" / "server" / "web" / "generated" / "bounds.js"
CHOICES: Final = BOUNDS.with_name("choices.js")

UNIONS: Final = {
    "Action": Action,
    "Event": Event,
    "WireEvent": wire.WireEvent,
    "HostCommand": host.HostCommand,
    "Command": wire.Command,
    "FromServer": wire.FromServer,
}
"""The unions that the page switches on, by the page's names."""
FORMS: Final = (
    api.Credentials,
    api.GuestName,
    api.NewName,
    api.GuestAccount,
    sessions_api.NewPassword,
    api.TokenLabel,
    opening_api.NewTable,
    new_tournament.NewTournament,
    invites_api.Arrival,
    clubs_api.NewClub,
    seasons_api.SeasonChoice,
    seasons_api.NewSeries,
    evenings_api.NewEvening,
    evenings_api.CalledOff,
    imports_api.NewImport,
    host.Pause,
    host.HandOverHost,
    host.CorrectChips,
    host.ChangeClock,
    operator_api.SanctionOrder,
    wire.Sit,
    wire.Say,
    notes.PlayerNote,
)
"""The forms that people fill in on the page."""


# -- types ------------------------------------------------------------------------------------------------------------


def types() -> str:
    """Return the declarations, in message order."""
    asked = api.ENDPOINTS
    bodies = [kind for endpoint in asked for kind in (endpoint.body, endpoint.query) if kind is not None]
    sent = [*get_args(wire.Command), *bodies]
    heard = [*get_args(wire.FromServer), *(endpoint.reply for endpoint in asked if endpoint.reply not in (None, bytes))]
    written: dict[str, str] = {}
    for roots, mine in ((sent, True), (heard, False)):
        for struct in _structs(roots):
            name, text = struct.cls.__name__, _interface(struct, mine=mine)
            if written.setdefault(name, text) != text:
                raise ValueError(f"{name} would be two types: rename one of the structs")
    for name, union in UNIONS.items():
        written[name] = "\n  | ".join([f"type {name} =", *(kind.__name__ for kind in get_args(union))]) + ";"
    body = "\n".join(f"  {line}".rstrip() for text in written.values() for line in text.splitlines())
    head = "// Written by tools/page_types.py from the wire structs: change those, not this."
    return f"{head}\n\ndeclare namespace Wire {{\n{body}\n}}\n"


def _structs(roots: list[Any]) -> Iterator[inspect.StructType]:
    """Yield every struct that the roots contain, each once."""
    seen: set[type] = set()
    waiting = [inspect.type_info(root) for root in reversed(roots)]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind
        waiting += reversed(list(_parts(kind)))


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types inside a type."""
    match kind:
        case inspect.StructType(fields=fields):
            yield from (field.type for field in fields)
        case inspect.UnionType(types=kinds):
            yield from kinds
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case inspect.TupleType(item_types=items):
            yield from items
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield item


def _interface(struct: inspect.StructType, *, mine: bool) -> str:
    """Declare a struct as the page writes it (`mine`) or reads it; fields that may be missing are optional."""
    sparse = mine or struct.cls.__struct_config__.omit_defaults
    said = textwrap.wrap(" ".join((struct.cls.__doc__ or "").split()), 110)
    lines = [f"/** {said[0]} */"] if len(said) == 1 else ["/**", *(f" * {line}" for line in said), " */"]
    lines.append(f"interface {struct.cls.__name__} {{")
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {json.dumps(struct.tag)};")
    for field in struct.fields:
        mark = "?" if sparse and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
    return "\n".join([*lines, "}"])


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.UnionType(types=kinds):
            structs = {one.cls for one in kinds if isinstance(one, inspect.StructType)}
            for name, union in UNIONS.items():
                if structs == set(get_args(union)):
                    return name
            return " | ".join(_type(one) for one in kinds)
        case inspect.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case inspect.EnumType(cls=cls):
            return " | ".join(json.dumps(member.value) for member in cls)
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_type(item) for item in items)}]"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            inner = _type(item)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.StrType() | inspect.DecimalType() | inspect.DateTimeType():
            return "string"
        case inspect.AnyType():
            return "unknown"
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.NoneType():
            return "null"
        case inspect.CustomType(cls=cls) if cls is Card:
            return "string"
        case inspect.CustomType(cls=cls) if cls is range:
            return "[number, number]"
    raise TypeError(f"the page has no type for {kind}")


# -- bounds -----------------------------------------------------------------------------------------------------------


def bounds() -> str:
    """Return the limits of form fields, as attributes of their inputs."""
    lines = []
    for form in FORMS:
        info = inspect.type_info(form)
        assert isinstance(info, inspect.StructType)
        fields = {field.encode_name: _bound(field) for field in info.fields if field.name not in ("cmd_id", "table")}
        lines.append(f"  {form.__name__}: {{")
        lines += [f"    {name}: {_object(bound)}," for name, bound in fields.items() if bound]
        lines.append("  },")
    head = "/** The limits of each form field. Written by tools/page_types.py from the wire structs. */"
    return "\n".join([head, "", "export const BOUNDS = {", *lines, "};", ""])


def _bound(field: inspect.Field) -> dict[str, Any]:
    kinds = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
    for kind in kinds:
        if isinstance(kind, inspect.ListType):  # a form asks for a number
            found: dict[str, Any] = {"min": kind.min_length or 0, "max": kind.max_length}
        elif isinstance(kind, inspect.IntType):
            found = {"min": kind.ge, "max": kind.le}
        elif isinstance(kind, inspect.StrType):
            # Browsers anchor a pattern, and read it in the mode where a class must escape its hyphen.
            pattern = kind.pattern and re.sub(r"-\]", r"\\-]", kind.pattern.strip("^$"))
            found = {"minlength": kind.min_length, "maxlength": kind.max_length, "pattern": pattern}
        else:
            continue
        if not field.required and isinstance(field.default, int) and not isinstance(field.default, bool):
            found["value"] = field.default
        return {name: value for name, value in found.items() if value is not None}
    return {}


def _object(bound: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{name}: {json.dumps(value)}" for name, value in bound.items()) + " }"


# -- choices ----------------------------------------------------------------------------------------------------------


def choices() -> str:
    """Return the choices in forms that need more than their type."""
    speeds = [
        f"  {speed}: {_object({name: getattr(pace, name) for name in ('action_ms', *opening.PAUSES)})},"
        for speed, pace in opening.SPEEDS.items()
    ]
    forms = [format_to_write(name) for name in get_args(HandFormat)]
    files = [
        f"  {{ name: {json.dumps(form.name)}, words: say({json.dumps(form.says)}), "
        f"ending: {json.dumps(form.lone_suffix or form.suffix)} }},"
        for form in forms
    ]
    return "\n".join(
        [
            "/** The options in forms. Written by tools/page_types.py from what the server knows. */",
            "",
            'import { say } from "../shared/language.js";',
            "",
            "/** For each pace: time to act, pauses after a card, before a run-out street, and between hands. */",
            "export const PACES = {",
            *speeds,
            "};",
            "",
            "/** Hand-history formats, each with the suffix of a single-hand file. */",
            "export const FORMATS = [",
            *files,
            "];",
            "",
            "/** Well-known formulas for points. */",
            "export const FORMULAS = {",
            *[f"  {name}: {json.dumps(formula)}," for name, formula in FORMULAS.items()],
            "};",
            "",
        ]
    )


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
    BOUNDS.write_text(bounds(), encoding="utf-8")
    CHOICES.write_text(choices(), encoding="utf-8")
