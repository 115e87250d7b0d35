"""`bigslick stats`."""

import csv
import sys
from pathlib import Path

import pytest

from .conftest import Refused, Run

BROKEN = (
    "[{0}]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
    "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr {1}']\n\n"
)


@pytest.fixture(scope="module")
def pluribus(shared: Path) -> Path:
    return shared / "hands" / "pluribus.phhs"


def test_the_pluribus_hands(run: Run, refused: Refused, pluribus: Path) -> None:
    done = run("stats", pluribus)
    assert done.code == 0
    assert "Pluribus" in done.out
    assert "W$SD" in done.out
    assert "± 22.9" in done.out
    intervals = sum("± ?" not in line and "±" in line for line in done.out.splitlines())
    assert f"These are {intervals} looks: about one interval in twenty misses by chance." in done.out
    found = run("stats", pluribus, "--json").json
    assert found["left_out"] == 0
    assert found["reasons"] == []
    assert found["by"] == "player"
    assert all(0 <= row["pfr"] <= row["vpip"] <= 100 for row in found["rows"])
    assert found["rows"][0]["winnings"] == {"": "14941.5"}
    assert "BTN" in run("stats", pluribus, "--player", "Pluribus").out
    assert "did you mean 'Pluribus'?" in refused("stats", pluribus, "--player", "Pluribos")


def test_filters_and_groups(run: Run, refused: Refused, pluribus: Path) -> None:
    wanted = (
        "--player",
        "Pluribus",
        "--position",
        "BTN,CO",
        "--players",
        6,
        "--stake",
        "50/100",
        "--where",
        "pot > 50bb",
    )
    found = run("stats", pluribus, *wanted, "--by", "position", "--json").json
    assert [row["position"] for row in found["rows"]] == ["CO", "BTN"]
    assert found["all"]["hands"] == sum(row["hands"] for row in found["rows"]) < 200
    assert "character 1 of --where: 'ptt' is not a name here" in refused("stats", pluribus, "--where", "ptt > 5")
    assert "--stake: no hand is played at '10-25': expected '50/100'" in refused("stats", pluribus, "--stake", "10-25")
    assert "is not a position" in refused("stats", pluribus, "--position", "BTM")
    for group in ("depth", "players", "stake"):
        assert group in run("stats", pluribus, "--by", group).out


def test_csv_has_every_row_and_column(run: Run, pluribus: Path) -> None:
    done = run("stats", pluribus, "--csv", "--top", 1)
    rows = list(csv.DictReader(done.out.splitlines()))
    assert len(rows) == 14
    assert rows[0]["player"] == "Pluribus"
    assert {"wwsf", "river_c_bet", "bb_per_100", "winnings", "adjusted_winnings"} <= set(rows[0])


def test_a_picture_of_one_player(
    run: Run, refused: Refused, pluribus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs Matplotlib but not Polars."""
    pytest.importorskip("matplotlib")
    monkeypatch.setitem(sys.modules, "polars", None)
    file = tmp_path / "won.png"
    done = run("stats", pluribus, "--player", "Pluribus", "--picture", file)
    assert f"drawn: {file}" in done.out
    assert file.read_bytes().startswith(b"\x89PNG")
    assert "name them with --player" in refused("stats", pluribus, "--picture", file)


def test_unknown_winnings_are_said_to_be_unknown(run: Run, shared: Path) -> None:
    done = run("stats", shared / "hands" / "handhq" / "ipn_1000nlh-9.phhs", "--by", "depth")
    assert "hands dealt are not known" in done.out


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert "nowhere.phhs" in refused("stats", "nowhere.phhs")


def test_hands_left_out_are_counted_and_strict_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(BROKEN.format(1, 6) + BROKEN.format(2, 3))
    done = run("stats", path)
    assert done.code == 0
    assert "1 hand left out" in done.err
    assert "hand 2" in done.err
    assert run("stats", path, "--strict").code == 1


def test_a_file_that_cannot_be_read_is_left_out_and_none_left_is_exit_1(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.phhs"
    broken.write_bytes(b"\xff\xfe")
    done = run("stats", broken, "--json")
    assert done.code == 1
    assert "is not a hand history that bigslick reads" in done.json["reasons"][0]["reason"]
    assert (done.json["left_out"], done.json["files_left_out"]) == (0, 1)
    assert run("stats", broken).code == 1
    good = tmp_path / "good.phhs"
    good.write_text(BROKEN.format(1, 6) + BROKEN.format(2, 3))
    assert run("stats", good, broken).err.startswith("bigslick: 1 hand and 1 file left out:\n")
