"""Warnings about a game that has no problems.

They cover phases that are never entered, actions and endings whose condition can never hold, and a game without a move.

We prove what we can without playing; the other warnings come from random games, and say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.checks import counted, is_whole
from bigslick.spec.problems import SpecError, SpecProblem, must_be
from bigslick.spec.source import Place
from bigslick.spec.tree import Spec
from bigslick.spec.words import say

from .explore import MOST_EXPLORED, MOST_MOVES, Reached, explore
from .ranges import Ranges

__all__ = ["MOST_EXPLORED", "MOST_MOVES", "Ranges", "Reached", "explore", "find_warnings"]


def find_warnings(spec: Spec, *, most_moves: int = MOST_MOVES, seed: int | str = 0) -> list[SpecProblem]:
    """Return every warning, in document and line order; with most_moves=0 nothing is played."""
    must_be(Spec, spec, "a spec: expected what `load_spec` gives")
    if not is_whole(most_moves, 0, MOST_EXPLORED):
        raise SpecError(f"most_moves={most_moves!r}: expected a whole number up to {MOST_EXPLORED:,}")
    ranges = Ranges(spec)
    found = list(_proved(spec, ranges))
    if most_moves:
        proved = {problem.place for problem in found}
        found += [warning for warning in _seen(spec, explore(spec, most_moves, seed)) if warning.place not in proved]
    order = {source.name: index for index, source in enumerate(spec.sources)}
    return sorted(found, key=lambda problem: (order.get(problem.place.source.name, 0), problem.place.line))


def _proved(spec: Spec, ranges: Ranges) -> Iterator[SpecProblem]:
    for phase in spec.phases:
        if phase.index not in ranges.phases:
            yield SpecProblem(
                phase.place,
                f"the phase '{phase.name}' is never entered",
                "a jump that can happen, or a phase before it that leads on",
            )
    for action in spec.actions:
        if not action.phases:
            yield SpecProblem(
                action.place, f"the action '{action.name}' belongs to no phase", "phases in 'phase', or no such action"
            )
        elif not ranges.possible(action.pre):
            assert action.pre is not None
            yield SpecProblem(
                action.pre.place, f"the action '{action.name}' is never legal: {say(action.pre)} cannot hold"
            )
    for ending in spec.terminal:
        if not ranges.possible(ending.when):
            yield SpecProblem(
                ending.place,
                f"this ending can never hold: {say(ending.when)}",
                "a condition that the game can make true",
            )
    if not any(ranges.legal(action) for action in spec.actions):
        yield SpecProblem(_top(spec), "no player ever has a move", "an action that can be legal in a phase")


def _seen(spec: Spec, reached: Reached) -> Iterator[SpecProblem]:
    tried = f"{counted(reached.games, 'random game')}, {counted(reached.moves, 'move')}"
    if reached.fault is not None:
        place = reached.fault.places[0] if reached.fault.places else _top(spec)
        when = "the game does not start" if not reached.moves else "a random game stops"
        yield SpecProblem(place, f"{when}: {reached.fault.message}")
        return
    for seats in sorted(reached.at_once):
        yield SpecProblem(
            _top(spec), f"with {seats} seats the game is over before the first move", "a game with a move"
        )
    for name, times in reached.broken.items():
        place = next(invariant.place for invariant in spec.invariants if invariant.name == name)
        yield SpecProblem(place, f"the invariant '{name}' is broken {counted(times, 'time')} in {tried}")
    for phase in spec.phases:
        if phase.index not in reached.phases:
            yield SpecProblem(phase.place, f"the phase '{phase.name}' was never entered in {tried}")
    if not reached.finished:
        yield SpecProblem(_top(spec), f"no game came to an end in {tried}", "a game that ends by itself")
        return
    for index, ending in enumerate(spec.terminal):
        if index not in reached.endings:
            yield SpecProblem(ending.place, f"this ending never held in {tried}: {say(ending.when)}")


def _top(spec: Spec) -> Place:
    """Return the location for warnings about the whole game: its first phase."""
    return spec.phases[0].place
