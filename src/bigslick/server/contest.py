"""A tournament as it is served, without its tables: a fold over facts around the same director as the simulator's.

It is told who enters, when it starts and which hands ended, and answers with orders for the tables. It owns no clock
and no chips; the seed of its draws is a fact, so that a restart draws the same seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from ..bots import style_number
from ..shuffle import Keystream
from ..tournament import events as told
from ..tournament.director import NOBODY, Director, Loss
from ..tournament.structure import Structure
from ..tournament.telling import tell
from .bot_names import USUAL_BOTS
from .refusal import Refusal
from .spec import BadSpec, Pace
from .wire import Register, TournamentCommand

MOST_FIELD: Final = 1000
MOST_ANSWERS: Final = 200
NEWS: Final = 30
BREAK_SENTENCE: Final = "the tournament is on a break"


class TournamentSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament as it is opened: a sit-and-go that starts when its field is complete."""

    structure: Structure
    bots: tuple[str, ...] = ()
    """House bots that enter at once."""
    fill_ms: int | None = None
    """So long after the first person has entered, house bots take the places that are left; None for never."""
    fill_bots: tuple[str, ...] = USUAL_BOTS
    """The styles of those, in turn."""
    pace: Pace = Pace()

    def __post_init__(self) -> None:
        structure = self.structure
        if not 2 <= structure.entrants <= MOST_FIELD or structure.entries:
            raise BadSpec(f"entrants is {structure.entrants}: expected a field of 2 to {MOST_FIELD}, without names")
        if structure.rebuy is not None or structure.addon is not None or structure.reentry_limit:
            raise BadSpec("rebuys, add-ons and re-entries are not served live: expected a freezeout")
        if structure.rules.reveal == "ask":
            raise BadSpec("rules.reveal is 'ask', and house bots have nothing to say at a showdown")
        if len(self.bots) > structure.entrants:
            raise BadSpec(f"{len(self.bots)} house bots are more than the {structure.entrants} entrants")
        if self.fill_ms is not None and (self.fill_ms < 0 or not self.fill_bots):
            raise BadSpec(f"fill_ms={self.fill_ms}: expected at least 0, and the styles of the bots that fill")
        for style in (*self.bots, *self.fill_bots):
            style_number(style)


# -- facts ------------------------------------------------------------------------------------------------------------


class _Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    at: int
    by: str = ""
    cmd_id: str = ""


class TournamentOpened(_Fact, frozen=True, kw_only=True, tag="tournament_opened"):
    """It may be entered from now on."""

    spec: TournamentSpec


