"""Makes one hostile call after another; a file tells the parent which call was the last.

A call that takes too long is interrupted as by Ctrl-C, and must return.
"""

from __future__ import annotations

import argparse
import copy
import faulthandler
import json
import mmap
import os
import pickle
import random
import signal
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bigslick.core.hand import State
from bigslick.hand.hand import state_of

from .subjects import BY_ANNOTATION, CALLS, HANDS, RECIPES
from .surface import Surface, surface_of
from .values import HOSTILE, NUMBERS, CallsBack

# The journal's entries, each a 64-bit number.
TARGET, CALL, CALLS_MADE, ANSWERS, REFUSALS, INTERRUPTS, SLOWEST, DONE = range(8)
PLACES = 8
TICK = 0.04
SUBJECT_LASTS = 12


def new(kind: Any, *given: object) -> object:
    """Make an uninitialised object of the class."""
    return kind.__new__(kind, *given)


OPERATIONS: dict[str, Callable[[Any, Any], object]] = {
    "copy.copy": lambda subject, _: copy.copy(subject),
    "copy.deepcopy": lambda subject, _: copy.deepcopy(subject),
    "pickle": lambda subject, _: pickle.loads(pickle.dumps(subject)),
    "hash": lambda subject, _: hash(subject),
    "repr": lambda subject, _: repr(subject),
    "str": lambda subject, _: str(subject),
    "bool": lambda subject, _: bool(subject),
    "len": lambda subject, _: len(subject),
    "iter": lambda subject, _: list(subject),
    "next": lambda subject, _: next(subject),
    "int": lambda subject, _: int(subject),
    "vars": lambda subject, _: vars(subject),
    "memoryview": lambda subject, _: memoryview(subject),
    "weakref": lambda subject, _: weakref.ref(subject),
    "subclass": lambda subject, _: type("Below", (type(subject),), {})(),
    "isinstance": lambda subject, other: isinstance(other, type(subject)),
    "==": lambda subject, other: subject == other,
    "<": lambda subject, other: subject < other,
    "+": lambda subject, other: subject + other,
    "in": lambda subject, other: other in subject,
    "[]": lambda subject, other: subject[other],
    "call": lambda subject, other: subject(other),
    "new": lambda subject, _: new(type(subject)),
    "new with": lambda subject, other: new(type(subject), other),
    "unknown attribute": lambda subject, other: setattr(subject, "no_such_name", other),
    "attribute of the class": lambda subject, other: setattr(type(subject), "no_such_name", other),
}


class Interrupted(KeyboardInterrupt):
    """Raised where Ctrl-C would raise."""


class Spec(NamedTuple):
    """One call: the object, its fitting arguments, and which of them is replaced by what."""

    subject: int
    fitting: int
    position: int
    value: int


