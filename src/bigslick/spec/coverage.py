"""Coverage: the lines and branches of a spec that games reached, and the conditions that blocked the rest."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bigslick.checks import is_whole

from .expressions import IfValue, Query, Value, Where, ZoneRef
from .frame import Frame, Observer
from .game import interpreted
from .problems import SpecError, must_be
from .simulate import GameTally, play_out
from .source import Source
from .tree import Effect, If, Program, Spec, VariableTarget
from .words import say

Coverable = Effect | Value | Query
Guard = tuple["If | IfValue | None", bool]
"""The `if` around an item, and its branch; None for an item that always runs."""


@dataclass(frozen=True)
class Missed:
    """A line that no game reached."""

    source: Source
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}: {self.source.line(self.line).strip()}\n    {self.reason}"


@dataclass(frozen=True)
class FileCoverage:
    source: Source
    lines: int
    reached: int
    branches: int
    branches_reached: int
    missed: tuple[Missed, ...]
    half: tuple[tuple[int, str], ...]
    """Branches that always went one way: the line, and the way that was never taken."""


class Coverage(Observer):
    """Counts what the interpreter evaluates and runs."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.counts: Counter[int] = Counter()
        self.sides: Counter[tuple[int, bool]] = Counter()
        self.items: dict[int, tuple[Coverable, Guard]] = {}
        self.whens: dict[int, If | IfValue] = {}
        for program in _programs(spec):
            self._add(program, (None, True))

    def value(self, item: Value | Query, found: object) -> None:
        """Count an evaluated value; for an `if` condition, record which way it went."""
        self.counts[id(item)] += 1
        owner = self.whens.get(id(item))
        if owner is not None:
            self.sides[id(owner), bool(found)] += 1

    def enter(self, effect: Effect, frame: Frame) -> None:  # noqa: ARG002
        self.counts[id(effect)] += 1

    def _add(self, item: Any, guard: Guard) -> None:
        if isinstance(item, list):
            for inner in item:
                self._add(inner, guard)
            return
        if isinstance(item, Coverable):
            self.items[id(item)] = (item, guard)
        elif not isinstance(item, Where | VariableTarget | ZoneRef):
            return
        if isinstance(item, If | IfValue):
            self.whens[id(item.when)] = item
            self._add(item.when, guard)
            self._add(item.then, (item, True))
            self._add(item.orelse, (item, False))
            return
        for kind in type(item).__mro__:
            for name in getattr(kind, "__slots__", ()):
                if name not in ("place", "type", "var", "local", "macro", "table"):
                    self._add(getattr(item, name), guard)

    def report(self) -> list[FileCoverage]:
        """Report what was reached, document by document."""
        return [self._file(source) for source in self.spec.sources]

    def _file(self, source: Source) -> FileCoverage:
        lines: dict[int, bool] = {}
        first: dict[int, Coverable] = {}
        for item, _ in self.items.values():
            if item.place.source is source:
                line = item.place.line
                lines[line] = lines.get(line, False) or self.counts[id(item)] > 0
                first.setdefault(line, item)
        missed = tuple(Missed(source, line, self._reason(first[line])) for line in sorted(lines) if not lines[line])
        ifs = [
            item for item, _ in self.items.values() if isinstance(item, If | IfValue) and item.place.source is source
        ]
        half = [
            (item.place.line, side)
            for item in ifs
            for side in (True, False)
            if self.counts[id(item)] and not self.sides[id(item), side]
        ]
        reached = sum(self.sides[id(item), side] > 0 for item in ifs for side in (True, False))
        never = tuple((line, f"never {'true' if side else 'false'}") for line, side in sorted(half))
        return FileCoverage(source, len(lines), sum(lines.values()), 2 * len(ifs), reached, missed, never)

    def _reason(self, item: Coverable) -> str:
        """Return the outermost `if` that ran but never took the branch to here."""
        owner, side = self.items[id(item)][1]
        while owner is not None and not self.counts[id(owner)]:
            owner, side = self.items[id(owner)][1]
        if owner is None:
            return "nothing that ran leads here"
        word = "true" if side else "false"
        tries = self.counts[id(owner)]
        return f"the condition in line {owner.when.place.line}, {say(owner.when)}, was never {word} in {tries:,} tries"


def _programs(spec: Spec) -> list[Any]:
    programs: list[Program] = [spec.setup, *(macro.program for macro in spec.macros)]
    for phase in spec.phases:
        programs += [phase.enter, phase.exit]
    programs += [action.run for action in spec.actions]
    found: list[Any] = [program.effects for program in programs]
    for action in spec.actions:
        found.append([param.domain for param in action.params])
        found.append([action.pre] if action.pre is not None else [])
    found.append([macro.condition for macro in spec.conditions])
    found.append([ending.when for ending in spec.terminal])
    found.append([invariant.holds for invariant in spec.invariants])
    found.append([spec.scoring.value] if spec.scoring is not None else [])
    return found


def measure(
    spec: Spec,
    seats: Sequence[int],
    games: int,
    seed: int | str,
    variables: Mapping[str, int | bool] | None = None,
) -> tuple[Coverage, GameTally]:
    """Play random games, cycling through the numbers of seats, and count what they reach.

    The first game for each number of seats runs without native twins, to reach the macros they replace too.
    """
    must_be(Spec, spec, "a spec: expected what `load_spec` gives")
    if not isinstance(seats, Sequence) or not len(seats):
        raise SpecError(f"seats={seats!r}: expected numbers of seats, as in [2, 6]")
    if not is_whole(games, 0):
        raise SpecError(f"games={games!r}: expected a whole number")
    coverage, tally = Coverage(spec), GameTally()
    plain = interpreted(spec, native=False, observer=coverage)
    quick = interpreted(spec, observer=coverage)
    for number in range(games):
        game = plain if number < len(seats) else quick
        rng = random.Random(f"{seed}/{number}")
        state = game.start(seats[number % len(seats)], f"{seed}/{number}", variables)
        play_out(game, state, rng, tally, most_moves=1_000_000)
    return coverage, tally