class Floor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the director has to know of the tables at a moment."""

    free: tuple[int, ...] = ()
    """The tables that are between hands."""
    places: dict[int, tuple[int, int, int]] = {}
    """Where button, small and big blind last were, by table; those without a hand so far are left out."""


class PlayerEntered(_Fact, frozen=True, kw_only=True, tag="player_entered"):
    """Somebody paid the buy-in; after the start he is seated at once."""

    player: str
    bot: str = ""
    floor: Floor = Floor()


class PlayerWithdrew(_Fact, frozen=True, kw_only=True, tag="player_withdrew"):
    """Somebody took the buy-in back before the start."""

    player: str


class TournamentStarted(_Fact, frozen=True, kw_only=True, tag="tournament_started"):
    """The field is complete, and the seats are drawn from this seed."""

    seed: str


class HandReported(_Fact, frozen=True, kw_only=True, tag="hand_reported"):
    """A hand ended at a table: who lost the last chip there."""

    table: int
    hand: int
    losses: tuple[Loss, ...] = ()
    floor: Floor


class LevelReached(_Fact, frozen=True, kw_only=True, tag="level_reached"):
    """The next hands are played at this level."""

    level: int
    floor: Floor


class PlayerTravels(_Fact, frozen=True, kw_only=True, tag="player_travels"):
    """Somebody is between two tables, his chips with him, until a hand at the other ends (TDA 8-A)."""

    entry: int
    chips: int
    seed: str = ""
    bank_ms: int | None = None


class PlayerArrived(_Fact, frozen=True, kw_only=True, tag="player_arrived"):
    """Somebody who was between two tables sits down."""

    entry: int


class TournamentCancelled(_Fact, frozen=True, kw_only=True, tag="tournament_cancelled"):
    """It will not be played; everybody has the buy-in and the fee back."""

    why: str


ContestFact = (
    TournamentOpened
    | PlayerEntered
    | PlayerWithdrew
    | TournamentStarted
    | HandReported
    | LevelReached
    | PlayerTravels
    | PlayerArrived
    | TournamentCancelled
)

Status = Literal["registering", "running", "over", "cancelled"]


class Contest:
    """A tournament that is entered, played or over."""

    def __init__(self, opened: TournamentOpened) -> None:
        """Begin with its first fact."""
        self.spec = opened.spec
        self.structure: Structure = opened.spec.structure
        self.schedule = self.structure.schedule()
        self.status: Status = "registering"
        self.entered: dict[str, str] = {}
        """Players with the style of those who are house bots, in the order of entry."""
        self.started_at = 0
        self.first_entry_at: int | None = None
        self.why_cancelled = ""
        self.answers: dict[tuple[str, str], int] = {}
        self.director: Director | None = None
        self.reported: dict[int, int] = {}
        """The last hand that each table has reported."""
        self.travelling: dict[int, PlayerTravels] = {}
        """Who is between two tables."""
        self.news: list[str] = []
        self._pending: list[tuple[int, tuple[Loss, ...]]] = []
        self._met: set[int] = set()
        self._ordered = 0
        self._floor = Floor()
        self.level = 0

    # -- folding -------------------------------------------------------------------------------------------------

    def apply(self, fact: ContestFact) -> tuple[told.TournamentEvent, ...]:
        """Take a fact in; what the director decided is answered, for the tables to carry out."""
        match fact:
            case PlayerEntered():
                self._enter(fact)
            case PlayerWithdrew():
                del self.entered[fact.player]
                if all(self.entered.values()):
                    self.first_entry_at = None
            case TournamentStarted():
                self._start(fact)
            case HandReported():
                self._report(fact)
            case LevelReached():
                self._reach(fact.level, fact.floor, fact.at)
            case PlayerTravels():
                self.travelling[fact.entry] = fact
            case PlayerArrived():
                del self.travelling[fact.entry]
            case TournamentCancelled():
                self.status, self.why_cancelled = "cancelled", fact.why
        if fact.cmd_id:
            self.answers[fact.by, fact.cmd_id] = fact.at
            while len(self.answers) > MOST_ANSWERS:
                del self.answers[next(iter(self.answers))]
        return self._orders()

    def _enter(self, fact: PlayerEntered) -> None:
        self.entered[fact.player] = fact.bot
        if not fact.bot and self.first_entry_at is None:
            self.first_entry_at = fact.at
        if self.director is not None:
            self._floor = fact.floor
            self.director.enter_late(fact.player, fact.floor.free)

    def _start(self, fact: TournamentStarted) -> None:
        self.status, self.started_at = "running", fact.at
        self.director = Director(self.structure, Keystream(bytes.fromhex(fact.seed), "seats"), self._places)
        self.director.open(tuple(self.entered))
        self._reach(1, Floor(), fact.at)

    def _report(self, fact: HandReported) -> None:
        director = self._playing
        self._floor = fact.floor
        self.reported[fact.table] = fact.hand
        at = (fact.at - self.started_at) // 1000
        if director.hand_for_hand:
            self._pending.append((fact.table, fact.losses))
            self._met.add(fact.table)
            if not self._met >= {table for table in director.chairs if director.playable(table)}:
                return
            losses, self._pending, self._met = self._pending, [], set()
            director.hands_ended(losses, tuple(director.chairs), at)
        else:
            director.hands_ended([(fact.table, fact.losses)], fact.floor.free, at)
            if director.hand_for_hand:  # the tables that are between hands have met already
                self._met = {table for table in (*fact.floor.free, fact.table) if table in director.chairs}
                if self._met >= {table for table in director.chairs if director.playable(table)}:
                    self._met = set()
        if director.registering and director.left <= 1:
            self._close(at)
        if director.over:
            self.status = "over"

    def _reach(self, level: int, floor: Floor, now: int) -> None:
        director = self._playing
        self._floor = floor
        self.level = director.level = level
        row = self.schedule.level(level)
        at = (now - self.started_at) // 1000
        director.events.append(told.LevelStarted(level, row.small, row.big, row.ante, at))
        if director.registering and level > self.structure.late_reg_levels:
            self._close(at)

    def _close(self, at: int) -> None:
        director = self._playing
        director.close_registration()
        director.settle()
        if not director.over:
            director.hands_ended((), self._floor.free, at)
        if director.over:
            self.status = "over"

    def _places(self, table: int) -> tuple[int, int, int]:
        return self._floor.places.get(table, (-1, -1, -1))

    def _orders(self) -> tuple[told.TournamentEvent, ...]:
        if self.director is None:
            return ()
        found = tuple(self.director.events[self._ordered :])
        self._ordered += len(found)
        self.news += [
            tell(event, self.director.names)
            for event in found
            if not isinstance(event, told.Entered | told.Seated | told.TableOpened)
        ]
        del self.news[:-NEWS]
        return found

    # -- questions -----------------------------------------------------------------------------------------------

    @property
    def _playing(self) -> Director:
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
    def owed(self) -> int:
        """The money in its account: what was paid in or added, and is not paid out."""
        if self.status == "cancelled":
            return 0
        money = self.structure.buy_in * len(self.entered)
        if self.director is None:
            return money
        paid = sum(placed.prize for placed in self.director.finishes.values())
        return max(money, sum(self.director.prizes)) - paid

    @property
    def prizes(self) -> tuple[int, ...]:
        """What each place pays, as far as it is known."""
        if self.director is not None and not self.director.registering:
            return tuple(self.director.prizes)
        return tuple(self.structure.prizes(max(len(self.entered), self.structure.entrants)))

    @property
    def late(self) -> bool:
        """Whether one may still enter after the start."""
        return self.director is not None and self.director.registering and not self.over

    def playable(self, table: int, now: int) -> bool:
        """Whether a table that is between hands may start the next one."""
        director = self.director
        if director is None or self.over or not director.playable(table) or table in self._met:
            return False
        if sum(entry != NOBODY for entry in director.chairs[table]) < 2:
            return False
        return not self.on_break(now)

    def on_break(self, now: int) -> bool:
        """Whether the clock stands in a break."""
        if self.structure.unit != "time" or self.director is None:
            return False
        return self.schedule.at_time(self._seconds(now)).on_break

    def level_now(self, now: int, hands: int) -> int:
        """The level of a hand that starts now, when so many were played at the table that played most."""
        number = self.schedule.at_time(self._seconds(now)).level if self._timed else self.schedule.at_hand(hands + 1)
        return min(number, len(self.structure.levels))

    def next_change(self, now: int) -> int | None:
        """When the level changes or a break ends, for levels by time."""
        if not self._timed or self.director is None:
            return None
        until = self.schedule.at_time(self._seconds(now)).until
        return None if until is None else self.started_at + 1000 * until

    def next_level_in(self, hands: int) -> int | None:
        """In how many hands the level changes, for levels by hands."""
        if self._timed or self.level >= len(self.structure.levels):
            return None
        return self.schedule.first_hand(self.level + 1) - 1 - hands

    @property
    def due(self) -> int | None:
        """When something happens by itself before the start: house bots fill the field."""
        if self.status != "registering" or self.spec.fill_ms is None or self.first_entry_at is None:
            return None
        return self.first_entry_at + self.spec.fill_ms

    @property
    def _timed(self) -> bool:
        return self.structure.unit == "time"

    def _seconds(self, now: int) -> int:
        return max(0, now - self.started_at) // 1000

    # -- deciding ------------------------------------------------------------------------------------------------

    def decide(self, command: TournamentCommand, player: str, now: int, floor: Floor) -> tuple[ContestFact, ...]:
        """The facts that a command makes, or a refusal; an answered command makes none."""
        if (player, command.cmd_id) in self.answers:
            return ()
        name = self.structure.name
        if isinstance(command, Register):
            if player in self.entered:
                raise Refusal(f"you have entered {name} already")
            if self.over or (self.status == "running" and not self.late):
                raise Refusal(f"{name} cannot be entered any more: registration is closed")
            if self.status == "registering" and len(self.entered) >= self.structure.entrants:
                raise Refusal(f"{name} is full: all {self.structure.entrants} places are taken")
            if self.status == "running" and len(self.entered) >= MOST_FIELD:
                raise Refusal(f"{name} is full: {MOST_FIELD} players have entered")
            return (PlayerEntered(at=now, by=player, cmd_id=command.cmd_id, player=player, floor=floor),)
        if player not in self.entered:
            raise Refusal(f"you have not entered {name}")
        if self.status != "registering":
            raise Refusal(f"{name} has started: the buy-in stays in the pool")
        return (PlayerWithdrew(at=now, by=player, cmd_id=command.cmd_id, player=player),)

    @property
    def complete(self) -> bool:
        """Whether everybody it waits for has entered."""
        return self.status == "registering" and len(self.entered) >= self.structure.entrants

    def fill(self, now: int, names: Callable[[str], str]) -> tuple[ContestFact, ...]:
        """House bots for the places that are left; `names` gives a new name to a bot of a style."""
        styles = self.spec.fill_bots
        missing = self.structure.entrants - len(self.entered)
        bots = [styles[number % len(styles)] for number in range(missing)]
        return tuple(PlayerEntered(at=now, player=names(style), bot=style) for style in bots)


_READER: msgspec.json.Decoder[ContestFact] = msgspec.json.Decoder(ContestFact)


def read(payload: bytes) -> ContestFact:
    """A fact from what was stored of it."""
    return _READER.decode(payload)
