"""Reads the ledger of a game at Poker Now: CSV with a row for each time a player sat down.

Amounts are whole numbers: hundredths of a currency in a game with cents, chips in any other; the file does not say
which. `net` is what the player took away, or still has on the table, minus the buy-in, so each row checks itself. A
player keeps an id through several sessions and changes of nickname.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Final

import msgspec

from bigslick.errors import BigslickError
from bigslick.sentence import say
from bigslick.server.words import clean, name_like

COLUMNS: Final = (
    "player_nickname",
    "player_id",
    "session_start_at",
    "session_end_at",
    "buy_in",
    "buy_out",
    "stack",
    "net",
)
ESCROW: Final = "nit_escrow"
"""A column only in games with the nit game: chips that are held back for it."""
LOG: Final = ("entry", "at", "order")
"""The columns of the hands' log, which is easily taken for the ledger."""
LONGEST_LEDGER: Final = 10_000
"""The most characters of a ledger, about 115 sessions; checked before it is read. A request with all of it and its
players' names fits the room's limit.
"""
MOST_AMOUNT: Final = 10**12
PLAYER_ID: Final = r"^[A-Za-z0-9_-]{1,40}(?!\n)$"
_LONGEST_SHOWN: Final = 30
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


class BadLedger(BigslickError, ValueError):
    """A ledger that cannot be read; the sentence says what is wrong, and where."""


class LedgerSession(msgspec.Struct, frozen=True, kw_only=True):
    """One time that a player sat down."""

    player: str
    """The player's id at Poker Now."""
    nickname: str
    began_at: int
    ended_at: int
    """The end of the game for a player who was still sitting."""
    bought_in: int
    left_with: int
    """What they took away, or still had on the table."""

    @property
    def net(self) -> int:
        return self.left_with - self.bought_in


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    player: str
    nickname: str
    began_at: int | None
    ended_at: int | None
    bought_in: int
    left_with: int

    @property
    def timed(self) -> bool:
        """Whether it says when it was, so that no other row is the same session."""
        return (self.began_at, self.ended_at) != (None, None)


def read_ledger(text: str) -> tuple[LedgerSession, ...]:
    """Return the sessions in a ledger, earliest first; raises `BadLedger`."""
    if len(text) > LONGEST_LEDGER:
        raise BadLedger(say("The ledger is too long: expected at most {most} characters.", most=LONGEST_LEDGER))
    rows = _rows(text.removeprefix("\ufeff"))
    if not rows:
        raise BadLedger("The ledger has no players.")
    times = [at for row in rows for at in (row.began_at, row.ended_at) if at is not None]
    if not times:
        raise BadLedger("The ledger does not say when anybody played.")
    if off := sum(row.left_with - row.bought_in for row in rows):
        raise BadLedger(_does_not_add_up(off))
    sessions = [_session(row, min(times), max(times)) for row in rows]
    return tuple(sorted(sessions, key=lambda session: (session.began_at, session.player, session.ended_at)))


def names_in(sessions: Iterable[LedgerSession]) -> dict[str, str]:
    """Return each player's last nickname by id, as a legal name, in the order in which the players came."""
    last = {session.player: session.nickname for session in sessions}
    return {player: name_like(text, f"Player {number}") for number, (player, text) in enumerate(last.items(), 1)}


def _does_not_add_up(off: int) -> str:
    again = say("Save it again when no hand is being played.")
    if off > 0:
        return say("The ledger does not add up: together the players are ahead by {off}. {again}", off=off, again=again)
    return say("The ledger does not add up: together the players are behind by {off}. {again}", off=-off, again=again)


def _session(row: _Row, first: int, last: int) -> LedgerSession:
    """Fill in the times that Poker Now leaves out: it has no start for a buy-in that was given back."""
    began_at = row.began_at if row.began_at is not None else first if row.ended_at is None else row.ended_at
    return LedgerSession(
        player=row.player,
        nickname=row.nickname,
        began_at=began_at,
        ended_at=last if row.ended_at is None else row.ended_at,
        bought_in=row.bought_in,
        left_with=row.left_with,
    )


