"""Writes PHH: every field in the format's order, in the plainest TOML that holds its value."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from bigslick.checks import must_be

from ...history import DETAILS, History
from ...history_details import Details
from ...notation import BadHistory, shorten
from ...replay.recorded_setup import ReplayRules
from ..registry import Written, as_path


def dumps(histories: History | Iterable[History]) -> str:
    """Return the text of a `.phh` file for one hand, or of a `.phhs` file for several.

    Hands keep their numbers if they all differ.
    """
    if isinstance(histories, History):
        return _hand_text(histories)
    must_be(Iterable, histories, "a history: expected a History or several")
    hands = list(histories)
    for hand in hands:
        must_be(History, hand, "a history: expected a History, such as `record` gives")
    names = [str(hand.number) for hand in hands]
    if len(set(names)) < len(names) or "0" in names:
        names = [str(number) for number in range(1, len(hands) + 1)]
    return "\n".join(f"[{_key(name)}]\n{_hand_text(hand)}" for name, hand in zip(names, hands, strict=True))


def dump(histories: History | Iterable[History], path: str | Path) -> None:
    """Write a file: one hand to `.phh`, any number of hands to `.phhs`."""
    path = as_path(path)
    if isinstance(histories, History) and path.suffix == ".phhs":
        histories = [histories]
    if not isinstance(histories, History) and path.suffix == ".phh":
        raise BadHistory("a .phh file has one hand: write several to a .phhs file", file=str(path))
    path.write_bytes(dumps(histories).encode())


def _hand_text(history: History) -> str:
    must_be(dict, history.user, "a set of user fields: expected a dict, as in user={'_table': 'Oak'}")
    if DETAILS in history.user:
        raise history.bad(f"the user field '{DETAILS}' is ours: set `details`")
    lines = []
    for name, value in history.fields().items():
        try:
            lines.append(f"{_key(name)} = {_value(value)}\n")
        except TypeError as error:
            raise history.bad(f"the field {shorten(name)} cannot be written: {error}") from None
    return "".join(lines)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _basic(name)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value}'" if "'" not in value and value.isprintable() else _basic(value)
        case int():
            return str(int(value))
        case Decimal() | float():
            return _real(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value)}]"
        case dict():
            return f"{{{', '.join(f'{_key(str(name))} = {_value(item)}' for name, item in value.items())}}}"
    raise TypeError(f"TOML has no way to write the {type(value).__name__} {shorten(str(value))}")


def _real(value: Decimal | float) -> str:
    text = str(value).lower()
    if "nan" in text:
        return "nan"
    return text.replace("infinity", "inf")


def _basic(text: str) -> str:
    """Return a string in double quotes, escaped for TOML."""
    short = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    out = []
    for char in text:
        if char in short:
            out.append(short[char])
        elif char.isprintable():
            out.append(char)
        elif 0xD800 <= ord(char) <= 0xDFFF:
            raise TypeError(f"TOML has no way to write the half character {char!r}")
        else:
            out.append(f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}")
    return f'"{"".join(out)}"'


def write(history: History, hero: str | None, _rules: ReplayRules | None = None) -> Written:
    """Write one hand as the lines of its table."""
    if hero is not None:
        details = msgspec.structs.replace(history.details or Details(), hero=hero)
        history = msgspec.structs.replace(history, details=details)
    return Written(_hand_text(history))


def before(number: int) -> str:
    """Return this hand's table header, after a blank line if a hand comes before it."""
    return f"[{number}]\n" if number == 1 else f"\n[{number}]\n"
