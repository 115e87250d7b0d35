"""A table's broadcast as data: the hands on film, and the part of it that the audience has seen.

A hand is recorded as the table's viewers see it, without the hole cards of players who did not agree before it was
dealt. Its film is shown as a whole and at its own pace, from the delay after its end on: no card can be seen in a hand
that is still played, however long it takes. What happens between hands comes after the same delay. Times come from
the updates alone, so a table that is rebuilt from its facts goes on with the same film.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

import msgspec
from msgspec.structs import replace

from bigslick.cards import Card
from bigslick.hand.events import Dealt, Folded, HandEnded, StreetDealt
from bigslick.protocol.room_events import HandBegan, Tabled
from bigslick.protocol.run_out import Boards
from bigslick.protocol.wire import WireEvent
from bigslick.table.events import HandVoided

from ..script import ScriptedUpdate, ShownTable, for_broadcast, later, without_hand

MOST_SHOTS: Final = 5_000
"""How much film can wait to be shown; while there is more, hands are not recorded."""
MOST_UPDATES: Final = 1_000
"""The longest hand that is recorded."""


class Shot(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One update on film, or the table between two hands where the film has a gap."""

    at: int
    """When the audience sees it."""
    update: ScriptedUpdate | None = None
    table: ShownTable | None = None
    disclosed: tuple[int, ...] | None = None
    """The seats whose hole cards are on film in this hand; None between hands."""


class Broadcast(msgspec.Struct, kw_only=True):
    """A broadcast: its address, what waits to be shown, and what was shown."""

    token: str
    """The secret in its address."""
    delay_ms: int
    first_hand: int
    """The first hand that was dealt after the broadcast started."""
    begun: bool = False
    """Whether it has been dealt; until then nothing is recorded."""
    film: list[Shot] = []
    """What waits to be shown, in order."""
    playing: bool = False
    """Whether a hand is played, recorded or not."""
    reel: list[ScriptedUpdate] | None = None
    """The hand being played, if it is recorded."""
    reel_of: tuple[int, ...] = ()
    """The seats whose hole cards are on the reel."""
    gap: bool = True
    """Whether something was not recorded, so the audience has to see the whole table next."""
    last_at: int = 0
    """When the audience sees the last shot."""
    shown: ShownTable = msgspec.field(default_factory=ShownTable)
    """The table as the audience has seen it."""
    disclosed: tuple[int, ...] = ()
    """The seats whose hole cards it has seen in this hand."""

    @property
    def next_at(self) -> int | None:
        """When the audience sees something next."""
        return self.film[0].at if self.film else None

    # -- recording -----------------------------------------------------------------------------------------------

    def record(self, update: ScriptedUpdate, table: ShownTable) -> None:
        """Record an update that the table's viewers see now; `table` is what they have seen, with the update."""
        kinds = {type(event): event for event in update.events}
        began = kinds.get(HandBegan)
        if isinstance(began, HandBegan) and (self.begun or began.hand >= self.first_hand):
            self._begin(update, table)
        if not self.begun:
            return
        if not self.playing:
            self._record_between(update, table)
            return
        if self.reel is not None:
            self.reel.append(for_broadcast(update, self.reel_of))
            if len(self.reel) > MOST_UPDATES:
                self._spoil()
        if HandEnded in kinds:
            self.playing = False
            self._keep_reel(update.at)
        elif HandVoided in kinds:  # it is dealt again
            self.playing = False
            self._spoil()
            self._record_between(update, table)

    def _begin(self, update: ScriptedUpdate, table: ShownTable) -> None:
        self.begun = self.playing = True
        self.reel_of = update.broadcast
        if self._is_full(update.at):
            self._spoil()
            return
        if self.gap:
            self._cut(update.at, table)
        self.reel = []

    def _is_full(self, at: int) -> bool:
        """Whether too much waited to be shown at a time."""
        return len(self.film) - bisect_right(self.film, at, key=_time_of) >= MOST_SHOTS

    def _spoil(self) -> None:
        """Give up the hand being played; the audience sees the table after it."""
        self.reel, self.gap = None, True

    def _keep_reel(self, ended_at: int) -> None:
        """Add a hand to the film once its end was seen."""
        if self.reel is None:
            return
        reel, self.reel = _with_odds(self.reel), None
        first = max(self.last_at, ended_at + self.delay_ms)
        self.film += [Shot(at=first + update.at - reel[0].at, update=update, disclosed=self.reel_of) for update in reel]
        self.last_at = self.film[-1].at

    def _record_between(self, update: ScriptedUpdate, table: ShownTable) -> None:
        if self._is_full(update.at):
            self.gap = True
        elif self.gap:
            self._cut(update.at, table)
        else:
            self.last_at = max(self.last_at, update.at + self.delay_ms)
            self.film.append(Shot(at=self.last_at, update=for_broadcast(update, ())))

    def _cut(self, at: int, table: ShownTable) -> None:
        """Put the whole table on film, without a hand."""
        self.gap = False
        self.last_at = max(self.last_at, at + self.delay_ms)
        self.film.append(Shot(at=self.last_at, table=without_hand(table)))

    # -- showing -------------------------------------------------------------------------------------------------

    def air(self, now: int) -> list[Shot]:
        """Show the audience what is due, and return it: updates numbered for the audience, with their clocks moved."""
        count = bisect_right(self.film, now, key=_time_of)
        due, self.film = self.film[:count], self.film[count:]
        for shot in due:
            seq = self.shown.seq + 1
            if shot.table is not None:
                self.shown, self.disclosed = replace(shot.table, seq=seq), ()
            elif shot.update is not None:
                shot.update = replace(later(shot.update, shot.at - shot.update.at), seq=seq)
                if shot.disclosed is not None:
                    self.disclosed = shot.disclosed
                self.shown.show(shot.update)
        return due


def _with_odds(reel: list[ScriptedUpdate]) -> list[ScriptedUpdate]:
    """Add the equities from the flop on, while the audience knows every hand in play; in a run-out they are there.

    They come from the cards on the reel alone, so they tell nothing about hands that are not on it.
    """
    holes: dict[int, tuple[Card, ...]] = {}
    live: set[int] = set()
    boards = Boards()
    found = []
    for update in reel:
        told: list[WireEvent] = []
        for event in update.events:
            told.append(event)
            if isinstance(event, HandBegan):
                live = {*event.players}
            elif isinstance(event, Dealt) and event.card is not None:
                holes[event.seat] = (*holes.get(event.seat, ()), event.card)
            elif isinstance(event, Tabled):
                live = set()
            elif isinstance(event, Folded):
                live.discard(event.seat)
                if boards[0] and _is_known(live, holes):
                    told += [boards.equities({seat: holes[seat] for seat in live}, at) for at in range(len(boards))]
            elif isinstance(event, StreetDealt):
                boards.grow(event)
                if _is_known(live, holes):
                    told.append(boards.equities({seat: holes[seat] for seat in live}, event.board))
        found.append(replace(update, events=tuple(told)))
    return found


def _is_known(live: set[int], holes: dict[int, tuple[Card, ...]]) -> bool:
    """Whether the audience knows the hole cards of every seat still in."""
    return len(live) > 1 and live <= holes.keys()


def _time_of(shot: Shot) -> int:
    return shot.at
