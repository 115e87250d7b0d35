"""Without --seed every command draws 128 bits anew, says them, and repeats the run that they name.

A seed of fewer bits could be found from the public seat draw of an event, and with it every card.
"""

from __future__ import annotations

import io
import json
import re
import secrets
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import Done, Run
from .test_help import COMMANDS, PATHS

UNSEEDED: dict[tuple[str, ...], tuple[str, ...]] = {
    ("demo",): ("--entrants", "9"),
    ("play",): ("--seats", "2", "--hands", "1"),
    ("deal",): (),
    ("equity",): ("AhKh", "QQ", "--samples", "200"),
    ("tournament",): ("--entrants", "9"),
    ("simulate",): ("--structure", "s0", "--tournaments", "1", "--entrants", "4", "--workers", "1", "--out", "study"),
    ("match",): ("tag", "lag", "--hands", "40"),
    ("bots",): ("tag", "--hands", "40"),
    ("spec", "sim"): ("std:kuhn", "--games", "5"),
    ("spec", "play"): ("std:kuhn",),
    ("spec", "trace"): ("std:kuhn",),
    ("spec", "why"): ("std:kuhn",),
    ("spec", "coverage"): ("std:kuhn", "--games", "5"),
}
DREW = re.compile(r"[0-9a-f]{32}|[1-9][0-9]{31}")
TIMES = ("elapsed", "seconds", "games_per_second", "moves_per_second", "folder", "out")

BY_COMMAND = pytest.mark.parametrize("path", sorted(UNSEEDED), ids=" ".join)


def seed_of(done: Done) -> str:
    """The seed that JSON names, in one object or in the first of many."""
    first: dict[str, Any] = json.loads(done.out.splitlines()[0])
    return str(first["seed"])


def without_times(done: Done) -> list[Any]:
    lines = [json.loads(line) for line in done.out.splitlines()]
    for line in lines:
        for name in TIMES:
            line.pop(name, None)
    return lines


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every run in a folder of its own, with nothing to read from the keyboard."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return tmp_path


@pytest.fixture
def unseeded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    count = 0

    def call(path: tuple[str, ...], *more: str) -> Done:
        nonlocal count
        count += 1
        folder = tmp_path / str(count)
        folder.mkdir()
        monkeypatch.chdir(folder)
        return run(*path, *UNSEEDED[path], *more)

    return call


def test_every_command_with_a_seed_is_here() -> None:
    assert {path for path in PATHS if any("--seed" in option.opts for option in COMMANDS[path].params)} == set(UNSEEDED)


@BY_COMMAND
def test_a_drawn_seed_is_new_has_128_bits_and_repeats_its_run(path: tuple[str, ...], unseeded: Run) -> None:
    first, second = unseeded(path, "--json"), unseeded(path, "--json")
    seeds = [seed_of(done) for done in (first, second)]
    assert all(DREW.fullmatch(seed) for seed in seeds), seeds
    assert seeds[0] != seeds[1]
    again = unseeded(path, "--json", "--seed", seeds[0])
    assert without_times(again) == without_times(first)


@BY_COMMAND
def test_people_read_the_seed_too(path: tuple[str, ...], unseeded: Run) -> None:
    out = unseeded(path).out
    assert DREW.search(out), out


@BY_COMMAND
def test_the_bits_come_from_the_operating_system(
    path: tuple[str, ...], unseeded: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    real = secrets.token_hex

    def noted(size: int | None = None) -> str:
        drawn.append((size, real(size)))
        return drawn[-1][1]

    monkeypatch.setattr(secrets, "token_hex", noted)
    seed = seed_of(unseeded(path, "--json"))
    assert [(size is None or size >= 16, word) for size, word in drawn if word == seed] == [(True, seed)]
