"""A bot that fails, cheats or dawdles is checked or folded, counted, and never stops the run."""

from collections.abc import Iterator

import pytest

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Muck, Raise, View, view
from bigslick.bots.guard import MOST_REASONS, PATIENCE, Guard
from bigslick.core import codes
from bigslick.hand.hand import state_of


class Says:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, view: View) -> Action:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


def new_hand() -> Hand:
    return Hand.start([1000, 1000], (10, 20), seed=7)


def checked() -> Hand:
    hand = new_hand()
    hand.act(Call())
    return hand


def ask(answer: object, hand: Hand, seconds: float = 0, times: Iterator[float] | None = None) -> tuple[int, Guard]:
    guard = Guard(Says(answer), "x", seconds, clock=(lambda: next(times)) if times else (lambda: 0.0))
    assert hand.turn is not None
    return guard.code(view(hand, hand.turn), state_of(hand)), guard


@pytest.mark.parametrize(
    ("answer", "code"), [(Fold(), codes.FOLD), (Call(), codes.CALL), (Raise(to=60), 60), (AllIn(), 1000)]
)
def test_legal_actions_pass(answer: Action, code: int) -> None:
    found, guard = ask(answer, new_hand())
    assert found == code
    assert guard.report() == {"asked": 1, "faults": 0, "reasons": {}}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Check(), "illegal: seat 1 cannot check"),
        (Raise(to=30), "illegal: a wager to 30 where 40 to 1000 is allowed"),
        (Raise(to=5000), "illegal: a wager to 5000"),
        (Bet(to=60), "illegal: seat 1 cannot bet"),
        (Muck(), "illegal: seat 1 cannot muck: there is no showdown yet"),
        ("call", "TypeError: 'call' is not an action"),
        (None, "TypeError: None is not an action"),
        (ZeroDivisionError("oops"), "ZeroDivisionError: oops"),
    ],
)
def test_a_fault_folds_with_its_reason(answer: object, reason: str) -> None:
    code, guard = ask(answer, new_hand())
    assert code == codes.FOLD
    assert guard.faults == 1
    assert next(iter(guard.reasons)).startswith(reason)


def test_a_fault_checks_where_checking_is_free() -> None:
    code, guard = ask(RuntimeError(), checked())
    assert code == codes.CALL
    assert guard.faults == 1


def test_a_slow_bot_is_folded() -> None:
    code, guard = ask(Call(), new_hand(), seconds=0.5, times=iter([1.0, 1.6]))
    assert code == codes.FOLD
    assert list(guard.reasons) == ["too slow: more than 0.5 s for a decision"]
    assert ask(Call(), new_hand(), seconds=0.5, times=iter([1.0, 1.4]))[1].faults == 0


def test_a_bot_that_is_slow_every_time_is_not_asked_any_more() -> None:
    asked = []

    class Slow(Says):
        def decide(self, view: View) -> Action:
            asked.append(view)
            times.extend([2.0] if len(asked) != 3 else [0.0])  # in time once, which resets the count
            return Call()

    times = [0.0]
    hand = new_hand()
    guard = Guard(Slow(None), "x", 1, clock=lambda: times.pop() if times else 0.0)
    for _ in range(PATIENCE + 6):
        guard.code(view(hand, 0), state_of(hand))
        times[:] = [0.0]
    assert len(asked) == 3 + PATIENCE
    assert guard.asked == PATIENCE + 6
    assert guard.reasons == {
        "too slow: more than 1 s for a decision": 2 + PATIENCE,
        f"no longer asked: too slow {PATIENCE} times in a row": 3,
    }


def test_every_code_that_passes_is_legal() -> None:
    for answer in (Fold(), Check(), Call(), Bet(to=50), Raise(to=50), AllIn(), None):
        for hand in (new_hand(), checked()):
            code, _ = ask(answer, hand)
            assert state_of(hand).act(code) == 0


def test_reasons_do_not_grow_without_end() -> None:
    guard = Guard(Says(None), "x")
    for number in range(100):
        guard.blame(str(number))
    assert guard.faults == 100 == sum(guard.reasons.values())
    assert len(guard.reasons) == MOST_REASONS + 1


def test_decide_gives_up_for_a_bot_that_fails() -> None:
    assert Guard(Says(ValueError()), "x").decide(view(new_hand(), 0)) == Fold()
    assert Guard(Says(Call()), "x").decide(view(new_hand(), 0)) == Call()
    cheat = Guard(Says(Check()), "x")
    assert cheat.decide(view(new_hand(), 0)) == Fold()
    assert (cheat.asked, cheat.faults, dict(cheat.reasons)) == (1, 1, {"illegal: Check()": 1})
    hand = checked()
    assert hand.options is not None
    assert hand.options.give_up == Check()


def answers(found: object, times: Iterator[float] | None = None) -> tuple[object, Guard]:
    """Return a guard's answers to an offer, with the clock at these times."""
    guard = Guard(Says(Fold()), "x", 5, clock=(lambda: next(times)) if times else (lambda: 0.0))
    return guard.answer(lambda _: Says(found).decide(None), "an offer", instead=False), guard  # type: ignore[arg-type]


def test_an_answer_beside_the_hand_has_the_time_of_a_decision() -> None:
    assert answers(True)[0] is True
    failed, guard = answers(RuntimeError("no wallet"))
    assert failed is False
    assert [reason.split(" (")[0] for reason in guard.reasons] == ["RuntimeError: no wallet"]
    late, guard = answers(True, iter([0.0, 6.0]))
    assert late is False
    assert dict(guard.reasons) == {"too slow: more than 5 s for an answer": 1}


def test_a_player_who_is_always_late_with_an_answer_is_no_longer_asked() -> None:
    asked = 0

    def ask(_: object) -> bool:
        nonlocal asked
        asked += 1
        return True

    clock = iter(range(0, 10_000, 10))
    guard = Guard(Says(Fold()), "x", 5, clock=lambda: next(clock))
    assert [guard.answer(ask, "an offer", instead=False) for _ in range(PATIENCE + 3)] == [False] * (PATIENCE + 3)
    assert asked == PATIENCE
    assert guard.reasons[f"no longer asked: too slow {PATIENCE} times in a row"] == 3
