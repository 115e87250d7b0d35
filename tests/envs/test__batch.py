"""The batch in the core plays the same hands with any number of tables and threads, and the same as `Hand`."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bigslick import Hand, Rules, view
from bigslick.envs import HoldemBatch, Menu, ObservationLayout
from bigslick.envs._batch import COMPILED, EnvBatch

ROOT = Path(__file__).parents[2]
STEPS = 60 if COMPILED else 12
TABLES = (1, 7, 256) if COMPILED else (1, 7)

GAMES: dict[str, dict[str, Any]] = {
    "six learners": {"opponents": None},
    "house bots": {"opponents": ["tag", "random", "lag", "caller", "maniac"]},
    "heads-up, antes": {"seats": 2, "opponents": "shark", "ante": 10, "stacks": (700, 2500)},
    "pot-limit": {"seats": 4, "opponents": None, "rules": Rules(limit="pot", reveal="muck"), "stacks": 1500},
    "fixed-limit": {"seats": 3, "opponents": "tag", "rules": Rules(limit="fixed"), "episode": 5},
    "ten seats, short": {"seats": 10, "opponents": None, "stacks": (*range(90, 990, 90),), "button": 3},
    "sit-and-go": {"seats": 4, "opponents": ["maniac", "random", "caller"], "episode": "sit-and-go", "stacks": 1000},
    "asked at showdown": {"seats": 3, "opponents": "caller", "rules": Rules(reveal="ask")},
    "from the flop": {"seats": 3, "opponents": None, "street": "flop", "board": "AhKh2c", "holes": {0: "QhJh"}},
}


def chosen_actions(masks: Any, table: int, step: int) -> int:
    """Return a table's action at one step, which does not depend on other tables; one in eight is illegal."""
    dice = np.random.default_rng([table, step])
    legal = np.flatnonzero(masks)
    return int(dice.integers(len(masks))) if dice.random() < 0.125 else int(dice.choice(legal))


def played(tables: int, threads: int, game: str, first: int = 0, steps: int = STEPS) -> list[list[bytes]]:
    """Return what each table showed at each step."""
    batch = HoldemBatch(tables, threads=threads, **GAMES[game])
    batch.reset(seed=100 + first)
    found: list[list[bytes]] = [[] for _ in range(tables)]
    for step in range(steps):
        arrays = (batch.observations, batch.masks, batch.seats, batch.rewards, batch.terminated, batch.totals)
        for table in range(tables):
            found[table].append(b"".join(array[table].tobytes() for array in arrays))
        batch.step(np.array([chosen_actions(batch.masks[table], first + table, step) for table in range(tables)]))
    batch.close()
    return found


@pytest.mark.parametrize("game", ["six learners", "house bots"])
def test_neither_tables_nor_threads_change_what_happens(game: str) -> None:
    most = played(TABLES[-1], 1, game)
    assert played(TABLES[-1], 2, game) == most
    for tables in TABLES[:-1]:
        assert played(tables, 1, game) == most[:tables]
    assert played(1, 1, game, first=5) == most[5:6]


@pytest.mark.parametrize("game", GAMES)
def test_every_table_plays_the_hand_that_hand_plays(game: str) -> None:
    """Law: each table's state, observation, mask and total match a `Hand` with the same cards and actions."""
    tables = 8 if COMPILED else 2
    batch = HoldemBatch(tables, **GAMES[game])
    layout, menu = ObservationLayout(batch.settings.seats), Menu()
    batch.reset(seed=3)
    compared = 0
    for step in range(STEPS):
        totals: list[Any] = [None] * tables
        actions = np.zeros(tables, np.int64)
        for table in range(tables):
            actions[table] = chosen_actions(batch.masks[table], table, step)
            if batch.turn(table) is None:
                continue
            hand, seat = batch.hand(table), int(batch.seats[table])
            assert hand.turn == seat
            seen = view(hand, seat)
            np.testing.assert_array_equal(batch.observations[table], layout.observe(seen))
            np.testing.assert_array_equal(batch.masks[table], menu.mask(seen))
            for other in range(batch.settings.seats):
                np.testing.assert_array_equal(batch.observe(table, other), layout.observe(view(hand, other)))
            action = menu.action(seen, int(actions[table]))
            kind = type(action).__name__
            totals[table] = -1 if kind == "Fold" else 0 if kind in ("Call", "Check") else action.to  # type: ignore[union-attr]
            compared += 1
        batch.step(actions)
        for table in range(tables):
            if totals[table] is not None:
                assert batch.totals[table] == totals[table]
    assert compared > tables * STEPS // 3


