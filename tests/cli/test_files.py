"""Hand histories by file and by folder."""

from pathlib import Path

import pytest

from bigslick.cli.files import history_files


def test_files_and_folders(tmp_path: Path) -> None:
    for name in ("a.phh", "b.phhs", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in history_files([tmp_path, tmp_path / "notes.txt"])] == ["a.phh", "b.phhs", "notes.txt"]
    with pytest.raises(FileNotFoundError):
        history_files([tmp_path / "none.phh"])
