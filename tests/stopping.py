"""How a command ends, and how soon, after a real Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import NamedTuple

HALF_A_SECOND = 0.5
TRIES = 5
"""A machine that is busy may make a quick stop look slow, but never a slow one look quick: the best of some counts."""
LONGEST_WAIT = 60
"""Seconds after which a command that does not listen is killed."""


class Ended(NamedTuple):
    """How a command ended: its exit code, what it said after its first line, and how many seconds it took to stop."""

    code: int
    said: str
    seconds: float


def stopped(command: Sequence[str]) -> Ended:
    """Stop a command at work, and again if that took long; the quickest of its ends."""
    ends = [_stopped_once(command)]
    while ends[-1].seconds >= HALF_A_SECOND and len(ends) < TRIES:
        ends.append(_stopped_once(command))
    return min(ends, key=lambda ended: ended.seconds)


def _stopped_once(command: Sequence[str], *, work: float = 0.5) -> Ended:
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
            sent = time.monotonic()
            said, _ = process.communicate(timeout=LONGEST_WAIT)
            took = time.monotonic() - sent
        finally:
            process.kill()
    return Ended(process.returncode, said, took)
