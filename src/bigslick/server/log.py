"""What the server writes down about itself: a line of JSON for each happening.

Only the fields named here can be written, and an error is written without its message, because a message may quote what
it was about: so no card, seed or token can come into a log.
"""

from __future__ import annotations

import logging
import traceback
from typing import Any, Final, TextIO

import msgspec

FIELDS: Final = frozenset(
    {
        "account",
        "address",
        "chips",
        "code",
        "command",
        "hand",
        "hands",
        "host",
        "method",
        "milliseconds",
        "path",
        "place",
        "player",
        "port",
        "reason",
        "seat",
        "sockets",
        "status",
        "table",
        "tables",
        "tournament",
        "tournaments",
    }
)
"""Everything that a line may say beside its time, level and name."""

_LOGGER = logging.getLogger("bigslick.server")


def write(happening: str, level: int = logging.INFO, **fields: str | int | None) -> None:
    """Write a line: what happened, and with whom."""
    if not _LOGGER.isEnabledFor(level):
        return
    strange = fields.keys() - FIELDS
    if strange:
        raise ValueError(f"{', '.join(sorted(strange))}: the log has no such field; see bigslick.server.log.FIELDS")
    _LOGGER.log(level, happening, extra={"fields": fields})


def write_error(happening: str, error: BaseException, **fields: str | int | None) -> None:
    """Write that something went wrong: the kind of the error and where it was raised, without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = " < ".join(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    extra = {"fields": dict(fields), "error": {"error": type(error).__name__, "where": where}}
    _LOGGER.log(logging.ERROR, happening, extra=extra)


def _short(path: str) -> str:
    return "/".join(path.rsplit("/", 2)[-2:])


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what libraries log keeps its template and loses its arguments."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {"at": int(record.created * 1000), "level": record.levelname.lower()}
        fields: dict[str, Any] | None = getattr(record, "fields", None)
        if fields is None:
            line["happening"] = "library"
            line["logger"] = record.name
            line["template"] = str(record.msg)[:200]
            error = record.exc_info[1] if record.exc_info else None
            if error is not None:
                line["error"] = type(error).__name__
        else:
            line["happening"] = record.getMessage()
            line.update(fields)
            line.update(getattr(record, "error", {}))
        return msgspec.json.encode(line).decode()


def start_logging(stream: TextIO, level: int = logging.INFO) -> logging.Handler:
    """Send the lines of the server, and the warnings of its libraries, to a stream; gives the handler that does it."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    _LOGGER.addHandler(handler)
    _LOGGER.setLevel(level)
    _LOGGER.propagate = False
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "sqlalchemy", "alembic", "websockets", "asyncio"):
        library = logging.getLogger(name)
        library.handlers = [handler]
        library.setLevel(logging.WARNING)
        library.propagate = False
    return handler
