"""A study's folder: which tournaments it has, and what is left to play."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.simulate.folders import (
    BadStudy,
    block_size,
    finished,
    hold,
    named,
    pieces,
    shard,
    tidy,
    unplayed,
    write_whole,
)

pl = pytest.importorskip("polars")


def test_what_is_left_to_play() -> None:
    assert unplayed([], 5) == [(0, 5)]
    assert unplayed([(0, 2), (3, 4)], 6) == [(2, 3), (4, 6)]
    assert unplayed([(0, 6)], 6) == []
    assert list(pieces([(2, 3), (4, 9)], 2, 5)) == [(2, 3), (4, 5), (5, 7), (7, 9)]


def test_a_block_has_about_a_million_entries() -> None:
    assert block_size(1000, hands=False) == 1000
    assert block_size(1000, hands=True) == 20
    assert block_size(10**6, hands=True) == 1


def test_chunks_are_joined_and_a_kill_on_the_way_loses_nothing(tmp_path: Path) -> None:
    def write(piece: tuple[int, int], *tables: str) -> None:
        for name in tables:
            path = shard(tmp_path, name, piece)
            path.parent.mkdir(exist_ok=True)
            pl.DataFrame({"tournament": range(*piece)}).write_parquet(path)

    both = ("entries", "tournaments")
    for piece in ((0, 2), (2, 4), (4, 6), (6, 7)):
        write(piece, *both)
    write((0, 4), "entries")  # killed before the tournaments were joined: the joined file does not count
    assert finished(tmp_path) == [(0, 2), (2, 4), (4, 6), (6, 7)]
    write((0, 4), "tournaments")  # killed before the chunks were removed: the joined file counts
    assert finished(tmp_path) == [(0, 4), (4, 6), (6, 7)]
    tidy(tmp_path, both, 7, 4)
    assert finished(tmp_path) == [(0, 4), (4, 7)]
    for name in both:
        assert sorted(path.name for path in (tmp_path / name).iterdir()) == [
            "000000000-000000004.parquet",
            "000000004-000000007.parquet",
        ]
        assert pl.read_parquet(shard(tmp_path, name, (4, 7)))["tournament"].to_list() == [4, 5, 6]


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    """With limited file sizes, as on a full disk, the old file stays and no part of the new one is left."""
    path = tmp_path / "file"
    write_whole(path, b"before")
    code = (
        "import resource, pathlib, sys\n"
        "from bigslick.simulate.folders import write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    write_whole(pathlib.Path(sys.argv[1]), bytes(5000))\n"
        "except OSError as error:\n    print(error.strerror)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == "File too large\n"
    assert path.read_bytes() == b"before"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]


def test_one_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    with hold(folder), pytest.raises(BadStudy, match="another study is being played"), hold(folder):
        pass
    assert not folder.exists(), "nothing was kept in it"
    with hold(folder):
        (folder / "study.json").touch()
    assert [path.name for path in folder.iterdir()] == ["study.json"]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left on device") as full, named(tmp_path / "study.json"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert full.value.filename == str(tmp_path / "study.json")
