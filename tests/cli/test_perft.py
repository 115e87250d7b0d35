import re
import sys

import pytest

from tests.stopping import stopped_command

from .conftest import Refused, Run


def test_json_is_the_whole_answer(run: Run) -> None:
    """Heads-up no-limit 1/2, stacks of 5, four streets: 98 leaves, 80 decisions, 177 actions."""
    answer = run("perft", "--stacks", "5,5", "--blinds", "1,2", "--json").json
    assert (answer["leaves"], answer["decisions"], answer["actions"]) == (98, 80, 177)
    assert len(answer["by_street"]) == 4
    assert sum(street["decisions"] for street in answer["by_street"]) == 80
    assert sum(street["actions"] for street in answer["by_street"]) == 177
    assert set(answer) == {"leaves", "decisions", "actions", "by_street"}


def test_johanson_2013_royal_holdem_of_two_streets(run: Run) -> None:
    answer = run("perft", "--stacks", "20,20", "--blinds", "1,2", "--streets", "2", "--json").json
    assert answer["leaves"] == 39_994
    assert answer["by_street"] == [{"decisions": 1188, "actions": 3561}, {"decisions": 19_996, "actions": 57_616}]


def test_the_division_adds_up(run: Run) -> None:
    answer = run("perft", "--stacks", "5,5,5", "--blinds", "1,2", "--divide", "--json").json
    assert answer["leaves"] == 754
    assert sum(first["leaves"] for first in answer["divide"]) == 754
    assert [first["action"] for first in answer["divide"]] == ["fold", "call", "raise", "raise"]
    assert [first.get("to") for first in answer["divide"]] == [None, None, 4, 5]


def test_fixed_limit_is_counted(run: Run) -> None:
    answer = run("perft", "--stacks", "100,100", "--blinds", "1,2", "--limit", "fixed", "--json").json
    assert (answer["leaves"], answer["decisions"], answer["actions"]) == (10_206, 6_378, 16_583)


def test_one_number_is_the_big_blind(run: Run) -> None:
    tree = ("perft", "--stacks", "10,10", "--json", "--blinds")
    assert run(*tree, "2").json == run(*tree, "1,2").json


def test_people_read_a_table(run: Run) -> None:
    done = run("perft", "--stacks", "10,10", "--blinds", "1,2", "--divide")
    assert done.code == 0
    assert "4,338 leaves" in done.out
    assert "raise to 4" in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--stacks", "10,10", "--blinds", "1,2,4"], "--blinds: '1,2,4' is not a small and a big blind"),
        (["--stacks", "10,10", "--blinds", "2,1"], "the small blind of 2 is more than the big blind of 1"),
        (["--stacks", f"10,{'9' * 30}", "--blinds", "1,2"], "is too much; expected at most 18 digits"),
        (["--stacks", "10,0,10", "--blinds", "1,2", "--button", "2"], "the button is at seat 2, which is empty"),
        (["--stacks", "10,a", "--blinds", "1,2"], "--stacks: 'a' is not a whole number"),
        (["--stacks", "10", "--blinds", "1,2"], "the number of seats is 1"),
        (["--stacks", "5,5,5,5,5,5,5,5,5,5,5", "--blinds", "1,2"], "the number of seats is more than 10"),
        (["--stacks", "10,10", "--blinds", "1,2", "--streets", "5"], "streets=5: expected 1 to 4"),
        (["--stacks", "10,10", "--blinds", "1,2", "--button", "7"], "--button: there is no seat 7; expected 1 to 2"),
        (
            ["--stacks", "10,10", "--blinds", "1,2", "--limit", "spread"],
            "--limit spread: expected one of 'none', 'pot', 'fixed'",
        ),
    ],
)
def test_bad_trees_are_one_sentence(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused("perft", *arguments)


def test_a_count_without_end_is_announced(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bigslick.cli.perft.MANY", 1000)
    done = run("perft", "--stacks", "10,10", "--blinds", "1,2")
    assert re.search(r"about 10\^3 leaves to count, which takes 0 seconds at ten million a second; Ctrl-C", done.err)
    assert "4,338 leaves" in done.out
    assert not run("perft", "--stacks", "5,5", "--blinds", "1,2").err


@pytest.mark.parametrize(
    ("leaves", "takes"),
    [(10**9, "100 seconds"), (10**10, "16 minutes"), (10**14, "115 days"), (10**30, "10^15 years")],
)
def test_how_long_a_count_takes(leaves: int, takes: str) -> None:
    from bigslick.cli.perft import _how_long

    assert _how_long(leaves) == takes


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timers of processor time")
def test_ctrl_c_stops_a_count() -> None:
    """Counting the tree for 400 chips would never finish: the command says so, and stops within half a second."""
    ended = stopped_command("perft", "--stacks", "400,400", "--blinds", "1,2")
    assert ended.code == 130
    assert ended.said.endswith("\nbigslick: stopped; nothing was kept\n")
