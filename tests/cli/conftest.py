"""Runs the command line inside the test process: its exit code, stdout and stderr."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from bigslick.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as a single JSON value."""
        assert self.err == ""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """One JSON value from each line of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Done]
Refused = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> Done:
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call


@pytest.fixture
def refused(run: Run) -> Refused:
    """Run a command line that must be refused with exit code 2, and return its sentence on stderr."""

    def call(*arguments: object) -> str:
        done = run(*arguments)
        assert done.code == 2, done
        assert done.out == ""
        assert "Traceback" not in done.err
        assert done.err.startswith("bigslick: ")
        assert done.err.count("\n") == 1
        return done.err.removeprefix("bigslick: ").strip()

    return call
