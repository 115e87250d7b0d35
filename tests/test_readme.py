"""The README runs as written, and names only commands, targets, pictures and files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bigslick import Hand

from .documents import PYTHON, ROOT, blocks, broken_links, commands, has_target, run_document, run_python

README = ROOT / "README.md"
FIRST_SCREEN = 60
"""How many lines a reader sees without scrolling twice."""
LARGEST_PICTURE = 300_000


def test_what_it_shows_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run_document(README, capsys)


def test_the_first_python_is_a_whole_hand() -> None:
    names: dict[str, object] = {"__name__": "readme"}
    run_python(next(block for block in blocks(README) if block.language in PYTHON), README, names)
    hand = names["hand"]
    assert isinstance(hand, Hand)
    assert hand.over


def test_the_first_screen_says_what_it_is_and_how_to_start() -> None:
    screen = "\n".join(README.read_text().splitlines()[:FIRST_SCREEN])
    for needed in ("pip install", "make demo", "make test", "Hand.start", "## Write a bot"):
        assert needed in screen, needed


def test_each_reader_has_a_door() -> None:
    """Bot writer, director, host, hand-history player, engine writer: each has a heading, commands and a link."""
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## )", README.read_text(), re.MULTILINE | re.DOTALL))
    doors = "Write a bot", "Run a tournament", "Play with friends", "Read hand histories", "Check your own engine"
    assert tuple(sections) == doors
    for name, text in sections.items():
        assert "```sh" in text, name
        assert "](docs/" in text, name


def test_its_make_targets_exist() -> None:
    for target in re.findall(r"(?:^|`)make (\w+)", README.read_text(), re.MULTILINE):
        assert has_target(target), f"the Makefile has no {target}"


def test_its_pictures_are_small_enough() -> None:
    pictures = sorted((ROOT / "docs" / "pictures").iterdir())
    assert len(pictures) >= 2
    for picture in pictures:
        assert picture.stat().st_size <= LARGEST_PICTURE, picture.name
        assert picture.name in README.read_text(), f"{picture.name} is shown nowhere"


def test_every_command_it_shows_is_one_of_ours_or_make() -> None:
    found = [
        command.arguments[0]
        for block in blocks(README)
        if block.language in ("sh", "console")
        for command in commands(block)
    ]
    assert set(found) <= {"bigslick", "make", "pip"}


def test_its_links_lead_somewhere() -> None:
    assert broken_links(README) == []
