"""Reads PokerNow's logs: CSV with the columns `entry,at,order`, newest line first.

A log is cut at the lines `-- starting hand #…`. Hands are read oldest first, each from its own part of the file, so
memory holds one hand and the positions of the others. Lines between two hands, such as a player showing after the end,
belong to the earlier hand.

A player's log has their cards (`Your hand is …`) but not their name: they are the player who shows exactly these cards
whenever they show any.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import BinaryIO, Final, NamedTuple

from ...history import History
from ...notation import BadHistory, shorten
from ..registry import MOST_BYTES, Format
from .hand import END, LoggedBlinds, LogLine, read_hand

_HEAD: Final = re.compile(rb'(?:\xef\xbb\xbf)?"?entry"?,"?at"?,"?order"?\s')
_HAND: Final = re.compile(
    rb'^"?-- (?:starting|ending) hand #[^\n]{1,300},"?\d{4}-[^,"\n]{1,40}"?,"?\d+"?\s*$', re.MULTILINE
)
_DAMAGED_HEAD: Final = re.compile(r'[^0-9" ]{1,40}')
"""A damaged column header: one or two words without a space, quote or number, unlike any entry."""
_START: Final = re.compile(rb'"?-- starting hand #')
_HERO: Final = re.compile(rb'"?Your hand is ([^"\n]*?)"?,"?\d{4}-')
_SHOWS: Final = re.compile(rb'"{1,3}.+? [@#] ([-\w]+)"{1,2} shows an? ([^".\n]*)\.')
_ORDER: Final = re.compile(rb",(\d+)\r?$", re.MULTILINE)
_TABLE: Final = re.compile(r"poker_?now_log_([-\w]+)", re.IGNORECASE)
_ENDS: Final = re.compile(r',"?[0-9]{4}-[^,"]*"?,"?[0-9]+"?\s*$')
"""The last two columns of a line: its time and its number."""
_NOT_UTF_8: Final = re.compile("[\udc80-\udcff]")
_PLAYING: Final = ("Player stacks:", "Your hand is ", "-- ending hand ")
"""Starts of lines that occur only within a hand."""
_PLAYED: Final = re.compile(r'".*" (?:posts|calls|bets|raises|folds|checks|all in with)\b', re.DOTALL)
"""Actions that players take during a hand, never after its end."""
_LINE: Final = 1 << 16
"""How much of a line to search for the start of a hand."""


def _looks_like(head: bytes) -> bool:
    """Whether a file begins with the column names, or has a hand in these columns without them."""
    if _HEAD.match(head) is not None:
        return True
    return b"ing hand #" in head and _HAND.search(head) is not None  # checked first, since it is quicker


def _read(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    if stream.seekable():
        yield from _hands(stream, file)
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stream, copy)
        copy.seek(0)
        yield from _hands(copy, file)


def _hands(stream: BinaryIO, file: str) -> Iterator[History | BadHistory]:
    survey = _Survey(stream)
    named = _TABLE.search(PurePath(file).name)
    table = named[1] if named else None
    blinds = LoggedBlinds()
    with contextlib.suppress(BadHistory):  # lines before the first hand are not a hand
        for line in _lines(stream, survey.before, survey.newest_first):
            blinds.hear(line.entry)
    for number, part in enumerate(survey.parts, 1):
        rest: list[LogLine] = []
        try:
            lines, rest = _cut(_lines(stream, part, survey.newest_first))
            history = read_hand(lines, blinds, survey.hero, table)
        except BadHistory as refusal:
            yield BadHistory(refusal.sentence, file=file or None, hand=number, line=part.line)
        else:
            history.file, history.number = file, number
            yield history
        if rest:
            yield BadHistory(
                f"the first line of a hand is damaged or missing before {shorten(rest[0].entry)}",
                file=file or None,
                line=part.line,
            )


class _Part(NamedTuple):
    """Where a hand's lines are in the file, and the number of the first line."""

    begin: int
    end: int
    line: int


