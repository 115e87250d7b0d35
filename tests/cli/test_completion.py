"""The shell completes commands and options, and `--install-completion` sets it up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def bigslick(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bigslick", *arguments]
    # Name the shell instead of detecting it, because a test may not have been started by one.
    plain = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", **environment}
    return subprocess.run(command, env=plain, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bigslick eq", ["equity"]),
        ("bigslick s", ["serve", "simulate", "slumbot", "spec", "stats", "structure"]),
        ("bigslick structure ch", ["check"]),
        ("bigslick equity --bo", ["--board"]),
    ],
)
def test_bash_completes(line: str, expected: list[str]) -> None:
    done = bigslick(
        _BIGSLICK_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(line.split()) - 1), COMP_LINE=line
    )
    assert sorted(done.stdout.split()) == expected, done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_shown(shell: str) -> None:
    done = bigslick("--show-completion", shell)
    assert done.returncode == 0, done.stderr
    assert f"_BIGSLICK_COMPLETE=complete_{shell}" in done.stdout


def test_installing_writes_the_script_into_the_home(tmp_path: Path) -> None:
    done = bigslick("--install-completion", "bash", HOME=str(tmp_path), USERPROFILE=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "bash completion installed" in done.stdout
    written = "".join(file.read_text() for file in tmp_path.rglob("*") if file.is_file())
    assert "_BIGSLICK_COMPLETE=complete_bash" in written