@pytest.mark.parametrize("reward", ["chips", "blinds"])
def test_rewards_are_what_the_hand_won(reward: str) -> None:
    batch = HoldemBatch(16, autoreset="disabled", opponents="tag", reward=reward, seats=4, ante=20)
    batch.reset(seed=9)
    for step in range(4 * STEPS):
        if batch.terminated.any():
            for table in np.flatnonzero(batch.terminated):
                hand = batch.hand(int(table))
                assert hand.over
                won = np.array(hand.stacks) - np.array(hand.setup.stacks)
                np.testing.assert_allclose(batch.rewards[table], won / (100 if reward == "blinds" else 1), rtol=1e-6)
                assert batch.rewards[table].sum() == pytest.approx(0, abs=1e-3)
            batch.reset(chosen=batch.terminated.copy())
        batch.step(np.array([chosen_actions(batch.masks[t], t, step) for t in range(16)]))


def test_a_deck_of_a_seed_is_the_one_of_hand_start() -> None:
    cards: dict[str, Any] = {"holes": {1: "AsAd"}, "board": "2c3c4c"}
    batch = HoldemBatch(1, seats=4, opponents=None, button=2, deck_seed=77, **cards)
    batch.reset(seed=1)
    same = Hand.start([10_000] * 4, (50, 100), 2, seed=77, **cards)
    assert batch.hand().setup == same.setup


def test_a_sit_and_go_ends_with_the_learner_or_with_every_chip() -> None:
    batch = HoldemBatch(8, autoreset="disabled", **GAMES["sit-and-go"])
    batch.reset(seed=1)
    ended: set[int] = set()
    for step in range(100 * STEPS):
        batch.step(np.array([chosen_actions(batch.masks[t], t, step) for t in range(8)]))
        for table in np.flatnonzero(batch.terminated):
            stacks, places = batch.stacks[table], batch.places[table]
            assert stacks.sum() == 4000
            assert stacks[0] in (0, 4000)
            assert (places[0] == 1) == (stacks[0] == 4000)
            assert {seat for seat in range(4) if not stacks[seat]} == {seat for seat in range(4) if places[seat] > 1}
            ended.add(int(table))
        if batch.terminated.any():
            batch.reset(chosen=batch.terminated.copy())
        if len(ended) == 8:
            break
    assert ended


def test_the_interpreted_batch_shows_the_same() -> None:
    """Compiled and interpreted tables write the same bytes, in every game."""
    if not COMPILED:
        pytest.skip("this is the interpreted core: the compiled one compares the two")
    code = (
        "import hashlib, sys; sys.path.insert(0, '.');"
        "from tests.envs.test__batch import GAMES, played; from bigslick.envs._batch import COMPILED;"
        "print(COMPILED, *[hashlib.sha256(repr(played(2, 1, game, steps=25)).encode()).hexdigest() for game in GAMES])"
    )
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**plain, "PYTHONPATH": str(ROOT / "src")},
    )
    compiled, *found = done.stdout.split()
    assert compiled == "False"
    assert found == [hashlib.sha256(repr(played(2, 1, game, steps=25)).encode()).hexdigest() for game in GAMES]


def test_arrays_of_yours_are_written_into() -> None:
    batch = HoldemBatch(3)
    shape, actions = batch.observations.shape, batch.masks.shape
    mine: dict[str, Any] = {
        "observations": np.full(shape, -1, np.float32),
        "masks": np.full(actions, -1, np.int8),
        "rewards": np.zeros((3, 6), np.float32),
        "terminated": np.zeros(3, np.bool_),
    }
    other = HoldemBatch(3, buffers=mine)
    for one in (batch, other):
        one.reset(seed=5)
        one.step([1, 1, 1])
    assert other.observations is mine["observations"]
    np.testing.assert_array_equal(mine["observations"], batch.observations)
    np.testing.assert_array_equal(mine["masks"], batch.masks)


