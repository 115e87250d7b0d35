from pathlib import Path

import pytest

from .conftest import Refused, Run


def test_a_preset_is_explained(run: Run) -> None:
    done = run("structure", "check", "heads-up")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Heads-up sit-and-go: no-limit hold'em, 2 seats a table."
    assert lines[-1].startswith("It ends when one player has every chip: probably in levels ")


def test_json_is_the_whole_answer(run: Run) -> None:
    answer = run("structure", "check", "s0", "--entrants", "9", "--json").json
    assert answer["chips_in_play"] == 9000
    assert answer["levels_by"] == "hands"
    assert [level["hands"] for level in answer["levels"]] == [10, 10, 10, 8, 8, 6, 6, 5, 5, 5]
    assert (answer["tables"], answer["prize_pool"], answer["prizes"]) == (1, 900, [900])
    assert answer["explanation"][0].startswith("S0")


def test_json_of_an_open_field_has_no_numbers_that_depend_on_it(run: Run) -> None:
    answer = run("structure", "check", "deep-9", "--json").json
    assert answer["entrants"] is None
    assert "prizes" not in answer


def test_the_presets_are_listed(run: Run) -> None:
    assert [row["preset"] for row in run("structure", "list", "--json").lines] == [
        "deep-9",
        "heads-up",
        "s0",
        "satellite",
        "turbo-6",
    ]
    assert "Turbo, six-handed" in run("structure", "list").out


def test_a_bad_file_is_one_sentence_with_file_and_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("seats = 9\nstarting_stack = 1000\n[[levels]]\nsmall = 50\nbig = 25\n")
    sentence = f"{path}, line 4: level 1: small is 50: expected at most the big blind, which is 25"
    done = run("structure", "check", path)
    assert (done.code, done.out, done.err) == (1, "", f"bigslick: {sentence}\n")
    done = run("structure", "check", path, "--json")
    assert (done.code, done.json) == (1, {"ok": False, "problems": [sentence]})


@pytest.mark.parametrize("entrants", ["0", "-3", "1"])
def test_a_field_that_cannot_play_is_refused(refused: Refused, entrants: str) -> None:
    refused("structure", "check", "s0", "--entrants", entrants)


def test_no_such_structure(refused: Refused) -> None:
    assert "did you mean 'turbo-6'?" in refused("structure", "check", "turbo6")
    refused("structure", "chek")
