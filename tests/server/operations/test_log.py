from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bigslick.server.operations.log import logging_to, write, write_error


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    with logging_to(stream):
        yield stream


def only(stream: io.StringIO) -> dict[str, Any]:
    (line,) = stream.getvalue().splitlines()
    return dict(json.loads(line))


def test_a_line_is_json_with_its_time_level_and_fields(lines: io.StringIO) -> None:
    write("table_opened", table="t1", player="ann")
    line = only(lines)
    assert line.pop("at") > 1_600_000_000_000
    assert line == {"level": "info", "event": "table_opened", "table": "t1", "player": "ann"}


def test_only_known_fields_can_be_written(lines: io.StringIO) -> None:
    with pytest.raises(ValueError, match="the log has no field token"):
        write("signed_in", token="secret")
    assert lines.getvalue() == ""


def test_an_error_is_written_without_its_message(lines: io.StringIO) -> None:
    try:
        raise KeyError("AsKd")
    except KeyError as error:
        write_error("command_failed", error, table="t1")
    line = only(lines)
    assert line["error"] == "KeyError"
    assert "test_log.py" in line["where"]
    assert "AsKd" not in lines.getvalue()


def test_what_a_library_says_loses_its_arguments(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("received %s", "AsKd")
    logging.getLogger("sqlalchemy").info("INSERT %s", "AsKd")
    try:
        raise ValueError("AsKd")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    assert "AsKd" not in lines.getvalue()
    assert [json.loads(line)["template"] for line in lines.getvalue().splitlines()] == [
        "received %s",
        "Exception in ASGI application",
    ]
