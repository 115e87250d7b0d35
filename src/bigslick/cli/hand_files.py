"""The hands of an event as PHH, a file for each table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bigslick.tournament.played_hand import PlayedHand
    from bigslick.tournament.run import Tournament

PART: Final = ".part"
MOST_HELD: Final = 1 << 20
"""Characters of hands that are held back, so that a file is opened for many hands and not for each."""
_HEADER: Final = re.compile(rb"^\[(\d+)\]$", re.MULTILINE)


class HandFiles:
    """Writes hands to files; with `part` these have a name of their own until the event is over."""

    def __init__(self, folder: Path, part: bool = False) -> None:
        self._folder = folder
        self._part = PART if part else ""
        self._counts: dict[int, int] = {}
        self._held: dict[int, list[str]] = {}
        self._size = 0

    def begin(self, resumed: Tournament | None = None) -> None:
        """Start anew, or keep the hands up to where a saved event goes on."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(self._folder.glob("table-*.phhs")):
            old.replace(old.with_name(old.name + PART))
        if resumed is not None:
            self._cut_back(resumed)
            return
        for old in self._folder.glob(f"table-*.phhs{PART}"):
            old.unlink()

    def _cut_back(self, event: Tournament) -> None:
        """Drop the hands that were played after the save; refuse if those before it are not all there."""
        from bigslick.simulate.folders import write_whole
        from bigslick.tournament.events import TableOpened

        last = max(found.table for found in event.events if isinstance(found, TableOpened))
        kept = 0
        for part in sorted(self._folder.glob(f"table-*.phhs{PART}")):
            table = int(part.name.removeprefix("table-").partition(".")[0])
            row = event.tables.row_of.get(table)
            data = part.read_bytes()
            found = list(_HEADER.finditer(data))
            most = event.floor.hands_of(row) if row is not None else 0 if table > last else len(found)
            # A hand ends with its line: what a kill left of the header of the next one does not.
            end = found[most].start() if len(found) > most else data.rfind(b"\n") + 1
            if end < len(data):
                write_whole(part, data[:end])
            self._counts[table] = min(most, len(found))
            kept += self._counts[table]
        if kept != event.hands:
            raise ValueError(
                f"{self._folder} has {kept:,} of the {event.hands:,} hands before the save; name the folder of the run "
                "that was saved, or play the event again from the start"
            )

    def write(self, played: PlayedHand) -> None:
        """Add a hand to the file of its table."""
        from bigslick.history import dumps

        number = self._counts[played.table] = self._counts.get(played.table, 0) + 1
        text = f"[{number}]\n{dumps(played.history())}\n"
        self._held.setdefault(played.table, []).append(text)
        self._size += len(text)
        if self._size > MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write what is held back."""
        from bigslick.simulate.folders import named

        for table, texts in self._held.items():
            path = self._folder / f"table-{table:05}.phhs{self._part}"
            with named(path), path.open("a", encoding="utf-8") as file:
                file.writelines(texts)
        self._held.clear()
        self._size = 0

    def finish(self) -> None:
        """Write the rest, and give every file the name of a whole one."""
        self.flush()
        for part in self._folder.glob(f"table-*.phhs{PART}"):
            part.replace(part.with_suffix(""))
