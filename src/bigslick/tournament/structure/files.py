"""Structure files: read from TOML with a line number for every mistake, written back, and bigslick's presets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from bigslick.checks import did_you_mean, is_whole, must_be
from bigslick.rules import BadRules, Rules

from .bounties import Bounty
from .formats import Bracket, Day, Flights, NoShows, Shootout
from .levels import Break, Level
from .payouts import Payouts
from .problems import BadStructure, either, shown
from .structure import AddOn, HandPace, Rebuy, Structure

MOST_TEXT: Final = 16_000_000
MOST_PROBLEMS: Final = 50
"""The most problems that are named together."""
_PROFILES: Final = {"tournament": Rules.tournament, "cash": Rules.cash, "classic": Rules.classic}
_PARTS: Final[dict[str, type[msgspec.Struct]]] = {
    "rebuy": Rebuy,
    "addon": AddOn,
    "bounty": Bounty,
    "pace": HandPace,
    "shootout": Shootout,
    "bracket": Bracket,
    "flights": Flights,
    "no_shows": NoShows,
}

T = TypeVar("T")
PartT = TypeVar("PartT", bound=msgspec.Struct)


def load(source: str | Path) -> Structure:
    """Load the structure in a TOML file, or a preset by name."""
    return loads(read_text(source), source=str(source))


def read_text(source: str | Path) -> str:
    """Read the text of a TOML file, or a preset by name."""
    must_be((str, Path), source, "a structure: expected a TOML file, or the name of a preset")
    name = str(source)
    if name in presets():
        return (resources.files(__package__) / "presets" / f"{name}.toml").read_text("utf-8")
    try:
        if not name:  # the path for an empty name is this folder
            raise FileNotFoundError
        raw = Path(source).read_bytes()
    except FileNotFoundError:
        known = presets()
        raise BadStructure(
            f"no such file or preset: expected a TOML file, or one of {either(known)}{did_you_mean(name, known)}",
            source=name,
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadStructure(f"cannot be read: {reason}", source=name) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadStructure("not UTF-8 text: expected a TOML file", source=name, line=line) from None


@lru_cache(maxsize=1)
def presets() -> tuple[str, ...]:
    """Return the names of bigslick's own structures."""
    folder = resources.files(__package__) / "presets"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def loads(text: str, *, source: str = "structure") -> Structure:
    """Parse a structure from TOML text, or raise `BadStructure`."""
    must_be(str, text, "a text: expected the TOML of a structure")
    if len(text) > MOST_TEXT:
        raise BadStructure(f"{len(text):,} characters are too many: expected at most {MOST_TEXT:,}", source=source)
    raw = keys_of(text, source=source)
    try:
        return from_keys(raw)
    except BadStructure as bad:
        raise located(bad, text, source) from None


def located(bad: BadStructure, text: str, source: str, beside: Collection[str] = ()) -> BadStructure:
    """Return the same problems with the lines of a text, in their order; keys from `beside` it have no line."""
    lines = _Lines(text)
    placed = [
        BadStructure(
            each.sentence,
            field=each.field,
            source=source,
            line=0 if each.field in beside else lines.find(each.field),
        )
        for each in (bad, *bad.others)
    ]
    first, *others = sorted(placed, key=lambda each: (each.line == 0, each.line))
    first.others = tuple(others)
    return first


