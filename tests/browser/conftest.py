"""A real server in a process of its own, a real browser, and people who come in."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .people import Person

TABLES = Path(__file__).parent / "tables.toml"
ADMIN = "the-house-of-the-tests"
expect.set_options(timeout=20_000)


@contextlib.contextmanager
def serving(folder: Path, tables: Path = TABLES) -> Iterator[str]:
    """The address of a room with these tables and its database in a folder, until the end of the block."""
    command = "from bigslick.cli import main; main()"
    options = ["--db", str(folder / "room.db"), "--port", "0", "--tables", str(tables), "--admin-token", ADMIN]
    with subprocess.Popen(
        [sys.executable, "-c", command, "serve", *options, "--log", str(folder / "room.log")],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert "http://" in first, f"the server did not start: {(folder / 'room.log').read_text()}"
        try:
            yield next(word for word in first.split() if word.startswith("http://"))
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a room with the tables of `tables.toml`, each for one test."""
    with serving(tmp_path_factory.mktemp("room")) as address:
        yield address


# Not for the whole session: Playwright keeps an event loop running, and other tests start their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium, or whichever is on the path; without a window it draws the same with a quarter less work."""
    names = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing = "no chromium on this machine: apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def come_in(server: str, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Let somebody come in through the front door: a new browser, signed in as a guest."""
    people: list[Person] = []

    def arrive(**options: Any) -> Person:
        people.append(Person(browser, options.pop("base", server), **options))
        return people[-1]

    yield arrive
    for person in people:
        person.leave()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
