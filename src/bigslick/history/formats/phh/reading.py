"""Reads PHH: `.phh` (one hand) and `.phhs` (many hands, each a table `[1]`, `[2]`, ...).

Python's tomllib is exact but takes 170 us for a hand from the PHH dataset, ten times as long as playing it. On PyPI,
the compiled readers rtoml (31 us) and pytomlpp (39 us) turn decimals into floats; toml-rs (10 us) does not, but adds a
dependency for no gain. So we take a shortcut. Most programs write hands in a plain form: one `key = value` per line,
strings in single quotes, numbers, booleans and lists of these. We turn such a hand into JSON with the same values, and
msgspec decodes it and checks the types in 6 us.

The shortcut changes `'` to `"`, ` = ` to `":` and a new line to `,"`. We try it only when it is safe: the text has no
double quote, backslash, brace, `null` or control character, every line starts with a key and ` = `, and there is no
other ` = `. Anything that TOML allows and JSON does not, such as an apostrophe in a string, a comment or a multi-line
list, then gives invalid JSON, and tomllib reads that hand. Two lines that bigslick writes have braces, so we remove
them first: the empty `_bigslick = {}`, and `_details`, which tomllib reads separately. Error messages about a file
always come from tomllib.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, BinaryIO, Final

import msgspec

from bigslick.decoding import explain

from ...history import DETAILS, FIELDS, REQUIRED, History
from ...history_details import Details, details_from
from ...notation import BadHistory, shorten
from ...replay.recorded_setup import OURS
from ..registry import MOST_BYTES, Format, Hands
from .tables import BLOCK, PhhTables, Piece, TooLarge, has_table, starts_table
from .writing import before, write

_TOTAL: Final = len(FIELDS) + 1  # the details are None too
_KNOWN: Final = frozenset(FIELDS)
_QUOTES: Final = bytes.maketrans(b"'", b'"')
_MISLEADING: Final = bytes(c for c in range(32) if c != 10) + b'\x7f"\\{}'
_KEY: Final = rb"[a-z_]+ = "
_FIRST_LINE: Final = re.compile(_KEY)
_ODD_LINE: Final = re.compile(rb"\n(?!%b)" % _KEY)
_INF_STACKS: Final = re.compile(rb"\nstarting_stacks = \[inf((?:, inf)*)\]\n")
_DETAILS_LINE: Final = f"\n{DETAILS} = {{".encode()
_OURS_LINE: Final = f"\n{OURS} = {{}}".encode()
_REQUIRED: Final = frozenset(name for names in REQUIRED.values() for name in names)
_FIELD_LINE: Final = re.compile(rb"^(%b) = " % "|".join(FIELDS).encode(), re.MULTILINE)
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_AT_END: Final = ", at the end"
_TOO_LARGE: Final = f"this hand is too large: expected at most {MOST_BYTES:,} bytes"
_FEW: Final = 4
_MOST_PARTS: Final = 32
# tomllib takes quadratic time on a key with many parts.
_LONG_KEY: Final = re.compile(rb"(?<![\w-])(?:[\"']?[\w-]+[\"']?[ \t]*\.[ \t]*){%d}" % _MOST_PARTS)
_INF: Final = Decimal("Infinity")
_decode: Final = msgspec.json.Decoder(History, float_hook=Decimal).decode
_astuple: Final = msgspec.structs.astuple
_TABLE: Final = re.compile(rb"^[ \t]*\[[ \t]*\d+[ \t]*\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
_FIELD: Final = re.compile(rb"^[ \t]*[\"']?(?:variant|blinds_or_straddles|starting_stacks|actions)[\"']?[ \t]*=", re.M)


def _looks_like(head: bytes) -> bool:
    """Whether any line is a hand's table header, or a field that only PHH has."""
    return _TABLE.search(head) is not None or _FIELD.search(head) is not None


def loads(text: str | bytes, *, file: str = "") -> History:
    """Read one hand from the text of a `.phh` file; `file` names it in errors."""
    data = _as_bytes(text, file)
    history = _shortcut(data.strip(b"\n"), file, 0)
    if history is not None:
        return history
    fields = _toml(data, file)
    if fields and all(isinstance(value, dict) for value in fields.values()):
        raise BadHistory(
            "one table for each hand, as in a .phhs file: expected one hand without tables", file=file or None
        )
    return _from_fields(fields, file, 0)


def loads_all(text: str | bytes, *, file: str = "") -> Hands:
    """Yield the hands in the text of a `.phhs` file."""
    stream = io.BytesIO(_as_bytes(text, file))
    return Hands(_read(stream, file), stream, file)


def _as_bytes(text: str | bytes, file: str) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise BadHistory(f"{shorten(str(text))} is not the text of a hand: load() and read() take a file")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadHistory(f"this is not text: {error}", file=file or None) from None


