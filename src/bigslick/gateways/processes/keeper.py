"""Runs a bot's process and kills everything it started when the match ends: POSIX only.

This is a script without bigslick: `python -I -S keeper.py LIFELINE LIMITS COMMAND...`. It starts the command in a new
session, under limits, and waits. When the command ends, or the lifeline closes because bigslick closed it or died, it
kills the command and everything that the command has started.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: on Linux, processes that left their session become our children again
CANNOT_RUN = 127
PASSES = 100


def main(arguments: Sequence[str]) -> int:
    """Run a command until it ends or the lifeline closes; return the command's exit code, or 128 plus its signal."""
    lifeline, limits, command = int(arguments[0]), json.loads(arguments[1]), list(arguments[2:])
    _adopt_orphans()
    awake, wake = os.pipe()
    for end in (awake, wake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the lifeline decides
    child = os.fork()
    if child == 0:
        _become(command, limits)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # only the bot holds its pipes, so they close when it ends
        os.dup2(nothing, stream)
    status = None
    while status is None:
        readable, _, _ = select.select([lifeline, awake], [], [])
        if awake in readable:
            with suppress(BlockingIOError):
                os.read(awake, 4096)
            done, found = os.waitpid(child, os.WNOHANG)
            if done:
                status = found
        if lifeline in readable and not os.read(lifeline, 1):
            break
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.kill(child, signal.SIGKILL)  # it may not lead its group yet
        _, status = os.waitpid(child, 0)
    _sweep()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _become(command: list[str], limits: dict[str, int]) -> None:
    """Become the command, or print a sentence on stderr."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        _limit(limits)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot run {command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_RUN)


def _limit(limits: dict[str, int]) -> None:
    import resource

    for name, most in limits.items():
        # Limits that the system lacks are ignored, and none can exceed the hard limit.
        which = getattr(resource, name, None)
        if which is not None:
            _, hard = resource.getrlimit(which)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (most, most))


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def _sweep() -> None:
    """Kill and reap all children: on Linux also processes that left the bot's session."""
    for _ in range(PASSES):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        me = os.getpid()
        try:
            orphans = Path(f"/proc/{me}/task/{me}/children").read_text().split()
        except OSError:
            return
        for orphan in orphans:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(int(orphan), signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
