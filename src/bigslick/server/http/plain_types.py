"""The API's types in plain words: `text of 3 to 20 characters`, `list of MySeat`."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from msgspec import inspect

_CUSTOM: Final = {"Card": ("card such as Ah", "cards such as Ah"), "range": ("list of at most 2 whole numbers",) * 2}


def structs_in(kind: Any, within: tuple[type, ...] = ()) -> Iterator[inspect.StructType]:
    """Yield the objects in a type, including itself. An object can appear twice, and can contain itself."""
    parts: tuple[Any, ...] = ()
    if isinstance(kind, inspect.StructType):
        if kind.cls in within:
            return
        yield kind
        within = (*within, kind.cls)
        parts = tuple(field.type for field in kind.fields)
    elif isinstance(kind, inspect.UnionType):
        parts = kind.types
    elif isinstance(kind, inspect.DictType):
        parts = (kind.value_type,)
    elif isinstance(kind, inspect.TupleType):
        parts = kind.item_types
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        parts = (kind.item_type,)
    for part in parts:
        yield from structs_in(part, within)


def field_words(field: inspect.Field) -> str:
    """Describe a field's type as HTML, after "optional" if it can be omitted."""
    kind = field.type
    if field.required:
        return words(kind)
    if isinstance(kind, inspect.UnionType) and field.default is None:
        kind = inspect.UnionType(tuple(part for part in kind.types if not isinstance(part, inspect.NoneType)))
    return f"optional {words(kind)}"


def words(kind: Any, many: bool = False) -> str:
    """Describe a type as HTML, in the plural if there are many; an object's name links to its fields."""
    match kind:
        case inspect.StructType():
            name = kind.cls.__name__
            return f"<a href=#{name}>{name}</a>"
        case inspect.UnionType():
            return _any_of([words(part, many and not isinstance(part, inspect.NoneType)) for part in kind.types])
        case inspect.LiteralType():
            return _any_of([f"<code>{escape(str(value))}</code>" for value in kind.values])
        case inspect.EnumType():
            return _any_of([f"<code>{escape(str(member.value))}</code>" for member in kind.cls])
        case inspect.StrType():
            return _plural("text", many) + _length(kind, " of ", " characters") + _pattern(kind)
        case inspect.IntType():
            return _plural("whole number", many) + _bounds(kind)
        case inspect.DecimalType():
            return _plural("number", many) + " as text"
        case inspect.FloatType():
            return _plural("number", many) + _bounds(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.DateTimeType():
            return "date and time with its zone, such as <code>2026-11-20T20:00:00+01:00</code>"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "anything"
        case inspect.ListType() | inspect.VarTupleType():
            count = _length(kind, " ", ", each" if isinstance(kind.item_type, inspect.LiteralType) else "")
            return f"{_plural('list', many)} of{count} {words(kind.item_type, True)}"
        case inspect.TupleType():
            return f"{_plural('list', many)} of {_in_order(kind.item_types)}"
        case inspect.DictType():
            return f"{_plural('object', many)} from {words(kind.key_type)} to {words(kind.value_type)}"
        case inspect.CustomType():
            return _CUSTOM[kind.cls.__name__][many]
    raise NotImplementedError(f"no words for {kind}")


def _in_order(kinds: tuple[Any, ...]) -> str:
    if all(kind == kinds[0] for kind in kinds):
        return f"{len(kinds)} {words(kinds[0], True)}"
    return ", ".join(words(kind) for kind in kinds)


def _plural(noun: str, many: bool) -> str:
    return f"{noun}s" if many else noun


def _any_of(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def _length(kind: Any, before: str, after: str) -> str:
    least, most = kind.min_length, kind.max_length
    if least is None and most is None:
        return ""
    span = f"at least {least}" if most is None else f"{least} to {most}" if least else f"at most {most}"
    return f"{before}{span}{after}"


def _pattern(kind: inspect.StrType) -> str:
    return "" if kind.pattern is None else f" matching <code>{escape(kind.pattern)}</code>"


def _bounds(kind: Any) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:,} to {kind.le:,}"
    return (
        f" of at least {kind.ge:,}"
        if kind.ge is not None
        else f" of at most {kind.le:,}"
        if kind.le is not None
        else ""
    )
