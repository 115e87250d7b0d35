"""What is wrong with a spec: each problem with its place, what was expected, the nearest name, the macros above."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from bigslick.errors import BigslickError

from .source import Place


@dataclass(frozen=True)
class Frame:
    """One step of a macro chain: the macro, and the place that calls it."""

    macro: str
    called_from: Place


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong."""

    place: Place
    message: str
    expected: str = ""
    hint: str = ""
    chain: tuple[Frame, ...] = ()
    see: Place | None = None
    """Another place that belongs to the problem, such as the first of two definitions."""

    def __str__(self) -> str:
        """The problem for people: place and message, the line with a caret, what was expected, the chain."""
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
        """The problem as data."""
        return {
            "file": self.place.source.name,
            "line": self.place.line,
            "column": self.place.column,
            "message": self.message,
            "expected": self.expected,
            "hint": self.hint,
            "chain": [{"macro": frame.macro, "called_from": str(frame.called_from)} for frame in self.chain],
        }


class BadSpec(BigslickError, ValueError):
    """A spec that cannot be used, with every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n\n".join(str(problem) for problem in self.problems))


class RunError(BigslickError, ValueError):
    """A game that went wrong while it ran; the message ends with the places in the spec, innermost first."""

    def __init__(self, message: str, places: Iterable[Place] = ()) -> None:
        self.message = message
        self.places = tuple(places)
        where = "".join(f"\n  at {place}: {place.source.line(place.line).strip()}" for place in self.places)
        super().__init__(message + where)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like a word, if any is like it."""
    folded = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known name, or lists the known ones when they are few."""
    names = sorted(set(known))
    close = nearest(word, names)
    if close is not None:
        return f"did you mean '{close}'?"
    if 0 < len(names) <= 12:
        return "known: " + ", ".join(names)
    return ""


class Problems:
    """Collects problems while a spec is read, so that all are told at once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, int, str], Problem] = {}
        self.sources: list[str] = []

    def add(self, problem: Problem) -> None:
        """Keep a problem, once."""
        place = problem.place
        self._found.setdefault((place.source.name, place.line, place.column, problem.message), problem)

    def __len__(self) -> int:
        return len(self._found)

    def sorted(self) -> list[Problem]:
        """All problems, in the order of the files and lines."""
        order = {name: index for index, name in enumerate(self.sources)}
        return sorted(
            self._found.values(),
            key=lambda p: (order.get(p.place.source.name, len(order)), p.place.line, p.place.column, p.message),
        )

    def raise_if_any(self) -> None:
        """Refuse the spec if anything was wrong."""
        if self._found:
            raise BadSpec(self.sorted())
