import pytest

from bigslick.cli.demo import LEVELS, blinds_of, places

from .conftest import Refused, Run


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_one_player_ends_with_every_chip(run: Run, seats: int) -> None:
    lines = run("demo", "--seats", seats, "--stack", "300", "--seed", "1", "--json").lines
    stacks = [300] * seats
    out: list[int] = []
    for number, line in enumerate(lines, 1):
        assert line["hand"] == number
        assert line["starting_stacks"] == stacks
        stacks = line["final_stacks"]
        out += [gone["seat"] for gone in line["out"]]
        assert sum(stacks) == 300 * seats
    assert sorted(stacks) == [0] * (seats - 1) + [300 * seats]
    assert len(out) == seats - 1
    assert stacks[({*range(seats)} - {*out}).pop()] == 300 * seats


def test_people_read_the_whole_match(run: Run) -> None:
    first, second = (run("demo", "--seats", "3", "--stack", "200", "--seed", "5") for _ in range(2))
    assert first.code == 0
    assert first.out == second.out
    assert "Level 1: blinds 10/20" in first.out
    assert "is out in place 2" in first.out
    assert first.out.splitlines()[-1].startswith(("Ada (shark)", "Bo (lag)", "Cy (tag)"))
    assert " has every chip, 600, after " in first.out


def test_wsop_126b_of_two_who_bust_the_larger_stack_finishes_higher() -> None:
    assert places([500, 300, 0, 900], [0, 0, 0, 1700]) == {0: 2, 1: 3}
    assert places([500, 500, 0, 900], [0, 0, 0, 1900]) == {0: 2, 1: 2}
    assert places([500, 300], [400, 400]) == {}


def test_blinds_rise_for_ever() -> None:
    assert blinds_of(0) == (10, 20)
    assert blinds_of(len(LEVELS) - 1) == (1000, 2000)
    assert blinds_of(len(LEVELS) + 1) == (4000, 8000)


@pytest.mark.parametrize("stack", [0, -5, 10**12])
def test_an_impossible_stack_is_one_sentence(refused: Refused, stack: int) -> None:
    assert refused("demo", "--stack", stack).startswith(f"--stack: {stack} chips cannot be played")
