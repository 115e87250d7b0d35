"""Checks before a command starts: an extra that is installed, a folder that is free."""

from __future__ import annotations

import importlib.util
from pathlib import Path

EXTRAS = {
    "sim": ("polars", "dask", "matplotlib"),
    "mcp": ("mcp",),
    "room": ("aiosqlite", "alembic", "argon2", "sqlalchemy", "starlette", "uvicorn", "websockets"),
}
"""The modules by which an extra is known to be installed."""


def needs_extra(extra: str) -> None:
    """Refuse, with the line that installs it, to go on without an extra."""
    missing = [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(
            f"this needs the extra {extra!r} ({missing[0]} is missing): pip install 'bigslick[{extra}]'; "
            f"in a clone: pip install '.[{extra}]'"
        )


def free_folder(folder: Path, option: str, force: bool, pattern: str = "*.phhs") -> None:
    """Make the folder, or refuse one that is used; with `force` the files of an earlier run in it go."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{option}: {folder} is a file; name a folder")
    if folder.is_dir() and any(folder.iterdir()):
        if not force:
            raise ValueError(
                f"{option}: {folder} is not empty; name another folder, or --force replaces the {pattern} files in it"
            )
        for old in folder.glob(pattern):
            old.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def free_file(file: Path, option: str, force: bool) -> None:
    """Refuse to write over a file unless `force` is given."""
    if file.is_dir():
        raise ValueError(f"{option}: {file} is a folder; name a file")
    if file.exists() and not force:
        raise ValueError(f"{option}: {file} exists; name another file, or --force replaces it")
