"""The count files, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bigslick.rules import LIMITS, Limit


class Line(NamedTuple):
    """One counted tree."""

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    limit: Limit
    streets: int
    leaves: int
    decisions: int
    actions: int
    by_street: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return f"{'-'.join(map(str, self.stacks))} {self.limit} {self.streets}"


def counted(name: str) -> Iterator[Line]:
    """Yield the lines of a count file."""
    for text in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines():
        if not text or text.startswith("#"):
            continue
        stacks, blinds, limit, streets, leaves, decisions, actions, *more = (part.strip() for part in text.split("|"))
        small, big = map(int, blinds.split(","))
        pairs = (tuple(map(int, pair.split(":"))) for pair in (more[0].split() if more else ()))
        yield Line(
            tuple(map(int, stacks.split(","))),
            (small, big),
            next(known for known in LIMITS if known == limit),
            int(streets),
            int(leaves),
            int(decisions),
            int(actions),
            tuple((pair[0], pair[1]) for pair in pairs),
        )
