"""Checks before a command starts: that a folder or a file is free."""

from __future__ import annotations

from pathlib import Path


def free_folder(folder: Path, option: str, force: bool, pattern: str = "*.phhs") -> None:
    """Make the folder, or refuse one in use; with `force`, delete an earlier run's files from it."""
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
    """Refuse to overwrite a file unless `force` is given."""
    if file.is_dir():
        raise ValueError(f"{option}: {file} is a folder; name a file")
    if file.exists() and not force:
        raise ValueError(f"{option}: {file} exists; name another file, or --force replaces it")
