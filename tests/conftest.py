"""Shared by all tests: the core's mode, and the material next to the repository."""

from __future__ import annotations

import asyncio
import gc
import importlib.machinery
import inspect
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import bigslick

REPOSITORY = Path(__file__).parent.parent


# A busy machine must not fail a test, so speed is measured in bench/, never here.
settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


def core_mode() -> str:
    """Return `compiled`, `interpreted`, or the names of the modules that differ from the rest."""
    package = Path(bigslick.__path__[0])
    modes: dict[str, list[str]] = {}
    for twin in sorted(package.rglob("*.pxd")):
        if twin.stem != "__init__":
            # A compiled module takes precedence over the source next to it, as in Python's own suffix order.
            compiled = any(twin.with_suffix(suffix).exists() for suffix in importlib.machinery.EXTENSION_SUFFIXES)
            name = twin.relative_to(package).with_suffix("").as_posix()
            modes.setdefault("compiled" if compiled else "interpreted", []).append(name)
    if len(modes) == 1:
        return next(iter(modes))
    return "mixed, " + "; ".join(f"{mode}: {', '.join(names)}" for mode, names in modes.items())


def pytest_configure(config: pytest.Config) -> None:
    wanted, mode = os.environ.get("BIGSLICK_CORE"), core_mode()
    if wanted and wanted != mode:
        where = bigslick.__path__[0]
        raise pytest.UsageError(f"BIGSLICK_CORE asks for a core that is {wanted}, and the one in {where} is {mode}")
    # A shell starts background jobs with Ctrl-C ignored, and every process that a test stops would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header(config: pytest.Config) -> str:
    return f"core: {core_mode()}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from the tests' own objects, which all stay: it takes half of the collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test on a new event loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in arguments}))
    return True


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with other people's hands, rulings and documents; it is not part of the repository."""
    folder = Path(os.environ.get("BIGSLICK_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        missing = f"no folder {folder}: put the shared material beside the repository, or name it in BIGSLICK_SHARED"
        if os.environ.get("BIGSLICK_REQUIRE_SHARED") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    return folder
