"""Frames and observers."""

from __future__ import annotations

from bigslick.spec import GameState, interpreted, load_spec
from bigslick.spec.frame import Frame, Observer
from bigslick.spec.tree import Effect


def test_a_frame_starts_with_nothing_bound() -> None:
    frame = Frame(GameState(load_spec("std:kuhn"), 2, 1), 1, 3)
    assert (frame.actor, frame.values) == (1, [None, None, None])


def test_an_observer_sees_every_effect_begin_and_end() -> None:
    class Counter(Observer):
        entered = left = 0

        def enter(self, effect: Effect, frame: Frame) -> None:
            self.entered += 1

        def leave(self, effect: Effect, frame: Frame) -> None:
            self.left += 1

    seen = Counter()
    interpreted(load_spec("std:kuhn"), observer=seen).start(2, 1)
    assert seen.entered == seen.left > 5


def test_an_observer_that_does_nothing_changes_nothing() -> None:
    spec = load_spec("std:kuhn")
    assert interpreted(spec, observer=Observer()).start(2, 1) == interpreted(spec).start(2, 1)
