"""Moves a tournament from one round or day to the next, and removes no-shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection

from bigslick.shuffle import Keystream

from ..director.director import Director
from ..formats.days import DaysDirector
from ..formats.rounds import StagedDirector
from ..structure.levels import Schedule
from ..structure.structure import Structure
from ._floor import Floor
from .field_bots import FieldBots
from .tables import FloorTables


class BetweenRounds(ABC):
    """The part of a tournament that starts stages; an event without stages never calls it."""

    structure: Structure
    seed: int | str
    director: Director
    floor: Floor
    tables: FloorTables
    schedule: Schedule
    timed: bool
    level: int
    rounds: int
    now: int
    _streams: dict[str, Keystream]
    _field_bots: FieldBots

    def _open_streams(self, *stage: str) -> dict[str, Keystream]:
        """Return the streams for cards and seats; each later round or day has its own."""
        return {name: Keystream(self.seed, name, *stage) for name in ("cards", "seats")}

    def _next_stage(self) -> None:
        """Start the next round or day, if all tables have finished this one."""
        director = self.director
        while isinstance(director, StagedDirector) and director.stage_over:
            before = director.stage
            self._take_streams(director.next_stage())
            director.start_stage(self.now)
            self._apply()
            if director.stage.schedule_from != before.schedule_from:
                self._take_schedule(director.stage.schedule_from)
            elif director.stage.level == self.level:  # the level continues in the next round
                continue
            self.level = director.stage.level
            self._begin_level()

    def _take_streams(self, stage: str) -> None:
        """Switch to a stage's own streams, which do not depend on how long the others took."""
        self._streams = self._open_streams(stage)
        self.floor.deal_from(self._streams["cards"].draws)
        self.director.draw_from(self._streams["seats"])

    def _take_schedule(self, begins: int) -> None:
        self.schedule = self.structure.schedule(begins)
        if self.timed:
            self._set_timetable()

    def _end_day(self, director: DaysDirector) -> None:
        """Play out the hands in progress, bag all chips, and start the next day."""
        stage = director.stage.number
        if self.timed:
            self._meet()
        if not director.over and director.stage.number == stage:
            director.end_day(self.now, self.level + 1)
            self._apply()
            self._next_stage()
        self._follow_clock()

    def _remove_no_shows(self) -> None:
        """Vacate the seats of no-shows; a hand in progress is played out first."""
        seated = (entry for row in self.director.chairs.values() for entry in row if entry >= 0)
        absent = self._field_bots.absent
        stacks = {entry: self.stack_of(entry) for entry in seated if self.director.names[entry] in absent}
        stacks = {entry: stack for entry, stack in stacks.items() if stack}
        if stacks and not self.director.over:
            free, at = self._free_tables([]), self.now if self.timed else self.rounds + 1
            self.director.remove_no_shows(stacks, at)
            self._apply()
            self.director.hands_ended((), free, at)
            self._apply()

    # -- provided by the rest of the tournament ----------------------------------------------------------------

    @abstractmethod
    def stack_of(self, entry: int) -> int:
        """Return an entry's chips; 0 if it is out."""

    @abstractmethod
    def _apply(self) -> None:
        """Carry out the director's decisions."""

    @abstractmethod
    def _begin_level(self) -> None:
        """Play at the current level."""

    @abstractmethod
    def _follow_clock(self) -> None:
        """With timed levels, start and stop tables as the director says."""

    @abstractmethod
    def _meet(self) -> None:
        """Wait for the slowest table."""

    @abstractmethod
    def _set_timetable(self) -> None:
        """Give the floor the start times of levels and breaks."""

    @abstractmethod
    def _free_tables(self, rows: list[int]) -> Collection[int]:
        """Return the tables between hands."""
