"""Script lines: their meaning, reading them back as written, and refusals."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from bigslick.rulings import BadRulings, load_book
from bigslick.rulings.hands import HandCase
from bigslick.rulings.script import Checkpoint, ScriptStep, read_script, tell_script


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("seat 3 folds", ScriptStep(3, "fold")),
        ("seat 3 checks", ScriptStep(3, "check")),
        ("seat 3 calls", ScriptStep(3, "call")),
        ("seat 3 calls 20", ScriptStep(3, "call", add=20)),
        ("seat 3 bets 60", ScriptStep(3, "bet", to=60)),
        ("  seat  3 raises to 60   # a remark", ScriptStep(3, "raise", to=60)),
        ("seat 3 is all-in", ScriptStep(3, "all_in")),
        ("seat 10 goes all-in for 90", ScriptStep(10, "all_in", to=90)),
        ("seat 3 may not check", ScriptStep(3, "check", refused=True)),
        ("seat 3 may not go all-in", ScriptStep(3, "all_in", refused=True)),
        ("seat 3 may not raise to 59", ScriptStep(3, "raise", to=59, refused=True)),
        ("seat 3 to act", ScriptStep(expect=Checkpoint(to_act=3))),
        ("the pot is 240", ScriptStep(expect=Checkpoint(pot_total=240))),
        ("on the turn", ScriptStep(expect=Checkpoint(street="turn"))),
        ("the hand is over", ScriptStep(expect=Checkpoint(to_act=None))),
        (
            "seat 1 may fold, call 30 or raise to 150-940",
            ScriptStep(
                expect=Checkpoint(
                    to_act=1,
                    legal=["fold", "call", "raise"],
                    call_amount=30,
                    min_raise_to=150,
                    max_raise_to=940,
                )
            ),
        ),
        (
            "seat 1 may check or bet 20",
            ScriptStep(
                expect=Checkpoint(to_act=1, legal=["check", "bet"], call_amount=0, min_raise_to=20, max_raise_to=20)
            ),
        ),
    ],
)
def test_what_a_line_means(line: str, step: ScriptStep) -> None:
    assert read_script(line) == [step]


@pytest.mark.parametrize("line", ["seats 1, 2 and 3 fold", "seats 1, 2, 3 fold", "seats 1, 2, and 3 fold"])
def test_one_line_may_be_about_several_seats(line: str) -> None:
    assert read_script(line) == [ScriptStep(seat, "fold") for seat in (1, 2, 3)]


def test_lines_and_steps_may_be_mixed() -> None:
    step = ScriptStep(2, "fold")
    assert read_script(["seat 1 calls", "", step]) == [ScriptStep(1, "call"), step]


@pytest.mark.parametrize(
    "line",
    ["seat 3 nods", "seat three folds", "seat 3 raises 60", "seat 3 bets", "seat 3 may dance", "flopp", "pot 40"],
)
def test_a_line_that_cannot_be_read_is_quoted_with_an_example(line: str) -> None:
    with pytest.raises(BadRulings, match=f"the line '{line}' cannot be read: .* such as|something a seat may do"):
        read_script(line)


def test_every_script_of_the_book_is_written_as_it_is_read() -> None:
    for chapter in load_book():
        for case in chapter.cases:
            if isinstance(case, HandCase):
                steps = read_script(case.script)
                assert read_script([line for _, line in tell_script(steps)]) == steps, case.id


def test_an_unset_checkpoint_tells_only_what_it_knows() -> None:
    step = ScriptStep(expect=Checkpoint(to_act=1, legal=["fold", "call", "raise"]))
    assert [line for _, line in tell_script([step])] == ["seat 1 may fold, call or raise"]
    assert step.expect is not None
    assert step.expect.call_amount is UNSET
