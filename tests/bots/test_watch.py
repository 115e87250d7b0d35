"""The watch: bots that never answer are interrupted, even stubborn ones, and nothing is left behind."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import pytest

from bigslick import Action, Call, Check, View
from bigslick.bots import Bot, Guard, watch
from bigslick.bots.guard import PATIENCE
from bigslick.bots.watch import Watch, can_interrupt
from bigslick.simulate.match import MatchResult, play_match

LIMIT = 0.02
SLOW = f"too slow: more than {LIMIT:g} s for a decision"


@pytest.fixture(autouse=True)
def _main_thread() -> None:
    if not can_interrupt():
        pytest.skip("a bot can be interrupted only in the main thread, on POSIX")


class Caller:
    def decide(self, view: View) -> Action:
        assert view.options is not None
        return Check() if view.options.check else Call()


class Endless(Caller):
    def decide(self, view: View) -> Action:
        while True:
            pass


class Sleeper(Caller):
    def decide(self, view: View) -> Action:
        time.sleep(1000)
        return super().decide(view)


class Careless(Caller):
    """Swallows ordinary exceptions, as many programs do."""

    def decide(self, view: View) -> Action:
        while True:
            try:  # noqa: SIM105 - what people write
                time.sleep(1)
            except Exception:
                pass


class Stubborn(Caller):
    """Swallows everything and continues."""

    def decide(self, view: View) -> Action:
        while True:
            try:  # noqa: SIM105 - what people write
                time.sleep(1)
            except BaseException:
                pass


class Nested(Caller):
    def decide(self, view: View) -> Action:
        while True:
            try:  # noqa: SIM105 - what people write
                Stubborn().decide(view)
            except:  # noqa: E722 - as bad as it gets
                pass


class Late(Caller):
    """Swallows the interruption and answers."""

    def decide(self, view: View) -> Action:
        try:  # noqa: SIM105 - what people write
            time.sleep(1000)
        except BaseException:
            pass
        return super().decide(view)


def match(maker: Callable[..., Caller], seconds: float = LIMIT, hands: int = 2) -> MatchResult:
    return play_match([Bot("mine", None, maker), "caller"], hands=hands, seconds=seconds, seed=3)


@pytest.mark.parametrize("maker", [Endless, Sleeper, Careless, Stubborn, Nested, Late])
def test_a_bot_that_never_answers_is_checked_or_folded(maker: Callable[..., Caller]) -> None:
    result = match(maker)
    score = result.scores[0]
    assert result.hands == 2
    assert score.asked == score.faults > 0
    assert score.reasons[SLOW] == min(PATIENCE, score.faults)


def test_a_stuck_bot_does_not_hold_up_a_long_match() -> None:
    result = match(Endless, hands=3000)
    assert result.hands == 3000
    assert result.scores[0].reasons[SLOW] == PATIENCE
    assert sum(result.scores[0].reasons.values()) == result.scores[0].asked > 3000


def test_quick_bots_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "TICKS", 60_000)  # a tick every millisecond, and a limit that no busy machine exceeds
    score = match(Caller, seconds=60, hands=2000).scores[0]
    assert score.asked > 2000
    assert score.faults == 0


def test_one_slow_decision_is_one_fault() -> None:
    class Sometimes(Caller):
        asked = 0

        def decide(self, view: View) -> Action:
            self.asked += 1
            if self.asked == 3:
                time.sleep(1000)
            return super().decide(view)

    # longer than any other decision takes, even on a busy machine
    assert match(Sometimes, seconds=2, hands=20).scores[0].reasons == {"too slow: more than 2 s for a decision": 1}


def test_what_was_there_before_is_there_again() -> None:
    handler = signal.getsignal(signal.SIGALRM)
    match(Sleeper)
    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_the_timer_of_somebody_else_goes_on() -> None:
    before = signal.setitimer(signal.ITIMER_REAL, 1000, 500)
    try:
        match(Caller)
        delay, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
    assert 990 < delay <= 1000
    assert interval == 500


def test_elsewhere_than_in_the_main_thread_the_clock_is_looked_at_after_the_answer() -> None:
    class Dawdler(Caller):
        def decide(self, view: View) -> Action:
            time.sleep(0.003)
            return super().decide(view)

    results = []

    def run() -> None:
        assert not can_interrupt()
        results.append(match(Dawdler, seconds=0.001))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    score = results[0].scores[0]
    assert score.faults == score.asked > 0


def test_the_person_at_the_keyboard_is_no_fault() -> None:
    class Stopped(Caller):
        def decide(self, view: View) -> Action:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match(Stopped)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_bot_may_not_end_the_program() -> None:
    class Quitter(Caller):
        def decide(self, view: View) -> Action:
            raise SystemExit(3)

    score = match(Quitter).scores[0]
    assert score.faults == score.asked > 0
    assert next(iter(score.reasons)).startswith("SystemExit: 3")


def test_without_a_limit_there_is_no_timer() -> None:
    with Watch([Guard(Caller(), "x")], 0):
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert match(Caller, seconds=0).scores[0].faults == 0
    assert match(Caller, seconds=float("inf")).scores[0].faults == 0


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_a_limit_that_makes_no_sense(seconds: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0, or 0 = no limit"):
        match(Caller, seconds=seconds)
