"""A match's hands as PHH files, written while it is played."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from bigslick.history import History, dumps

from .folders import write_whole
from .match import MatchHand

HANDS_PER_FILE = 10_000


class MatchHands:
    """Watches a match and writes its hands, ten thousand to a .phhs file; hands played before a stop are kept."""

    def __init__(self, folder: str | Path, event: str) -> None:
        self.folder = Path(folder)
        self.event = event
        self.files: list[Path] = []
        self._first = 1
        self._waiting: list[History] = []

    def watch(self, seen: MatchHand) -> None:
        """Keep one hand; pass this to `play_match` as `watch`."""
        played = seen.played
        players = [name for name in played.players if name is not None]
        bots = [played.bots[seat] for seat in played.hand.setup.dealt]
        self._waiting.append(
            History.from_hand(played.hand, players=players, hand=played.number, event=self.event, _bots=bots)
        )
        if len(self._waiting) == HANDS_PER_FILE:
            self._write()

    def __enter__(self) -> MatchHands:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()

    def _write(self) -> None:
        if self._waiting:
            path = self.folder / f"hands-{self._first:07}.phhs"
            write_whole(path, dumps(self._waiting).encode())
            self.files.append(path)
            self._first += len(self._waiting)
            self._waiting = []
