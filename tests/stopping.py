"""Interrupts long work, measured in processor time, so a busy machine does not make it look slow."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.waiting import LONG

WORK = 0.5
"""Seconds of processor time before the interruption."""
HALF_A_SECOND = 0.5
"""How much more processor time can pass until the process has ended."""
_HEAD = "from tests.stopping import interrupt_soon\n"


class Ended(NamedTuple):
    """A process's end: its exit code, and its output, including errors."""

    code: int
    said: str


def interrupt_soon() -> None:
    """Raise `KeyboardInterrupt` in this process after some work, like Ctrl-C, and kill it if it keeps working."""
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, WORK)
    signal.setitimer(signal.ITIMER_VIRTUAL, WORK + HALF_A_SECOND)


def stopped(code: str) -> Ended:
    """Run Python code that calls `interrupt_soon()` and then works forever."""
    command = [sys.executable, "-c", _HEAD + code]
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=Path(__file__).parents[1],
        timeout=LONG,
        check=False,
    )
    assert done.returncode != -signal.SIGVTALRM, "it worked on for more than half a second"
    return Ended(done.returncode, done.stdout)


def stopped_command(*arguments: str) -> Ended:
    """Run a bigslick command, and interrupt it at work."""
    return stopped(f"from bigslick.cli import main\ninterrupt_soon()\nraise SystemExit(main({list(arguments)!r}))")
