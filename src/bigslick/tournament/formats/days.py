"""Multi-day events: day one in flights, chips bagged overnight, and a new draw among the survivors for the next day.

Flights are ranked as if they had been played side by side: a player who lasts longer in their own flight finishes
higher, and players who go out at the same point in different flights tie. Day one's places and prizes are fixed when
its last flight is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

import msgspec

from bigslick.table.ranking import Bust

from ..director.events import BagForfeited, Busted, StageStarted, TakenOut
from ..structure.entry_periods import pool_open
from ..structure.formats import Day, flight_name
from .rounds import StagedDirector


class DaysDirector(StagedDirector):
    field_of: Callable[[int], Sequence[str]] | None = None
    """Gives the players who enter a flight, by its number from 0; None for the structure's entrants and its shares."""
    _before: tuple[int, Counter[str]] = (0, Counter())
    """A stage, and how many entries each player had before it."""

    # -- which day it is -----------------------------------------------------------------------------------------------

    @property
    def in_flights(self) -> bool:
        """Whether a flight of day one is being played."""
        return self.structure.flights is not None and self.stage.number <= self._of_day_one

    @property
    def day(self) -> Day | None:
        """The day being played; None if it plays to the winner."""
        return self.structure.days[self.stage.day] if self.stage.day < len(self.structure.days) else None

    @property
    def ends_with(self) -> int:
        """The level that ends the day; 0 if none does."""
        return 0 if self.day is None else self.day.until_level

    @property
    def _of_day_one(self) -> int:
        return 1 if self.structure.flights is None else self.structure.flights.count

    @property
    def stage_over(self) -> bool:
        """Whether everyone is waiting for the next stage, or a flight ended without survivors."""
        return super().stage_over or (not self.over and not self.chairs and self._more_flights)

    @property
    def _more_flights(self) -> bool:
        return self.stage.number < self._of_day_one

    def next_stage(self) -> str:
        """Return `day 1B` after `day 1A`, and `day 2` after the last flight."""
        number = self.stage.number
        if number < self._of_day_one:
            return "day 1" if self.structure.flights is None else f"day {flight_name(number)}"
        return f"day {self._next_day() + 1}"

    def _next_day(self) -> int:
        """Return the next day to play, skipping any that would end before its first hand."""
        days, number = self.structure.days, self.stage.day + 1
        players = len({self.names[entry] for entry in self.bags})
        while number < len(days) and (
            players <= days[number].until_players or 0 < days[number].until_level < self.stage.reached
        ):
            number += 1
        return number

    @property
    def decided(self) -> bool:
        """Whether nothing is left to play for; a flight decides nothing."""
        return not self.in_flights and super().decided

    @property
    def _complete(self) -> bool:
        return not self.in_flights and super()._complete

    # -- entering ------------------------------------------------------------------------------------------------------

    def open(self, names: Sequence[str]) -> None:
        """Enter the field, or the first flight's part of it, and draw the seats."""
        if self.structure.flights is not None:
            names = self._newcomers(0)
        self._begin(0, 1, 0, len(names))
        super().open(names)

    def spent(self, name: str) -> int:
        """Count a player's entries in this flight against the limit."""
        if self._before[0] != self.stage.number:
            self._before = self.stage.number, Counter(self.names[: self.stage.entries])
        return super().spent(name) - self._before[1][name]

    def close_registration(self, at: int) -> None:
        """Fix prizes and places, but not before the last flight is over."""
        if not self.in_flights:
            super().close_registration(at)

    def _newcomers(self, flight: int) -> list[str]:
        """Return the players who enter for the first time in this flight."""
        if self.field_of is not None:
            return list(self.field_of(flight))
        assert self.structure.flights is not None
        names = self.structure.names
        sizes = self.structure.flights.sizes(len(names))
        start = sum(sizes[:flight])
        return list(names[start : start + sizes[flight]])

    def may_enter_again(self, name: str) -> bool:
        """Whether a player from earlier flights can enter the next one."""
        flights = self.structure.flights
        assert flights is not None
        bagged = any(self.names[entry] == name for entry in self.bags)
        return flights.bags != "one" if bagged else flights.reenter

    def _returning(self) -> list[str]:
        """Return the players from earlier flights who enter the next one, in order of their last entry."""
        flights = self.structure.flights
        assert flights is not None
        bags: dict[str, int] = {}
        for entry, stack in self.bags.items():
            bags[self.names[entry]] = max(stack, bags.get(self.names[entry], 0))
        here = [stack for entry, stack in self.bags.items() if entry >= self.stage.entries]
        found = []
        last = {name: entry for entry, name in enumerate(self.names)}
        for name in dict.fromkeys(reversed(self.names)):
            if name not in bags:
                again = flights.reenter
            else:  # less than that share of the average bag, in whole numbers
                again = 100 * bags[name] * len(here) < flights.again_below * sum(here)
            if again and self.enters_again(last[name]):
                found.append(name)
        return found[::-1]

    # -- the end of a day ----------------------------------------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        if self.over or not self._enough_gone():
            super()._arrange(free)
            return
        self._ask_none()
        self.held.clear()
        self._with_all(free, lambda: self.end_day(self.now, self.level))

    def _enough_gone(self) -> bool:
        """Whether few enough players are left to end the day; a flight also ends when one player has all the chips.

        A day one that few enough players begin ends when the first of them is out.
        """
        day, entries = self.day, len(self.names) - self.stage.entries
        if day is None or not self.chairs or (not self.closed and pool_open(self.structure, self.ended)):
            return False
        if self.stage.day == 0 and self.playing == entries > 1:
            return False
        return self.playing <= max(day.target(entries), 1 if self.in_flights else 0)

    def end_day(self, at: int, level: int) -> None:
        """Bag all chips once every table is between hands. The next day begins at this level, or a higher one."""
        self.now = at
        self.stage = msgspec.structs.replace(self.stage, reached=max(self.stage.reached, level))
        for table in list(self.chairs):
            self._bag(table, f"the end of {self.stage.name}")
        self._ask_none()
        self.held.clear()
        self._check_hand_for_hand()

    # -- the next day --------------------------------------------------------------------------------------------------

    def start_stage(self, at: int) -> None:
        """Start the next flight with its own field, or the next day with everyone who has a bag."""
        if self.structure.flights is not None and self.stage.number < self._of_day_one:
            self._start_flight(at)
        else:
            self._start_day(at)

    def _start_flight(self, at: int) -> None:
        names = [*self._newcomers(self.stage.number), *self._returning()]
        self._begin(at, 1, at, len(names))
        if players := [self._enter(name) for name in names]:
            self._draw_seats(players, f"the seat draw of {self.stage.name}", self._at_one_table)

    @property
    def _at_one_table(self) -> int:
        return min(self.structure.final_table, self.structure.seats)

    def _start_day(self, at: int) -> None:
        day = self._next_day()
        forfeited = self._count_bags(at) if self.in_flights else []
        began = self._unit_start(self.stage.reached)
        self._begin(at, self.stage.reached, at - began, len(self.bags), day=day)
        self._draw_seats(sorted(self.bags), f"the draw of {self.stage.name}", self.structure.final_table)
        if forfeited:
            self._unplaced.append(forfeited)
        self.close_registration(at)
        self._check_over()
        if not self.over:
            self._arrange(self.chairs)

    def _unit_start(self, level: int) -> int:
        """Return the hands or seconds that the levels before this one take."""
        schedule = self.structure.schedule()
        return schedule.start(level) if self.structure.unit == "time" else schedule.first_hand(level) - 1

    def _count_bags(self, at: int) -> list[Bust]:
        """Reduce every player to one bag, and rank the players who went out across all flights."""
        flights, self.now = self.structure.flights, at
        assert flights is not None
        by_name: dict[str, list[int]] = {}
        for entry in sorted(self.bags, key=lambda entry: (-self.bags[entry], entry)):
            by_name.setdefault(self.names[entry], []).append(entry)
        forfeited = []
        for best, *others in by_name.values():
            for entry in others:
                stack = self.bags.pop(entry)
                added = flights.bags == "sum"
                if added:
                    self.bags[best] += stack
                else:
                    self.removed += stack
                self.left -= 1
                self._record(BagForfeited, entry, stack, best, added)
                forfeited.append(Bust(self.names[entry], 0, stack, entry))
        self._order_flights()
        return forfeited

    def _order_flights(self) -> None:
        """Sort the players who went out by how long they lasted; the same time in two flights is a tie."""
        began, flight, when = 0, 0, dict[int, tuple[int, int]]()
        for happened in self.events:
            if isinstance(happened, StageStarted):
                began, flight = happened.at, flight + 1
            elif isinstance(happened, TakenOut) or (isinstance(happened, Busted) and happened.out):
                when[happened.entry] = happened.at - began, flight
        groups = sorted(self._unplaced, key=lambda group: when[group[0].entry][0])
        self._unplaced = []
        for _, same in groupby(groups, key=lambda group: when[group[0].entry][0]):
            together = list(same)
            if len({when[group[0].entry][1] for group in together}) > 1:
                together = [[bust for group in together for bust in group]]
            self._unplaced += together
