"""The format PHH, in and out: `.phh` (one hand) and `.phhs` (many hands, each a table `[1]`, `[2]`, ...).

Python's tomllib is exact but takes 170 us for a hand of the PHH dataset, ten times what it takes to play it. Of the
compiled readers on PyPI, rtoml (31 us) and pytomlpp (39 us) turn decimals into floats; toml-rs (10 us) does not, but
adds a dependency for no gain. So there is a shortcut: hands in the plain form that programs write become JSON with the
same values, and msgspec decodes them, types checked, in 6 us. The plain form has one `key = value` to a line, strings
in single quotes, numbers, booleans and lists of these.

The shortcut changes `'` to `"`, ` = ` to `":` and a new line to `,"`. It is tried only where it cannot mislead: the
text has no double quote, backslash, brace, `null` or control character, and every line starts with a letter, an
underscore or the bracket of a table. Then an apostrophe or an equals sign in a string, a comment, a list over many
lines, or anything else that TOML allows and JSON does not, leaves text that is not JSON, and tomllib reads that hand.
The line that bigslick adds to most hands it writes, `_bigslick = {}`, is taken off first; so is the line of `_details`,
which tomllib reads alone. Only tomllib says what is wrong with a file.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from bigslick.checks import must_be
from bigslick.decoding import explain

from .details import Details, details_from
from .formats import Format, Written, as_path
from .history import DETAILS, FIELDS, History
from .notation import BadHistory, shorten
from .setup import OURS

_TOTAL: Final = len(FIELDS) + 1  # and the details, which are None too
_KNOWN: Final = frozenset(FIELDS)
_MISLEADING: Final = bytes(c for c in range(32) if c != 10) + b'\x7f"\\{}'
_ODD_LINE: Final = re.compile(rb"\n[^a-z_\[\n]")
_INF_STACKS: Final = re.compile(rb"\nstarting_stacks = \[inf((?:, inf)*)\]\n")
_DETAILS_LINE: Final = f"\n{DETAILS} = {{".encode()
_OURS_LINE: Final = f"\n{OURS} = {{}}".encode()
_NAME: Final = re.compile(rb"[A-Za-z0-9_-]+")
_INF: Final = Decimal("Infinity")
_decode: Final = msgspec.json.Decoder(History, float_hook=Decimal).decode
_astuple: Final = msgspec.structs.astuple


# -- the format -------------------------------------------------------------------------------------------------------

_TABLE: Final = re.compile(rb"^\[[^\]\n]+\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
_FIELD: Final = re.compile(rb"^[ \t]*[\"']?(?:%b)[\"']?[ \t]*=" % "|".join(FIELDS).encode(), re.MULTILINE)


def _looks_like(head: bytes) -> bool:
    """Whether any line is the head of a table or a field of PHH."""
    return _TABLE.search(head) is not None or _FIELD.search(head) is not None


def _read(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    data = stream.read()
    hands = _Hands(data, file, many=data.lstrip().startswith(b"["))
    while True:
        try:
            yield next(hands)
        except BadHistory as refusal:
            yield refusal
        except StopIteration:
            return


def _write(history: History, hero: str | None) -> Written:
    if hero is not None:
        details = msgspec.structs.replace(history.details or Details(), hero=hero)
        history = msgspec.structs.replace(history, details=details)
    return Written(_hand_text(history))


def _before(number: int) -> str:
    return f"[{number}]\n" if number == 1 else f"\n[{number}]\n"


FORMAT: Final = Format("phh", ".phhs", "PHH", _looks_like, _read, _write, _before)


# -- reading ----------------------------------------------------------------------------------------------------------


def loads(text: str | bytes, *, file: str = "") -> History:
    """One hand from the text of a `.phh` file; `file` names it in errors."""
    return next(_Hands(_as_bytes(text, file), file, many=False))


def loads_all(text: str | bytes, *, file: str = "") -> Iterator[History]:
    """The hands in the text of a `.phhs` file, one after another."""
    return _Hands(_as_bytes(text, file), file, many=True)


def _as_bytes(text: str | bytes, file: str) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise BadHistory(f"{shorten(str(text))} is not the text of a hand: load() and read() take a file")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadHistory(f"this is not text: {error}", file=file or None) from None


class _Hands(Iterator[History]):
    """The hands of one file: by the shortcut, hand by hand through tomllib, or all of the rest through tomllib.

    A hand that tomllib can read alone ends where it seems to end, so what follows it is the head of the next table.
    From the first hand of which that is not certain, the rest is taken from tomllib's reading of the whole file.
    """

    def __init__(self, data: bytes, file: str, *, many: bool) -> None:
        self._data = data
        self._file = file
        self._many = many
        self._done = 0
        self._seen: set[int | str] = set()
        self._tables: Iterator[tuple[int | str, dict[str, Any]]] | None = None
        try:
            data.decode()
        except UnicodeDecodeError as error:
            raise BadHistory(
                f"byte {error.start + 1} is not UTF-8: a PHH file is TOML in UTF-8", file=file or None
            ) from None
        self._sure = _sure(data)
        text = data.strip(b"\n")
        self._parts = iter(text[1:].split(b"\n\n[") if many and text[:1] == b"[" else [text])

    def __iter__(self) -> Iterator[History]:
        return self

    def __next__(self) -> History:
        if self._tables is None:
            part = next(self._parts)
            number: int | str = 0
            sure = True
            if self._many:
                name, _, part = part.partition(b"]\n")
                number = _number(name.decode())
                sure = number not in self._seen and (type(number) is int or _NAME.fullmatch(name) is not None)
                self._seen.add(number)
            if sure:
                plain = part.removesuffix(_OURS_LINE)
                ours = plain != part
                plain, details = _take_details(plain)
                history = _plain(plain) if self._sure or _sure(plain) else None
                if history is not None:
                    if ours:
                        history.user = {OURS: {}}
                    if details is not None:
                        history.details = _details(details, self._file, number)
                    history.file = self._file
                    history.number = number
                    self._done += 1
                    history.check()
                    return history
                if self._many and b"\n[" not in part and (fields := _toml_alone(part)) is not None:
                    self._done += 1
                    return _from_fields(fields, self._file, number)
            self._read_the_rest()
        assert self._tables is not None
        number, fields = next(self._tables)
        return _from_fields(fields, self._file, number)

    def _read_the_rest(self) -> None:
        self._tables = iter(())
        whole = _toml(self._data, self._file)
        if not self._many:
            if whole and all(isinstance(value, dict) for value in whole.values()):
                raise BadHistory(
                    "one table for each hand, as in a .phhs file: expected one hand without tables", file=self._file
                )
            self._tables = iter([(0, whole)])
            return
        for name, fields in whole.items():
            if not isinstance(fields, dict):
                raise BadHistory(
                    f"{shorten(name)} is outside of a table: a .phhs file has a table for each hand, [1], [2], ...",
                    file=self._file,
                )
        tables: list[tuple[int | str, dict[str, Any]]] = [(_number(name), fields) for name, fields in whole.items()]
        self._tables = iter(tables[self._done :])


def _number(name: str) -> int | str:
    """The name of a table as a number, if it is one and can be written in no other way."""
    return int(name) if name.isdecimal() and name.isascii() and name[0] != "0" and len(name) < 19 else name


def _sure(data: bytes) -> bool:
    """Whether the shortcut cannot read this text differently from TOML."""
    return (
        len(data.translate(None, _MISLEADING)) == len(data) and b"null" not in data and _ODD_LINE.search(data) is None
    )


def _plain(part: bytes) -> History | None:
    """A hand from its lines, if every one of them is plain; None leaves it to tomllib."""
    unknown_stacks = 0
    at = part.find(b"\ntime = ") + 8
    if at > 7 and part[at + 8 : at + 9] == b"\n":
        part = b"%b'%b'%b" % (part[:at], part[at : at + 8], part[at + 8 :])
    if b"[inf" in part:
        found = _INF_STACKS.search(part)
        if found is None:
            return None
        unknown_stacks = len(found[1]) // 5 + 1
        part = b"%b\nstarting_stacks = []\n%b" % (part[: found.start()], part[found.end() :])
    try:
        history = _decode(b'{"' + part.replace(b"'", b'"').replace(b"\n", b',"').replace(b" = ", b'":') + b"}")
    except (msgspec.DecodeError, ArithmeticError, RecursionError):
        return None
    if _astuple(history).count(None) + part.count(b"\n") + 1 != _TOTAL:
        return None  # a key appears twice
    if unknown_stacks:
        history.starting_stacks = [_INF] * unknown_stacks
    return history


def _take_details(part: bytes) -> tuple[bytes, dict[str, Any] | None]:
    """The hand without its line of details, and what that line holds; the hand as it is if it has no such line."""
    start = part.find(_DETAILS_LINE)
    if start < 0:
        return part, None
    end = part.find(b"\n", start + 1)
    line = part[start : end if end >= 0 else None]
    fields = _toml_alone(line)
    return (part, None) if fields is None else (part.replace(line, b"", 1), fields[DETAILS])


def _details(fields: Any, file: str, number: int | str) -> Details:
    try:
        return details_from(fields)
    except msgspec.ValidationError as error:
        where, _, what = explain(error).rpartition(": ")
        name = f"{DETAILS}.{where}" if where else DETAILS
        raise BadHistory(f"the field '{name}' is wrong: {what}", file=file or None, hand=number or None) from None


def _toml_alone(part: bytes) -> dict[str, Any] | None:
    try:
        return _toml(part, "")
    except BadHistory:
        return None


def _toml(data: bytes, file: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(data.decode(), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHistory(f"this is not TOML: {str(error)[:200]}", file=file or None) from None
    except (ValueError, ArithmeticError) as error:
        raise BadHistory(f"a number cannot be read: {str(error)[:200]}", file=file or None) from None
    except RecursionError:
        raise BadHistory("lists or tables are nested too deeply to read", file=file or None) from None


def _from_fields(fields: dict[str, Any], file: str, number: int | str) -> History:
    """A hand from what tomllib found, with the types of the format checked."""
    known = {name: value for name, value in fields.items() if name in _KNOWN}
    try:
        history = msgspec.convert(known, History)
    except msgspec.ValidationError as error:
        what, _, where = str(error).replace(" | null", "").replace("`", "'").partition(" - at '$.")
        sentence = f"the field '{where} is wrong: {what[:1].lower()}{what[1:]}" if where else what
        raise BadHistory(sentence, file=file or None, hand=number or None) from None
    if DETAILS in fields:
        history.details = _details(fields[DETAILS], file, number)
    history.user = {name: value for name, value in fields.items() if name not in _KNOWN and name != DETAILS}
    history.file = file
    history.number = number
    history.check()
    return history


# -- writing ----------------------------------------------------------------------------------------------------------


def dumps(histories: History | Iterable[History]) -> str:
    """The text of a `.phh` file for one hand, of a `.phhs` file for several; hands keep numbers that all differ."""
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
    """A string in double quotes, with escapes where TOML needs them."""
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
