"""A served tournament as data, with queries. Only `apply` changes it.

It follows the same course with the same director as the simulator, and has neither clock nor chips. Its tables are
served separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from bigslick.protocol.tournament import MOST_NEWS, News, NewsKind
from bigslick.sentence import Sentence
from bigslick.server.hosting.state import Hosting
from bigslick.tournament.director.deals import Deal, DealMethod
from bigslick.tournament.director.director import Director
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

from .clock import ROUND, EventClock
from .facts import PlayerTravels, TournamentOpened
from .play import Play
from .till import Till

Status = Literal["registering", "running", "over", "cancelled"]


class RebuyOffer(msgspec.Struct, kw_only=True):
    """Players who busted in a hand and may rebuy; the hand is reported once they have decided."""

    undecided: set[int]
    until: int


class AddOnSale(msgspec.Struct, kw_only=True):
    """The add-on is on sale."""

    until: int
    opened: int
    """What the event's clock showed then."""
    declined: set[int]


class OpenDeal(msgspec.Struct, kw_only=True):
    """A deal that a player has proposed."""

    number: int
    by: str
    """The player who proposed it."""
    method: DealMethod
    for_first: int
    amounts: dict[int, int]
    """What each entry gets, in a deal by agreed amounts."""
    stacks: dict[int, int]
    """The chips of everybody who is left, by entry, as it was proposed or put to the vote."""
    terms: Deal | None = None
    """What everybody gets, once the hands in progress have ended."""
    until: int | None = None
    """When the vote ends, once it has begun."""
    accepted: set[int] = set()


class SeatOrder(msgspec.Struct, frozen=True):
    """An order about a player's seat, which waits for the end of a hand."""

    why: str
    table: int
    """The table to move to; 0 to take the player out."""
    seat: int


