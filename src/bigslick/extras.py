"""Extras: packages that only parts of bigslick need, and the sentence that says which one to install."""

from __future__ import annotations

import importlib.util
from typing import Final

EXTRAS: Final = {
    "client": ("websockets",),
    "cluster": ("distributed",),
    "mcp": ("mcp",),
    "openspiel": ("pyspiel",),
    "pictures": ("matplotlib",),
    "room": (
        "aiosqlite",
        "alembic",
        "argon2",
        "PIL",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ),
    "sim": ("polars", "matplotlib"),
}
"""The modules that prove an extra is installed."""


class MissingExtra(ImportError):
    """A package is not installed; the sentence names the command that installs it."""


def needs_extra(extra: str, *modules: str) -> None:
    """Raise `MissingExtra` unless an extra is installed, or just these modules of it."""
    for name in modules or EXTRAS[extra]:
        if importlib.util.find_spec(name) is None:
            raise missing(extra, name)


def missing(extra: str, module: str | None) -> MissingExtra:
    """Return the error for a module that could not be imported."""
    package = (module or extra).partition(".")[0]
    return MissingExtra(
        f"this needs the extra {extra!r} ({package} is missing): pip install 'bigslick[{extra}]'; "
        f"in a clone: pip install '.[{extra}]'"
    )
