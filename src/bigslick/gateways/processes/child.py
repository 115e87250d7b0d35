"""A bot's process: started under limits, read line by line with a timeout, and always ended."""

from __future__ import annotations

import json
import os
import queue
import select
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from bigslick.bots import BadBot, BotFailed

from . import keeper

MOST_BYTES = 1 << 16
"""The longest line that a bot can write."""
MOST_WAITING = 64
"""How many lines can wait to be read; a bot that writes more has to wait."""
LAST_WORDS = 20
"""How many of a bot's last error lines we keep."""
FAREWELL = 1.0
"""Seconds that a bot has to exit after the match."""
MEMORY = 2048
"""A bot's default memory limit in megabytes."""


class ProcessLimits(NamedTuple):
    """The resources that a bot's process can use; 0 = no limit. Limits that the system lacks are ignored."""

    memory: int = MEMORY
    """Megabytes."""
    cpu: int = 0
    """Seconds of processor time, over the whole match."""
    file: int = 64
    """The largest file it can write, in megabytes."""

    def numbers(self) -> dict[str, int]:
        """Return the limits under the operating system's names."""
        # Programs such as Node reserve far more address space than they use; on Linux the memory in use can be limited.
        memory = "RLIMIT_DATA" if sys.platform == "linux" else "RLIMIT_AS"
        asked = {memory: self.memory << 20, "RLIMIT_CPU": self.cpu, "RLIMIT_FSIZE": self.file << 20}
        return {"RLIMIT_CORE": 0, **{name: most for name, most in asked.items() if most}}


class Child:
    """A running process that we talk to in lines; its error output is kept for the report."""

    def __init__(
        self, command: Sequence[str], limits: ProcessLimits, *, folder: str | None = None, log: Path | None = None
    ) -> None:
        self.command = list(command)
        self._lifeline: int | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._too_long = self._ignored = False
        self._ended = False
        self._log = None if log is None else log.open("ab")
        started = self.command
        kept: tuple[int, ...] = ()
        if os.name == "posix":
            end, self._lifeline = os.pipe()
            wish = [str(end), json.dumps(limits.numbers()), *self.command]
            started, kept = [sys.executable, "-I", "-S", str(keeper.__file__), *wish], (end,)
        try:
            self._process = subprocess.Popen(
                started,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                bufsize=0,
                pass_fds=kept,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            os.close(self._lifeline) if self._lifeline is not None else None
            raise BadBot(f"cannot run {self.command[0]}: {error.strerror}") from None
        finally:
            for end in kept:
                os.close(end)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin: IO[bytes] = self._process.stdin
        if os.name == "posix":
            os.set_blocking(self._stdin.fileno(), False)
        self._reading = [
            threading.Thread(target=self._read_lines, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._reading:
            thread.start()

    @property
    def pid(self) -> int:
        """The process id of the keeper."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self, seconds: float) -> int | None:
        """Return the exit code, or None if the process has not ended in time."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def ignore_output(self) -> None:
        """Ignore the process's output: it answers over a socket."""
        self._ignored = True

    def write(self, line: bytes, seconds: float) -> None:
        """Send a line; raise `BotFailed` if the process is gone or does not read it in time."""
        rest = memoryview(line)
        until = time.monotonic() + seconds
        try:
            while rest:
                if os.name == "posix":
                    left = until - time.monotonic()
                    _, ready, _ = select.select([], [self._stdin], [], max(0.0, left))
                    if not ready:
                        raise BotFailed(f"did not read what it was sent within {seconds:g} s")
                rest = rest[self._stdin.write(rest) or 0 :]
        except (OSError, ValueError):
            raise BotFailed(self.obituary()) from None

    def read(self, seconds: float) -> bytes:
        """Return the next line; raise `BotFailed` if none comes in time or the process has ended."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise BotFailed(f"no answer within {seconds:g} s") from None
        if line is None:
            self._lines.put(None)
            if self._too_long:
                raise BotFailed(f"wrote a line of more than {MOST_BYTES:,} bytes")
            raise BotFailed(self.obituary())
        return line

    def obituary(self) -> str:
        """Say how the process ended, with its last error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        for thread in self._reading:
            thread.join(FAREWELL)
        code = self._process.poll()
        if code is None:
            said = "the process closed its output"
        elif code > 128:
            said = f"the process was ended by signal {code - 128}"
        else:
            said = f"the process ended with exit code {code}"
        telling = [line for line in self._errors if "error" in line.lower()] or self._errors
        return f"{said}: {telling[-1]}" if telling else said

    def say_goodbye(self, line: bytes = b"") -> None:
        """Send a last line, give the process a moment to end, then make sure it has ended."""
        if self._ended:
            return
        if line:
            with suppress(BotFailed):
                self.write(line, FAREWELL)
        with suppress(OSError):
            self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self.kill()

    def kill(self) -> None:
        """Kill the process and everything it started, at once."""
        if self._ended:
            return
        self.let_go()
        self._process.wait()
        while self._reading[0].is_alive():  # it may be waiting for room in the queue
            with suppress(queue.Empty):
                self._lines.get_nowait()
            self._reading[0].join(0.01)
        self._reading[1].join(FAREWELL)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                assert stream is not None
                stream.close()
        if self._log is not None:
            self._log.close()
        self._ended = True  # set last, so an interrupted kill is repeated

    def let_go(self) -> None:
        """Kill the process without waiting, since a time limit could interrupt us again."""
        lifeline, self._lifeline = self._lifeline, None
        if lifeline is not None:
            os.close(lifeline)
        elif os.name != "posix":
            self._process.kill()

    def _read_lines(self, pipe: IO[bytes]) -> None:
        rest = b""
        with suppress(OSError, ValueError):
            while chunk := pipe.read(MOST_BYTES):
                if self._ignored:
                    continue
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line)
                if len(rest) > MOST_BYTES:
                    self._too_long = True
                    break
        self._lines.put(None)
        with suppress(OSError, ValueError):
            while pipe.read(MOST_BYTES):  # otherwise a bot that never stops writing would fill the pipe and hang
                pass

    def _read_errors(self, pipe: IO[bytes]) -> None:
        rest = b""
        with suppress(OSError, ValueError):
            while chunk := pipe.read(MOST_BYTES):
                if self._log is not None:
                    self._log.write(chunk)
                    self._log.flush()
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[-MOST_BYTES:]
                self._errors.extend(_shown(line) for line in lines if line.strip())
        if rest.strip():
            self._errors.append(_shown(rest))


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= 200 else f"{text[:200]}..."


def check_command(name: str, command: Sequence[str], folder: str | None = None) -> list[str]:
    """Resolve a command to a program on the path or an executable file, or raise `BadBot`."""
    if not command:
        raise BadBot(f"{name}: the command is empty")
    program = command[0]
    if "/" in program or (os.sep in program):
        path = Path(folder or ".", program)
        if not path.is_file():
            raise BadBot(f"{name}: there is no file {path}")
        if not os.access(path, os.X_OK):
            raise BadBot(f"{name}: {path} may not be run: try chmod +x {path}")
        return [program if folder else str(path.resolve()), *command[1:]]
    if shutil.which(program) is None:
        raise BadBot(f"{name}: there is no program {program!r} on the path")
    return list(command)
