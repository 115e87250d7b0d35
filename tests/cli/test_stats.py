"""`bigslick stats`."""

from pathlib import Path

from .conftest import Refused, Run


def test_the_pluribus_hands(run: Run, refused: Refused, shared: Path) -> None:
    path = shared / "hands" / "pluribus.phhs"
    done = run("stats", path)
    assert done.code == 0
    assert "Pluribus" in done.out
    assert "W$SD" in done.out
    found = run("stats", path, "--json").json
    assert found["bad"] == []
    assert all(0 <= row["pfr"] <= row["vpip"] <= 100 for row in found["players"])
    assert "BTN" in run("stats", path, "--player", "Pluribus").out
    assert "did you mean 'Pluribus'?" in refused("stats", path, "--player", "Pluribos")


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert "nowhere.phhs" in refused("stats", "nowhere.phhs")


def test_a_file_that_cannot_be_read_is_left_out_and_none_left_is_exit_1(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.phhs"
    broken.write_bytes(b"\xff\xfe")
    done = run("stats", broken, "--json")
    assert done.code == 1
    assert "is no hand history that bigslick reads" in done.json["bad"][0]
    assert run("stats", broken).code == 1
