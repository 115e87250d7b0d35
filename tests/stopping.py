"""How long a command takes to stop after a real Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence

HALF_A_SECOND = 0.5
TRIES = 5
"""A machine that is busy may make a quick stop look slow, but never a slow one look quick: the best of some counts."""


def seconds_to_stop(command: Sequence[str], *, wait: float = 0.5) -> float:
    """Start it, wait until it has said something and worked for a while, stop it; seconds until it is gone."""
    best = float("inf")
    for _ in range(TRIES):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        assert process.poll() is None, "it was done before it could be stopped"
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            process.stdout.close()
        best = min(best, time.monotonic() - sent)
        if best < HALF_A_SECOND:
            break
    return best