class _Survey:
    """One pass over a log: where its hands are, oldest first, and whose log it is."""

    def __init__(self, stream: BinaryIO) -> None:
        at = stream.tell()
        orders = [int(found) for found in _ORDER.findall(stream.read(_LINE))]
        stream.seek(at)
        self.newest_first = len(orders) < 2 or orders[0] >= orders[-1]
        self._votes: Counter[str] = Counter()
        self._others: set[str] = set()
        cuts = [_Part(at, at, 1)]
        mine: frozenset[str] = frozenset()
        shown: dict[str, frozenset[str]] = {}
        line, fresh = 1, True
        while text := stream.readline(_LINE):
            if fresh and _START.match(text):
                self._vote(mine, shown)
                mine, shown = frozenset(), {}
                after = at + len(text)
                cuts.append(_Part(after, after, line + 1) if self.newest_first else _Part(at, at, line))
            elif fresh and (found := _HERO.match(text)):
                mine = _cards(found[1])
            elif fresh and (found := _SHOWS.match(text)):
                player = found[1].decode()
                shown[player] = shown.get(player, frozenset()) | _cards(found[2])
            at += len(text)
            fresh = text.endswith(b"\n")
            line += fresh
        self._vote(mine, shown)
        cuts.append(_Part(at, at, line))
        parts = [_Part(one.begin, other.end, one.line) for one, other in itertools.pairwise(cuts)]
        if self.newest_first:
            parts.reverse()
        self.before, *self.parts = parts

    def _vote(self, mine: frozenset[str], shown: dict[str, frozenset[str]]) -> None:
        """Count which players show the owner's cards, and which show others."""
        if not mine:
            return
        for player, cards in shown.items():
            if cards == mine:
                self._votes[player] += 1
            elif not cards <= mine:
                self._others.add(player)

    @property
    def hero(self) -> str | None:
        """The id of the log's owner, if exactly one player fits."""
        owners = [player for player in self._votes if player not in self._others]
        return owners[0] if len(owners) == 1 else None


def _lines(stream: BinaryIO, part: _Part, newest_first: bool) -> list[LogLine]:
    """Yield a part's lines, oldest first; a damaged one has no number."""
    size = part.end - part.begin
    if size > MOST_BYTES:
        raise BadHistory(f"the hand has more than {MOST_BYTES} bytes: expected less")
    stream.seek(part.begin)
    lines, kept = [], ""
    texts = stream.read(size).decode("utf-8", "surrogateescape").split("\n")
    if not part.begin and _DAMAGED_HEAD.fullmatch(texts[0].strip() or "-"):
        texts.pop(0)
    for text in texts:
        if not _ENDS.search(text):
            kept += text + "\n"  # an entry can span several lines
            continue
        if kept.strip() and text.count('"') % 2 == 0:
            lines.append(LogLine(kept.strip(), "", ""))  # the entry before it was complete after all
            kept = ""
        lines.append(_line(kept + text))
        kept = ""
    if kept.strip():
        lines.append(LogLine(kept.strip(), "", ""))
    if newest_first:
        lines.reverse()
    return [line for line in lines if not _HEAD.match(f"{line.entry}\n".encode("utf-8", "surrogateescape"))]


def _line(text: str) -> LogLine:
    """Parse one CSV line of the log."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline="")))
    except csv.Error:
        rows = []
    if len(rows) != 1 or len(rows[0]) != 3 or _NOT_UTF_8.search(text):
        return LogLine(text, "", "")
    return LogLine(*rows[0])


def _cut(lines: list[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
    """Split the first hand's lines from another's that lost its first line, if there is one."""
    ended = False
    for place, line in enumerate(lines):
        if ended and (not line.order or line.entry.startswith(_PLAYING) or _PLAYED.match(line.entry)):
            return lines[:place], lines[place:]
        ended = ended or END.fullmatch(line.entry.strip()) is not None
    return lines, []


def _cards(text: bytes) -> frozenset[str]:
    return frozenset(word.strip() for word in text.decode("utf-8", "replace").split(","))


FORMAT: Final = Format("pokernow", ".csv", "PokerNow logs", _looks_like, _read, None, lambda _: "")
