"""A study's folder: the tournaments in it, atomic file writes, and one study at a time.

A chunk is one Parquet file in each table's folder, named by its first tournament and the first after it. A chunk counts
once its `tournaments` are written. When a study is finished, its chunks are joined into files whose size depends only
on the plan, so the same study always gives the same files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from bigslick.errors import BigslickError

LOCK = ".lock"
BLOCK_ROWS = 1_000_000
"""About how many entries a finished study's file has; fewer with hands."""
HANDS_PER_ENTRY = 50

Piece = tuple[int, int]
"""A range of tournaments: the first, and the first after them."""


class BadStudy(BigslickError, ValueError):
    """A folder that cannot hold this study, or a study that stopped; finished chunks are kept."""

    __module__ = "bigslick.simulate"


def shard(folder: Path, table: str, piece: Piece) -> Path:
    """Return a table's file for these tournaments."""
    return folder / table / f"{piece[0]:09}-{piece[1]:09}.parquet"


def finished(folder: Path) -> list[Piece]:
    """Return the finished chunks in order, without leftovers of an interrupted join, which lie inside another chunk."""
    found = []
    for path in (folder / "tournaments").glob("*.parquet"):
        start, dash, stop = path.stem.partition("-")
        if dash and start.isdigit() and stop.isdigit():
            found.append((int(start), int(stop)))
    done: list[Piece] = []
    for piece in sorted(found, key=lambda piece: (piece[0], -piece[1])):
        if not done or piece[1] > done[-1][1]:
            done.append(piece)
    return done


def unplayed(done: Sequence[Piece], total: int) -> list[Piece]:
    """Return the tournaments up to `total` that are in no chunk."""
    gaps, at = [], 0
    for start, stop in done:
        if at < start:
            gaps.append((at, start))
        at = max(at, stop)
    return [*gaps, (at, total)] if at < total else gaps


def pieces(gaps: Sequence[Piece], size: int, block: int) -> Iterator[Piece]:
    """Yield the gaps in pieces of a given size, none of them across a block boundary."""
    for start, stop in gaps:
        while start < stop:
            end = min(stop, start + size, (start // block + 1) * block)
            yield start, end
            start = end


def block_size(entrants: int, hands: bool) -> int:
    """Return how many tournaments go in one file of a finished study, by entrants."""
    return max(1, BLOCK_ROWS // (max(1, entrants) * (HANDS_PER_ENTRY if hands else 1)))


def tidy(folder: Path, tables: Sequence[str], total: int, block: int) -> None:
    """Join a finished study's chunks, block by block; if it is killed on the way, nothing is lost."""
    done = finished(folder)
    for start in range(0, total, block):
        whole = (start, min(total, start + block))
        parts = [piece for piece in done if whole[0] <= piece[0] < whole[1]]
        if parts != [whole]:
            for name in tables:
                write_whole(shard(folder, name, whole), _joined([shard(folder, name, part) for part in parts]))
    kept = {shard(folder, "tournaments", piece).name for piece in finished(folder)}
    for name in reversed(tables):  # a chunk without its `tournaments` does not count
        for path in (folder / name).glob("*.parquet"):
            if path.name not in kept:
                path.unlink()


def _joined(files: Sequence[Path]) -> bytes:
    import io

    from .polars_library import pl

    file = io.BytesIO()
    pl.concat([pl.read_parquet(part) for part in files]).rechunk().write_parquet(file, statistics=False)
    return file.getvalue()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with named(path), part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Name the file that could not be written, for example on a full disk, because the system does not."""
    try:
        yield
    except OSError as error:
        if error.errno is not None:
            error.filename = str(path)
        raise


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Lock the folder, or refuse; the system releases it even if this process is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    with path.open("a+b") as file:
        if not _lock(file) or not _is_file(file, path):
            raise BadStudy(f"another study is being played in {folder}: wait for it, or choose another folder")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows does not remove an open file
                path.unlink()
            with suppress(OSError):  # without results, remove the folder too
                folder.rmdir()


def _is_file(file: IO[bytes], path: Path) -> bool:
    """Whether the open file still has this name: its last holder may just have removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _lock(file: IO[bytes]) -> bool:
    """Lock the file; False if another process has it. A file system without locks counts as unlocked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
