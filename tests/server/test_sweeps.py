from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bigslick.server import sweeps
from bigslick.server.sweeps import FREEZE_TICKS, WHOLE_TICKS, YOUNG_TICKS, Sweeps


@pytest.fixture
def generations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Which generation each sweep looks through."""
    seen: list[int] = []

    def collect(generation: int = 2) -> int:
        seen.append(generation)
        return 0

    monkeypatch.setattr(gc, "collect", collect)
    yield seen
    gc.unfreeze()
    gc.enable()


def test_the_young_are_swept_often_and_everything_only_while_nobody_is_here(generations: list[int]) -> None:
    took: list[float] = []
    here = True
    sweeping = Sweeps(took.append, lambda: not here)
    sweeping.start()
    generations.clear()
    for _ in range(WHOLE_TICKS):
        sweeping.tick()
    assert generations.count(0) == WHOLE_TICKS // YOUNG_TICKS - WHOLE_TICKS // FREEZE_TICKS
    assert generations.count(1) == WHOLE_TICKS // FREEZE_TICKS - 1
    assert 2 not in generations
    assert len(took) == len(generations)
    here = False
    for _ in range(WHOLE_TICKS):
        sweeping.tick()
    assert generations.count(2) == 1
    sweeping.stop()


def test_what_is_there_at_the_start_is_frozen_and_given_back() -> None:
    assert gc.isenabled()
    sweeping = Sweeps(lambda _: None, lambda: True)
    sweeping.start()
    try:
        assert not gc.isenabled()
        assert gc.get_freeze_count() > 10_000
    finally:
        sweeping.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_leak_is_swept_although_people_are_here(generations: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    sweeping = Sweeps(lambda _: None, lambda: False)
    sweeping.start()
    generations.clear()
    monkeypatch.setattr(sweeps, "LEAKED", -(10**9))
    for _ in range(WHOLE_TICKS):
        sweeping.tick()
    assert generations.count(2) == 1
    sweeping.stop()
