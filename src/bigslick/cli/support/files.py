"""Reads the hand histories given to a command: files, folders, and a tally of the hands left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bigslick.checks import counted

from .options import STRICT
from .output import say

if TYPE_CHECKING:
    from typing import TextIO

    from bigslick.history import BadHistory

SUFFIXES: Final = (".phh", ".phhs", ".ohh")
"""In a folder, files with these suffixes count as hand histories, whatever they contain."""
FEW: Final = 10
_DIFFERENT: Final = re.compile(
    r"(\b(?:game|variant)(?: is)? '[^']*')|'[^']*'|\"[^\"]*\"|\b[0-9][0-9a-f,.]*\b|\b[2-9TJQKA][cdhs]\b|\bp[0-9]+\b"
)
"""Parts of a sentence to ignore when grouping: names, numbers and cards, but not the game (the first group)."""

HistoryPaths = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Hand histories in any format that bigslick reads, or folders of them."),
]
Strict = Annotated[bool, STRICT]


def history_files(paths: Iterable[Path]) -> list[Path]:
    """List the files, and every history below each folder. Refuses a missing path before reading anything."""
    return [path for path, _ in histories_below(paths)]


def histories_below(paths: Iterable[Path]) -> list[tuple[Path, Path]]:
    """Yield each history in `history_files` with its path relative to the given folder, or its name."""
    from bigslick.history.formats.registry import looks_like_hands

    found: list[tuple[Path, Path]] = []
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("[!.]*") if file.is_file())
            below = [file for file in files if file.suffix.lower() in SUFFIXES or looks_like_hands(file)]
            if not below:
                raise ValueError(f"{path} is a folder without a hand history")
            found += [(file, file.relative_to(path)) for file in below]
        else:
            path.stat()
            found.append((path, Path(path.name)))
    return found


@dataclass
class _Reason:
    first: str
    where: str
    count: int = 0
    varies: bool = False
    """Whether other sentences with this reason have different names, numbers or cards."""


class Grouped:
    """Counts sentences by reason. Sentences that differ only in names, numbers and cards share a reason."""

    def __init__(self) -> None:
        self._reasons: dict[str, _Reason] = {}

    def add(self, sentence: str, where: str) -> None:
        key = _DIFFERENT.sub(lambda found: found[1] or "…", sentence)
        reason = self._reasons.setdefault(key, _Reason(sentence, where))
        reason.count += 1
        reason.varies |= sentence != reason.first

    @property
    def count(self) -> int:
        return sum(reason.count for reason in self._reasons.values())

    def json(self) -> list[dict[str, Any]]:
        """Return each reason with its count, its first sentence and location, most frequent first."""
        return [{"count": reason.count, "reason": reason.first, "first": reason.where} for reason in self._sorted()]

    def say(self, file: TextIO | None = None) -> None:
        """Print a line for each reason, most frequent first."""
        reasons = self._sorted()
        width = max((len(f"{reason.count:,}") for reason in reasons), default=0)
        for reason in reasons[:FEW]:
            where = f" ({reason.where})" if reason.count == 1 else f" (the first: {reason.where})"
            sentence = f"{'such as: ' * reason.varies}{reason.first}{where if reason.where else ''}"
            say(f"  {reason.count:>{width},}  {sentence}", hang=width + 4, file=file)
        if len(reasons) > FEW:
            say(f"  ... and {counted(len(reasons) - FEW, 'more reason')} (--json has them all)", file=file)

    def _sorted(self) -> list[_Reason]:
        return sorted(self._reasons.values(), key=lambda reason: -reason.count)


class LeftOut(Grouped):
    """The hands and files that could not be read or played: how many, why, and where each reason first occurred."""

    def refuse(self, refusal: BadHistory) -> None:
        self.add(refusal.sentence, refusal.where)

    def end(self, hands: int, strict: bool) -> None:
        """Exit with code 1 if no hand is left, or with --strict if any was left out."""
        if not hands or (strict and self.count):
            raise typer.Exit(1)
