"""Reads Open Hand History (`.ohh`): each hand is an object `{"ohh": {...}}`, with a blank line between hands.

We cut the file wherever an object with the key "ohh" begins, on a new line or not. That never cuts a complete hand in
two: JSON escapes quotes inside strings, so no string contains `{"ohh":`. A damaged part ends at the next hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, BinaryIO, Final

import msgspec

from bigslick.decoding import explain

from ...history import History
from ...notation import BadHistory
from ...replay.recorded_setup import ReplayRules
from ..registry import MOST_BYTES, Format, Written
from ..reread import check_reread
from ._to_history import to_history
from .fields import OhhDocument, take_unknown
from .writing import play_to_write, write

_KEY: Final = b'"ohh"'
_BLOCK: Final = 1 << 18
_WHITE: Final = b" \t\r\n"
_BETWEEN: Final = b"[]," + _WHITE + b"\xef\xbb\xbf"
"""Bytes allowed between hands: white space, and a list's brackets and commas."""
_ENDS: Final = (b"}\n\n", b"}\n", b"}")
"""How most hands end."""
_NOT_JSON: Final = "this is not JSON"
_SPACE: Final = 256
"""The most white space we accept between a brace, the key and its colon."""
_decode: Final = msgspec.json.Decoder(OhhDocument, float_hook=Decimal).decode
_decode_any: Final = msgspec.json.Decoder(float_hook=Decimal).decode
_FIRST: Final = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t\[,]*\{\s*\"ohh\"\s*:", re.MULTILINE)


def _looks_like(head: bytes) -> bool:
    """Whether a line begins with a hand, alone or in a list; earlier lines may be broken."""
    return _KEY in head and _FIRST.search(head) is not None


def _begins(data: bytes, start: int) -> int:
    """Find the start of the next hand; -1 if there is none."""
    at = data.find(_KEY, start)
    while at >= 0:
        after = data[at + len(_KEY) : at + len(_KEY) + _SPACE].lstrip(_WHITE)
        before = data[max(at - _SPACE, start) : at].rstrip(_WHITE)
        if after.startswith(b":") and before.endswith(b"{"):
            return max(at - _SPACE, start) + len(before) - 1
        at = data.find(_KEY, at + 1)
    return -1


def _read(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    number = 0
    lines = _LineCount(stream)
    for part, offset in _parts(stream):
        if not part.startswith(b"{") and not part.strip(_BETWEEN):
            continue
        try:
            history = _hand(part, file, number + 1)
        except BadHistory as refusal:
            found = _two_hands(part, file, number + 1) if refusal.sentence.startswith(_NOT_JSON) else []
            for one, after in found or [(refusal, 0)]:
                number += 1
                if isinstance(one, BadHistory):
                    yield BadHistory(one.sentence, file=file or None, hand=number, line=lines.at(offset + after))
                else:
                    yield one
        else:
            number += 1
            yield history


def _two_hands(part: bytes, file: str, number: int) -> list[tuple[History | BadHistory, int]]:
    """Split a hand from the remains of another that lost its first line; return nothing if there are none."""
    try:
        end = json.JSONDecoder().raw_decode(part.decode("latin-1"))[1]  # only to find its end, byte for byte
        if len(part) > MOST_BYTES or not part[end:].strip(_BETWEEN):
            return []
        after = len(part) - len(part[end:].lstrip(_BETWEEN))
        first = _hand(part[:end], file, number)
        return [(first, 0), (BadHistory(f"{_NOT_JSON}: expected a hand that begins with {{"), after)]
    except (BadHistory, ValueError, RecursionError):
        return []


def _parts(stream: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the part before the first hand, then each hand up to the next, with byte offsets.

    If a hand is too large, only its beginning is yielded; the rest is skipped.
    """
    data, passed, seen, skip = b"", 0, 0, False
    while block := stream.read(_BLOCK):
        data += block
        start = 0
        while (begin := _begins(data, seen)) >= 0:
            if not skip:
                yield data[start:begin], passed + start
            start, seen, skip = begin, begin + 1, False
        if not skip and len(data) - start > MOST_BYTES:
            yield data[start : start + MOST_BYTES + 1], passed + start
            skip = True
        if skip:
            start = max(len(data) - 2 * _SPACE, start)
        data = data[start:]
        passed += start
        seen = max(len(data) - 2 * _SPACE, 1 - skip)
    if not skip:
        yield data, passed


class _LineCount:
    """Finds the line number of a byte in a stream on demand: most hands never need it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._begin = stream.tell() if stream.seekable() else None
        self._at = 0
        self._line = 1

    def at(self, offset: int) -> int | None:
        """Return the line number of a byte, counted from 1; None if the stream cannot seek."""
        if self._begin is None:
            return None
        place = self._stream.tell()
        self._stream.seek(self._begin + self._at)
        while self._at < offset and (block := self._stream.read(min(_BLOCK, offset - self._at))):
            self._at += len(block)
            self._line += block.count(b"\n")
        self._stream.seek(place)
        return self._line


def _hand(part: bytes, file: str, number: int) -> History:
    """Read one hand from its JSON; a `BadHistory` raised here has no location."""
    if len(part) > MOST_BYTES:
        raise BadHistory(f"the hand has more than {MOST_BYTES} bytes: expected less")
    text = part if part.endswith(_ENDS) else part.rstrip(_BETWEEN)
    try:
        try:
            return to_history(_decode(text).ohh, None, file, number)
        except msgspec.ValidationError:
            unknown: dict[str, Any] = {}
            known = take_unknown(_decode_any(text), OhhDocument, "", unknown)
            return to_history(msgspec.convert(known, OhhDocument, strict=True).ohh, unknown, file, number)
    except msgspec.ValidationError as error:
        raise BadHistory(f"this is not a hand of the standard: {explain(error).removeprefix('ohh.')}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadHistory(f"{_NOT_JSON}: {explain(error)}") from None
    except RecursionError:
        raise BadHistory("lists or objects are nested too deeply to read") from None
    except ArithmeticError:
        raise BadHistory("an amount is not a number or too large: expected one such as 2.50") from None


def _write(history: History, hero: str | None, rules: ReplayRules | None = None) -> Written:
    """Write one hand as a line of JSON, checking that it reads back as the same hand."""
    played, rules = play_to_write(history, rules)
    return check_reread(played, write(history, hero, played), _alone, "Open Hand History", rules)


def _alone(data: bytes) -> History:
    return _hand(data, "", 0)


def _before(number: int) -> str:
    return "" if number == 1 else "\n"


FORMAT: Final = Format("ohh", ".ohh", "Open Hand History", _looks_like, _read, _write, _before)