def _rows(text: str) -> list[_Row]:
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    rows: list[_Row] = []
    lines: dict[_Row, int] = {}
    head: dict[str, int] = {}
    try:
        for cells in reader:
            line = reader.line_num
            if not cells:
                continue
            if not head:
                head = _head(cells)
            else:
                row = _row(head, cells, line)
                if row.timed and row in lines:
                    raise BadLedger(say("Line {line} repeats line {other}.", line=line, other=lines[row]))
                lines[row] = line
                rows.append(row)
    except csv.Error:
        raise BadLedger(say("Line {line} is damaged: expected CSV.", line=max(1, reader.line_num))) from None
    return rows


def _head(cells: Sequence[str]) -> dict[str, int]:
    """Return the place of each column."""
    names = [cell.strip() for cell in cells]
    if tuple(names[: len(LOG)]) == LOG:
        raise BadLedger("This is the log of a game at Poker Now: choose its ledger instead.")
    if missing := [name for name in COLUMNS if name not in names]:
        raise BadLedger(
            say(
                "This is not a ledger from Poker Now: the first line has no column {column}.",
                column=missing[0],
            )
        )
    return {name: place for place, name in enumerate(names)}


def _row(head: dict[str, int], cells: Sequence[str], line: int) -> _Row:
    if len(cells) != len(head):
        raise BadLedger(
            say(
                "Line {line} has {count, plural, one {# cell} other {# cells}}: expected {columns}.",
                line=line,
                count=len(cells),
                columns=len(head),
            )
        )
    row = {name: cells[place].strip() for name, place in head.items()}
    player = row["player_id"]
    if not re.fullmatch(PLAYER_ID, player):
        raise BadLedger(
            say(
                "Line {line} has {cell} as its player_id: expected up to 40 letters, digits, - or _.",
                line=line,
                cell=f"'{_shown(player)}'",
            )
        )
    began_at, ended_at = (_moment(row, name, line) for name in ("session_start_at", "session_end_at"))
    if began_at is not None and ended_at is not None and ended_at < began_at:
        raise BadLedger(say("Line {line} ends before it begins.", line=line))
    if not row["buy_in"]:
        raise _not_whole(row, "buy_in", line)
    bought_in = _amount(row, "buy_in", line)
    left_with = sum(_amount(row, name, line) for name in ("buy_out", "stack", ESCROW) if row.get(name))
    sign, net = (-1, {**row, "net": row["net"][1:]}) if row["net"].startswith("-") else (1, row)
    if sign * _amount(net, "net", line) != left_with - bought_in:
        raise BadLedger(
            say(
                "Line {line} has the net {net}, but its other amounts make {made}.",
                line=line,
                net=_shown(row["net"]),
                made=left_with - bought_in,
            )
        )
    return _Row(
        player=player,
        nickname=row["player_nickname"],
        began_at=began_at,
        ended_at=ended_at,
        bought_in=bought_in,
        left_with=left_with,
    )


def _amount(row: dict[str, str], name: str, line: int) -> int:
    cell = row[name]
    if not re.fullmatch(r"[0-9]{1,13}", cell) or int(cell) > MOST_AMOUNT:
        raise _not_whole(row, name, line)
    return int(cell)


def _not_whole(row: dict[str, str], name: str, line: int) -> BadLedger:
    return BadLedger(
        say(
            "Line {line} has {cell} as its {column}: expected a whole number up to {most}.",
            line=line,
            cell=f"'{_shown(row[name])}'",
            column=name,
            most=MOST_AMOUNT,
        )
    )


def _moment(row: dict[str, str], name: str, line: int) -> int | None:
    """Return a time in milliseconds since 1970; None for an empty cell. Without a time zone it is UTC."""
    cell = row[name]
    if not cell:
        return None
    try:
        when = datetime.fromisoformat(cell)
        at = ((when if when.tzinfo else when.replace(tzinfo=UTC)) - _EPOCH) // _MILLISECOND
    except (ValueError, OverflowError):
        at = -1
    if at < 0:
        raise BadLedger(
            say(
                "Line {line} has {cell} as its {column}: expected a time such as 2026-11-20T19:30:00Z.",
                line=line,
                cell=f"'{_shown(cell)}'",
                column=name,
            )
        )
    return at


def _shown(cell: str) -> str:
    """Return a cell for a sentence: without characters that are not drawn, and shortened if it is long."""
    text = clean(cell)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
