"""A served tournament as data, and what you can ask of it. Only `apply` changes it.

It wraps the same director as the simulator, and owns no clock and no chips; its tables are served beside it.
"""

from __future__ import annotations

from typing import Literal

from bigslick.sentence import Sentence
from bigslick.server.hosting.state import Hosting
from bigslick.server.serving.answers import Answers
from bigslick.tournament.director.arrangement import EMPTY_SEAT
from bigslick.tournament.director.director import Director
from bigslick.tournament.structure.structure import Structure

from .facts import FloorReport, PlayerTravels, TournamentOpened

Status = Literal["registering", "running", "over", "cancelled"]


class LiveTournament:
    """A tournament that is open for entries, running or over."""

    def __init__(self, opened: TournamentOpened) -> None:
        self.settings = opened.settings
        self.hosting = Hosting.of(opened.invitation)
        self.structure: Structure = opened.settings.structure
        self.schedule = self.structure.schedule()
        self.count = 1
        """How many facts have been applied, the opening included."""
        self.status: Status = "registering"
        self.entered: dict[str, str] = {}
        """Players in order of entry, each with the style if it is a house bot."""
        self.started_at = 0
        self.first_entry_at: int | None = None
        self.why_cancelled = ""
        self.answers: Answers[int] = Answers()
        self.at = opened.at
        """The time of the last fact."""
        self.director: Director | None = None
        self.reported: dict[int, int] = {}
        """The last hand that each table has reported."""
        self.travelling: dict[int, PlayerTravels] = {}
        """Players between two tables."""
        self.news: list[Sentence] = []
        """The director's last decisions, in sentences."""
        self.ordered = 0
        """How many events of the director have been given out as orders."""
        self.floor = FloorReport()
        self.level = 0
        self.break_until = 0
        """When the last break ends of a tournament whose levels change by hands."""

    @property
    def host(self) -> str:
        """The player who runs it; empty for a tournament of the house."""
        return self.hosting.host

    @property
    def playing(self) -> Director:
        """The director of a tournament that has started."""
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
    def still_in(self) -> list[str]:
        """The people who have entered and are not out, in order of entry."""
        people = [player for player, bot in self.entered.items() if not bot]
        if self.director is None:
            return people
        out = {self.director.names[entry] for entry in self.director.finishes}
        return [player for player in people if player not in out]

    # -- registration --------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the field is full and the start is next."""
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
        """The prize of each place, as far as it is known."""
        if self.director is not None and self.director.closed:
            return tuple(self.director.prizes)
        return tuple(self.structure.prizes(max(len(self.entered), self.structure.entrants)))

    # -- tables and levels ---------------------------------------------------------------------------------------

    def playable(self, table: int, now: int) -> bool:
        """Whether a table that is between hands may start the next one."""
        director = self.director
        if director is None or self.over or self.hosting.paused or not director.playable(table):
            return False
        if sum(entry != EMPTY_SEAT for entry in director.chairs[table]) < 2:
            return False
        return not self.on_break(now)

    def on_break(self, now: int) -> bool:
        """Whether the tournament is on a break."""
        if not self.timed or self.director is None:
            return now < self.break_until
        return self.schedule.at_time(self.seconds(now)).on_break

    def level_now(self, now: int, hands: int) -> int:
        """The level of a hand that starts now; `hands` is the most that any table has played."""
        number = self.schedule.at_time(self.seconds(now)).level if self.timed else self.schedule.at_hand(hands + 1)
        return min(number, len(self.structure.levels))

    def next_change(self, now: int) -> int | None:
        """When a break ends or, for levels by time, the level changes; unknown during a pause."""
        if self.hosting.paused:
            return None
        if not self.timed or self.director is None:
            return self.break_until if now < self.break_until else None
        until = self.schedule.at_time(self.seconds(now)).until
        return None if until is None else self.started_at + 1000 * until

    def next_level_in(self, hands: int) -> int | None:
        """In how many hands the level changes, for levels by hands."""
        if self.timed or self.level >= len(self.structure.levels):
            return None
        return self.schedule.first_hand(self.level + 1) - 1 - hands

    @property
    def timed(self) -> bool:
        """Whether levels go by time."""
        return self.structure.unit == "time"

    def seconds(self, now: int) -> int:
        """The seconds since the start, which the director notes beside each decision."""
        return max(0, (self.hosting.paused_at if self.hosting.paused else now) - self.started_at) // 1000
