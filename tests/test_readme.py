"""The README runs as it is written, and names only commands, targets and files that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bigslick import Pot
from bigslick.cli import main

from .documents import ROOT, blocks, broken_links, commands, run_python

README = ROOT / "README.md"
PYTHON = [block for block in blocks(README) if block.language == "python"]
CONSOLE = [block for block in blocks(README) if block.language == "console"]


def test_its_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "readme"}
    assert PYTHON
    for block in PYTHON:
        run_python(block, README, names)


def test_the_first_block_is_a_whole_hand() -> None:
    names: dict[str, object] = {"__name__": "readme"}
    run_python(PYTHON[0], README, names)
    assert names["hand"].over  # type: ignore[attr-defined]


def test_the_comments_of_the_first_block_are_true() -> None:
    """Where a comment begins with a value, the expression before it has that value."""
    names: dict[str, object] = {"__name__": "readme"}
    lines = PYTHON[0].text.splitlines()
    checked = 0
    for node in ast.parse(PYTHON[0].text).body:
        claim = lines[node.lineno - 1].partition("# ")[2].partition(": ")[0]
        if isinstance(node, ast.Expr) and re.match(r"\d|\(|range", claim):
            value = eval(compile(ast.Expression(node.value), "README.md", "eval"), names)
            assert value == eval(claim, {"Pot": Pot}), lines[node.lineno - 1]
            checked += 1
        else:
            exec(compile(ast.Module([node], []), "README.md", "exec"), names)
    assert checked == 3


def test_its_commands_exist(capsys: pytest.CaptureFixture[str]) -> None:
    found = [command for block in CONSOLE for command in commands(block) if command.arguments[0] == "bigslick"]
    assert found
    for command in found:
        name = command.arguments[1]
        assert main([name, "--help"]) == 0
        helped = capsys.readouterr().out
        for word in command.arguments[2:]:
            if word.startswith("--"):
                assert word in helped, f"bigslick {name} has no {word}"


def test_its_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:^|`)make (\w+)", README.read_text(), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"the Makefile has no {target}"


def test_its_links_lead_somewhere() -> None:
    assert broken_links(README) == []