class LiveTournament:
    """A tournament that is registering, running or over."""

    def __init__(self, opened: TournamentOpened) -> None:
        self.settings = opened.settings
        self.series = opened.series
        self.hosting = Hosting.of(opened.invitation)
        self.structure: Structure = opened.settings.structure
        self.count = 1
        """How many facts have been applied, including the opening."""
        self.status: Status = "registering"
        self.players: dict[str, str] = {}
        """Everyone who has entered, in order of their first entry, each with the style if it is a house bot."""
        self.registered: dict[str, None] = {}
        """The players who have paid and wait for the start, or for the next flight, in order."""
        self.checked_in: set[str] = set()
        """The players who are there before the start."""
        self.postponed = 0
        """How many milliseconds later it starts, because the card room was out of service during the check-in."""
        self.prepaid: list[str] = []
        """The players whose next entry is paid for."""
        self.first_entry_at: int | None = None
        self.called_off = ""
        """Why it is called off; set while the last hands are played."""
        self.called_off_by = ""
        """The host who called it off; empty for the house."""
        self.at = opened.at
        """The time of the last fact."""
        self.till = Till()
        self.clock = EventClock(opened.at)
        self.play: Play | None = None
        self.travelling: dict[int, PlayerTravels] = {}
        """Players in transit between tables."""
        self.offers: dict[int, RebuyOffer] = {}
        """Rebuys on offer after a bust, by table."""
        self.sale: AddOnSale | None = None
        self.deal: OpenDeal | None = None
        """The deal that is on the table."""
        self.made: OpenDeal | None = None
        """The deal that was made."""
        self.deals = 0
        """How many have been proposed."""
        self.deal_again: dict[str, int] = {}
        """When players whose proposal fell can make another one."""
        self.stage_at: int | None = None
        """When the next round or day begins."""
        self.decided_until: int | None = None
        """With nothing left to play for: until when players can still enter."""
        self.break_until = 0
        """When the last break ends, on the event's clock, if levels are counted in hands."""
        self.seat_orders: dict[int, SeatOrder] = {}
        """The orders about seats that wait, by entry."""
        self.skipped_to = 0
        """The level that an order went on to: the levels and breaks before it are not played."""
        self.knocked_out: dict[int, tuple[int, int]] = {}
        """The table and the hand in which each entry went out."""
        self.news: list[News] = []
        self.told = 0
        """How much news there has been."""
        self.ordered = 0
        """How many of the director's events have been returned as orders."""

    @property
    def host(self) -> str:
        """The player who runs it; empty if the house does."""
        return self.hosting.host

    @property
    def director(self) -> Director | None:
        """The director, once it has started."""
        return None if self.play is None else self.play.director

    @property
    def playing(self) -> Play:
        """The course of a running tournament."""
        assert self.play is not None, "the tournament has not started"
        return self.play

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in ("over", "cancelled")

    @property
    def left(self) -> int:
        """How many entries are still in."""
        return len(self.registered) if self.play is None else self.play.director.left

    @property
    def entries(self) -> int:
        """How many entries there are so far, including those for the next flight."""
        return len(self.registered) + (0 if self.play is None else len(self.play.director.names))

    @property
    def here(self) -> Iterable[str]:
        """The players who have entered."""
        return self.players

    def is_here(self, player: str) -> bool:
        """Whether a player has entered, asked for an entry, or is the host."""
        return player in self.players or self.hosting.concerns(player)

    def is_in(self, player: str) -> bool:
        """Whether a player is still in, or waits for the start or the next flight."""
        return player in self.registered or (self.play is not None and self.play.entry_of(player) is not None)

    @property
    def still_in(self) -> list[str]:
        """The people who are still in, in order of entry."""
        there = set(self.registered)
        if self.play is not None:
            names = self.play.director.names
            there.update(names[entry] for entry in (*self.play.stacks, *self.play.director.bags))
        return [player for player, bot in self.players.items() if not bot and player in there]

    @property
    def not_shown_up(self) -> list[str]:
        """The people who have entered and not been there yet, where absent players are removed."""
        if self.structure.no_shows is None or self.play is None or self.over:
            return []
        return [player for player, bot in self.players.items() if not bot and player not in self.play.shown_up]

    @property
    def chips_away(self) -> int:
        """All chips between tables and in bags."""
        moving = sum(traveller.chips for traveller in self.travelling.values())
        return moving + (0 if self.director is None else sum(self.director.bags.values()))

    # -- registration --------------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether the field is full and it starts next."""
        return self.status == "registering" and len(self.registered) >= self.structure.entrants

    @property
    def starts_at(self) -> int | None:
        """When it starts, if it starts at a time."""
        return self.settings.start_time + self.postponed if self.settings.start == "time" else None

    def postpone(self, ms: int, now: int) -> None:
        """Give back the time that an outage took from the check-in."""
        if self.check_in_at is not None and self.checks_in(now):
            self.postponed += min(ms, now - self.check_in_at)

    @property
    def check_in_at(self) -> int | None:
        """From when on players can check in; None if they need not."""
        settings = self.settings
        return settings.start_time - settings.check_in_ms if settings.check_in_ms else None

    def checks_in(self, now: int) -> bool:
        """Whether players can check in."""
        return self.status == "registering" and self.check_in_at is not None and now >= self.check_in_at

    @property
    def late(self) -> bool:
        """Whether late registration is open."""
        return self.play is not None and self.play.director.entering and not (self.over or self.called_off)

    @property
    def more_flights(self) -> bool:
        """Whether players can enter a flight that has not begun."""
        flights = self.structure.flights
        if flights is None or self.over or self.called_off:
            return False
        return self.play is None or self.play.director.stage.number < flights.count

    @property
    def fill_at(self) -> int | None:
        """When house bots fill the field; if it does not start when it is full, they come at the start."""
        fill_ms = self.settings.fill_ms
        if self.settings.start != "full" or self.status != "registering":
            return None
        if fill_ms is None or self.first_entry_at is None:
            return None
        return self.first_entry_at + fill_ms

    # -- money ---------------------------------------------------------------------------------------------------

    @property
    def owed(self) -> int:
        """The money in its account: paid in or added, and not yet paid out."""
        return self.till.owes

    @property
    def prizes(self) -> tuple[int, ...]:
        """The prize for each place, if known yet."""
        director = self.director
        if director is not None and director.closed:
            return tuple(director.prizes)
        full = self.play is None and self.settings.start == "full"
        try:
            return tuple(self.structure.prizes(max(self.entries, self.structure.entrants if full else 2), *self.bought))
        except BadStructure:  # not enough money for one seat yet
            return ()

    @property
    def bought(self) -> tuple[int, int]:
        """How many rebuys and add-ons have been bought."""
        director = self.director
        return (0, 0) if director is None else (director.rebought, director.addons)

    # -- tables and levels ---------------------------------------------------------------------------------------

    @property
    def level(self) -> int:
        return 0 if self.play is None else self.play.level

    @property
    def timed(self) -> bool:
        return self.structure.unit == "time"

    def tell(self, kind: NewsKind, sentence: Sentence, at: int) -> None:
        """Add a piece of news."""
        self.told += 1
        self.news = [*self.news, News(sentence=sentence, at=at, kind=kind)][-MOST_NEWS:]

    def second(self, now: int) -> int:
        """Return the time for the director: the seconds of play, or the rounds; a level that is due has not begun."""
        due = self.due(now)
        if not self.timed:
            return self.playing.rounds
        return self.clock.seconds(now) if due is None else due

    def due(self, now: int) -> int | None:
        """Return when the level or break that is due should have begun: the second, or the round; None if none is."""
        play = self.play
        if play is None or self.over or self.hosting.paused or self.called_off or play.between_stages:
            return None
        if self.decided_until is not None:
            return None
        if (self.timed and play.director.hand_for_hand) or play.director.met:  # its rounds begin levels
            return None
        if not self.timed:
            return play.rounds + 1 if play.schedule.at_hand(play.rounds + 1) > play.level else None
        until = play.schedule.at_time(play.reached).until
        return until if until is not None and self.clock.seconds(now) >= until else None

    def playable(self, table: int, now: int) -> bool:
        """Whether a table between hands may start the next one."""
        play = self.play
        if play is None or self.over or self.hosting.paused or self.called_off or not play.director.playable(table):
            return False
        if len(play.seated(table)) < 2 or table in self.offers:
            return False
        if self.deal is not None and not self.clock.is_held(ROUND):  # a round of hand-for-hand ends first
            return False
        return not self.on_break(now) and self.due(now) is None

    @property
    def waits_until(self) -> list[int | None]:
        """When something happens that waits for players, or for a time: a start, a sale, an offer, a stage."""
        if self.status == "registering":
            return [self.starts_at]
        sale = None if self.sale is None else self.sale.until
        vote = None if self.deal is None else self.deal.until
        return [self.stage_at, self.decided_until, sale, vote, *(offer.until for offer in self.offers.values())]

    def on_break(self, now: int) -> bool:
        play = self.play
        if play is None or play.between_stages:
            return False
        if not self.timed:
            return self.clock.reading(now) < self.break_until
        return play.schedule.at_time(self.clock.seconds(now)).on_break

    def next_change(self, now: int) -> int | None:
        """Return when a break ends or, for timed levels, the level changes; unknown while the clock is held."""
        play = self.play
        if play is None or play.between_stages:
            return None
        if not self.timed:
            return self.clock.when(self.break_until) if self.clock.reading(now) < self.break_until else None
        until = play.schedule.at_time(self.clock.seconds(now)).until
        return None if until is None else self.clock.when(1000 * until)

    def next_level_in(self, rounds: int) -> int | None:
        """Return how many hands are left in a level counted in hands."""
        last = len(self.structure.levels)
        return self._hands_until_end(self.level if self.level < last else 0, rounds)

    def next_break_at(self, now: int) -> int | None:
        """Return when the next break begins, for levels by time; unknown while the clock is held."""
        if self.play is None or not self.timed or self.over:
            return None
        ends = (self.play.schedule.end(pause.after) for pause in self.structure.breaks)
        following = min((end for end in ends if end > self.clock.seconds(now)), default=None)
        return None if following is None else self.clock.when(1000 * following)

    def next_break_in(self, rounds: int) -> int | None:
        """Return how many hands are left before the next break, for levels by hands."""
        after = [pause.after for pause in self.structure.breaks if pause.after >= self.level]
        return self._hands_until_end(min(after, default=0), rounds)

    @property
    def entries_close_at(self) -> int | None:
        """When late registration ends, for levels by time; unknown while the clock is held."""
        if self.play is None or not self.timed or not self.late:
            return None
        return self.clock.when(1000 * self.play.schedule.end(self.structure.late_reg_levels))

    def entries_close_in(self, rounds: int) -> int | None:
        """Return how many hands are left until late registration ends, for levels by hands."""
        return self._hands_until_end(self.structure.late_reg_levels if self.late else 0, rounds)

    def _hands_until_end(self, level: int, rounds: int) -> int | None:
        """Return how many hands are left until a level ends, for levels by hands; None for level 0."""
        if self.play is None or self.timed or not level or self.over:
            return None
        return max(0, self.play.schedule.end(level) - rounds)