def keys_of(text: str, *, source: str = "structure") -> dict[str, Any]:
    """Return the keys in TOML text, with exact numbers; raises `BadStructure`."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        sentence, line = _syntax(str(error), text)
        raise BadStructure(f"not TOML: {sentence}", source=source, line=line) from None
    except (RecursionError, ValueError, ArithmeticError) as error:
        raise BadStructure(f"this TOML cannot be read: {error}", source=source) from None


def from_keys(raw: dict[str, Any]) -> Structure:
    """Return the structure with the keys of a structure file; raises `BadStructure`."""
    found = _structure(raw)
    if found.starting_stack < found.levels[0].big:
        raise BadStructure(
            f"starting_stack is {found.starting_stack:,}, less than the first big blind of "
            f"{found.levels[0].big:,}: expected at least one big blind",
            field="starting_stack",
        )
    return found


def _syntax(message: str, text: str) -> tuple[str, int]:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return f"{message[: found.start()]} in column {found[2]}", int(found[1])
    return message.removesuffix(" (at end of document)") + " at the end", text.count("\n") + 1


# --- tables to values ------------------------------------------------------------------------------------------------


def _structure(raw: dict[str, Any]) -> Structure:
    """Return the structure with these keys. The parts are read one by one, so their problems are found together."""
    problems = _Problems()
    for key in raw:
        problems.catch(_known, {key: None}, Structure, "")
    for name in ("seats", "starting_stack", "levels"):
        problems.catch(_needed, raw, "", (name,))
    values = dict(raw)
    for name, read in _LISTS.items():
        if name in raw:
            values[name] = tuple(problems.catch_each(read, raw[name], name))
    for name, read_part in _READERS.items():
        if name in raw:
            values[name] = problems.catch(read_part, raw[name])
    for name, model in _PARTS.items():
        if name in raw:
            values[name] = problems.catch(_part, raw[name], model, name)
    for name in ("entries", "break_list", "redraw_at_tables"):
        if name in raw:
            values[name] = tuple(problems.catch(_as_list, raw[name], name) or ())
    if "reentry_take_up_percent" in raw:
        values["reentry_take_up_percent"] = _decimal(raw["reentry_take_up_percent"])
    problems.check()
    return Structure(**values)


class _Problems:
    """The problems that were found so far; each part with one is left out."""

    def __init__(self) -> None:
        self._found: list[BadStructure] = []

    def catch(self, read: Callable[..., T], *given: Any) -> T | None:
        """Read a part, or note its problem."""
        try:
            return read(*given)
        except BadStructure as bad:
            self._found.append(bad)
            return None

    def catch_each(self, read: Callable[[dict[str, Any], int], T], raw: object, name: str) -> Iterator[T]:
        """Yield the items of a list that have no problem."""
        for place, item in enumerate(self.catch(_as_list, raw, name) or ()):
            found = self.catch(read, item, place)
            if found is not None:
                yield found

    def check(self) -> None:
        """Raise the first problem, with the others, if there is one."""
        if self._found:
            first, *others = self._found
            first.others = tuple(others[: MOST_PROBLEMS - 1])
            raise first


def _known(raw: object, model: type, where: str, extra: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> None:
    """Refuse anything but a table, and unknown keys."""
    if not isinstance(raw, dict):
        raise BadStructure(f"{_spoken(where)} is {shown(raw)}: expected a table of keys and values", field=where)
    names = [field.name for field in msgspec.structs.fields(model) if field.name not in without]
    known = [*names, *extra]
    for key in raw:
        if key not in known:
            hint = did_you_mean(key, known) or f"; expected one of {', '.join(known)}"
            inside = f" in {_spoken(where)}" if where else ""
            raise BadStructure(f"{shown(key)}{inside} is not a key{hint}", field=_join(where, key))


def _needed(raw: Mapping[str, Any], where: str, names: tuple[str, ...]) -> None:
    for name in names:
        if name not in raw:
            inside = _spoken(where) if where else "the structure"
            raise BadStructure(f"{inside} needs {name!r}", field=where)


def _as_list(raw: object, name: str) -> list[Any]:
    if not isinstance(raw, list):
        raise BadStructure(f"{name} is {shown(raw)}: expected a list", field=name)
    return raw


def _level(raw: dict[str, Any], place: int) -> Level:
    where = f"levels[{place}]"
    _known(raw, Level, where, ("level", "minutes"))
    _needed(raw, where, ("small", "big"))
    values = dict(raw)
    number = values.pop("level", place + 1)
    if not is_whole(number, place + 1, place + 1):
        raise BadStructure(
            f"level {shown(number)} comes in place {place + 1}: expected levels in order, numbered from 1",
            field=f"{where}.level",
        )
    _seconds(values, where)
    if values.get("hands") == 0 or ("seconds" in values and values["seconds"] == 0):
        name = "hands" if values.get("hands") == 0 else "minutes" if "minutes" in raw else "seconds"
        raise BadStructure(f"level {place + 1}: {name} is 0: expected at least 1", field=f"{where}.{name}")
    return _make(Level, values, where)


def _pause(raw: dict[str, Any], place: int) -> Break:
    where = f"breaks[{place}]"
    _known(raw, Break, where, ("minutes",))
    _needed(raw, where, ("after",))
    values = dict(raw)
    _seconds(values, where)
    if "seconds" not in values:
        raise BadStructure(f"{_spoken(where)} has no length: expected minutes", field=where)
    return _make(Break, values, where)


def _seconds(values: dict[str, Any], where: str) -> None:
    """Convert minutes, possibly with a fraction, to whole seconds."""
    if "minutes" not in values:
        return
    minutes, field = values.pop("minutes"), f"{where}.minutes"
    problem = f"{_spoken(where)}: minutes is {shown(minutes)}: expected minutes above 0, in whole seconds"
    if "seconds" in values:
        raise BadStructure(f"{_spoken(where)} has both minutes and seconds: expected one of them", field=field)
    if not is_whole(minutes) and not isinstance(minutes, Decimal):
        raise BadStructure(problem, field=field)
    if isinstance(minutes, Decimal) and not minutes.is_finite():
        raise BadStructure(problem, field=field)
    if not 0 < minutes <= 10_080:
        raise BadStructure(problem, field=field)
    seconds = minutes * 60
    if seconds != int(seconds):
        raise BadStructure(problem, field=field)
    values["seconds"] = int(seconds)


def _rules(raw: object) -> Rules:
    if isinstance(raw, str):
        raw = {"profile": raw}
    _known(raw, Rules, "rules", ("profile",))
    assert isinstance(raw, dict)
    changes = dict(raw)
    profile = changes.pop("profile", "tournament")
    if not isinstance(profile, str) or profile not in _PROFILES:
        raise BadStructure(
            f"rules.profile is {shown(profile)}: expected {either(_PROFILES)}{did_you_mean(profile, _PROFILES)}",
            field="rules.profile",
        )
    for name, value in changes.items():
        if isinstance(value, Decimal):
            raise BadStructure(f"rules: {name} is {shown(value)}: expected a whole number", field=f"rules.{name}")
        try:  # one at a time, to find the line of the mistake
            msgspec.structs.replace(Rules(), **{name: value})
        except (BadRules, TypeError) as error:
            raise BadStructure(f"rules: {error}", field=f"rules.{name}") from None
    return msgspec.structs.replace(_PROFILES[profile](), **changes)


def _payouts(raw: object) -> Payouts:
    _known(raw, Payouts, "payouts")
    assert isinstance(raw, dict)
    values = dict(raw)
    for name in ("amounts", "percent"):
        if name in values:
            listed = _as_list(values[name], f"payouts.{name}")
            values[name] = _decimal(listed) if name == "percent" else tuple(listed)
            if not listed:
                raise BadStructure(f"payouts.{name} is empty: expected at least first place", field=f"payouts.{name}")
    for name in ("seats", "seat_price"):
        if values.get(name) == 0:
            raise BadStructure(f"payouts.{name} is 0: expected at least 1", field=f"payouts.{name}")
    for name in ("paid_percent", "first_percent", "min_cash_percent"):
        if name in values:
            values[name] = _decimal(values[name])
            if values[name] == 0:
                raise BadStructure(f"payouts.{name} is 0: expected more than 0", field=f"payouts.{name}")
    return _make(Payouts, values, "payouts")


def _decimal(value: object) -> object:
    """Convert a whole percentage, or a list of them, to decimals; anything else is refused later, by name."""
    if isinstance(value, list):
        return tuple(map(_decimal, value))
    return Decimal(value) if is_whole(value) else value


def _part(raw: object, model: type[PartT], where: str) -> PartT:
    _known(raw, model, where)
    assert isinstance(raw, dict)
    _needed(raw, where, tuple(field.name for field in msgspec.structs.fields(model) if field.required))
    values = {name: _decimal(value) if name.endswith("percent") else value for name, value in raw.items()}
    for name in ("shares", "players"):
        if name in values:
            values[name] = tuple(_as_list(values[name], f"{where}.{name}"))
    return _make(model, values, where)


def _day(raw: object, place: int) -> Day:
    return _part(raw, Day, f"days[{place}]")


_LISTS: Final[dict[str, Callable[[Any, int], object]]] = {"levels": _level, "breaks": _pause, "days": _day}
_READERS: Final[dict[str, Callable[[object], object]]] = {"rules": _rules, "payouts": _payouts}


def _make(model: type[T], values: dict[str, Any], where: str) -> T:
    try:
        return model(**values)
    except BadStructure as bad:
        raise bad.inside(where, _spoken(where)) from None


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _spoken(where: str) -> str:
    """Return `levels[2]` in words: level 3."""
    found = re.fullmatch(r"(level|break|day)s\[(\d+)\]", where)
    return f"{found[1]} {int(found[2]) + 1}" if found else where


# --- the line of a key -----------------------------------------------------------------------------------------------

_HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.\"' -]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*([A-Za-z0-9_.-]+|"[^"\\]*"|'[^']*')\s*=""")


