"""Everything that CONTRIBUTING, CHANGELOG and SECURITY point to exists, and the project is described in one place."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from setuptools.config.pyprojecttoml import read_configuration

import bigslick

from .documents import ROOT, broken_links

DOCUMENTS = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
CALLERS = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_links_lead_somewhere(name: str) -> None:
    assert broken_links(ROOT / name) == []


@pytest.mark.parametrize("file", CALLERS, ids=lambda file: file.name)
def test_the_targets_it_calls_exist(file: Path) -> None:
    called = set(re.findall(r"(?:^|[`:;&] ?|run: |entry: )make (?:-C \w+ )?([a-z-]+)", file.read_text(), re.MULTILINE))
    assert called
    assert called <= TARGETS | {"help"}


def test_every_target_is_explained() -> None:
    explained = set(re.findall(r"echo 'make ([a-z-]+) ", MAKEFILE))
    assert explained == TARGETS - {"help", "lint", "lint-page"}


@pytest.mark.filterwarnings("ignore::setuptools.warnings.SetuptoolsWarning")
def test_the_version_is_written_once() -> None:
    assert "version" not in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert read_configuration(ROOT / "pyproject.toml")["project"]["version"] == bigslick.__version__


def test_the_changelog_has_a_place_for_what_comes_and_this_version() -> None:
    headings = re.findall(r"^## \[?([\w.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert bigslick.__version__ in headings


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda lock: lock.name)
def test_a_lock_pins_with_hashes_and_names_no_host(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    for line in text.splitlines():
        if re.match(r"[a-zA-Z]", line):
            assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+ (; .* )?\\$", line), line
    assert text.count("--hash=sha256:") >= len(re.findall(r"^\w", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["run.txt", "dev.txt"])
def test_everything_in_a_lock_is_there_because_something_wants_it(name: str) -> None:
    """`make lock` notes what wants each package, so one without was added by hand and goes at the next lock."""
    packages = re.split(r"^(?=\w)", (ROOT / "requirements" / name).read_text(), flags=re.MULTILINE)[1:]
    assert [package.split(" ")[0] for package in packages if "# via" not in package] == []
