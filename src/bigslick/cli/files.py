"""The hand histories that a command reads: files, and folders of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

SUFFIXES = (".phh", ".phhs")

HistoryPaths = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="PHH files (.phh, .phhs), or folders of them.")
]


def history_files(paths: Iterable[Path]) -> list[Path]:
    """The files themselves, and for a folder every history below it; a missing one is refused before any is read."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
            if not below:
                raise ValueError(f"{path} is a folder without a .phh or .phhs file")
            found += below
        else:
            path.stat()
            found.append(path)
    return found
