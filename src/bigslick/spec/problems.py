"""Problems in a spec, each with its location, what was expected, the nearest name and the macro calls."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from dataclasses import dataclass

from bigslick.checks import nearest
from bigslick.errors import BigslickError

from .source import Place


@dataclass(frozen=True)
class MacroStep:
    """One step in a macro chain: the macro, and where it is called."""

    macro: str
    called_from: Place


@dataclass(frozen=True)
class SpecProblem:
    """One problem in a spec."""

    place: Place
    message: str
    expected: str = ""
    hint: str = ""
    chain: tuple[MacroStep, ...] = ()
    see: Place | None = None
    """A related location, such as the first of two definitions."""

    def __str__(self) -> str:
        """Format the problem as text: location, message, the line with a caret, what was expected, the macro calls."""
        lines = [f"{self.place}: {self.message}"]
        text = self.place.source.line(self.place.line)
        if text.strip():
            shown = text.rstrip()
            indent = len(shown) - len(shown.lstrip())
            column = max(0, self.place.column - 1 - indent)
            shown = shown.lstrip()
            if len(shown) > 140:
                start = max(0, column - 60)
                shown, column = (
                    ("..." if start else "") + shown[start : start + 134],
                    column - start + (3 if start else 0),
                )
            width = max(1, min(self.place.width, len(shown) - column))
            lines += [f"    {shown}", "    " + " " * column + "^" * width]
        if self.expected:
            lines.append(f"  expected {self.expected}")
        if self.hint:
            lines.append(f"  {self.hint}")
        if self.see is not None:
            lines.append(f"  see {self.see}")
        lines += [f"  in macro '{frame.macro}', called from {frame.called_from}" for frame in self.chain]
        return "\n".join(lines)

    def to_json(self) -> dict[str, object]:
        return {
            "file": self.place.source.name,
            "line": self.place.line,
            "column": self.place.column,
            "message": self.message,
            "expected": self.expected,
            "hint": self.hint,
            "chain": [{"macro": frame.macro, "called_from": str(frame.called_from)} for frame in self.chain],
        }


class SpecError(BigslickError, ValueError):
    """Anything the language refuses: a document, a game that cannot start, a move, a saved game."""

    __module__ = "bigslick.spec"

    def __str__(self) -> str:
        return self.sentence


class WrongKind(SpecError, TypeError):
    """An argument of the wrong type."""

    __module__ = "bigslick.spec"


def must_be(kind: type | tuple[type, ...], thing: object, expected: str) -> None:
    """Refuse an argument of the wrong type: "None is not a state of a game: expected what `game.start` gives"."""
    if not isinstance(thing, kind):
        raise WrongKind(f"{reprlib.repr(thing)} is not {expected}")


class BadSpec(SpecError):
    """A spec that cannot be used, with all its problems; `where` is the location of the first."""

    __module__ = "bigslick.spec"

    def __init__(self, problems: Iterable[SpecProblem]) -> None:
        self.problems = tuple(problems)
        text = "\n\n".join(str(problem) for problem in self.problems)
        super().__init__(text, str(self.problems[0].place) if self.problems else "")


class RunError(SpecError):
    """An error in a running game; the message ends with the locations in the spec, innermost first."""

    __module__ = "bigslick.spec"

    def __init__(self, message: str, places: Iterable[Place] = ()) -> None:
        self.message = message
        self.places = tuple(places)
        trail = "".join(f"\n  at {place}: {place.source.line(place.line).strip()}" for place in self.places)
        super().__init__(message + trail, str(self.places[0]) if self.places else "")


class Fault(Exception):
    """Something went wrong in a running game; `Game` turns it into a RunError."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.places = [] if place is None else [place]


def name_hint(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name, or list the known ones if there are few."""
    names = sorted(set(known))
    close = nearest(word, names)
    if close is not None:
        return f"did you mean '{close}'?"
    if 0 < len(names) <= 12:
        return "known: " + ", ".join(names)
    return ""


class Problems:
    """Collects problems while a spec is read, so one run shows them all."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int, str], SpecProblem] = {}
        self._misread: set[tuple[str, int, int]] = set()
        self.sources: list[str] = []
        self.unreadable = False
        """Whether part of a document could not be read, so a missing part may be in it."""

    def misread(self, problem: SpecProblem, place: Place | None = None) -> None:
        """Add a problem with the text at a location; further problems there are ignored."""
        self.add(problem)
        where = place if place is not None else problem.place
        self._misread.add((where.source.name, where.line, where.column))

    def add(self, problem: SpecProblem) -> None:
        """Add a problem, once."""
        place = problem.place
        if (place.source.name, place.line, place.column) in self._misread:
            return
        self._found.setdefault((place.source.name, place.line, place.column, problem.message), problem)

    def __len__(self) -> int:
        return len(self._found)

    def copy(self) -> Problems:
        """Return a copy of the list, to which other problems can be added."""
        twin = Problems()
        twin._found, twin._misread = dict(self._found), set(self._misread)
        return twin

    def sorted(self) -> list[SpecProblem]:
        """Return all problems, sorted by file and line."""
        order = {name: index for index, name in enumerate(self.sources)}
        return sorted(
            self._found.values(),
            key=lambda p: (order.get(p.place.source.name, len(order)), p.place.line, p.place.column, p.message),
        )

    def raise_if_any(self) -> None:
        """Refuse the spec if there were any problems."""
        if self._found:
            raise BadSpec(self.sorted())
