"""The server's log: one line of JSON for each event.

Only the fields named here can be logged. An error is logged without its message, because a message may quote its
subject, and no card, seed or token may get into the log.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Any, Final, TextIO

from bigslick.protocol.encoding import encode

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
"""Everything a line can contain besides its time, level and event."""

_LOGGER = logging.getLogger("bigslick.server")
_LIBRARIES: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "sqlalchemy", "alembic", "websockets", "asyncio")


def write(event: str, level: int = logging.INFO, **fields: str | int | None) -> None:
    if not _LOGGER.isEnabledFor(level):
        return
    strange = fields.keys() - FIELDS
    if strange:
        raise ValueError(f"the log has no field {', '.join(sorted(strange))}: see FIELDS")
    _LOGGER.log(level, event, extra={"fields": fields})


def write_error(event: str, error: BaseException, **fields: str | int | None) -> None:
    """Log an error: its type and where it was raised, without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    where = " < ".join(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    extra = {"fields": dict(fields), "error": {"error": type(error).__name__, "where": where}}
    _LOGGER.log(logging.ERROR, event, extra=extra)


def _short(path: str) -> str:
    return "/".join(path.rsplit("/", 2)[-2:])


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON. Library records keep their template and lose their arguments."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": int(record.created * 1000), "level": record.levelname.lower()}
        fields: dict[str, Any] | None = getattr(record, "fields", None)
        if fields is None:
            line["event"] = "library"
            line["logger"] = record.name
            line["template"] = str(record.msg)[:200]
            error = record.exc_info[1] if record.exc_info else None
            if error is not None:
                line["error"] = type(error).__name__
        else:
            line["event"] = record.getMessage()
            line.update(fields)
            line.update(getattr(record, "error", {}))
        return encode(line).decode()


@contextlib.contextmanager
def logging_to(stream: TextIO, level: int = logging.INFO) -> Iterator[None]:
    """Send the server's log and its libraries' warnings to a stream, which may be closed afterwards."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    loggers = [_LOGGER, *map(logging.getLogger, _LIBRARIES)]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        ours = logger is _LOGGER
        logger.handlers = [*logger.handlers, handler] if ours else [handler]
        logger.setLevel(level if ours else logging.WARNING)
        logger.propagate = False
    try:
        yield
    finally:
        for logger, (handlers, old_level, propagate) in zip(loggers, before, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(old_level)
        handler.flush()


@contextlib.contextmanager
def quiet_stderr() -> Iterator[None]:
    """Show only warnings on stderr; a log file still gets every line."""
    handlers = [
        handler
        for handler in _LOGGER.handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.stderr
    ]
    before = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for handler, level in zip(handlers, before, strict=True):
            handler.setLevel(level)
