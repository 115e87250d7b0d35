"""Things that a test can stop, freeze, fill or set: the server process, its disk and its clock."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ADMIN = "a token for the tests"
PATIENCE = 2.0
"""How many seconds a server under test tries to reconnect to its database."""
DAY_SECONDS = 86_400
"""The furthest ahead a clock can be for a server to start without being asked."""


class Died(Exception):
    """The server exited on its own."""


class WallClock:
    """The wall clock for all servers in a run, which can be set while they run."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "clock"
        self.ahead = 0
        self.forward = 0.0
        """All jumps forward so far, in seconds."""
        self.set(0)

    def set(self, ahead: float) -> None:
        """Set it this many seconds ahead of or behind this machine's clock."""
        self.ahead = int(ahead * 1e9)
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(struct.pack("<q", self.ahead))

    def jump(self, seconds: float) -> None:
        """Move it from its current time."""
        self.forward += max(0.0, seconds)
        self.set(self.ahead / 1e9 + seconds)


class ServerProcess:
    """`bigslick serve` in its own process and session."""

    def __init__(self, url: str, folder: Path, tables: str, clock: WallClock) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._clock = clock
        self.log = folder / "server.log"
        self._complaints = folder / "server.err"
        file = folder / "tables.toml"
        file.write_text(tables)
        self._command = [
            *(sys.executable, str(Path(__file__).with_name("entry.py")), "serve", "--db", url),
            *("--port", str(self.port), "--tables", str(file), "--log", str(self.log)),
        ]
        self._environment = {
            **os.environ,
            "BIGSLICK_ADMIN_TOKEN": ADMIN,
            "BIGSLICK_TEST_CLOCK": str(clock.path),
            "BIGSLICK_TEST_PATIENCE": str(PATIENCE),
        }
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The id of the process, which must be running."""
        assert self._process is not None
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has been started and has not exited."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it and wait until it serves; if it finds the clock far ahead, vouch for it as an operator would."""
        await self.spawn()
        try:
            await self.opened()
        except Died as died:
            if "--trust-clock" not in str(died) or self._clock.forward < DAY_SECONDS:
                raise
            await self.spawn("--trust-clock")
            await self.opened()

    async def spawn(self, *options: str) -> None:
        """Start the process without waiting for it."""
        with self._complaints.open("wb") as complaints:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                *options,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,
            )

    async def opened(self, within: float = 60) -> None:
        """Wait until it serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), within)
        if b"is open at" not in line:
            await self._process.wait()
            raise Died(f"{line.decode()}{self._complaints.read_text()}")

    async def ended(self, within: float = 30) -> int:
        """Wait until it exits by itself; return its exit code."""
        assert self._process is not None
        await asyncio.wait_for(self._process.communicate(), within)
        return await self._bury()

    async def kill(self) -> None:
        """Kill it immediately."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to exit; return its exit code."""
        return await self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Freeze it."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume it."""
        os.kill(self.pid, signal.SIGCONT)

    async def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(how)
        await asyncio.wait_for(self._process.communicate(), 30)
        return await self._bury()

    async def _bury(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        assert process.returncode is not None
        left = _session(process.pid)
        assert not left, f"the server has ended and left these processes behind: {left}"
        return process.returncode

    def complaints(self) -> str:
        """Return what the last process wrote to stderr."""
        return self._complaints.read_text()

    def logged(self) -> list[dict[str, Any]]:
        """Return all lines of the log."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


def _session(leader: int) -> list[str]:
    """Return a session's processes, where the system can list them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, _, fields = (folder / "stat").read_text().rpartition(")")
            if int(fields.split()[3]) == leader:
                found.append(name)
    return found


class Disk:
    """A small disk; without permission to mount one, an ordinary folder that cannot be filled."""

    def __init__(self, folder: Path, mounted: bool) -> None:
        self.folder = folder
        self.mounted = mounted
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Use up the last free byte."""
        with self._filler.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(b"\0" * size) == size:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def clear(self) -> None:
        """Give the space back."""
        self._filler.unlink(missing_ok=True)

    @contextlib.contextmanager
    def read_only(self) -> Iterator[None]:
        """Make it read-only, even for root if it is a mounted disk; no file may be open for writing."""
        files = [self.folder, *self.folder.iterdir()]
        modes = {file: file.stat().st_mode for file in files}
        if self.mounted:
            subprocess.run(["mount", "-o", "remount,ro", str(self.folder)], check=True)
        else:
            for file in files:
                file.chmod(0o555 if file.is_dir() else 0o444)
        try:
            yield
        finally:
            if self.mounted:
                subprocess.run(["mount", "-o", "remount,rw", str(self.folder)], check=True)
            for file, mode in modes.items():
                file.chmod(mode)


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """Mount a disk of this many megabytes for as long as it is needed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "none", str(folder)]
    may_mount = sys.platform == "linux" and os.geteuid() == 0
    mounted = may_mount and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield Disk(folder, mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)
