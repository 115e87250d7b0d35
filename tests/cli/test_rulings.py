import json
from pathlib import Path

from .conftest import Refused, Run

GOOD = {"id": "IC", "type": "icm", "area": "icm", "stacks": [50, 50], "payouts": [10], "expected": [5, 5]}


def test_json_is_the_whole_answer(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rulings.json"
    file.write_text(json.dumps({"cases": [GOOD, {"id": "B", "type": "coin_toss", "area": "luck"}]}))
    done = run("rulings", file, "--json")
    assert done.code == 1
    assert done.json == {
        "passed": 1,
        "failed": 1,
        "cases": [
            {"id": "IC", "area": "icm", "ok": True, "why": ""},
            {
                "id": "B",
                "area": "luck",
                "ok": False,
                "why": "type 'coin_toss' is not known yet; known are balance, break_order, button, census, equity, "
                "hand, hand_rank, icm, levels_by_hands, levels_by_time, payouts, positions, ranking, return, "
                "showdown, substantial_action, table_plan",
            },
        ],
    }


def test_people_read_the_areas_and_the_failures(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rulings.json"
    file.write_text(json.dumps({"cases": [GOOD]}))
    done = run("rulings", file)
    assert done.code == 0
    assert "1 passed, 0 failed" in done.out
    file.write_text(json.dumps({"cases": [{**GOOD, "expected": [6, 4]}]}))
    done = run("rulings", file)
    assert done.code == 1
    assert "failed  IC: equity of stack 1 is 5, expected 6" in done.out


def test_a_bad_file_is_one_sentence(refused: Refused, tmp_path: Path) -> None:
    assert "No such file or directory" in refused("rulings", tmp_path / "none.json")
    assert "Is a directory" in refused("rulings", tmp_path)
    file = tmp_path / "half.json"
    file.write_text('{"cases": [')
    assert "half.json is not JSON" in refused("rulings", file)
