"""Databases for tests: a file, and a throwaway PostgreSQL started for the run."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bigslick.server.store.store import Store
from bigslick.server.store.trouble import Trouble


def binaries() -> Path | None:
    """Return PostgreSQL's folder: on the path, or where Debian puts it."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    return max((folder for folder in versions if (folder / "initdb").exists()), default=None)


class Postgres:
    """A cluster in a temporary folder on a free local port."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self._programs = programs
        # PostgreSQL refuses to run as root.
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(folder, "postgres")
        self._run("initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "-N", "-E", "UTF8", "--locale=C")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.databases = 0
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c max_connections=50 -c fsync=off"
        self._run("pg_ctl", "-D", self._folder / "data", "-o", options, "-l", self._folder / "log", "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: `fast` ends every connection, `immediate` is a crash."""
        self._run("pg_ctl", "-D", self._folder / "data", "-m", mode, "-w", "stop")

    def runs(self) -> bool:
        """Whether the server is running."""
        try:
            self._run("pg_ctl", "-D", self._folder / "data", "status")
        except subprocess.CalledProcessError:
            return False
        return True

    def new(self) -> str:
        """Create an empty database and return its address."""
        self.databases += 1
        name = f"room{self.databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: object) -> None:
        command = [*self._as_user, str(self._programs / program), *map(str, arguments)]
        # The server inherits its starter's output, so a pipe would never end.
        with (self._folder / "output").open("ab") as output:
            subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=True)


def needs_postgres() -> Path:
    """Return PostgreSQL's folder; without PostgreSQL, skip the test, or fail it under CI."""
    if (found := binaries()) is not None:
        return found
    missing = "PostgreSQL is not installed: apt install postgresql, and these tests run over it too"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL."""
    programs = needs_postgres()
    folder = Path(tempfile.mkdtemp(prefix="bigslick-postgres-"))
    cluster = None
    try:
        cluster = Postgres(folder, programs)
        yield cluster
    finally:
        if cluster is not None:
            with contextlib.suppress(subprocess.CalledProcessError):
                cluster.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.asynccontextmanager
async def opened(url: str, changed: Callable[[Trouble | None], None] | None = None) -> AsyncIterator[Store]:
    """Open a store, and close it at the end."""
    store = await Store.open(url, changed=changed)
    try:
        yield store
    finally:
        await store.close()