@pytest.mark.parametrize(
    ("name", "array", "sentence"),
    [
        ("observations", np.zeros((2, 204), np.float64), "float64 of (2, 204): expected float32 of (2, 204)"),
        ("observations", np.zeros((2, 203), np.float32), "expected float32 of (2, 204)"),
        ("masks", np.zeros((1, 8), np.int8), "int8 of (1, 8): expected int8 of (2, 8)"),
        ("rewards", np.zeros((6, 2), np.float32).T, "not in one piece"),
        ("terminated", np.zeros(2, np.int8), "expected bool of (2,)"),
        ("seats", [0, 0], "is a list: expected a NumPy array of (2,)"),
        ("scores", np.zeros(2), "there is no buffer 'scores'"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(name: str, array: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        HoldemBatch(2, buffers={name: array})


def test_a_read_only_buffer_is_refused() -> None:
    fixed = np.zeros(2, np.int64)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="the buffer totals is read-only"):
        HoldemBatch(2, buffers={"totals": fixed})


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([1, 1, 1], "the actions are int64 of (3,): expected whole numbers of (2,)"),
        ([1.0, 1.0], "the actions are float64 of (2,)"),
        ([1, 8], "the action of table 1 is 8: expected 0 to 7"),
        ([-1, 1], "the action of table 0 is -1: expected 0 to 7"),
        (np.array([1, 2**64 - 1], np.uint64), "table 1"),
        (["a", "b"], "expected whole numbers"),
        (None, "expected whole numbers"),
    ],
)
def test_an_action_that_is_none_is_refused_and_nothing_moves(actions: Any, sentence: str) -> None:
    batch = HoldemBatch(2)
    batch.reset(seed=1)
    before = batch.observations.copy()
    with pytest.raises(ValueError, match=re.escape(sentence)):
        batch.step(actions)
    np.testing.assert_array_equal(batch.observations, before)
    batch.step([1, 1])


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([[0.5, float("nan")], [0, 0]], "amount of nan: expected both from 0 to 1"),
        ([[0.5, 0.5], [1.5, 0]], "table 1 is a kind of 1.5"),
        ([[0.5, 0.5], [0.5, -float("inf")]], "amount of -inf"),
        ([0.5, 0.5], "float64 of (2,): expected floats of (2, 2)"),
        ([[1, 1], [1, 1]], "expected floats"),
    ],
)
def test_an_amount_that_is_none_is_refused(actions: Any, sentence: str) -> None:
    batch = HoldemBatch(2, actions="continuous")
    batch.reset(seed=1)
    with pytest.raises(ValueError, match=re.escape(sentence)):
        batch.step(np.asarray(actions))


def test_an_amount_spans_what_is_legal() -> None:
    batch = HoldemBatch(5, seats=2, opponents=None, actions="continuous", button=0)
    batch.reset(seed=1)
    assert batch.masks.tolist() == [[1, 1, 1]] * 5
    batch.step(np.array([[0, 0], [0.5, 1], [1, 0], [1, 0.5], [1, 1]], np.float32))
    assert batch.totals.tolist() == [-1, 0, 200, 5100, 10_000]


def test_strict_refuses_what_is_masked() -> None:
    lax, strict = (
        HoldemBatch(1, seats=2, opponents=None, button=0),
        HoldemBatch(1, seats=2, opponents=None, button=0, strict=True),
    )
    for batch in (lax, strict):
        batch.reset(seed=1)
        batch.step([1])
        assert batch.masks[0, 0] == 0, "nothing to call: there is nothing to fold to"
    with pytest.raises(ValueError, match=r"table 0: action 0 is not legal now: expected one of \[1, 2"):
        strict.step([0])
    lax.step([0])
    assert lax.totals[0] == 0
    assert lax.illegal[0] == 1


def test_a_walk_is_dealt_again() -> None:
    batch = HoldemBatch(1, opponents="rock", button=4)
    batch.reset(seed=1)
    for _ in range(STEPS):
        batch.step([1])
    assert batch.counts()["skipped"] > 0
    assert batch.counts()["hands"] == 1


@pytest.mark.parametrize("opponents", ["caller", lambda seen: seen.options.give_up])
def test_a_table_without_a_decision_is_refused(opponents: Any) -> None:
    stacks = (100, 1) if opponents == "caller" else 10_000
    batch = HoldemBatch(1, seats=2, opponents=opponents, stacks=stacks, button=1 if stacks == 10_000 else 0)
    with pytest.raises(ValueError, match="no learner came to act in 10000 hands in a row"):
        batch.reset(seed=1)


def test_one_call_at_a_time() -> None:
    """A Python bot that steps the tables it is playing at gets a sentence, and a fault is counted."""

    def meddles(seen: Any) -> Any:
        batch.step([1])

    batch = HoldemBatch(1, seats=2, opponents=meddles)
    batch.reset(seed=1)
    for _ in range(6):
        batch.step([1])
    assert any("Python bot is to act" in reason or "reset" in reason for reason in batch.faults())


def test_blocks_may_be_played_by_threads_and_each_once() -> None:
    batch = HoldemBatch(64, opponents=None)
    core = EnvBatch(batch.settings.deal(), 64, 2)
    with pytest.raises(ValueError, match="reset first"):
        core.take_actions(np.ones(64, np.int64))
    core.reset()
    core.take_actions(np.ones(64, np.int64))
    workers = [threading.Thread(target=core.play_block, args=(worker,)) for worker in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with pytest.raises(ValueError, match="no actions were taken for this block"):
        core.play_block(0)
