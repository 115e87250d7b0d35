"""A served tournament as data, with queries. Only `apply` changes it.

It wraps the same director as the simulator, and has neither clock nor chips. Its tables are served separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bigslick.sentence import Sentence
from bigslick.server.hosting.state import Hosting
from bigslick.tournament.director.arrangement import EMPTY_SEAT
from bigslick.tournament.director.director import Director
from bigslick.tournament.structure.structure import Structure

from .facts import FloorReport, PlayerTravels, TournamentOpened

Status = Literal["registering", "running", "over", "cancelled"]


class LiveTournament:
    """A tournament that is registering, running or over."""

    def __init__(self, opened: TournamentOpened) -> None:
        self.settings = opened.settings
        self.hosting = Hosting.of(opened.invitation)
        self.structure: Structure = opened.settings.structure
        self.schedule = self.structure.schedule()
        self.count = 1
        """How many facts have been applied, including the opening."""
        self.status: Status = "registering"
        self.entered: dict[str, str] = {}
        """Players in order of entry, each with the style if it is a house bot."""
        self.started_at = 0
        self.first_entry_at: int | None = None
        self.why_cancelled = ""
        self.at = opened.at
        """The time of the last fact."""
        self.director: Director | None = None
        self.reported: dict[int, int] = {}
        """The last hand each table has reported."""
        self.travelling: dict[int, PlayerTravels] = {}
        """Players in transit between tables."""
        self.news: list[Sentence] = []
        """The director's latest decisions, in sentences."""
        self.ordered = 0
        """How many of the director's events have been returned as orders."""
        self.floor = FloorReport()
        self.level = 0
        self.break_until = 0
        """When the last break ends, if levels are counted in hands."""

    @property
    def host(self) -> str:
        """The player who runs it; empty if the house does."""
        return self.hosting.host

    @property
    def playing(self) -> Director:
        """A running tournament's director."""
        assert self.director is not None, "the tournament has not started"
        return self.director

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in ("over", "cancelled")

    @property
    def left(self) -> int:
        """How many players are still in."""
        return len(self.entered) if self.director is None else self.director.left

    @property
    def here(self) -> Iterable[str]:
        """The players who have entered."""
        return self.entered

    def is_here(self, player: str) -> bool:
        """Whether a player has entered, asked for an entry, or is the host."""
        return player in self.entered or self.hosting.concerns(player)

    @property
    def still_in(self) -> list[str]:
        """The people who are still in, in order of entry."""
        people = [player for player, bot in self.entered.items() if not bot]
        if self.director is None:
            return people
        out = {self.director.names[entry] for entry in self.director.finishes}
        return [player for player in people if player not in out]

    # -- registration --------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the field is full and it starts next."""
        return self.status == "registering" and len(self.entered) >= self.structure.entrants

    @property
    def late(self) -> bool:
        """Whether late registration is open."""
        return self.director is not None and self.director.entering and not self.over

    @property
    def fill_at(self) -> int | None:
        """When house bots fill the field."""
        fill_ms = self.settings.fill_ms
        if self.status != "registering" or fill_ms is None or self.first_entry_at is None:
            return None
        return self.first_entry_at + fill_ms

    # -- money ---------------------------------------------------------------------------------------------------

    @property
    def owed(self) -> int:
        """The money in its account: paid in or added, and not yet paid out."""
        if self.status == "cancelled":
            return 0
        money = self.structure.buy_in * len(self.entered)
        if self.director is None:
            return money
        paid = sum(placed.prize for placed in self.director.finishes.values())
        return max(money, sum(self.director.prizes)) - paid

    @property
    def prizes(self) -> tuple[int, ...]:
        """The prize for each place, if known yet."""
        if self.director is not None and self.director.closed:
            return tuple(self.director.prizes)
        return tuple(self.structure.prizes(max(len(self.entered), self.structure.entrants)))

    # -- tables and levels ---------------------------------------------------------------------------------------

    def playable(self, table: int, now: int) -> bool:
        """Whether a table between hands may start the next one."""
        director = self.director
        if director is None or self.over or self.hosting.paused or not director.playable(table):
            return False
        if sum(entry != EMPTY_SEAT for entry in director.chairs[table]) < 2:
            return False
        return not self.on_break(now)

    def on_break(self, now: int) -> bool:
        if not self.timed or self.director is None:
            return now < self.break_until
        return self.schedule.at_time(self.seconds(now)).on_break

    def level_now(self, now: int, hands: int) -> int:
        """Return the level for a hand that starts now; `hands` is the most played at any table."""
        number = self.schedule.at_time(self.seconds(now)).level if self.timed else self.schedule.at_hand(hands + 1)
        return min(number, len(self.structure.levels))

    def next_change(self, now: int) -> int | None:
        """Return when a break ends or, for timed levels, the level changes; unknown during a pause."""
        if self.hosting.paused:
            return None
        if not self.timed or self.director is None:
            return self.break_until if now < self.break_until else None
        until = self.schedule.at_time(self.seconds(now)).until
        return None if until is None else self.started_at + 1000 * until

    def next_level_in(self, hands: int) -> int | None:
        """Return how many hands are left in a level counted in hands."""
        if self.timed or self.level >= len(self.structure.levels):
            return None
        return self.schedule.first_hand(self.level + 1) - 1 - hands

    @property
    def timed(self) -> bool:
        return self.structure.unit == "time"

    def seconds(self, now: int) -> int:
        """Return the seconds since the start, which the director notes with each decision."""
        return max(0, (self.hosting.paused_at if self.hosting.paused else now) - self.started_at) // 1000
