"""A module compiled in place must not hide an edit to its source."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from bigslick import _source_tree

SO = EXTENSION_SUFFIXES[0]


def put(file: Path, time: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    os.utime(file, (time, time))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Make a package with two compiled modules that are a second younger than their sources."""
    package = tmp_path / "src" / "bigslick"
    for module in ("core/hand", "bots/_brain"):
        put(package / f"{module}.py", 100)
        put(package / f"{module}.pxd", 100)
        put(package / f"{module}{SO}", 101)
    put(package / "cards.py", 500)  # has no twin and is never compiled
    return package


def test_a_module_is_translated_again_when_one_that_it_cimports_by_another_name_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dependencies = pytest.importorskip("Cython.Build.Dependencies")
    root = Path(__file__).parents[1]
    script = runpy.run_path(str(root / "setup.py"))
    monkeypatch.chdir(root)
    monkeypatch.setattr(dependencies, "parse_dependencies", dependencies.parse_dependencies)
    script["follow_cimports"]()
    tree = dependencies.create_dependency_tree()
    assert "src/bigslick/core/hand.pxd" in tree.cimported_files("src/bigslick/hand/codec.pxd")
    assert "src/bigslick/core/evaluate.pxd" in tree.cimported_files("src/bigslick/core/cards.pxd")


def test_a_fresh_build_is_fine(package: Path) -> None:
    assert _source_tree.mismatch(package) is None


def test_a_tree_without_compiled_modules_is_fine(package: Path) -> None:
    for compiled in package.rglob(f"*{SO}"):
        compiled.unlink()
    put(package / "core" / "hand.py", 200)
    assert _source_tree.mismatch(package) is None


@pytest.mark.parametrize("ending", [".py", ".pxd"])
def test_an_edit_is_noticed(package: Path, ending: str) -> None:
    put(package / "core" / f"hand{ending}", 200)
    found = _source_tree.mismatch(package)
    assert found == f"core/hand{ending} is newer than its compiled module: {_source_tree.REBUILD}"


def test_every_edit_is_named(package: Path) -> None:
    put(package / "core" / "hand.py", 200)
    put(package / "bots" / "_brain.pxd", 200)
    found = _source_tree.mismatch(package)
    assert found is not None
    assert found.startswith("bots/_brain.pxd, core/hand.py are newer than their compiled modules: rebuild")


def test_a_module_whose_source_is_gone_is_noticed(package: Path) -> None:
    (package / "core" / "hand.pxd").unlink()
    found = _source_tree.mismatch(package)
    assert found is not None
    assert found.endswith("which is gone: delete it")


@pytest.mark.parametrize("in_tree", [True, False])
def test_only_a_source_tree_is_looked_at(package: Path, in_tree: bool) -> None:
    shutil.copy(_source_tree.__file__, package / "_source_tree.py")
    (package / "__init__.py").write_text("from . import _source_tree\n")
    put(package / "core" / "hand.py", 200)
    if in_tree:
        (package.parent.parent / "setup.py").touch()
    command = [sys.executable, "-c", "import bigslick"]
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if in_tree:
        assert "hand.py is newer than its compiled module: rebuild with" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
