"""Lines that are not part of the play."""

from __future__ import annotations

import pytest

from bigslick.history.formats.pokerstars.lines import MOST_LETTERS, BadLine, bounty_won, cash_out, is_remark


@pytest.mark.parametrize(
    "line",
    [
        'Ann said, "nh"',
        'Ann said, ""',
        "Ann joins the table at seat #4",
        "Ann leaves the table",
        "Ann is disconnected",
        "Ann is connected",
        "Ann has timed out",
        "Ann has timed out while being disconnected",
        "Ann has returned",
        "Ann: sits out",
        "Ann: is sitting out",
        "Ann was removed from the table for failing to post",
        "Ann will be allowed to play after the button",
        "Ann finished the tournament in 3rd place and received $9.50.",
        "Ann re-buys and receives 600 chips for 2 FPPs",
        "Ann wins the $0.25 bounty for eliminating Bob",
        "Ann cashed out the hand for $22.77 | Cash Out Fee $0.46",
        "Betting is capped",
    ],
)
def test_what_happens_beside_the_play_is_a_remark(line: str) -> None:
    assert is_remark(line)


@pytest.mark.parametrize("line", ["", "Ann: raises $2 to $4", "Ann folds", "hello", "*** FLOP ***", "Ann said hello"])
def test_what_is_part_of_the_play_or_of_nothing_is_none(line: str) -> None:
    assert not is_remark(line)


def test_a_remark_is_never_long() -> None:
    assert not is_remark('Ann said, "' + "x" * MOST_LETTERS + '"')


def test_bounties_and_cash_outs_are_taken_apart() -> None:
    assert bounty_won("wins the $0.25 bounty for eliminating Bob") == ("$0.25", "Bob")
    assert bounty_won("wins $1 for splitting the elimination of Bob") == ("$1", "Bob")
    knocked = "wins $0.31 for eliminating Bob B and their own bounty increases by $0.30 to $4"
    assert bounty_won(knocked) == ("$0.31", "Bob B")
    assert bounty_won("wins the tournament") is None
    assert cash_out("cashed out the hand for $22.77 | Cash Out Fee $0.46") == ("$22.77", "$0.46")
    assert cash_out("cashed out the hand for $5") == ("$5", None)
    assert cash_out("leaves the table") is None


def test_a_bad_line_knows_its_place() -> None:
    trouble = BadLine("no", 3, 4)
    assert (trouble.sentence, trouble.place, trouble.places) == ("no", 3, 4)
