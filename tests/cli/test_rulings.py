import json
from pathlib import Path

import pytest

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
                "why": "type 'coin_toss' is not known yet; known are balance, bounty, break_order, button, census, "
                "deal, equity, first_button, hand, hand_rank, icm, levels_by_hands, levels_by_time, misdeal, payouts, "
                "positions, ranking, return, seven_deuce, showdown, substantial_action, table_plan",
            },
        ],
    }


def test_people_read_the_areas_and_the_failures(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rulings.json"
    file.write_text(json.dumps({"cases": [GOOD]}))
    done = run("rulings", file)
    assert done.code == 0
    assert done.out.splitlines() == [
        "chapter  cases  passed  failed",
        "icm          1       1       0",
        "1 passed, 0 failed",
    ]
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


def test_without_a_file_the_book_is_checked(run: Run) -> None:
    done = run("rulings")
    assert done.code == 0
    assert done.out.split()[:4] == ["chapter", "cases", "passed", "failed"]
    assert "Reopening the betting" in done.out
    assert done.out.endswith(" passed, 0 failed\n")
    report = run("rulings", "--json").json
    assert report["failed"] == 0
    assert report["passed"] == len(report["cases"]) >= 400


def test_a_failing_ruling_of_the_book_is_exit_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from bigslick.rulings import book

    chapter = book.load_chapter("wrong", WRONG)
    monkeypatch.setattr("bigslick.rulings.load_book", lambda: (chapter,))
    monkeypatch.setattr(book, "load_book", lambda: (chapter,))
    done = run("rulings")
    assert done.code == 1
    assert "failed  x: equity of stack 1 is 5, expected 6" in done.out
    assert "0 passed, 1 failed" in done.out


WRONG = """
chapter = "Wrong"
[[cases]]
id = "x"
type = "icm"
stacks = [50, 50]
payouts = [10]
expected = [6, 5]
"""


def test_several_files_toml_and_json(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.toml"
    first.write_text(json.dumps({"cases": [GOOD]}))
    second.write_text(WRONG)
    done = run("rulings", first, second, "--json")
    assert done.code == 1
    assert [(case["id"], case["area"], case["ok"]) for case in done.json["cases"]] == [
        ("IC", "icm", True),
        ("x", "Wrong", False),
    ]


def test_one_ruling_is_told_as_a_story(run: Run, refused: Refused) -> None:
    done = run("rulings", "--show", "four-all-ins")
    assert done.code == 0
    assert done.out.startswith("four-all-ins: Four all-ins of four sizes")
    assert "Side pot 2: 700 for seats 1 and 2." in done.out
    assert "Source: TDA 16, 21" in done.out
    told = run("rulings", "--show", "four-all-ins", "--json").json
    assert done.out.startswith(told["story"])
    assert (told["id"], told["chapter"], told["type"]) == ("four-all-ins", "Main and side pots", "hand")
    assert "did you mean 'four-all-ins'?" in refused("rulings", "--show", "for-all-ins")
    assert "leave the files out" in refused("rulings", "x.toml", "--show", "four-all-ins")


def test_a_story_says_what_the_founding_documents_are_where_its_source_names_one(run: Run) -> None:
    founding = "S0 to S4 are the founding documents; docs/reference/conformance.md paraphrases them clause by clause."
    assert run("rulings", "--show", "odd-chip-two-way").out.splitlines()[-2:] == [
        "Source: TDA 20-A; Robert's Rules 3; S2 6.3.3",
        founding,
    ]
    assert founding not in run("rulings", "--show", "odd-chip-heads-up").out


def test_the_rulings_are_listed(run: Run) -> None:
    done = run("rulings", "--list")
    assert done.code == 0
    assert "big-blind-option" in done.out
    listed = run("rulings", "--list", "--json").json["cases"]
    assert set(listed[0]) == {"id", "chapter", "title", "source"}
    assert len(listed) >= 400


def test_searching_finds_words_and_sources(run: Run, refused: Refused) -> None:
    found = run("rulings", "--search", "Odd chip", "--json").json["cases"]
    everything = run("rulings", "--list", "--json").json["cases"]
    assert 0 < len(found) < len(everything)
    by_source = run("rulings", "--search", "tda 47", "--json").json["cases"]
    assert by_source
    for case in by_source:
        assert "47" in run("rulings", "--show", case["id"]).out
    assert "--show ID" in run("rulings", "--search", "odd chip").out
    assert "no ruling of the book has all the words of 'blimp'" in refused("rulings", "--search", "blimp")
    assert "leave the files out" in refused("rulings", "x.toml", "--search", "odd")
