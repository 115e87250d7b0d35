"""The folder that `bigslick tournament --out` writes. Every file in it is complete or absent.

`event.json` names the folder's event and says whether it is complete. While the event runs, its hands are in files
ending in `.part`. The other papers are written at the end, and `event.json` last.
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .hand_files import PHH, HandFiles

if TYPE_CHECKING:
    from bigslick.tournament.floor.played_hand import PlayedHand
    from bigslick.tournament.floor.run import Tournament

EVENT: Final = "event.json"
STRUCTURE: Final = "structure.toml"
HANDS: Final = "hands"
PAPERS: Final = (
    *("events.jsonl", "results.csv", "moves.csv", "seat-draw.html", "table-plan.html", "blinds.html"),
    "summary.ots",
)


class EventFolder:
    """One event's papers, in one folder."""

    def __init__(
        self,
        folder: Path,
        event: Tournament,
        force: bool,
        form: str = PHH,
        player: str | None = None,
        started: datetime.datetime | None = None,
    ) -> None:
        """Take a folder that is empty or belongs to the same event; with `force`, any folder.

        Hands are written in the format `form`. With `player`, only that player's hands are written, as they saw them.
        With `started`, hands carry their time, and the sheets say when the event starts.
        """
        from bigslick.tournament.structure.files import dumps

        self.folder = folder
        self._event = event
        self._settings = settings_of(event)
        self._structure = dumps(event.structure)
        self._started = started
        self.hands = HandFiles(folder / HANDS, True, form, player, event.structure, started)
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"--out: {folder} is a file; name a folder")
        if folder.is_dir() and any(folder.iterdir()) and not force:
            self._refuse_another()

    def _refuse_another(self) -> None:
        folder = self.folder
        if not (folder / EVENT).is_file():
            raise ValueError(f"--out: {folder} is not empty; name another folder, or --force writes into it")
        kept = read_event(folder)
        same = all(kept.get(name) == value for name, value in self._settings.items())
        structure = folder / STRUCTURE
        if not same or (structure.is_file() and structure.read_text("utf-8") != self._structure):
            raise ValueError(
                f"--out: {folder} has another event: {kept.get('structure')}, seed {kept.get('seed')}; name another "
                "folder, or --force replaces it"
            )

    def begin(self, resumed: bool) -> None:
        """Mark the folder with its event before the first hand. Clear earlier files, or continue them."""
        write_lines(self.folder / EVENT, [_json({"complete": False, **self._settings})])
        self.hands.begin(self._event if resumed else None)
        for name in PAPERS:
            (self.folder / name).unlink(missing_ok=True)
        write_lines(self.folder / STRUCTURE, [self._structure])

    @property
    def papers(self) -> int:
        """The number of steps in `finish`."""
        return len(PAPERS) + 1

    def write(self, played: PlayedHand) -> None:
        self.hands.write(played)

    def flush(self) -> None:
        """Write everything buffered, so a save agrees with the hand files next to it."""
        self.hands.flush()

    def finish(self, result: dict[str, object], step: Callable[[], None]) -> None:
        """Write a finished event's papers, then mark the folder complete. `step` counts the papers."""
        from bigslick.tournament import papers

        event = self._event
        lines = (
            papers.log_lines(event),
            papers.results_table(event),
            papers.moves_table(event),
            papers.seat_draw_sheet(event, self._started),
            papers.table_plan(event, self._started),
            papers.event_blinds_sheet(event, self._started),
            papers.tournament_summary(event),
        )
        for name, text in zip(PAPERS, lines, strict=True):
            write_lines(self.folder / name, text)
            step()
        self.hands.finish()
        write_lines(self.folder / EVENT, [_json({"complete": True, **self._settings, **result})])
        step()


def settings_of(event: Tournament) -> dict[str, Any]:
    """Return the settings, besides the structure file, that distinguish one event from another."""
    from bigslick.tournament.director.events import Entered, LevelStarted

    first = 0
    for happened in event.events:
        if isinstance(happened, LevelStarted):
            break
        first += isinstance(happened, Entered)
    return {
        "structure": event.structure.name,
        "seed": event.seed,
        "bots": list(event.bots),
        "late": event.structure.field - first if event.structure.flights is None else 0,
        "reentries": event.reentries,
    }


def read_event(folder: Path) -> dict[str, Any]:
    path = folder / EVENT
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path} is not about an event: name another folder")
    return found


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a file line by line under a temporary name, then rename it."""
    from bigslick.simulate.folders import named

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with named(path), part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
