"""Events in stages: players bag their chips and draw new seats for the next round or day."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from ..director.arrangement import EMPTY_SEAT
from ..director.director import Director
from ..director.events import Bagged, Returned, StageStarted
from ..director.seating import draw_field
from ..director.stage import Stage


def stages_of(director: Director) -> list[dict[str, int | str]]:
    """Return an event's rounds or days so far: name, players at the start, and the starting hand or second."""
    return [
        {"stage": happened.stage, "players": happened.players, "at": happened.at}
        for happened in director.events
        if isinstance(happened, StageStarted)
    ]


class StagedDirector(Director, ABC):
    """A director whose players wait between stages, with their chips in bags."""

    @property
    def stage_over(self) -> bool:
        """Whether everyone is waiting for the next stage."""
        return not self.over and not self.chairs and bool(self.bags)

    @abstractmethod
    def next_stage(self) -> str:
        """Name the next stage."""

    @abstractmethod
    def start_stage(self, at: int) -> None:
        """Seat everyone in the next stage."""

    def _begin(
        self, at: int, level: int, schedule_from: int, players: int, slots: Sequence[int] = (), day: int = 0
    ) -> None:
        name = self.next_stage()
        self.level, self.ended, self.now = level, level - 1, at
        self.stage = Stage(
            number=self.stage.number + 1,
            name=name,
            began=at,
            level=level,
            schedule_from=schedule_from,
            players=players,
            first_table=self._next_table,
            slots=tuple(slots),
            entries=len(self.names),
            reached=self.stage.reached,
            day=day,
        )
        self._record(StageStarted, name, players)

    # -- bagging -------------------------------------------------------------------------------------------------------

    def _bag(self, table: int, reason: str) -> None:
        """Close a table between hands; its players wait with their chips."""
        for seat, entry in enumerate(self.chairs[table]):
            if entry != EMPTY_SEAT:
                self.bags[entry] = self.stack_of(entry)
                self._record(Bagged, entry, table, seat, self.bags[entry], reason)
        self._sizes.drop(table)
        self._close_table(table, reason)

    def _draw_seats(self, players: Sequence[int], reason: str, final: int) -> None:
        """Seat entries at random: with their bag if they have one, otherwise with a new stack."""
        draw = draw_field(len(players), self.structure.seats, self._stream, final)
        rows: list[list[tuple[int, int]]] = [[] for _ in range(draw.tables)]
        for place, entry in enumerate(players):
            rows[draw.table_of[place]].append((entry, draw.seat_of[place]))
        chairs = self.structure.seats if draw.tables > 1 else max(self.structure.seats, len(players))
        for row in rows:
            self._fill_table(row, chairs, reason)
        self._seats_drawn()

    def _fill_table(self, row: Iterable[tuple[int, int]], chairs: int, reason: str) -> int:
        """Open a table for entries in their seats; return its number."""
        row = list(row)
        table = self._open_table(chairs, [seat for _, seat in row], reason)
        for entry, seat in row:
            stack = self.bags.pop(entry, None)
            if stack is None:
                self._seat(entry, table, seat, reason)
            else:
                self._sit(entry, table, seat)
                self._record(Returned, entry, table, seat, stack, reason)
        self._sizes.change(table, len(row))
        return table
