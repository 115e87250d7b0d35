"""The prompt: plain answers are read directly, others are checked, and failures never get through."""

from collections.abc import Callable
from typing import Any

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, Rules
from bigslick.bots._prompt import Prompt
from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.hand.hand import state_of
from tests.playing import do

KINDS = (Fold, Check, Call, Bet, Raise)
JUDGED, FAILED = 1000, 2000
FACING = Hand.start([500] * 2, (10, 20), seed=1)
FREE = do(Hand.start([500] * 2, (10, 20), seed=1), "0 call")
FLOP = do(Hand.start([500] * 2, (10, 20), seed=1), "0 call, 1 check")


def new_asker(decide: Callable[[Any], object]) -> Prompt:
    return Prompt(decide, KINDS, lambda state, answer: JUDGED, lambda state, error: FAILED)


def ask(answer: object, hand: Hand = FACING) -> int:
    return new_asker(lambda view: answer).ask(None, state_of(hand))


@pytest.mark.parametrize(
    ("answer", "hand", "code"),
    [
        (Fold(), FACING, codes.FOLD),
        (Fold(), FREE, codes.FOLD),
        (Call(), FACING, codes.CALL),
        (Check(), FREE, codes.CALL),
        (Raise(to=40), FACING, 40),
        (Raise(to=500), FACING, 500),
        (Bet(to=20), FLOP, 20),
        (Bet(to=480), FLOP, 480),
    ],
)
def test_plain_answers(answer: object, hand: Hand, code: int) -> None:
    assert ask(answer, hand) == code


@pytest.mark.parametrize(
    ("answer", "hand"),
    [
        (Check(), FACING),
        (Call(), FREE),
        (Bet(to=40), FACING),
        (Raise(to=40), FLOP),
        (Raise(to=39), FACING),
        (Raise(to=501), FACING),
        (Bet(to=481), FLOP),
        (Raise(to=1 << 70), FACING),
        (Raise(to=-(1 << 70)), FACING),
        (Raise(to=0), FACING),
        (Raise(add=60), FACING),
        (AllIn(), FACING),
        (None, FACING),
        (40, FACING),
    ],
)
def test_all_other_answers_are_judged(answer: object, hand: Hand) -> None:
    assert ask(answer, hand) == JUDGED


def test_a_fold_is_judged_where_the_rules_forbid_it() -> None:
    strict = Hand.start([500] * 2, (10, 20), seed=1, rules=Rules(open_fold=False))
    assert ask(Fold(), do(strict, "0 call")) == JUDGED


def test_a_wager_is_judged_where_none_is_open() -> None:
    covered = do(Hand.start([500, 30], (10, 20), seed=1), "0 all-in")
    assert ask(Raise(to=30), covered) == JUDGED


@pytest.mark.parametrize("error", [ValueError("oops"), SystemExit(1), GeneratorExit()])
def test_what_is_raised_goes_to_fail(error: BaseException) -> None:
    caught: list[BaseException | None] = []

    def decide(view: Any) -> object:
        raise error

    def fail(state: State, error: BaseException | None) -> int:
        assert not prompt.busy
        caught.append(error)
        return FAILED

    prompt = Prompt(decide, KINDS, fail, fail)  # type: ignore[arg-type]  # nothing is judged
    assert prompt.ask(None, state_of(FACING)) == FAILED
    assert caught == [error]


def test_it_is_busy_while_the_player_thinks() -> None:
    seen = []

    def decide(view: Any) -> object:
        seen.append((prompt.busy, prompt.asked, view))
        return Call()

    prompt = new_asker(decide)
    assert [prompt.ask("what it sees", state_of(FACING)) for _ in range(2)] == [codes.CALL] * 2
    assert seen == [(1, 1, "what it sees"), (1, 2, "what it sees")]
    assert not prompt.busy


def test_a_stopped_player_is_not_asked() -> None:
    prompt = new_asker(lambda view: Call())
    prompt.stop()
    assert prompt.ask(None, state_of(FACING)) == FAILED
    assert prompt.asked == 1


def test_a_late_answer_is_no_answer() -> None:
    def decide(view: Any) -> object:
        if prompt.asked == 1:
            prompt.mark_late()
        return Call()

    prompt = new_asker(decide)
    assert [prompt.ask(None, state_of(FACING)) for _ in range(2)] == [FAILED, codes.CALL]


@pytest.mark.parametrize("wrong", [None, 7, "state", object()])
def test_a_state_is_needed(wrong: Any) -> None:
    with pytest.raises(TypeError, match="expected a State"):
        new_asker(lambda view: Call()).ask(None, wrong)


@pytest.mark.parametrize("code", [None, 20.5, True, 10**30, -2, "call"])
def test_what_is_judged_must_be_an_int(code: Any) -> None:
    prompt = Prompt(lambda view: None, KINDS, lambda state, answer: code, lambda state, error: code)
    with pytest.raises(ValueError, match=r"the int of an action is .*: expected a whole number"):
        prompt.ask(None, state_of(FACING))


def test_a_prompt_needs_functions_and_five_kinds() -> None:
    wrong: Any = None
    right: Any = len
    for functions in ((wrong, right, right), (right, wrong, right), (right, right, wrong)):
        with pytest.raises(TypeError, match="None is not a function"):
            Prompt(functions[0], KINDS, functions[1], functions[2])
    with pytest.raises(ValueError, match="4 types of actions: expected fold, check, call, bet and raise"):
        Prompt(right, KINDS[:4], right, right)
