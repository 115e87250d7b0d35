"""Hand histories by file and by folder, and the hands that were left out."""

from pathlib import Path

import pytest
import typer

from bigslick.cli.support.files import Grouped, LeftOut, history_files
from bigslick.history import BadHistory


def test_files_and_folders(tmp_path: Path) -> None:
    for name in ("a.phh", "b.phhs", "notes.txt"):
        (tmp_path / name).touch()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "hands.txt").write_text("[1]\nvariant = 'NT'\n")
    (tmp_path / "below" / "words.txt").write_text("Nothing of the kind.\n")
    found = history_files([tmp_path, tmp_path / "notes.txt"])
    assert [path.name for path in found] == ["a.phh", "b.phhs", "hands.txt", "notes.txt"]
    with pytest.raises(FileNotFoundError):
        history_files([tmp_path / "none.phh"])
    (tmp_path / "none").mkdir()
    with pytest.raises(ValueError, match="none is a folder without a hand history"):
        history_files([tmp_path / "none"])


def test_reasons_that_differ_in_names_and_numbers_are_one(capsys: pytest.CaptureFixture[str]) -> None:
    grouped = Grouped()
    grouped.add("a raise to 40 is more than the 30 that p1 has", "a.phh, hand 1")
    grouped.add("the variant 'PO' is unknown", "b.phh")
    grouped.add("a raise to 4.50 is more than the 3 that p2 has", "a.phh, hand 7")
    grouped.add("Ah is dealt twice", "c.phh")
    grouped.add("2c is dealt twice", "d.phh")
    assert grouped.count == 5
    assert [(reason["count"], reason["first"]) for reason in grouped.json()] == [
        (2, "a.phh, hand 1"),
        (2, "c.phh"),
        (1, "b.phh"),
    ]
    grouped.say()
    assert capsys.readouterr().out.splitlines() == [
        "  2  such as: a raise to 40 is more than the 30 that p1 has (the first: a.phh, hand 1)",
        "  2  such as: Ah is dealt twice (the first: c.phh)",
        "  1  the variant 'PO' is unknown (b.phh)",
    ]


def test_games_are_reasons_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    grouped = Grouped()
    for game in ("OmahaHiLo", "Omaha", "Omaha"):
        grouped.add(f"the game is '{game}': expected No Limit Texas Hold'em", "a.ohh")
    grouped.say()
    assert capsys.readouterr().out.splitlines() == [
        "  2  the game is 'Omaha': expected No Limit Texas Hold'em (the first: a.ohh)",
        "  1  the game is 'OmahaHiLo': expected No Limit Texas Hold'em (a.ohh)",
    ]


def test_many_reasons_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    grouped = Grouped()
    for letter in "abcdefghijkl":
        grouped.add(f"reason {letter * 3}", "")
    grouped.say()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  1  reason aaa"
    assert lines[-1] == "  ... and 2 more reasons (--json has them all)"


@pytest.mark.parametrize(
    ("hands", "refused", "strict", "fails"),
    [(5, 0, True, False), (5, 1, False, False), (5, 1, True, True), (0, 1, False, True), (0, 0, False, True)],
)
def test_a_command_fails_when_nothing_is_left_or_when_asked(
    hands: int, refused: int, strict: bool, fails: bool
) -> None:
    left_out = LeftOut()
    for number in range(refused):
        left_out.refuse(BadHistory("no", file="a.phh", hand=number))
    assert left_out.count == refused
    if not fails:
        left_out.end(hands, strict)
        return
    with pytest.raises(typer.Exit):
        left_out.end(hands, strict)
