"""Checks before a command starts."""

from pathlib import Path

import pytest

from bigslick.cli.support.needs import free_file, free_folder


def test_a_used_folder_is_refused_and_force_replaces_only_the_files_of_before(tmp_path: Path) -> None:
    free_folder(tmp_path / "new" / "one", "--phhs", force=False)
    (tmp_path / "old.phhs").touch()
    (tmp_path / "letter.txt").touch()
    with pytest.raises(ValueError, match="is not empty; name another folder, or --force replaces"):
        free_folder(tmp_path, "--phhs", force=False)
    free_folder(tmp_path, "--phhs", force=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "new"]
    with pytest.raises(ValueError, match="is a file; name a folder"):
        free_folder(tmp_path / "letter.txt", "--phhs", force=True)


def test_a_file_is_replaced_only_by_force(tmp_path: Path) -> None:
    free_file(tmp_path / "new", "--save", force=False)
    (tmp_path / "old").touch()
    free_file(tmp_path / "old", "--save", force=True)
    with pytest.raises(ValueError, match="exists; name another file, or --force replaces it"):
        free_file(tmp_path / "old", "--save", force=False)


def test_a_folder_is_no_file_even_by_force(tmp_path: Path) -> None:
    for force in (False, True):
        with pytest.raises(ValueError, match=r"--save: .* is a folder; name a file"):
            free_file(tmp_path, "--save", force)
