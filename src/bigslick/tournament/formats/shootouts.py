"""Shootouts: every table plays down to its winners, who draw seats for the next round, until one table is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby

from bigslick.table.ranking import Bust, rank, tie

from ..structure.formats import round_tables
from .rounds import StagedDirector


class ShootoutDirector(StagedDirector):
    """Directs a shootout: no player changes tables within a round."""

    def winners(self, table: int) -> int:
        """Return how many players advance from a table: the structure's number, but never the whole table."""
        assert self.structure.shootout is not None
        sizes = round_tables(self.stage.players, self.structure.seats)
        return min(self.structure.shootout.winners, sizes[table - self.stage.first_table] - 1)

    @property
    def _rounds(self) -> tuple[str, str, str]:
        """The settings for rounds: stacks, levels, and the places of players who go out in one round."""
        shootout = self.structure.shootout
        assert shootout is not None
        return shootout.stacks, shootout.levels, shootout.places

    @property
    def final(self) -> bool:
        """Whether this round is the last: it started with one table."""
        return len(self.chairs) == 1 and not self.bags and not self._unplaced

    def open(self, names: Sequence[str]) -> None:
        """Enter the field and draw the first round."""
        players = [self._enter(name) for name in names]
        self.close_registration(0)
        self._begin(0, 1, 0, len(players))
        self._draw_round(players)

    def next_stage(self) -> str:
        """Return the next round's name, such as `round 2`."""
        return f"round {self.stage.number + 1}"

    def start_stage(self, at: int) -> None:
        """Draw the next round among the players who advanced."""
        stacks, levels, _ = self._rounds
        players = sorted(self.bags)
        if stacks == "fresh":
            full = self.structure.starting_stack
            self.removed += sum(self.bags.values()) - full * len(players)
            self.bags = dict.fromkeys(players, full)
        slots = self.stage.slots
        if levels == "restart":
            self._begin(at, 1, at, len(players), slots)
        else:
            self._begin(at, self.level, self.stage.schedule_from, len(players), slots)
        self._draw_round(players)

    def _draw_round(self, players: Sequence[int]) -> None:
        self._draw_seats(players, f"the draw of {self.stage.name}", self.structure.seats)

    # -- during a round ----------------------------------------------------------------------------------------------

    def _arrange(self, free: Collection[int]) -> None:
        """Close the tables that have their winners, and rank the round once all of them do."""
        self._ask_none()
        if self.over or self.final:
            return
        most = 1 if self.structure.shootout is None else self.structure.shootout.winners
        for size in range(1, most + 1):
            for table in sorted(self._sizes.tables(size)):
                if size > self.winners(table):
                    continue
                if table in free:
                    self._bag(table, f"table {table} has its winner{'s' if size > 1 else ''}")
                else:
                    self._asked.add(table)
        if not self.chairs:
            self._rank_round()

    def _check_hand_for_hand(self, free: Collection[int] = ()) -> None:
        """Do nothing: places in a shootout are won at your own table, so no table waits for another."""

    def _bust(self, group: list[Bust]) -> None:
        if self.final or self._rounds[2] == "time":
            super()._bust(group)
            return
        for bust in group:
            self._stand(bust.entry)
        self.left -= len(group)
        self._unplaced.append(group)

    def rank_open_places(self) -> None:
        """Rank everyone who went out in a round that is not over."""
        self._rank_round()

    def _rank_round(self) -> None:
        """Set the places and prizes of everyone who went out in the round."""
        out = [bust for group in self._unplaced for bust in group]
        if not out:
            return
        place = self.left + 1
        if self._rounds[2] == "round":
            self._place_all(tie(out, place, self.prizes))
        else:
            order = self._table_places()
            out.sort(key=lambda bust: order[bust.entry])
            for _, tied in groupby(out, key=lambda bust: order[bust.entry]):
                equal = list(tied)
                self._place_all(tie(equal, place, self.prizes))
                place += len(equal)
        self._unplaced.clear()

    def _table_places(self) -> dict[int, int]:
        """Return twice each entry's place at its own table; doubling keeps tied places whole."""
        found: dict[int, int] = {}
        by_table: dict[int, list[list[Bust]]] = {}
        for group in self._unplaced:
            for table in {bust.table for bust in group}:
                by_table.setdefault(table, []).append([bust for bust in group if bust.table == table])
        through = Counter(self.where[entry][0] for entry in self.remaining)
        for table, groups in by_table.items():
            left = through[table]
            for group in reversed(groups):
                left += len(group)
                for finish in rank(left, group, ()):
                    found[finish.entry] = 2 * finish.place + finish.shared - 1
        return found