class _Lines:
    """The positions of keys in a TOML text: enough to find the line of a mistake, not a parser."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at: dict[str, int] = {}
        table, counts = "", dict[str, int]()
        for number, line in enumerate(self.lines, 1):
            if header := _HEADER.match(line):
                table = header[2].strip("\"' ")
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    self.at.setdefault(table, number)
                    table = f"{table}[{counts[table]}]"
                self.at.setdefault(table, number)
            elif key := _KEY.match(line):
                self.at.setdefault(_join(table, key[1].strip("\"'")), number)

    def find(self, field: str) -> int:
        """Find the line of a field such as `levels[2].big`, or of its parent; 0 if unknown."""
        while field:
            if field in self.at:
                return self.at[field]
            if item := re.fullmatch(r"(.*)\[(\d+)\]", field):
                if item[1] in self.at:
                    return self._item(self.at[item[1]], int(item[2]))
                field = item[1]
            else:
                outer, _, _ = field.rpartition(".")
                field = outer
        return 0

    def _item(self, start: int, place: int) -> int:
        """Find the line of an item in a list that starts on line `start`, by counting the items before it."""
        text = "\n".join(self.lines[start - 1 :]).partition("=")[2]
        depth, seen, quote, comment, empty = 0, 0, "", False, True
        line = start
        for letter in text:
            if letter == "\n":
                line, comment = line + 1, False
            elif comment:
                continue
            elif quote:
                quote = "" if letter == quote else quote
            elif letter == "#":
                comment = True
            elif letter in "[{" and depth == 0:
                depth = 1
            elif letter in "]}":
                depth -= 1
                if depth == 0:
                    break
            elif letter == "," and depth == 1:
                seen, empty = seen + 1, True
            elif not letter.isspace():
                if depth == 1 and empty and seen == place:
                    return line
                empty = False
                if letter in "[{":
                    depth += 1
                elif letter in "\"'":
                    quote = letter
        return start


# --- writing back ----------------------------------------------------------------------------------------------------


def dumps(structure: Structure) -> str:
    """Write the structure as TOML, without defaults; `loads` reads back an equal one."""
    lines: list[str] = []
    parts: list[str] = []
    for field in msgspec.structs.fields(structure):
        value = getattr(structure, field.name)
        if field.name in ("levels", "breaks", "days"):
            for item in value:
                parts += ["", f"[[{field.name}]]", *_pairs(_timed(item))]
        elif field.name == "rules":
            if changes := _set_fields(value):
                parts += ["", "[rules]", *_pairs(changes)]
        elif isinstance(value, msgspec.Struct):
            changes = _set_fields(value)
            if changes or field.default is None:
                parts += ["", f"[{field.name}]", *_pairs(changes)]
        elif value is not None and (field.required or value != field.default):
            lines += _pairs({field.name: value})
    return "\n".join([*lines, *parts]) + "\n"


def _set_fields(value: msgspec.Struct) -> dict[str, Any]:
    usual = {field.name: field.default for field in msgspec.structs.fields(value)}
    return {name: part for name, part in msgspec.structs.asdict(value).items() if part != usual[name]}


def _timed(item: msgspec.Struct) -> dict[str, Any]:
    found = {name: value for name, value in msgspec.structs.asdict(item).items() if value or name in ("small", "big")}
    seconds = found.pop("seconds", 0)
    if seconds:
        found["minutes" if seconds % 60 == 0 else "seconds"] = seconds // 60 if seconds % 60 == 0 else seconds
    return found


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {_toml(value)}" for name, value in values.items()]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_escaped(letter) for letter in value) + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    if isinstance(value, Decimal):
        return f"{value:f}"
    return str(value)


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    return letter if letter.isprintable() else f"\\U{ord(letter):08X}"
