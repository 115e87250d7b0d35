"""Trouble with a whole database: the kind, a sentence for people, and a code for the log.

A driver's message may quote an address or a value, so it is kept from the log and from players. Its error code is
enough.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from bigslick.errors import BigslickError
from bigslick.sentence import say

TroubleKind = Literal["away", "full", "read_only", "failing", "damaged", "taken_over"]


class Trouble(msgspec.Struct, frozen=True):
    """Why the database is not writable right now; `taken_over` never ends."""

    kind: TroubleKind
    sentence: str
    code: str = ""
    """The SQLite or PostgreSQL error code, if any."""


class DamagedStream(BigslickError):
    """The facts of a table or tournament do not make sense; the sentence names the fact, but not its content."""


_SENTENCES: Final[dict[TroubleKind, str]] = {
    "away": say("The database is away"),
    "full": say("The disk of the database is full"),
    "read_only": say("The database is read-only"),
    "failing": say("The disk of the database fails"),
    "damaged": say("The database is damaged"),
    "taken_over": say("Another server has taken the card room over"),
}
_SQLITE: Final[dict[str, TroubleKind]] = {
    "SQLITE_BUSY": "away",
    "SQLITE_CANTOPEN": "away",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_IOERR": "failing",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
}
# https://www.postgresql.org/docs/15/errcodes-appendix.html
_POSTGRES: Final[dict[str, TroubleKind]] = {
    "25006": "read_only",
    "53100": "full",
    "53": "away",
    "58": "failing",
    "XX001": "damaged",
    "XX002": "damaged",
}
# 08: connection lost, 25P03: idle for too long, 40: transaction rolled back, try again, 57P: shutting down or starting
# up.
_LOST: Final = ("08", "25P03", "40", "57P")


def trouble(kind: TroubleKind, code: str = "") -> Trouble:
    return Trouble(kind, _SENTENCES[kind], code)


def is_lost(error: Exception) -> bool:
    """Whether the connection failed rather than the statement, so a retry makes sense."""
    if isinstance(error, TimeoutError | ConnectionError | PoolExhausted):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated or _code(error).startswith("SQLITE_BUSY"):
        return True
    state = getattr(error.orig, "sqlstate", "no PostgreSQL")
    return state is None or state.startswith(_LOST)  # None: no answer at all


def trouble_of(error: Exception) -> Trouble | None:
    """Find trouble with the whole database in an error; None if only the statement was wrong."""
    code = _code(error)
    if is_lost(error):
        return trouble("away", code)
    kinds = _SQLITE if code.startswith("SQLITE_") else _POSTGRES
    for start, kind in kinds.items():
        if code.startswith(start):
            return trouble(kind, code)
    return None


def reason(error: Exception) -> str:
    """Return a database's error message in one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(cause).split()) or type(cause).__name__


def _code(error: Exception) -> str:
    cause: Any = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or "")
