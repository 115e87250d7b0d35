"""The public batch: seeds, options, Python bots, threads, and refusals."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from bigslick import Action, Fold, Rules, View
from bigslick.envs import OPTIONS, BadEnv, HoldemBatch


def test_table_i_of_a_seed_is_table_0_of_the_seed_plus_i() -> None:
    many, one = HoldemBatch(4), HoldemBatch(1)
    many.reset(seed=10)
    one.reset(seed=13)
    np.testing.assert_array_equal(many.observations[3], one.observations[0])
    many.reset(seed=[1, 13, None, 2])
    np.testing.assert_array_equal(many.observations[1], one.observations[0])


def test_without_a_seed_the_streams_go_on() -> None:
    first, second = HoldemBatch(2), HoldemBatch(2)
    for batch in (first, second):
        batch.reset(seed=3)
        batch.reset()
    np.testing.assert_array_equal(first.observations, second.observations)
    second.reset(seed=3)
    assert (first.observations != second.observations).any()


def test_options_hold_until_the_next_reset() -> None:
    batch = HoldemBatch(2, seats=3, opponents="caller")
    batch.reset(seed=1, options={"board": "AhAdAc", "holes": {0: "KsKh"}, "stacks": (500, 600, 700), "button": 1})
    for _ in range(12):
        for table in range(2):
            hand = batch.hand(table)
            assert hand.setup.stacks == (500, 600, 700)
            assert hand.setup.button == 1
            assert "".join(map(str, hand.hole(0))) == "KsKh"
            if hand.board:
                assert "".join(map(str, hand.board[:3])) == "AhAdAc"
        batch.step([1, 1])
    batch.reset()
    assert batch.hand().setup.stacks == (10_000,) * 3


@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_seats_and_limits_are_options(seats: int, limit: Any) -> None:
    batch = HoldemBatch(1, seats=10)
    batch.reset(seed=1, options={"seats": seats, "rules": Rules(limit=limit), "blinds": 40, "ante": 5})
    setup = batch.hand().setup
    assert sum(chips > 0 for chips in setup.stacks) == seats
    assert (setup.rules.limit, setup.small_blind, setup.big_blind, setup.ante) == (limit, 20, 40, 5)


def test_a_hand_may_start_on_a_later_street() -> None:
    batch = HoldemBatch(3, seats=3, opponents=None)
    batch.reset(seed=1, options={"street": "turn"})
    hand = batch.hand()
    assert hand.street == "turn"
    assert hand.pot == 300


def test_some_tables_are_reset_by_themselves() -> None:
    batch = HoldemBatch(3, opponents="caller", autoreset="disabled")
    batch.reset(seed=1)
    before = batch.observations.copy()
    batch.reset(chosen=np.array([False, True, False]), options={"opponents": "random"})
    changed = (before != batch.observations).any(axis=1)
    assert changed.tolist() == [False, True, False]


def test_bots_in_python_play_by_their_view_and_are_counted_when_they_fail() -> None:
    seen: list[View] = []

    def careful(view: View) -> Action:
        seen.append(view)
        assert view.seat is not None
        if len(seen) % 5 == 0:
            raise RuntimeError("out of ideas")
        assert view.options is not None
        return Fold() if view.options.call else view.options.give_up

    batch = HoldemBatch(4, seats=3, opponents=[careful, "caller"])
    batch.reset(seed=1)
    for _ in range(20):
        batch.step([1] * 4)
    assert {view.seat for view in seen} == {1}
    assert all(len(view.hole) == 2 for view in seen)
    assert any("out of ideas" in reason for reason in batch.faults())


def test_n_hands_carry_stacks_and_rewards_add_up() -> None:
    batch = HoldemBatch(1, seats=3, opponents="tag", episode=20, reward="chips", autoreset="disabled")
    batch.reset(seed=2)
    total = np.zeros(3)
    bought_in = False
    while not batch.terminated[0]:
        before = batch.hand().setup.stacks
        batch.step([1])
        total += batch.rewards[0]
        bought_in |= sum(before) != 30_000
    assert batch.counts()["hands"] == 20
    assert total.sum() == 0
    if not bought_in:
        assert batch.stacks[0].tolist() == (total + 10_000).tolist()


def test_the_end_of_an_episode_in_each_autoreset_mode() -> None:
    """After an immediate fold the episode ends; the next one begins in the next step, in the same step, or on reset."""
    fold = [0, 0]
    waits = HoldemBatch(2, opponents="maniac", seats=3, button=0)
    same = HoldemBatch(2, opponents="maniac", seats=3, button=0, autoreset="same_step")
    never = HoldemBatch(2, opponents="maniac", seats=3, button=0, autoreset="disabled")
    for batch in (waits, same, never):
        batch.reset(seed=4)
        batch.step(fold)
        assert batch.terminated.all()
    np.testing.assert_array_equal(waits.observations, same.final_observations)
    np.testing.assert_array_equal(waits.observations, never.observations)
    assert waits.masks.sum() == 2, "of a finished table only the call is legal, and it is ignored"
    waits.step([99, 99])
    assert not waits.terminated.any()
    assert not waits.rewards.any()
    np.testing.assert_array_equal(waits.observations, same.observations)
    with pytest.raises(ValueError, match="the episode of table 0 is over: reset it"):
        never.step(fold)


def test_a_view_is_ours_and_hides_what_a_view_hides() -> None:
    batch = HoldemBatch(1, opponents="caller")
    batch.reset(seed=1)
    seen = batch.view()
    assert seen.seat == 0
    assert seen.options is not None
    assert not seen.shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"tables": 0}, "tables=0: expected a whole number from 1"),
        ({"tables": 1, "threads": 0}, "threads=0"),
        ({"tables": 1, "autoreset": "always"}, "autoreset='always': expected one of 'next_step'"),
        ({"tables": 1, "stack": 5}, "there is no setting 'stack'"),
    ],
)
def test_a_batch_that_cannot_be_made_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadEnv, match=re.escape(sentence)):
        HoldemBatch(**arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": -1}, "seed=-1"),
        ({"seed": [1]}, "expected a number from 0, or one for each of 2 tables"),
        ({"seed": [1, "a"]}, "seed='a'"),
        ({"options": {"stakcs": 5}}, "there is no option 'stakcs' of reset"),
        ({"options": {"stacks": (5, 0, 0, 0, 0, 0)}}, "1 of 6 seats have chips"),
        ({"options": {"blinds": "big"}}, "blinds='big'"),
        ({"options": {"holes": {0: "AsAs"}}}, "As"),
        ({"options": {"holes": {0: "AsKs"}, "board": "AsKd2c"}}, "placed twice"),
        ({"options": {"street": "rivre"}}, "did you mean 'river'?"),
        ({"options": {"opponents": ["tag"]}}, "1 opponents for 6 seats"),
        ({"chosen": np.array([True])}, "bool of (1,): expected a bool array of (2,)"),
        ({"chosen": np.array([False, False])}, "no table is chosen"),
        ({"chosen": [True, False]}, "list"),
    ],
)
def test_a_reset_that_cannot_be_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    batch = HoldemBatch(2)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        batch.reset(**arguments)
    batch.step([1, 1])


def test_every_option_is_a_setting() -> None:
    batch = HoldemBatch(1)
    for name in OPTIONS:
        assert hasattr(batch.settings, name)
