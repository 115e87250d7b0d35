"""A real server in its own process and a real browser, both shared by all tests in a worker, and people who come in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from ..conftest import REPOSITORY
from .people import Person
from .room import Room

expect.set_options(timeout=60_000)  # only a broken page takes this long, however busy the machine is


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a room with its database in a folder, and yield its address."""
    command = [sys.executable, "-m", "tests.browser.room", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            assert address, "the server did not start"
            yield address
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this worker's room, where each test opens its own tables."""
    with serving(tmp_path_factory.mktemp("room")) as address:
        yield address


class Loop:
    """Playwright's event loop. It counts as running only during a browser test, because other tests start their own."""

    def __init__(self) -> None:
        self._rests: asyncio.AbstractEventLoop | None = None

    @contextlib.contextmanager
    def runs(self) -> Iterator[None]:
        """Resume the loop, if there is one yet, until the end of the block."""
        if asyncio._get_running_loop() is not None:
            yield
            return
        asyncio._set_running_loop(self._rests)
        try:
            yield
        finally:
            self._rests = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


LOOP = Loop()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Run this folder's tests with Playwright's loop; pytest calls this hook for every folder's tests."""
    with LOOP.runs() if Path(__file__).parent in item.path.parents else contextlib.nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The browser driver, one for all tests in a worker; it may end after another folder's test."""
    manager = sync_playwright()
    yield manager.start()
    with LOOP.runs():
        manager.__exit__()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Browser:
    """Debian's Chromium, or the one on the path; headless, it draws the same with a quarter less work."""
    names = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing = "no chromium on this machine: apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


@pytest.fixture(scope="module")
def page(server: str, browser: Browser) -> Iterator[Page]:
    """A page that can run functions."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(server)
    yield page
    context.close()


@pytest.fixture
def room(server: str) -> Iterator[Room]:
    """The room, with tables that are closed when the test is over."""
    found = Room(server)
    yield found
    found.close()


@pytest.fixture
def come_in(room: Room, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Open a new browser window for a person, by default signed in as a guest."""
    people: list[Person] = []

    def arrive(**options: Any) -> Person:
        people.append(Person(browser, room, **options))
        return people[-1]

    yield arrive
    for person in people:
        person.leave()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems
