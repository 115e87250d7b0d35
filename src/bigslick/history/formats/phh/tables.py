"""Cuts a PHH stream into tables: a hand runs from its header, such as `[17]`, to the next one.

The file is read in blocks, so memory does not grow with it. A line inside a multi-line list or string can look like a
header; the reader notices that the text before it is incomplete and rejoins the two pieces. A piece that grows too
large is dropped, and cutting resumes at the next header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from ..registry import MOST_BYTES

BLOCK: Final = 2 * MOST_BYTES
"""Bytes read at once; any hand of legal size fits."""
_KEY: Final = rb"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
_END: Final = rb"\][ \t]*(?:\#[^\n]*)?\r?(?:\n|\Z)"
_HEAD: Final = re.compile(rb"[ \t]*(%b)[ \t]*((?:\.[ \t]*%b[ \t]*)*)%b" % (_KEY, _KEY, _END))
_BRACKET: Final = re.compile(rb"\n[ \t]*\[(?=[ \t]*%b[ \t]*(?:\.[ \t]*%b[ \t]*)*%b)" % (_KEY, _KEY, _END))
_SHOWN: Final = 200
_OVERLAP: Final = 1 << 10
"""How much of a block to search again with the next one, in case a header was cut in two."""


class TooLarge(NamedTuple):
    """A piece that was dropped as too large for a hand: its beginning, and its number of lines."""

    start: bytes
    lines: int


Piece = bytes | TooLarge
"""A table without its opening bracket."""


def starts_table(data: bytes) -> bool:
    """Whether the first line that is neither blank nor a comment is a table header."""
    at = 0
    while True:
        end = data.find(b"\n", at)
        line = data[at : end if end >= 0 else None].strip()
        if line and not line.startswith(b"#"):
            return line.startswith(b"[") and _HEAD.match(line, 1) is not None
        if end < 0:
            return False
        at = end + 1


def has_table(data: bytes) -> bool:
    """Whether any line is a table header."""
    return starts_table(data) or _BRACKET.search(data) is not None


class PhhTables:
    """A stream's tables; `before` is the text above the first one."""

    def __init__(self, stream: BinaryIO, first: bytes) -> None:
        self._stream = stream
        self._pieces: list[Piece] = []
        self._at = 0
        self._counted = 0
        self._rest: bytes | None = b""
        self._dropped: TooLarge | None = None
        self._allowance = 0
        # We put a new line before it, so a header on the first line is cut like any other.
        self._add(b"\n" + first, ended=len(first) < BLOCK)
        above = self._pieces.pop(0) if self._pieces else None
        self.before = above if isinstance(above, bytes) else b""
        self._line = -1 if above is None else self.before.count(b"\n")

    def __iter__(self) -> Iterator[Piece]:
        while self.ahead(0) is not None:
            pieces = self._pieces
            while self._at < len(pieces):
                self._at += 1
                yield pieces[self._at - 1]

    def ahead(self, count: int) -> Piece | None:
        """Return the piece after `count` others; None if the file ends sooner."""
        while self._at + count >= len(self._pieces):
            if self._rest is None:
                return None
            self._forget()
            data = self._stream.read(BLOCK)
            self._add(data, ended=not data)
        return self._pieces[self._at + count]

    def skip(self, count: int) -> None:
        """Advance past the next pieces, which `ahead` returned."""
        self._at += count

    @property
    def line(self) -> int:
        """The line of the current piece's header, counted from 1."""
        self._count_lines(self._at - 1)
        return max(self._line + 1, 1)

    def allows(self, size: int) -> bool:
        """Whether `size` bytes can be read again: the total is limited to twice the file so far."""
        if size > self._allowance:
            return False
        self._allowance -= size
        return True

    def _count_lines(self, until: int) -> None:
        for piece in self._pieces[self._counted : until]:
            self._line += 1 + (piece.count(b"\n") if isinstance(piece, bytes) else piece.lines)
        self._counted = until

    def _forget(self) -> None:
        # Keep the current piece: its line may still be needed.
        done = max(self._at - 1, 0)
        self._count_lines(done)
        del self._pieces[:done]
        self._at -= done
        self._counted = 0

    def _add(self, data: bytes, *, ended: bool) -> None:
        """Cut a block into pieces; keep the last one, since it may continue in the next block."""
        self._allowance += 2 * len(data)
        buffer = (self._rest or b"") + data
        if self._dropped is not None:
            found = _BRACKET.search(buffer)
            end = found.start() if found else len(buffer) if ended else max(len(buffer) - _OVERLAP, 0)
            self._dropped = TooLarge(self._dropped.start, self._dropped.lines + buffer.count(b"\n", 0, end))
            self._rest = None if ended else buffer[end:]
            if not (found or ended):
                return
            self._pieces.append(self._dropped)
            self._dropped = None
            if not found:
                return
            buffer = buffer[found.end() :]
        pieces = _pieces(buffer)
        self._rest = None if ended else pieces.pop()
        if self._rest is not None and len(self._rest) > MOST_BYTES:
            kept = len(self._rest) - _OVERLAP
            self._dropped = TooLarge(self._rest[:_SHOWN], self._rest.count(b"\n", 0, kept))
            self._rest = self._rest[kept:]
        self._pieces += pieces


def _pieces(buffer: bytes) -> list[bytes]:
    """Split text at headers; a line that starts with a bracket is not always a header."""
    indented = b"\n " in buffer or b"\n\t" in buffer
    pieces = _BRACKET.split(buffer) if indented else buffer.split(b"\n[")
    if all(map(bytes.isdigit, [piece[: piece.find(b"]\n")] for piece in pieces[1:]])):
        return pieces
    groups = [pieces[:1]]
    first = _HEAD.match(pieces[0])
    key = first[1] if first else None
    for piece in pieces[1:]:
        head = _HEAD.match(piece)
        if head is None or (head[2] and head[1] == key):
            groups[-1].append(piece)
        else:
            groups.append([piece])
            key = head[1]
    return [b"\n[".join(group) for group in groups]
