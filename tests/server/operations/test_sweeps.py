from __future__ import annotations

import gc
from collections.abc import Iterator
from time import thread_time

import pytest

from bigslick.server.operations import sweeps
from bigslick.server.operations.sweeps import FEW, MOST, WHOLE_TICKS, Sweeps


class Collector:
    """A fake garbage collector: it records calls, and reports this many new objects."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.new = 0

    def collect(self, generation: int = 2) -> int:
        self.asked.append(f"look {generation}")
        return 0

    def freeze(self) -> None:
        self.asked.append("freeze")

    def get_count(self) -> tuple[int, int, int]:
        return self.new, 0, 0


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    stand_in = Collector()
    for name in ("collect", "freeze", "get_count"):
        monkeypatch.setattr(gc, name, getattr(stand_in, name))
    yield stand_in
    gc.unfreeze()
    gc.enable()


@pytest.mark.parametrize(
    ("new", "computed", "asked"),
    [
        (FEW - 1, 0.0, []),
        (FEW, 0.0, ["look 0", "freeze"]),
        (FEW, 0.09, []),
        (MOST - 1, 0.09, []),
        (MOST - 1, 0.01, ["look 0", "freeze"]),
        (MOST, 0.0, ["freeze"]),
        (MOST, 0.09, ["freeze"]),
    ],
)
def test_a_busy_server_looks_at_nothing_and_an_idle_one_at_little(
    collector: Collector, new: int, computed: float, asked: list[str]
) -> None:
    took: list[float] = []
    sweeping = Sweeps(took.append, lambda: False)
    sweeping.start()
    sweeping.tick(100.0, 50.0)
    collector.asked.clear()
    collector.new = new
    sweeping.tick(100.1, 50.0 + computed)
    sweeping.stop()
    assert collector.asked == asked
    assert len(took) == asked.count("look 0")


def test_everything_is_swept_only_while_nobody_is_here(collector: Collector) -> None:
    here = True
    sweeping = Sweeps(lambda _: None, lambda: not here)
    sweeping.start()
    collector.asked.clear()
    for _ in range(WHOLE_TICKS):
        sweeping.tick(0.0, 0.0)
    assert collector.asked == []
    here = False
    for _ in range(WHOLE_TICKS):
        sweeping.tick(0.0, 0.0)
    assert collector.asked == ["look 2", "freeze"]
    sweeping.stop()


def test_a_leak_is_swept_although_people_are_here(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeping = Sweeps(lambda _: None, lambda: False)
    sweeping.start()
    collector.asked.clear()
    monkeypatch.setattr(sweeps, "LEAKED", -(10**9))
    for _ in range(WHOLE_TICKS):
        sweeping.tick(0.0, 0.0)
    assert collector.asked == ["look 2", "freeze"]
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


def test_a_look_takes_milliseconds() -> None:
    """Uses the largest number of objects ever scanned while people play."""
    sweeping = Sweeps(lambda _: None, lambda: False)
    sweeping.start()
    try:
        kept = [[number] for number in range(MOST)]
        began = thread_time()
        gc.collect(0)
        assert thread_time() - began < 0.1
        assert len(kept) == MOST
    finally:
        sweeping.stop()
