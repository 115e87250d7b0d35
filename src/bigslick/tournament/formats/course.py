"""The course of an event: what happens when a hand, a level, a day or a round ends, and in which order.

The simulator and the card room follow the same course. They play the hands, say which ended and what the clock shows,
and carry out the director's events; when they wait for tables or for players is their own affair.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from ..director.director import Director
from ..director.events import Busted
from ..director.losses import Loss
from ..structure.levels import Moment, Schedule
from ..structure.structure import Structure
from .days import DaysDirector
from .rounds import StagedDirector


class Choices(Protocol):
    """Decides for every player whether they take chips on offer."""

    def reenters(self, entry: int) -> bool:
        """Whether a busted entry enters again at once."""

    def rebuys(self, entry: int, stack: int = 0) -> bool:
        """Whether an entry with this stack buys more chips."""

    def adds_on(self, entry: int, stack: int) -> bool:
        """Whether an entry takes the add-on."""


class Course(ABC):
    """An event in progress. Times are seconds of play, or rounds if levels change by hands."""

    structure: Structure
    director: Director
    schedule: Schedule
    choices: Choices
    timed: bool
    reentries: bool
    """Whether players who bust enter again while they can, if they choose to."""
    level: int
    rounds: int
    """Rounds played, each with one hand at every table."""
    now: int
    """The clock, or the rounds."""

    @property
    def before_hands(self) -> int:
        """The time of what happens before the next hands, such as a late entry."""
        return self.now if self.timed else self.rounds + 1

    # -- after hands ---------------------------------------------------------------------------------------------

    def report(
        self,
        hands: Sequence[tuple[int, Sequence[Loss]]],
        moments: Sequence[int],
        at: int,
        free: Callable[[], Collection[int]],
    ) -> None:
        """Report finished hands to the director, and what follows from them; `free` gives the tables between hands."""
        director, before = self.director, len(self.director.events)
        director.hands_ended(hands, free(), at, self.choices.rebuys, moments)
        again = self._returning(before)  # asked before their bots are dropped
        self._apply()
        for entry in again:
            if director.entering:
                director.enter_late(director.names[entry], free(), self.now)
                self._apply()
        if not self._awaits_entries:
            self.close_if_decided()
        self._next_stage()
        self._follow_clock()

    def close_if_decided(self) -> None:
        """Close registration early if nothing is left to play for."""
        if self.director.close_if_decided(self._free_tables([]), self.now):
            self._apply()

    def _returning(self, since: int) -> list[int]:
        """Return the busted entries whose players enter again."""
        if not (self.reentries and self.director.entering and self.structure.reentry_limit):
            return []
        names, may = self.director.names, self.director.may_reenter
        out = [event.entry for event in self.director.events[since:] if isinstance(event, Busted) and event.out]
        return [entry for entry in out if may(names[entry]) and self.choices.reenters(entry)]

    # -- levels --------------------------------------------------------------------------------------------------

    def reach(self, moment: Moment) -> None:
        """Set the level for this time; during a break, the previous level has ended and the next has not begun."""
        stage = self.director.stage.number
        self.start_level(moment.level - moment.on_break)
        if moment.on_break and not self._stage_ended(stage):
            self._end_level()

    def start_level(self, level: int) -> None:
        """End and start levels until this one is reached, or the next round or day has begun."""
        director, stage = self.director, self.director.stage.number
        while self.level < level and not director.over:
            self._end_level()
            if self._stage_ended(stage):
                return
            if self.level and isinstance(director, DaysDirector) and self.level == director.ends_with:
                self._end_day(director)
                return
            self.level += 1
            self._begin_level()
            self._next_stage()
            if self._stage_ended(stage):
                return

    def _stage_ended(self, stage: int) -> bool:
        """Whether the event, or this round or day of it, is over."""
        director = self.director
        waits = isinstance(director, StagedDirector) and director.stage_over
        return director.over or waits or director.stage.number != stage

    def _begin_level(self) -> None:
        self.director.start_level(self.level, self.schedule.start(self.level) if self.timed else self.rounds + 1)
        self._set_blinds(self.level)
        self._apply()
        if self.structure.no_shows is not None and self.level == self.structure.no_shows.remove_after_level + 1:
            self._remove_no_shows()

    def _end_level(self) -> None:
        """Sell the add-on, and close whatever ends with this level."""
        director, addon = self.director, self.structure.addon
        if director.ended == self.level:
            return
        if addon is not None and self.level == addon.until_level and not director.closed:
            # A player who loses their last chip in a hand in progress is out when it ends.
            seated = (entry for row in director.chairs.values() for entry in row if entry >= 0)
            held = [(entry, stack) for entry in seated if (stack := self.stack_of(entry))]
            director.take_addon([entry for entry, stack in held if self.choices.adds_on(entry, stack)], self.now)
            self._apply()  # the end of the level may end the day, and then the chips are bagged
        free = self._free_tables([])  # before hand-for-hand can begin: its tables have not met yet
        if director.end_level(self.now):
            director.settle(free, self.now)
        self._apply()
        self._next_stage()

    def begin_round(self) -> bool:
        """Start a hand-for-hand round once all tables have met, and take its fixed time off the clock (TDA RP-8).

        The hands in progress at the announcement count as the first round. Returns whether hand-for-hand continues.
        """
        self._meet()
        if self.director.over or not self.director.hand_for_hand:
            return False
        moment, stage = self.schedule.at_time(self.now), self.director.stage.number
        self.reach(moment)
        if moment.on_break and not self._stage_ended(stage):
            assert moment.until is not None
            self.now = moment.until
            self.start_level(moment.level)
        if self._stage_ended(stage):
            return False
        if not self.director.hand_for_hand:  # no-shows were removed, and now the rest are in the money or at one table
            self._follow_clock()
            return False
        self._set_blinds(moment.level)
        return True

    # -- stages --------------------------------------------------------------------------------------------------

    def _next_stage(self) -> None:
        """Start the next round or day, if all tables have finished this one."""
        director = self.director
        while isinstance(director, StagedDirector) and director.stage_over and self._goes_on:
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

    def _take_schedule(self, begins: int) -> None:
        self.schedule = self.structure.schedule(begins)

    def _end_day(self, director: DaysDirector) -> None:
        """Play out the hands in progress, bag all chips, and start the next day."""
        stage = director.stage.number
        if self.timed:
            self._meet()
        if not self._stage_ended(stage):
            director.end_day(self.now, self.level + 1)
            self._apply()
            self._next_stage()
        self._follow_clock()

    def _remove_no_shows(self) -> None:
        """Vacate the seats of no-shows; a hand in progress is played out first."""
        director, absent = self.director, self._absent
        seated = (entry for row in director.chairs.values() for entry in row if entry >= 0)
        stacks = {entry: self.stack_of(entry) for entry in seated if director.names[entry] in absent}
        stacks = {entry: stack for entry, stack in stacks.items() if stack}
        if stacks and not director.over:
            free = self._free_tables([])
            director.remove_no_shows(stacks, self.before_hands)
            self._apply()
            director.hands_ended((), free, self.before_hands)
            self._apply()

    # -- provided by the simulator and the card room -------------------------------------------------------------

    @abstractmethod
    def stack_of(self, entry: int) -> int:
        """Return an entry's chips; 0 if it is out."""

    @property
    @abstractmethod
    def _absent(self) -> Collection[str]:
        """The players who have not shown up."""

    @property
    @abstractmethod
    def _awaits_entries(self) -> bool:
        """Whether players may still come who keep registration open although nothing is left to play for."""

    @property
    def _goes_on(self) -> bool:
        """Whether the next round or day begins as soon as the last one is over."""
        return True

    @abstractmethod
    def _apply(self) -> None:
        """Carry out the director's decisions."""

    @abstractmethod
    def _set_blinds(self, level: int) -> None:
        """Deal the next hands at this level."""

    @abstractmethod
    def _take_streams(self, stage: str) -> None:
        """Switch to a stage's own random streams, which do not depend on how long the others took."""

    @abstractmethod
    def _free_tables(self, rows: list[int]) -> Collection[int]:
        """Return the tables between hands, with those whose hands just ended."""

    @abstractmethod
    def _meet(self) -> None:
        """Report the hands that are still in progress, once the slowest has ended."""

    @abstractmethod
    def _follow_clock(self) -> None:
        """Start and stop tables as the director says."""
