"""The local best response wins chips from bots that give them away, and claims no more than it has shown."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import Action, Call, Check, Fold, View
from bigslick.simulate.best_response import BadResponse, LocalResponse, local_best_response


class Folder:
    """Folds to every bet."""

    def decide(self, view: View) -> Action:
        assert view.options is not None
        return Check() if view.options.check else Fold()


class Peeker:
    """Calls with an ace and folds without one, so it must really be asked about other hands."""

    def decide(self, view: View) -> Action:
        assert view.options is not None
        if view.options.check:
            return Check()
        return Call() if any(str(card)[0] == "A" for card in view.hole) else Fold()


def test_a_bot_that_always_folds_loses_every_blind() -> None:
    """Posting 50 and 100 in turn, it loses three quarters of a big blind per hand, and no more."""
    result = local_best_response(Folder, hands=30, seed=1)
    assert result.bb100 == pytest.approx(75, abs=5)
    assert result.bound == 0  # thirty hands prove nothing
    assert result.interval is None
    assert msgspec.structs.replace(result, hands=1500).bound > 60


def test_a_bot_that_always_calls_is_bet_into() -> None:
    result = local_best_response("caller", hands=100, depth=10, seed=2)
    assert msgspec.structs.replace(result, hands=1500).bound > 0


def test_a_bot_that_folds_without_an_ace_is_bluffed() -> None:
    assert local_best_response(Peeker, hands=25, seed=3).bb100 > 20


def test_the_same_seed_is_the_same_answer() -> None:
    assert local_best_response("rock", hands=5, seed=4) == local_best_response("rock", hands=5, seed=4)


def test_it_can_wait_for_a_street() -> None:
    assert local_best_response("tag", hands=5, seed=4, first_street="river").hands == 5


def test_nothing_settled_bounds_nothing() -> None:
    result = LocalResponse(bot="x", hands=1500, depth=100, seed=0, bb100=50.0, error=40.0)
    assert result.bound == 0
    assert "loses +50.0 ± 78.5 bb/100" in str(result)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hands": 0}, "hands=0: expected 1 to"),
        ({"depth": 1}, "cannot play stacks of 1"),
        ({"first_street": "fourth"}, "there is no street 'fourth': expected preflop, flop, turn, river"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadResponse) as refused:
        local_best_response("tag", **{"hands": 5, **changes})  # type: ignore[arg-type]
    assert sentence in str(refused.value)


def test_a_bot_that_fails_is_counted() -> None:
    def fails(_: View) -> Action:
        raise RuntimeError("no idea")

    assert local_best_response(fails, hands=4, seed=1).faults > 0


def test_without_a_seed_one_is_drawn_and_said() -> None:
    found = local_best_response("rock", hands=2, depth=20)
    assert local_best_response("rock", hands=2, depth=20, seed=found.seed) == found
    assert found.seed != local_best_response("rock", hands=1).seed
