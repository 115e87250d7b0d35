"""The page's types and bounds match the wire structs."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import util
from types import ModuleType
from typing import get_args

import pytest

from bigslick.history.formats.registry import HandFormat, formats
from bigslick.protocol import wire

from ..conftest import REPOSITORY


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = util.spec_from_file_location("page_types", REPOSITORY / "tools" / "page_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_what_the_tool_writes(tool: ModuleType) -> None:
    again = "run PYTHONPATH=src python tools/page_types.py"
    assert tool.TYPES.read_text("utf-8") == tool.types(), again
    assert tool.BOUNDS.read_text("utf-8") == tool.bounds(), again
    assert tool.CHOICES.read_text("utf-8") == tool.choices(), again


def test_every_message_has_a_type(tool: ModuleType) -> None:
    text = tool.types()
    for kind in (*get_args(wire.Command), *get_args(wire.FromServer), *get_args(wire.WireEvent)):
        assert f"interface {kind.__name__} {{\n    type: {json.dumps(kind.__struct_config__.tag)};" in text


def test_the_page_offers_every_format_that_hands_are_written_in(tool: ModuleType) -> None:
    written = {form.name for form in formats() if form.write is not None}
    assert set(get_args(HandFormat)) == written
    assert all(f'name: "{name}"' in tool.choices() for name in written)


def test_the_types_are_not_served(tool: ModuleType) -> None:
    assert tool.BOUNDS.parent not in tool.TYPES.parents


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((REPOSITORY / "package-lock.json").read_text("utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    for name, package in packages.items():
        assert "resolved" not in package, f"{name} says where it was fetched from"
        assert package["integrity"].startswith("sha512-")
    wanted = json.loads((REPOSITORY / "package.json").read_text("utf-8"))["devDependencies"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version, "versions are exact"


def test_the_page_is_formatted_and_its_types_hold() -> None:
    npm = shutil.which("npm")
    if npm is None or not (REPOSITORY / "node_modules").is_dir():
        pytest.skip("the page's tools are not installed: npm install")
    done = subprocess.run([npm, "run", "lint"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
