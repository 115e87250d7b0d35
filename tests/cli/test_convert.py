from pathlib import Path

import pytest

from bigslick.history import read

from .conftest import Refused, Run

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100.50]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cbr 6.50', 'p1 f']
players = ['Ann', 'Ben']
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files of hands (one in a subfolder, one with a broken hand), and a file that is not a history."""
    (tmp_path / "in" / "below").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text(HAND)
    (tmp_path / "in" / "below" / "b.phhs").write_text(f"[1]\n{HAND}\n[2]\nbroken\n\n[3]\n{HAND}")
    (tmp_path / "in" / "notes.md").write_text("Not a hand.")
    return tmp_path / "in"


def test_files_and_folders_are_converted_and_the_broken_hand_is_named(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("convert", folder, "--to", "phh", "--out", out)
    assert done.code == 0
    assert done.out.splitlines() == [
        "3 hands of 2 files converted to PHH",
        "1 refused:",
        f"  1  this is not TOML: Expected '=' after a key in a key/value pair "
        f"({folder / 'below' / 'b.phhs'}, hand 2, line 11)",
    ]
    assert sorted(path.relative_to(out) for path in out.rglob("*.*")) == [Path("a.phhs"), Path("below/b.phhs")]
    assert len(list(read(out / "below" / "b.phhs"))) == 2


def test_json_has_everything(run: Run, folder: Path, tmp_path: Path) -> None:
    done = run("convert", folder, "--to", "phh", "--out", tmp_path / "out", "--anonymise", "--json")
    assert done.code == 0
    found = done.json
    assert set(found) == {"to", "hands", "refused", "reasons", "lost", "players", "files"}
    assert (found["to"], found["hands"], found["refused"], found["players"], found["lost"]) == ("phh", 3, 1, 2, [])
    assert found["files"] == [
        {"file": str(folder / "a.txt"), "out": str(tmp_path / "out" / "a.phhs"), "hands": 1},
        {"file": str(folder / "below" / "b.phhs"), "out": str(tmp_path / "out" / "below" / "b.phhs"), "hands": 2},
    ]
    assert found["reasons"][0]["first"].endswith("b.phhs, hand 2, line 11")


def test_strict_and_nothing_converted_are_exit_code_1(run: Run, folder: Path, tmp_path: Path) -> None:
    done = run("convert", folder, "--to", "phh", "--out", tmp_path / "out", "--strict")
    assert done.code == 1
    assert (tmp_path / "out" / "a.phhs").exists()
    (tmp_path / "bad.phhs").write_text("[1]\nbroken\n")
    done = run("convert", tmp_path / "bad.phhs", "--to", "phh", "--out", tmp_path / "out")
    assert done.code == 1
    assert "0 hands of 0 files converted" in done.out


def test_without_out_the_file_is_beside_and_names_are_replaced(run: Run, folder: Path) -> None:
    done = run("convert", folder / "a.txt", "--to", "phh", "--anonymise")
    assert done.code == 0
    assert done.out.splitlines() == [
        f"1 hand of 1 file converted to PHH: {folder / 'a.phhs'}",
        "2 names replaced",
    ]
    (hand,) = read(folder / "a.phhs")
    assert hand.players == ["player 1", "player 2"]


def test_a_name_in_the_path_of_a_file_is_said(run: Run, folder: Path, tmp_path: Path) -> None:
    (hand,) = read(folder / "a.txt")
    source = tmp_path / f"{(hand.players or [''])[0]} at night.txt"
    source.write_bytes((folder / "a.txt").read_bytes())
    done = run("convert", source, "--to", "phh", "--anonymise")
    assert done.code == 0
    assert "a player's name is left in the path of 1 file, such as" in done.err


def test_the_hero_is_looked_for(run: Run, folder: Path, tmp_path: Path) -> None:
    done = run("convert", folder / "a.txt", "--to", "phh", "--out", tmp_path / "out", "--hero", "Ben")
    assert done.code == 0
    (hand,) = read(tmp_path / "out" / "a.phhs")
    assert (hand.actions or [])[:2] == ["d dh p1 ????", "d dh p2 KhKd"]
    done = run("convert", folder / "a.txt", "--to", "phh", "--out", tmp_path / "other", "--hero", "Bem")
    assert done.code == 2
    assert done.err == "bigslick: --hero: no hand has a player called 'Bem'; did you mean 'Ben'?\n"
    assert done.out == ""
    assert not (tmp_path / "other").exists()


def test_of_two_files_of_one_name_the_second_keeps_its_suffix(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "a.csv").write_text(HAND)
    done = run("convert", folder, folder / "a.txt", "--to", "phh", "--out", tmp_path / "out", "--json")
    assert done.code == 0
    assert [Path(file["out"]).relative_to(tmp_path / "out") for file in done.json["files"]] == [
        Path("a.phhs"),
        Path("a.txt.phhs"),
        Path("below/b.phhs"),
    ]


def test_clashes_are_refused_before_anything_is_read(refused: Refused, folder: Path, tmp_path: Path, run: Run) -> None:
    source = folder / "below" / "b.phhs"
    assert (
        refused("convert", source, "--to", "phh")
        == f"{source} is a file to read and would be replaced: name another folder with --out"
    )
    (folder / "below" / "a.txt").write_text(HAND)
    both = (folder / "a.txt", folder / "below" / "a.txt")
    assert refused("convert", *both, "--to", "phh", "--out", tmp_path / "out") == (
        f"{both[0]} and {both[1]} would both become {tmp_path / 'out' / 'a.phhs'}: "
        "convert them one by one, each with its own --out"
    )
    assert not (tmp_path / "out").exists()
    (folder / "a.phhs").write_text("mine")
    assert (
        refused("convert", folder / "a.txt", "--to", "phh")
        == f"{folder / 'a.phhs'} exists: name another folder with --out, or replace it with --force"
    )
    assert (folder / "a.phhs").read_text() == "mine"
    assert run("convert", folder / "a.txt", folder / "a.txt", "--to", "phh", "--force").code == 0
    assert len(list(read(folder / "a.phhs"))) == 1


def test_a_format_that_does_not_exist_is_refused(refused: Refused, folder: Path) -> None:
    assert "'pph' is not a format: expected " in refused("convert", folder, "--to", "pph")


def test_hands_can_be_played_by_the_rules_of_a_site(run: Run, shared: Path, tmp_path: Path) -> None:
    """Some sites allow a raise after a short all-in, so the refusal names this command's option."""
    log = shared / "hands" / "pokernow" / "02.csv"
    done = run("convert", log, "--to", "pokerstars", "--out", tmp_path / "a", "--json")
    (reason,) = done.json["reasons"]
    assert reason["count"] == 1
    assert reason["reason"].endswith("try --rules site")
    done = run("convert", log, "--to", "pokerstars", "--out", tmp_path / "b", "--json", "--rules", "site")
    assert (done.code, done.json["hands"], done.json["refused"]) == (0, 310, 0)


def test_only_formats_that_can_be_written_are_offered(refused: Refused, tmp_path: Path) -> None:
    assert refused("convert", tmp_path, "--to", "foo") == "'foo' is not a format: expected ohh, pokerstars, phh"
    assert "bigslick reads PokerNow" in refused("convert", tmp_path, "--to", "pokernow")