class Target:
    """Something that Python can see, and every way to call it."""

    def __init__(self, kind: str, owner: type | None, name: str, surface: Surface) -> None:
        self.kind, self.owner, self.name, self.surface = kind, owner, name, surface
        self.qualified = ".".join([surface.name, *([owner.__name__] if owner else []), *([name] if name else [])])
        self.title = f"{kind} {self.qualified}"
        self.makers: list[Callable[[], Any]] = [lambda: None]
        if owner is not None:
            recipes = RECIPES.get(f"{surface.name}.{owner.__name__}", [owner])
            self.makers = [*recipes, lambda: new(owner)]
        self.ours = kind in ("function", "construct", "method") and self._parameters() is not None
        self.fitting = self._fitting()

    def _fitting(self) -> list[Callable[[random.Random], tuple[Any, ...]]]:
        """Return ways to make fitting arguments, where known."""
        if self.kind in ("set", "operation"):
            return [lambda _: (None,)]
        if self.kind in ("get", "delete"):
            return [lambda _: ()]
        known = CALLS.get(self.qualified)
        if known:
            return [lambda _, make=make: make() for make in known]  # type: ignore[misc]
        found = self._parameters()
        if found is None:
            return [lambda dice, count=count: _some(dice, [""] * count) for count in range(4)]  # type: ignore[misc]
        least, annotations = found
        counts = range(max(0, least - 1), len(annotations) + 2)
        return [
            lambda dice, count=count: _some(dice, [*annotations, "int"][:count])  # type: ignore[misc]
            for count in counts
            for _ in range(3 if least <= count <= len(annotations) else 1)
        ]

    def _parameters(self) -> tuple[int, list[str]] | None:
        if self.owner is None:
            return self.surface.parameters("", self.name)
        name = "__init__" if self.kind == "construct" else self.name
        for base in self.owner.__mro__:
            if base.__module__.startswith(("bigslick", "tests")):
                found = surface_of(base.__module__).parameters(base.__name__, name)
                if found is not None:
                    return found
        return None

    def specs(self, most: int) -> list[Spec]:
        """Return every call to this target, or a fixed selection: `most` for our code, fewer for what Python adds."""
        values = len(HOSTILE)
        found: list[Spec] = []
        dice = random.Random(self.title)
        for subject in range(len(self.makers)):
            for number, fitting in enumerate(self.fitting):
                places = len(fitting(dice))
                found.append(Spec(subject, number, -1, 0))
                if self.kind == "operation" and OPERATIONS[self.name].__code__.co_varnames[1] == "_":
                    continue
                for position in range(places):
                    found.extend(Spec(subject, number, position, value) for value in range(values))
                    found.extend(Spec(subject, number, position, -1 - value) for value in range(0, values, 3))
                found.extend(Spec(subject, number, -2, value) for value in range(8 * places))
        wanted = most if self.ours else most // 10
        if len(found) > wanted:
            found = [found[place] for place in sorted(dice.sample(range(len(found)), wanted))]
        return found

    def arguments(self, spec: Spec, index: int, subject: object) -> tuple[list[Any], list[str]]:
        """Return a call's arguments, and their names for a report."""
        dice = random.Random(f"{self.title} {index}")
        given = list(self.fitting[spec.fitting](dice))
        names = [""] * len(given)  # a fitting value is shown by its repr, but only if needed
        if spec.position == -2:
            for place in range(len(given)):
                names[place], make = dice.choice(HOSTILE)
                given[place] = make(subject)
        elif spec.position >= 0 and spec.value >= 0:
            names[spec.position], make = HOSTILE[spec.value]
            given[spec.position] = make(subject)
        elif spec.position >= 0:
            name, make = HOSTILE[-1 - spec.value]
            given[spec.position], names[spec.position] = _spoiled(given[spec.position], name, make(subject), dice)
        return given, names

    @property
    def asked(self) -> str:
        """The call, for a report."""
        return self.title

    def call(self, subject: Any, given: Sequence[Any]) -> object:
        """Make the call."""
        if self.kind == "function":
            return getattr(self.surface.module, self.name)(*given)
        if self.kind == "construct":
            assert self.owner is not None
            return self.owner(*given)
        if self.kind == "operation":
            return OPERATIONS[self.name](subject, given[0])
        if self.kind == "get":
            return getattr(subject, self.name)
        if self.kind == "set":
            setattr(subject, self.name, given[0])
            return None
        if self.kind == "delete":
            delattr(subject, self.name)
            return None
        found = getattr(subject, self.name)
        if not callable(found):
            return found
        answer = found(*given)
        if isinstance(answer, Iterator) and self.name != "__iter__":
            for _ in zip(range(1000), answer, strict=False):
                pass
        return answer


