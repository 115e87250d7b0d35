"""Writes an event's hands, one file per table: PHH while the event runs, then any hand-history format."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from bigslick.history import BadHistory, Details
    from bigslick.history.convert.conversion import Converter
    from bigslick.tournament.floor.played_hand import PlayedHand
    from bigslick.tournament.floor.run import Tournament
    from bigslick.tournament.structure.structure import Structure

PART: Final = ".part"
PHH: Final = "phh"
MOST_HELD: Final = 1 << 20
"""Characters to buffer, to avoid opening a file for every hand."""
_HEADER: Final = re.compile(rb"^\[(\d+)\]$", re.MULTILINE)


class HandFiles:
    """Writes hands to files, with `part` under a temporary name until the event ends.

    Then it converts them to the format `form`. With `player`, only that player's hands are written, as they saw them.
    Formats other than PHH include the buy-in of this `structure`. With `started`, all hands carry their time in UTC.
    """

    def __init__(
        self,
        folder: Path,
        part: bool = False,
        form: str = PHH,
        player: str | None = None,
        structure: Structure | None = None,
        started: datetime.datetime | None = None,
    ) -> None:
        from bigslick.history.formats.registry import format_to_write

        self._folder = folder
        self._form = format_to_write(form)
        self._player = player
        self._structure = structure
        self._started = started
        self.refused: list[BadHistory] = []
        """The number of hands that the format cannot hold."""
        self._part = PART if part else ""
        self._counts: dict[int, int] = {}
        self._held: dict[int, list[str]] = {}
        self._size = 0

    def begin(self, resumed: Tournament | None = None) -> None:
        """Start from scratch, or keep the hands up to where a saved event resumes."""
        from bigslick.history.formats.registry import formats

        self._folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(self._folder.glob("table-*.phhs")):
            old.replace(old.with_name(old.name + PART))
        if resumed is not None:
            self._cut_back(resumed)
            return
        for old in self._folder.glob("table-*"):
            if old.name.removesuffix(PART).endswith(tuple(known.suffix for known in formats())):
                old.unlink()

    def _cut_back(self, event: Tournament) -> None:
        """Drop the hands played after the save. Refuse if any earlier ones are missing."""
        from bigslick.simulate.folders import write_whole
        from bigslick.tournament.director.events import TableOpened

        last = max(found.table for found in event.events if isinstance(found, TableOpened))
        kept = 0
        for part in sorted(self._folder.glob(f"table-*.phhs{PART}")):
            table = int(part.name.removeprefix("table-").partition(".")[0])
            row = event.tables.row_of.get(table)
            data = part.read_bytes()
            found = list(_HEADER.finditer(data))
            most = event.floor.hands_of(row) if row is not None else 0 if table > last else len(found)
            # Every hand ends with a newline; a header cut off by a kill does not.
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
        """Add a hand to its table's file."""
        from bigslick.history import dumps

        number = self._counts[played.table] = self._counts.get(played.table, 0) + 1
        more: dict[str, Any] = {} if self._form.name == PHH else {"details": self._details(played)}
        if self._started is not None:
            at = self._started + datetime.timedelta(seconds=played.at if played.timed else 0)
            more |= {"year": at.year, "month": at.month, "day": at.day, "time": at.time(), "time_zone": "UTC"}
        text = f"[{number}]\n{dumps(played.history(**more))}\n"
        self._held.setdefault(played.table, []).append(text)
        self._size += len(text)
        if self._size > MOST_HELD:
            self.flush()

    def flush(self) -> None:
        from bigslick.simulate.folders import named

        for table, texts in self._held.items():
            path = self._folder / f"table-{table:05}.phhs{self._part}"
            with named(path), path.open("a", encoding="utf-8") as file:
                file.writelines(texts)
        self._held.clear()
        self._size = 0

    def finish(self) -> None:
        """Write the rest, then convert each file to its format and give it its final name."""
        self.flush()
        for part in self._folder.glob(f"table-*.phhs{PART}"):
            if self._form.name == PHH and self._player is None:
                part.replace(part.with_suffix(""))
                continue
            self._converter().file(part, part.with_suffix("").with_suffix(self._form.suffix))
            part.unlink()

    def _converter(self) -> Converter:
        from bigslick.history.convert.conversion import Converter

        hero, refuse = self._player, self.refused.append
        return Converter(self._form, hero=hero, own_only=hero is not None, refuse=refuse, lose=lambda *_: None)

    def _details(self, played: PlayedHand) -> Details:
        from bigslick.history.history_details import OUR_SITE, Details, SittingOut, TournamentDetails

        about = TournamentDetails(name=played.event or None, kind="MTT", started=self._started)
        given = self._structure
        if given is not None:
            about.kind = "STT" if given.entrants and given.entrants <= given.seats else "MTT"
            about.buy_in, about.fee, about.initial_stack = given.buy_in, given.fee, given.starting_stack
            about.bounty = given.bounty.amount if given.bounty else None
        waiting = [SittingOut(seat=who.seat + 1, name=who.player, stack=who.stack) for who in played.waiting]
        return Details(site=OUR_SITE, tournament=about, sitting_out=waiting, flags=["play money"])
