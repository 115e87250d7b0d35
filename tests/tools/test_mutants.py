"""The mutants for `make mutants`: each still fits the source, and a few are caught here in seconds."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bigslick
from tools.mutants import Mutant, each_mutant, main, named_mutants, tried

PACKAGE = Path(bigslick.__path__[0])


@pytest.fixture(scope="module")
def named() -> dict[str, Mutant]:
    return {mutant.name: mutant for mutant in named_mutants(PACKAGE)}


def test_every_named_mutant_fits_the_source_and_is_python(named: dict[str, Mutant]) -> None:
    for mutant in named.values():
        if mutant.file.endswith(".py"):
            ast.parse(mutant.source)
        assert mutant.source != (PACKAGE / mutant.file).read_text(encoding="utf-8")
    assert len(named) >= 40


@pytest.mark.parametrize(
    "name",
    [
        "the command line's seed is constant",
        "registration closes a level late",
        "hand-for-hand begins a player late",
    ],
)
def test_a_mutant_dies_by_the_tests_that_know_its_mistake(named: dict[str, Mutant], name: str) -> None:
    verdict = tried(named[name], PACKAGE, judges=())
    assert verdict.dead
    assert verdict.by.startswith(named[name].tests)


def test_a_change_that_changes_nothing_survives() -> None:
    file = "tournament/director/table_sizes.py"
    source = (PACKAGE / file).read_text(encoding="utf-8") + "\n# nothing\n"
    verdict = tried(
        Mutant("nothing", file, source, ("tests/tournament/director/test_table_sizes.py",)), PACKAGE, judges=()
    )
    assert not verdict.dead


def test_every_small_change_is_python_of_its_own() -> None:
    source = (PACKAGE / "tournament/director/arrangement.py").read_text(encoding="utf-8")
    mutants = each_mutant(PACKAGE, "director/arrangement")
    assert len(mutants) > 100
    assert len({mutant.source for mutant in mutants}) == len({mutant.source for mutant in mutants} - {source})
    for mutant in mutants:
        ast.parse(mutant.source)
    assert any("< -> <=" in mutant.name for mutant in mutants)


def test_a_name_that_no_mutant_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "no such mutant"])
    assert "no mutant is named 'no such mutant'" in capsys.readouterr().err
