"""`bigslick chop`: a deal for bare stacks, and for a saved event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest

from bigslick.cli import chop as module
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

from .conftest import Refused, Run

STACKS = ("chop", "--stacks", "2000,5000,3000", "--payouts", "5000,3000,2000")


def test_json_is_the_whole_answer(run: Run) -> None:
    answer = run(*STACKS, "--for-first", 500, "--split", "chips", "--json").json
    assert [share["amount"] for share in answer["shares"]] == [3750, 3050, 2700]
    assert [share["player"] for share in answer["shares"]] == ["Player 2", "Player 3", "Player 1"]
    assert answer["shares"][0]["icm"] == pytest.approx(3839.2857, abs=1e-3)
    assert (answer["method"], answer["for_first"], answer["agreed"]) == ("chips", 500, False)


def test_people_read_a_table(run: Run) -> None:
    done = run(*STACKS, "--for-first", 500)
    assert done.code == 0
    assert done.out.splitlines()[0].split() == ["player", "stack", "by", "ICM", "by", "chips", "gets"]
    assert "500 more for first place" in done.out
    assert "Shares are rounded down to whole units; odd units go one each to the larger stacks." in done.out


def test_amounts_that_players_agree_on_belong_to_the_stacks_as_given(run: Run) -> None:
    done = run(*STACKS, "--amounts", "2500,4000,3000", "--for-first", 500)
    rows = [line.split() for line in done.out.splitlines()[1:]]
    assert [(row[1], row[-1]) for row in rows[:3]] == [("2", "4,000"), ("3", "3,000"), ("1", "2,500")]
    assert rows[3:] == [["500", "more", "for", "first", "place"]]


def test_an_even_chop_with_bounties(run: Run) -> None:
    done = run(*STACKS, "--split", "even", "--bounties", "10,200,30")
    rows = [line.split() for line in done.out.splitlines()]
    assert rows[0][-4:] == ["gets", "bounty", "in", "all"]
    assert [row[-3:] for row in rows[1:4]] == [
        ["3,334", "200", "3,534"],
        ["3,333", "30", "3,363"],
        ["3,333", "10", "3,343"],
    ]
    answer = run(*STACKS, "--split", "even", "--bounties", "10,200,30", "--json").json
    assert [share["bounty"] for share in answer["shares"]] == [200, 30, 10]


def test_a_leader_who_gets_more_than_first_prize_is_named(run: Run) -> None:
    """In a chip chop, 97 of a hundred chips get more than first prize; under ICM no stack ever does."""
    leader = ("chop", "--stacks", "9700,200,100", "--payouts", "5000,3000,2000")
    said = run(*leader, "--split", "chips")
    assert said.out.splitlines()[-1] == (
        "Player 1 would get more than first prize, which is 5,000: up to 5,880. By ICM no one can."
    )
    found = run(*leader, "--split", "chips", "--json").json
    assert (found["first_prize"], found["above_first"]) == (5000, ["Player 1"])
    assert run(*leader, "--json").json["above_first"] == []
    assert "more than first prize" not in run(*leader).out


def test_a_long_count_shows_that_it_is_at_work(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    @contextmanager
    def progress(what: str, total: int | None) -> Iterator[None]:
        shown.append((what, total))
        yield

    monkeypatch.setattr(module, "progress", progress)
    run(*STACKS)
    assert shown == [("ICM of 3 stacks", None)]


def test_a_saved_event_can_be_shown_and_the_deal_made(run: Run, refused: Refused, tmp_path: Path) -> None:
    structure = Structure(
        seats=6,
        entrants=12,
        starting_stack=1000,
        levels=(Level(small=50, big=100),),
        buy_in=100,
        payouts=Payouts(percent=(Decimal(60), Decimal(40))),
    )
    event = Tournament(structure, 1)
    while event.director.left > 3:
        event.step()
    file = tmp_path / "event.save"
    file.write_bytes(event.save())
    shown = run("chop", file, "--json").json
    assert sum(share["amount"] for share in shown["shares"]) == 1200
    assert file.read_bytes() == event.save(), "to look at a deal changes nothing"
    assert f"bigslick tournament --resume {file}" in run("chop", file, "--agree", "--for-first", 100).out
    made = run("chop", file, "--json").json
    assert (made["agreed"], made["for_first"]) == (True, 100)
    assert sum(share["amount"] for share in made["shares"]) == 1100
    said = run("chop", file).out.splitlines()
    assert (said[0], said[-1]) == ("The players have made this deal:", "100 more for first place")
    assert said[2].split() == [*made["shares"][0]["player"].split(), f"{made['shares'][0]['amount']}"]
    assert "the players have made a deal already" in refused("chop", file, "--agree")
    played = Tournament.load(file.read_bytes())
    played.finish()
    assert sum(standing.prize for standing in played.standings()) == 1200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chop",), "nothing to split: expected a saved event, or both --stacks and --payouts"),
        (("chop", "--stacks", "5,5"), "nothing to split"),
        ((*STACKS, "--agree"), "--agree needs a saved event"),
        (("chop", "some.save", "--stacks", "5,5"), "an event has its own stacks, prizes and bounties"),
        ((*STACKS, "--split", "luck"), "a deal by 'luck': expected 'icm', 'chips', 'even' or 'agreed'"),
        ((*STACKS, "--split", "agreed"), "the amounts are missing"),
        ((*STACKS, "--split", "even", "--amounts", "1,2,3"), "expected no --split beside it"),
        ((*STACKS, "--amounts", "4000,3000"), "2 amounts for 3 players: expected one for each"),
        ((*STACKS, "--amounts", "4000,3000,2999"), "add up to 9,999: expected 10,000, all that is left to win"),
        ((*STACKS, "--bounties", "5"), "bounties for 1 player and 3 stacks: expected one for each"),
        (("chop", "some.save", "--bounties", "5,5"), "an event has its own stacks, prizes and bounties"),
        (
            (*STACKS, "--for-first", "2001"),
            "2001 is set aside for first place: expected a whole number from 0 to 2,000",
        ),
        (("chop", "no-such.save"), "no-such.save"),
    ],
)
def test_what_cannot_be_split_is_one_sentence(refused: Refused, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*arguments)


def test_a_file_that_is_no_event_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"hello")
    assert "this is not a saved tournament" in refused("chop", tmp_path / "x")
