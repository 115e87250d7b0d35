"""The CPU time of `import bigslick` and the short commands, each in a new process, including Python's own startup."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterable

from .rows import Row

BIGSLICK = (sys.executable, "-m", "bigslick")
COMPLETING = {"_BIGSLICK_COMPLETE": "complete_bash", "COMP_WORDS": "bigslick s", "COMP_CWORD": "1"}


def starting() -> Iterable[Row]:
    for work, most, command, environment in (
        ("import bigslick", 60, (sys.executable, "-c", "import bigslick"), {}),
        ("bigslick --version", 60, (*BIGSLICK, "--version"), {}),
        ("bigslick --help", 60, (*BIGSLICK, "--help"), {}),
        ("completion of `bigslick s`", 60, BIGSLICK, COMPLETING),
        ("bigslick eval AhKhQhJhTh2c2d", 150, (*BIGSLICK, "eval", "AhKhQhJhTh2c2d"), {}),
    ):
        spent = min(cpu_seconds(command, environment) for _ in range(7))
        yield Row(work, "no peer", "ms", None, 1000 * spent, most, lower=True)


def cpu_seconds(command: tuple[str, ...], environment: dict[str, str]) -> float:
    """Return the user and system time of a child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
