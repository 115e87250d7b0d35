"""A command that a real Ctrl-C must stop."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

LONGEST_WAIT = 60
"""Seconds that a busy machine may take; a command that does not listen would work for hours."""


class Ended(NamedTuple):
    """How a command ended: its exit code, and what it said after its first line."""

    code: int
    said: str


def stopped(command: Sequence[str], *, work: float = 0.5) -> Ended:
    """Start it, let it work for a while after its first line, stop it, and wait until it is gone."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                process.wait(work)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
            else:
                raise AssertionError("it was done before it could be stopped")
            said, _ = process.communicate(timeout=LONGEST_WAIT)
        finally:
            process.kill()
    return Ended(process.returncode, said)