class Walk(Target):
    """A random walk over one object's methods, because what one call leaves behind can trip up another."""

    def __init__(self, owner: type, targets: list[Target], surface: Surface) -> None:
        super().__init__("walk", owner, "", surface)
        self.steps = [target for target in targets if target.owner is owner and target.kind in ("method", "operation")]
        self.step = self.steps[0]

    def _fitting(self) -> list[Callable[[random.Random], tuple[Any, ...]]]:
        return [lambda _: ()]

    def specs(self, most: int) -> list[Spec]:
        """Return as many steps as calls are allowed, taking each object in turn."""
        count = min(most, 20_000)
        return [Spec(place * len(self.makers) // count, 0, 0, 0) for place in range(count)]

    def arguments(self, spec: Spec, index: int, subject: object) -> tuple[list[Any], list[str]]:
        """Return the next step's arguments: most fit, some do not."""
        dice = random.Random(f"{self.title} {index}")
        self.step = dice.choice(self.steps)
        given = list(dice.choice(self.step.fitting)(dice))
        names = [""] * len(given)
        for place in range(len(given)):
            if dice.random() < 0.3:
                names[place], make = dice.choice(NUMBERS if dice.random() < 0.5 else HOSTILE)
                given[place] = make(subject)
        return given, names

    @property
    def asked(self) -> str:
        """The step taken."""
        return f"{self.title}: {self.step.title}"

    def call(self, subject: Any, given: Sequence[Any]) -> object:
        """Take the step that `arguments` chose."""
        return self.step.call(subject, given)


def _some(dice: random.Random, annotations: list[str]) -> tuple[Any, ...]:
    makers = [BY_ANNOTATION.get(annotation, []) for annotation in annotations]
    return tuple([dice.choice(made)() if made else dice.choice(HOSTILE)[1](None) for made in makers])


def _spoiled(value: Any, name: str, part: object, dice: random.Random) -> tuple[Any, str]:
    """Return a sequence with one item replaced, removed or added; a hostile value if it is not a sequence."""
    if type(value) not in (tuple, list) or not value:
        return part, name
    things, at = list(value), dice.randrange(len(value))
    how = dice.randrange(4)
    if how == 0:
        del things[at]
    elif how == 1:
        things.insert(at, part)
    elif isinstance(things[at], (tuple, list)) and things[at]:
        things[at], name = _spoiled(things[at], name, part, dice)
    else:
        things[at] = part
    what = ("without", "with one more, {}, before", "with {} at", "with {} at")[how].format(name)
    return type(value)(things), f"a {type(value).__name__} of {len(value)} {what} [{at}]"


def _named(given: Sequence[Any], names: list[str]) -> list[str]:
    return [name or _shown(value) for name, value in zip(names, given, strict=True)]


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 100 else text[:97] + "..."


def targets_of(surface: Surface) -> list[Target]:
    """Return everything that Python can see in a module."""
    found = [Target("function", None, name, surface) for name in surface.functions()]
    for kind in surface.classes():
        here = [Target("construct", kind, "", surface)]
        for name in surface.members(kind):
            here.append(Target("method" if callable(getattr(kind, name)) else "get", kind, name, surface))
            if surface.compiled:  # a Python class can be written to; only a compiled one refuses
                here.append(Target("set", kind, name, surface))
                here.append(Target("delete", kind, name, surface))
        here.extend(Target("operation", kind, name, surface) for name in OPERATIONS)
        found.extend(here)
        found.append(Walk(kind, here, surface))
    return found


class Worker:
    """Runs through the targets, starting at a given call, and watches everything that must not change."""

    def __init__(self, journal: Path, findings: Path, most: int) -> None:
        self.most = most
        with journal.open("r+b") as file:
            self.journal = memoryview(mmap.mmap(file.fileno(), 8 * PLACES)).cast("q")
        self.findings = findings
        self.bystanders = bystanders()
        self.target: Target | None = None
        self.given: list[Any] = []
        self.names: list[str] = []
        self.armed = False
        self.ticks = 0
        self.ticked = (-1, -1)
        self.rung = 0.0
        sys.unraisablehook = self._lost
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def run(self, targets: list[Target], start: int, call: int, *, shard: int, shards: int) -> None:
        """Make every call in this shard, starting with a given one."""
        for number in range(start, len(targets)):
            if number % shards == shard:
                self._run_target(targets[number], number, call if number == start else 0)
        self.journal[DONE] = 1

    def _run_target(self, target: Target, number: int, first: int) -> None:
        journal = self.journal
        subject: object = None
        made = -1
        lasts = 0
        self.target = target
        for index, spec in enumerate(target.specs(self.most)):
            if index < first:
                continue
            if lasts == 0 or made != spec.subject:
                made, lasts = spec.subject, SUBJECT_LASTS
                try:
                    subject = target.makers[made]()
                except Exception:
                    lasts = 0
                    continue
            lasts -= 1
            self.given, self.names = target.arguments(spec, index, subject)
            journal[TARGET], journal[CALL] = number, index
            journal[CALLS_MADE] += 1
            try:
                came = self._call(target, subject, self.given)
            except Interrupted:  # the tick came too late for the call itself
                came = INTERRUPTS
            self.armed = False
            journal[came] += 1
            if self.rung:
                journal[SLOWEST] = max(journal[SLOWEST], int(1000 * (time.monotonic() - self.rung)))
            now = bystanders()
            if now != self.bystanders:
                changed = [name for name in now if now[name] != self.bystanders[name]]
                self.report("changed another hand", ", ".join(changed))
                self.bystanders = now

    def _call(self, target: Target, subject: object, given: list[Any]) -> int:
        """Make one call; return which journal entry counts the result."""
        self.ticks = 0
        self.rung = 0.0
        try:
            self.armed = True
            target.call(subject, given)
            self.armed = False
        except Interrupted:
            return INTERRUPTS
        except BaseException as error:
            self.armed = False
            if isinstance(error, SystemError):
                self.report("broke Python's rules", f"SystemError: {error}")
            elif isinstance(error, (SystemExit, KeyboardInterrupt)):
                self.report("stopped the program", type(error).__name__)
            return REFUSALS
        return ANSWERS

    def _tick(self, _signal: int, _frame: object) -> None:
        """Interrupt a call after three ticks, then at every tick while it keeps ignoring that."""
        here = (self.journal[TARGET], self.journal[CALL])
        self.ticks = self.ticks + 1 if here == self.ticked else 0
        self.ticked = here
        if self.armed and self.ticks > 2:
            self.rung = self.rung or time.monotonic()
            raise Interrupted

    def _lost(self, lost: Any) -> None:
        if isinstance(lost.exc_value, Interrupted):
            self.report("swallowed an interruption", _shown(lost.object))
        elif not isinstance(lost.object, CallsBack):
            self.report("lost an exception", f"{type(lost.exc_value).__name__}: {lost.exc_value}")

    def report(self, what: str, more: str) -> None:
        """Record something that went wrong without killing the process."""
        asked = self.target.asked if self.target else "?"
        finding = {"what": what, "target": asked, "arguments": _named(self.given, self.names), "more": more}
        with self.findings.open("a", encoding="utf-8") as file:
            file.write(json.dumps(finding) + "\n")


def bystanders() -> dict[str, object]:
    """Return the state of every hand that no call was given, now and when it starts again."""
    found: dict[str, object] = {}
    for name, hand in HANDS.items():
        state = state_of(hand)
        try:
            again = State(state.terms)
            again.begin()
            found[name] = (state.dump(), state.terms.cards(), state.terms.stacks(), again.dump())
        except Exception as error:
            found[name] = repr(error)
    return found


def main() -> None:
    """Run one shard of a module's calls; the arguments come from `report`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("module")
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--findings", type=Path, required=True)
    parser.add_argument("--most", type=int, required=True)
    parser.add_argument("--target", type=int, default=0)
    parser.add_argument("--call", type=int, default=0)
    parser.add_argument("--shard", type=int, default=0)
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--describe", action="store_true")
    given = parser.parse_args()
    surface = surface_of(given.module)
    targets = targets_of(surface)
    if given.describe:
        target = targets[given.target]
        spec = target.specs(given.most)[given.call]
        subject = target.makers[spec.subject]()
        named = _named(*target.arguments(spec, given.call, subject))
        print(json.dumps([target.asked, named, _shown(subject)]))
        return
    faulthandler.enable()
    limit_resources()
    worker = Worker(given.journal, given.findings, given.most)
    try:
        worker.run(targets, given.target, given.call, shard=given.shard, shards=given.shards)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit(0)  # exit without an orderly shutdown of what hostile values left behind


def limit_resources() -> None:
    """Limit memory as on a small machine, so greedy calls fail, and leave no core dump."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # the sanitizer maps terabytes for itself
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


if __name__ == "__main__":
    main()
