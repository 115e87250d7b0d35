"""Python bots in an event: a player for each entry, with a name, a random stream and a count of its faults."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick import AllIn, Call, Check, Fold, View
from bigslick.bots import BadBot, Bot, UnknownBot, can_interrupt
from bigslick.hand.actions import Action
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Rebuy, Structure


class Caller:
    """Checks or calls, like the house bot of that name."""

    def decide(self, view: View) -> Action:
        assert view.options is not None
        return Check() if view.options.check else Call()


class Gambler:
    """Keeps its random numbers, by name."""

    drawn: dict[str, list[float]] = {}  # noqa: RUF012 - the test reads what all of them drew

    def __init__(self, name: str, random: random.Random) -> None:
        self.name = name
        self.random = random

    def decide(self, view: View) -> Action:
        self.drawn.setdefault(self.name, []).append(x := self.random.random())
        assert view.options is not None
        if x < 0.2:
            return AllIn()
        return Check() if view.options.check else Fold() if x < 0.6 else Call()


class Broken:
    """Fails at every second decision and is illegal at the others."""

    def __init__(self) -> None:
        self.count = 0

    def decide(self, view: View) -> Action:
        self.count += 1
        if self.count % 2:
            raise RuntimeError("out of ideas")
        assert view.options is not None
        return Call() if view.options.check else Check()


class Endless:
    """Thinks forever."""

    def decide(self, view: View) -> Action:
        while True:
            pass


class Reader:
    """Reads its whole view, which must match the hand in progress."""

    def decide(self, view: View) -> Action:
        assert view.options is not None
        assert view.seat == view.turn == view.options.seat
        assert len(view.hole) == 2
        events = view.events
        assert events
        assert view.ante >= 0 < view.small_blind <= view.big_blind
        return Check() if view.options.check else Fold()


CALLER, GAMBLER = Bot("caller.py:Caller", None, Caller), Bot("gambler.py:Gambler", None, Gambler)
BROKEN, READER = Bot("broken.py:Broken", None, Broken), Bot("reader.py:Reader", None, Reader)


def structure(**options: Any) -> Structure:
    length = options.pop("length", {"hands": 6})
    levels = tuple(Level(small=10 << k, big=20 << k, **length) for k in range(12))
    given: dict[str, Any] = {"seats": 6, "starting_stack": 1000, "entrants": 14, "levels": levels}
    return Structure(**(given | options))


def finished(plan: Structure, bots: Any, seed: int = 5, **options: Any) -> Tournament:
    event = Tournament(plan, seed, bots=bots, **options)
    event.finish()
    return event


@pytest.mark.parametrize("length", [{"hands": 6}, {"seconds": 300}], ids=["by hands", "by time"])
@pytest.mark.parametrize("watched", [False, True])
def test_a_python_caller_plays_the_event_of_the_house_caller(length: dict[str, int], watched: bool) -> None:
    """Each entry has its own randomness, so other players are unaffected by who decides for the callers."""
    plan = structure(length=length)
    hands: list[PlayedHand] = []
    watch = hands.append if watched else None
    ours = finished(plan, ["tag", CALLER, "lag", "shark"], watch=watch)
    house = finished(plan, ["tag", "caller", "lag", "shark"])
    assert ours.events == house.events
    no_bot = [msgspec.structs.replace(standing, bot="") for standing in ours.standings()]
    assert no_bot == [msgspec.structs.replace(standing, bot="") for standing in house.standings()]
    assert ours.chips == house.chips == 14_000
    assert {ours.bot_of(entry) for entry in range(14)} == {"tag", "caller.py:Caller", "lag", "shark"}
    assert len(hands) == (ours.hands if watched else 0)


@pytest.mark.parametrize("length", [{"hands": 6}, {"seconds": 300}], ids=["by hands", "by time"])
def test_an_event_of_python_bots_only_with_all_that_may_happen(length: dict[str, int]) -> None:
    plan = structure(length=length, late_reg_levels=3, reentry_limit=2, rebuy=Rebuy(until_level=2, cost=5, chips=500))
    event = finished(plan, [GAMBLER, CALLER, BROKEN, READER], late=4)
    assert event.chips == 1000 * len(event.director.names) + 500 * sum(event.director.rebuys)
    reports = {report.bot: report for report in event.bot_reports()}
    assert sum(report.entries for report in reports.values()) == len(event.director.names)
    assert reports["caller.py:Caller"].faults == reports["reader.py:Reader"].faults == 0


def test_faults_are_counted_with_their_reasons_and_stop_nothing() -> None:
    event = finished(structure(), [BROKEN, "tag"])
    (report,) = event.bot_reports()
    assert report.bot == "broken.py:Broken"
    assert report.entries == 7
    assert report.asked == report.faults == sum(report.reasons.values()) > 20
    assert any("out of ideas" in reason for reason in report.reasons)
    assert any(reason.startswith("illegal") for reason in report.reasons)
    assert finished(structure(), ["tag"]).bot_reports() == []


def test_a_bot_that_is_too_slow_is_folded_where_it_cannot_be_interrupted() -> None:
    """Signals reach only the main thread; elsewhere the clock is checked after the answer."""
    played: list[Tournament] = []
    thread = threading.Thread(target=lambda: played.append(finished(structure(), [CALLER, "tag"], seconds=1e-9)))
    thread.start()
    thread.join()
    (report,) = played[0].bot_reports()
    assert report.faults == report.asked > 0
    assert all("too slow" in reason for reason in report.reasons)


def test_a_bot_that_never_answers_is_interrupted() -> None:
    if not can_interrupt():
        pytest.skip("a bot can be interrupted only in the main thread, on POSIX")
    event = Tournament(structure(entrants=6), 3, bots=[Bot("endless.py:Endless", None, Endless), "tag"], seconds=0.02)
    event.finish()
    (report,) = event.bot_reports()
    assert event.over
    assert report.asked == report.faults > 0
    assert all("too slow" in reason for reason in report.reasons)


def test_each_entry_has_a_name_and_chance_of_its_own_whoever_else_plays() -> None:
    drawn: list[dict[str, list[float]]] = []
    for others in ("tag", "maniac"):
        Gambler.drawn = {}
        finished(structure(), [GAMBLER, others])
        drawn.append(Gambler.drawn)
    assert len({values[0] for values in drawn[0].values()}) == len(drawn[0])
    for name in drawn[0].keys() & drawn[1].keys():
        one, other = drawn[0][name], drawn[1][name]
        both = min(len(one), len(other))
        assert one[:both] == other[:both]
    assert drawn[0] != drawn[1]


def test_a_bot_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text("from bigslick import Fold\nclass MyBot:\n    def decide(self, view):\n        return Fold()\n")
    event = finished(structure(), [f"{path}:MyBot", "tag"])
    assert event.bot_reports()[0].bot == f"{path}:MyBot"


@pytest.mark.parametrize(
    ("text", "name", "kind", "sentence"),
    [
        ("1 / 0\n", "my_bot.py:MyBot", BadBot, r"my_bot\.py does not import: ZeroDivisionError.*my_bot\.py, line 1"),
        ("class Other:\n    def decide(self, view): ...\n", "my_bot.py:MyBot", BadBot, "has no bot 'MyBot'"),
        ("", "none.py:MyBot", BadBot, "there is no file"),
        ("", "my_bot.py", BadBot, "has no bot: a bot is a class with a method decide"),
        ("", "shrak", UnknownBot, "did you mean 'shark'"),
        (
            "class MyBot:\n    def __init__(self): raise OSError('no model')\n    def decide(self, view): ...\n",
            *("my_bot.py:MyBot", BadBot, "cannot be made: OSError: no model"),
        ),
    ],
)
def test_bots_that_cannot_play(tmp_path: Path, text: str, name: str, kind: type[Exception], sentence: str) -> None:
    (tmp_path / "my_bot.py").write_text(text)
    with pytest.raises(kind, match=sentence):
        Tournament(structure(), 1, bots=[f"{tmp_path}/{name}" if ".py" in name else name])


def test_an_event_with_python_bots_is_not_saved() -> None:
    with pytest.raises(ValueError, match=r"caller\.py:Caller may keep a state of its own"):
        Tournament(structure(), 1, bots=[CALLER, "tag"]).save()