def _read(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    """Yield a stream's hands table by table, with the shortcut if possible, otherwise through tomllib."""
    first = stream.read(BLOCK).removeprefix(_BYTE_ORDER_MARK)
    if first.strip() and not starts_table(first):
        lone = _lone(first, file)
        if lone is not None:
            yield from lone
            return
    tables = PhhTables(stream, first)
    if any(line.strip() and not line.lstrip().startswith(b"#") for line in tables.before.split(b"\n")):
        sentence = "these lines are outside of a table: a file of many hands has one for each, [1], [2], ..."
        yield BadHistory(
            sentence if len(tables.before) <= MOST_BYTES or has_table(first) else _TOO_LARGE, file=file or None, line=1
        )
    for piece in tables:
        if type(piece) is bytes and len(piece) <= MOST_BYTES:
            name, _, text = piece.partition(b"]\n")
            if name.isdigit():
                try:
                    history = _shortcut(text.rstrip(b"\n"), file, _number(name.decode()))
                except BadHistory as refusal:
                    yield _with_line(refusal, tables.line)
                    continue
                if history is not None:
                    yield history
                    continue
        yield from _table(piece, tables, file)


def _lone(data: bytes, file: str) -> Iterator[History | BadHistory] | None:
    """Read a file's only hand, which has no table header; None for a file of many hands with broken first lines."""
    if len(data) > MOST_BYTES:
        return None
    try:
        history = _shortcut(data.strip(b"\n"), file, 0)
        if history is not None:
            return iter([history])
        try:
            fields = _toml(data, file)
        except BadHistory:
            if has_table(data):
                return None
            raise
        tables = [value for value in fields.values() if isinstance(value, dict)]
        if tables and len(tables) == len(fields):
            return _each(fields, file, 1)
        if any(table.keys() & _REQUIRED for table in tables):
            return None
        return iter([_from_fields(fields, file, 0)])
    except BadHistory as refusal:
        return iter([refusal])


def _table(piece: Piece, tables: PhhTables, file: str) -> Iterator[History | BadHistory]:
    """Read a table's hand through tomllib, joining the following tables if it does not end where it seems to."""
    line = tables.line
    text = b"[%b\n" % (piece.start if isinstance(piece, TooLarge) else piece)
    number = _number(text[1 : text.find(b"]")].decode(errors="replace")) if b"]" in text else None
    if isinstance(piece, TooLarge) or len(piece) > MOST_BYTES:
        yield BadHistory(_TOO_LARGE, file=file or None, hand=number, line=line)
        return
    try:
        found = _toml(text, file, number, line)
    except BadHistory as refusal:
        joined = _with_following(piece, tables) if refusal.sentence.endswith(_AT_END) else None
        if joined is None:
            yield from _without_head(text, refusal, file, line)
            return
        found = joined
    yield from _each(found, file, line)


def _each(found: dict[str, Any], file: str, line: int) -> Iterator[History | BadHistory]:
    for name, fields in found.items():
        number = _number(name)
        try:
            if not isinstance(fields, dict):
                raise BadHistory(f"{shorten(name)} is not a table with the fields of a hand", file=file or None)
            yield _from_fields(fields, file, number)
        except BadHistory as refusal:
            yield _with_line(refusal, line)


def _with_following(piece: bytes, tables: PhhTables) -> dict[str, Any] | None:
    """Join an incomplete table with the following ones and read the hands; None if that is not TOML either.

    A multi-line list or string may have been cut in two at a line that looks like a header.
    """
    parts = [piece]
    size = len(piece)
    while True:
        for _ in range(1 if len(parts) < _FEW else len(parts)):
            following = tables.ahead(len(parts) - 1)
            if not isinstance(following, bytes):
                break
            parts.append(following)
            size += len(following)
        if size > MOST_BYTES or not tables.allows(size):
            return None
        try:
            found = _toml(b"[%b\n" % b"\n[".join(parts), "")
        except BadHistory as refusal:
            if not refusal.sentence.endswith(_AT_END) or not isinstance(tables.ahead(len(parts) - 1), bytes):
                return None
        else:
            tables.skip(len(parts) - 1)
            return found


def _without_head(text: bytes, refusal: BadHistory, file: str, line: int) -> Iterator[History | BadHistory]:
    """Refuse a table; if a second hand begins in it after a broken header, the first can still be good."""
    end = text.find(b"\n\n")
    for _ in range(_FEW):
        if end < 0:
            break
        keys = {key.decode() for key in _FIELD_LINE.findall(text, end)}
        try:
            found = _toml(text[: end + 1], file) if keys else {}
        except BadHistory:
            break
        if any(isinstance(fields, dict) and fields.keys() & keys for fields in found.values()):
            yield from _each(found, file, line)
            sentence = "the head of this hand's table is missing or broken: expected a line such as [17]"
            refusal = BadHistory(sentence, file=file or None, line=line + text.count(b"\n", 0, end + 2))
            break
        end = text.find(b"\n\n", end + 2)
    yield refusal


def _with_line(refusal: BadHistory, line: int) -> BadHistory:
    return BadHistory(refusal.sentence, file=refusal.file, hand=refusal.hand, line=line)


def _number(name: str) -> int | str:
    """Return a table's name as a number if the text is exactly that number."""
    return int(name) if name.isdecimal() and name.isascii() and name[0] != "0" and len(name) < 19 else name


def _shortcut(text: bytes, file: str, number: int | str) -> History | None:
    """Read a hand with the shortcut; None leaves it to tomllib."""
    plain, details = _take_details(text.removesuffix(_OURS_LINE))
    history = _plain(plain)
    if history is None:
        return None
    if text.endswith(_OURS_LINE):
        history.user = {OURS: {}}
    if details is not None:
        history.details = _details(details, file, number)
    history.file = file
    history.number = number
    history.check()
    return history


def _plain(text: bytes) -> History | None:
    """Read a hand if all its lines are plain; None leaves it to tomllib."""
    part = text.translate(_QUOTES, _MISLEADING)
    if len(part) < len(text) or b"null" in part or _FIRST_LINE.match(part) is None or _ODD_LINE.search(part):
        return None
    unknown_stacks = 0
    at = part.find(b"\ntime = ") + 8
    if at > 7 and part[at + 8 : at + 9] == b"\n":
        part = b'%b"%b"%b' % (part[:at], part[at : at + 8], part[at + 8 :])
    if b"[inf" in part:
        found = _INF_STACKS.search(part)
        if found is None:
            return None
        unknown_stacks = len(found[1]) // 5 + 1
        part = b"%b\nstarting_stacks = []\n%b" % (part[: found.start()], part[found.end() :])
    opened = part.replace(b"\n", b',"')
    pairs = opened.replace(b" = ", b'":')
    lines = len(opened) - len(part) + 1
    if len(opened) - len(pairs) != lines:
        return None  # a value contains ` = `
    try:
        history = _decode(b'{"%b}' % pairs)
    except (msgspec.DecodeError, UnicodeDecodeError, ArithmeticError, RecursionError):
        return None
    if _astuple(history).count(None) + lines != _TOTAL:
        return None  # a key appears twice
    if unknown_stacks:
        history.starting_stacks = [_INF] * unknown_stacks
    return history


def _take_details(part: bytes) -> tuple[bytes, dict[str, Any] | None]:
    """Split off a hand's details line, if it has one, and read that line."""
    start = part.find(_DETAILS_LINE)
    if start < 0:
        return part, None
    end = part.find(b"\n", start + 1)
    line = part[start : end if end >= 0 else None]
    try:
        fields = _toml(line, "")
    except BadHistory:
        return part, None
    return part[:start] + part[start + len(line) :], fields[DETAILS]


def _details(fields: Any, file: str, number: int | str) -> Details:
    try:
        return details_from(fields)
    except msgspec.ValidationError as error:
        where, _, what = explain(error).rpartition(": ")
        name = f"{DETAILS}.{where}" if where else DETAILS
        raise BadHistory(f"the field '{name}' is wrong: {what}", file=file or None, hand=number or None) from None


def _toml(data: bytes, file: str, hand: int | str | None = None, line: int = 1) -> dict[str, Any]:
    """Read text through tomllib; errors name the hand and the line in the file."""
    import tomllib

    def bad(sentence: str, before: int = 0) -> BadHistory:
        return BadHistory(sentence, file=file or None, hand=hand, line=line + before)

    if _LONG_KEY.search(data):
        raise bad(f"a key has more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(data.decode(), parse_float=Decimal)
    except UnicodeDecodeError as error:
        sentence = f"the byte 0x{data[error.start]:02x} is not UTF-8: a PHH file is TOML in UTF-8"
        raise bad(sentence, data.count(b"\n", 0, error.start)) from None
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).rpartition(" (at ")
        at = re.match(r"line (\d+)", where)
        if at is None:
            raise bad(f"this is not TOML: {what[:200]}{_AT_END}", data.rstrip().count(b"\n")) from None
        raise bad(f"this is not TOML: {what[:200]}", int(at[1]) - 1) from None
    except (ValueError, ArithmeticError) as error:
        raise bad(f"a number cannot be read: {str(error)[:200]}") from None
    except RecursionError:
        raise bad("lists or tables are nested too deeply to read") from None


def _from_fields(fields: dict[str, Any], file: str, number: int | str) -> History:
    """Build a hand from the fields that tomllib found, and check their types."""
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


FORMAT: Final = Format("phh", ".phhs", "PHH", _looks_like, _read, write, before, ".phh")
