from decimal import Decimal
from pathlib import Path

import pytest

from bigslick.history.formats.registry import formats

from .conftest import Refused, Run

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100.50]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6.50', 'p1 f']
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.phh"
    path.write_text(HAND)
    return path


def test_json_has_one_line_for_each_hand(run: Run, file: Path) -> None:
    done = run("replay", file, "--json")
    assert done.code == 0
    (line,) = done.lines
    assert set(line) == {"file", "hand", "ok", "finished", "final_stacks", "error"}
    assert (line["file"], line["ok"], line["finished"], line["error"]) == (str(file), True, True, None)
    # Heads-up, the format lists the big blind first: p2 is the small blind and wins 2 from p1.
    assert line["final_stacks"] == ["98.00", "102.50"]


def test_a_refused_hand_is_told_and_gives_exit_code_1(run: Run, file: Path) -> None:
    file.write_text(HAND.replace("cbr 6.50", "cbr 3"))
    done = run("replay", file, "--json")
    assert done.code == 1
    (line,) = done.lines
    assert not line["ok"]
    assert "one.phh" in line["error"]
    done = run("replay", file)
    assert done.code == 1
    summary, reason = done.out.splitlines()
    assert summary.endswith("0 finished, 0 open at the end of their record, 1 refused:")
    assert reason.startswith("  1  a raise to 3")
    assert "one.phh" in reason


def test_many_refused_hands_are_counted_by_their_reason(run: Run, file: Path) -> None:
    bad = HAND.replace("cbr 6.50", "cbr 3")
    hands = [bad] * 29 + [HAND, HAND.replace("'NT'", "'PO'")]
    file.write_text("".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands, 1)))
    done = run("replay", file)
    assert done.code == 1
    summary, many, one = done.out.splitlines()
    assert summary == "31 hands in 1 file: 1 finished, 0 open at the end of their record, 30 refused:"
    assert many.startswith("  29  a raise to 3")
    assert one.startswith("   1  the variant 'PO'")
    assert len(run("replay", file, "--json").lines) == 31


def test_every_format_is_played(run: Run, file: Path, tmp_path: Path) -> None:
    """Files and folders, detected by content: the same hand ends the same in every format."""
    named = HAND + "players = ['Ann', 'Ben']\n"
    file.write_text(named)
    expected = ["98.00", "102.50"]
    for form in (known for known in formats() if known.write is not None):
        out = tmp_path / form.name
        assert run("convert", file, "--to", form.name, "--out", out).code == 0
        (written,) = out.iterdir()
        written.rename(out / "hands.dat")
        (line,) = run("replay", out, "--json").lines
        assert line["ok"]
        assert [Decimal(stack) for stack in line["final_stacks"]] == [Decimal(stack) for stack in expected]


def test_a_file_that_is_not_toml_is_told(run: Run, file: Path) -> None:
    file.write_text("variant = [")
    done = run("replay", file, "--json")
    assert done.code == 1
    assert "one.phh" in done.lines[0]["error"]


def test_people_read_the_final_stacks(run: Run, file: Path) -> None:
    done = run("replay", file)
    assert done.code == 0
    assert "1 hand in 1 file: 1 finished" in done.out


def test_a_folder_is_all_its_histories(run: Run, file: Path) -> None:
    (file.parent / "below").mkdir()
    (file.parent / "below" / "two.phh").write_text(HAND)
    (file.parent / "notes.txt").write_text("not a hand")
    assert len(run("replay", file.parent, "--json").lines) == 2


def test_a_folder_without_histories_is_one_sentence(refused: Refused, tmp_path: Path) -> None:
    assert "is a folder without a hand history" in refused("replay", tmp_path)


def test_a_missing_file_is_refused_before_any_is_read(refused: Refused, file: Path, tmp_path: Path) -> None:
    assert (
        refused("replay", file, tmp_path / "none.phh", "--json")
        == f"{tmp_path / 'none.phh'}: No such file or directory"
    )
