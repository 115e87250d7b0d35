"""Hands on their way to the director, who hears of one when every viewer has seen its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bigslick.hand.hand import Hand
from bigslick.server.operations.clock import Clock
from bigslick.server.store.records import StoredHand
from bigslick.server.store.store import Store
from bigslick.server.table.task import TableTask

from .commit import SeenHand
from .loading import load_record
from .state import LiveTournament


def number_of(table: str) -> int:
    """Return a table's number in its tournament."""
    return int(table.rpartition(".")[2])


class Reports:
    def __init__(self, clock: Clock, wake: Callable[[], None]) -> None:
        self.seen: list[SeenHand] = []
        """Hands to report to the director."""
        self._clock = clock
        self._wake = wake
        self._collecting = False
        """Whether more hands may end at the moment of the last of them."""

    def hand_ended(self, table: TableTask, hand: StoredHand) -> None:
        """Report a committed hand once viewers have seen its end."""
        self._report_when_shown(table, hand.number, hand.record)

    async def find(self, table: TableTask, live: LiveTournament, store: Store) -> None:
        """Report a hand that ended just before the server went down, unless the director knows it."""
        number, played = number_of(table.id), table.live.table.number
        reported = {} if live.play is None else live.play.reported
        if table.live.playing is None and played > reported.get(number, 0):
            record = await load_record(table.id, played, store)
            if record is not None:  # a hand that was called off has no record, and is dealt again
                self._report_when_shown(table, played, record)

    def are_due(self, live: LiveTournament, tables: Mapping[int, TableTask], now: int) -> bool:
        """Whether a hand ends at this very moment whose table has yet to say so: they are reported together."""
        if self._collecting:
            return True
        reported = live.playing.reported
        seen = {(hand.table, hand.number) for hand in self.seen}
        for number, table in tables.items():
            at = table.live
            played = at.table.number
            unheard = at.ended is not None and played > reported.get(number, 0) and (number, played) not in seen
            if unheard and at.playing is None and at.parked and at.script_end <= now:
                return at.next_update_at is not None
        return False

    def forget_known(self, live: LiveTournament, tables: Mapping[int, TableTask]) -> None:
        """Drop the hands that the director knows, and those of tables that are gone."""
        reported = {} if live.play is None else live.play.reported
        self.seen = [hand for hand in self.seen if hand.table in tables and hand.number > reported.get(hand.table, 0)]

    def _report_when_shown(self, table: TableTask, played: int, record: str) -> None:
        """Report a hand once viewers have seen its end, because the standings must not reveal the cards."""

        def report() -> None:
            number = number_of(table.id)
            if all((hand.table, hand.number) != (number, played) for hand in self.seen):
                self.seen.append(SeenHand(number, played, Hand.load(record), self._clock.now()))
            if not self._collecting:  # other hands may end at this moment, too: they are reported together
                self._collecting = True
                self._clock.call_at(self._clock.now(), self._collected)

        table.when_shown(table.live.seq, report)

    def _collected(self) -> None:
        self._collecting = False
        self._wake()
