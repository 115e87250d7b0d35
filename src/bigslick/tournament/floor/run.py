"""A whole tournament of bots: the director decides, the floor plays, and this module connects the two.

With levels counted in hands, every table plays one hand, then the director checks the field. With timed levels, each
table plays at its own speed, and the director checks the field after a hand with a bust.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from bigslick.bots import DEFAULT_SECONDS, POPULATION, TOURNAMENT_STYLES, BotLike, Style, as_bot, new_brain
from bigslick.checks import counted, is_whole, must_be
from bigslick.hand.hand import Hand
from bigslick.hand.setup import rule_numbers
from bigslick.rules import ANTE_KINDS, BUTTON_RULES
from bigslick.shuffle import Keystream, new_seed

from ..director import deals
from ..director.deals import Deal, DealMethod
from ..director.events import LevelStarted, TournamentEvent
from ..director.standings import Standings, standings_of
from ..formats.choose import director_for
from ..formats.course import Course
from ..structure.problems import BadTournament
from ..structure.structure import Structure
from ._floor import Floor
from .field_bots import FieldBots
from .icm_pressure import Pressure
from .no_shows import drawn_no_shows
from .played_hand import PlayedHand, played_hand, players_of
from .python_bots import BotReport, PythonBots
from .rebuy_rates import RebuyRates
from .saves import BadSave, pack, restore, saved, seed_value, unpack
from .stalled import LOOK_SECONDS, StallWatch
from .tables import FloorTables


class Tournament(Course):
    """A tournament in progress; `step` plays until something could change, `finish` to the end."""

    def __init__(
        self,
        structure: Structure,
        seed: int | str | None = None,
        *,
        bots: Sequence[BotLike] = POPULATION,
        late: int = 0,
        reentries: bool = True,
        styles: Mapping[str, Style] = TOURNAMENT_STYLES,
        seconds: float = DEFAULT_SECONDS,
        watch: Callable[[PlayedHand], None] | None = None,
    ) -> None:
        """Seat the field, ready for the first hand; without a seed one is drawn, and `seed` shows it.

        `bots` are assigned to the entrants in turn, in any form: a house bot's name, a function, a class, an instance,
        `module:Class` or `my_bot.py:MyBot`. Each entry has its own player and its own random stream; an instance plays
        all of its entries. `late` entrants come after the start, spread evenly over late registration; with
        `reentries`, players who bust enter again while they can. `styles` are the house bots to choose from. `seconds`
        is a Python bot's time limit for a decision, 0 = no limit. `watch` is called with every hand, which takes time.
        """
        must_be(Structure, structure, 'a structure: expected a Structure, such as load("turbo-6")')
        if isinstance(bots, str) or not isinstance(bots, Sequence) or not bots:
            raise BadTournament(f"bots={bots!r}: expected at least one bot, as in bots=['tag', 'lag']")
        must_be(Mapping, styles, "a set of styles: expected a dict by name, such as TOURNAMENT_STYLES")
        must_be((Callable, type(None)), watch, "a function for watch=")  # type: ignore[arg-type]
        names = structure.names
        if not is_whole(late):
            raise BadTournament(f"late={late!r}: expected how many entrants come late, a whole number")
        if not 0 <= late <= len(names) - 2:
            raise BadTournament(f"{late} of {len(names)} entrants cannot be late: at least two must start")
        if late and not structure.late_reg_levels:
            raise BadTournament("no one can be late without late registration: set late_reg_levels in the structure")
        if late and structure.flights is not None:
            raise BadTournament(
                "no one can be late in an event with flights: each flight has its share of the entrants"
            )
        if structure.rules.reveal == "ask":
            raise BadTournament("rules.reveal is 'ask', but house bots do not decide at showdown: use 'all' or 'muck'")
        if structure.rules.run_outs > 1:
            raise BadTournament("rules.run_outs is more than 1, but tournaments run one board: leave it out")
        self.structure = structure
        self.seed = seed = new_seed() if seed is None else seed
        self.bots = tuple(bot if isinstance(bot, str) else as_bot(bot).name for bot in bots)
        self.reentries = reentries
        self.watch = watch
        self.styles = styles
        self.schedule = structure.schedule()
        self.timed = structure.unit == "time"
        self.level = 0
        self.rounds = 0
        self.now = 0
        self._stalls = StallWatch()
        self._python_bots = PythonBots(seed, seconds)
        absent = drawn_no_shows(structure, seed)
        self._field_bots = FieldBots(bots, styles, self._python_bots, names, absent)
        self._late = list(names[len(names) - late :])
        self._late_at: list[int] = []
        self._set_up()
        self.director.open(names[: len(names) - late])
        self._apply()
        self.start_level(1)
        self._plan_late()
        self._follow_clock()

    def _set_up(self) -> None:
        """Make an empty floor, a director without a field, and random streams at their start."""
        structure = self.structure
        self._streams = self._open_streams()
        most = structure.most_entries
        # A table opens only when all others are full. During a redraw the floor holds both the old and the new tables.
        tables = -(-structure.field // structure.seats) + max((1, *structure.redraw_at_tables))
        self.floor = Floor(
            (tables, most),
            rule_numbers(structure.rules),
            BUTTON_RULES.index(structure.rules.button),
            new_brain(self.styles),
            self._streams["cards"].draws,
            Keystream(self.seed, "bots").draws,
        )
        self.director = director_for(structure)(
            structure,
            self._streams["seats"],
            lambda table: self.tables.positions(table),
            stack_of=self.stack_of,
            enters_again=lambda entry: self.reentries and self.choices.reenters(entry),
        )
        self.tables = FloorTables(self.floor, self.director, self._field_bots, self._python_bots)
        self._pressure = Pressure(self.director)
        self.choices = RebuyRates(self.seed, self.director, self._python_bots, self._field_bots.absent)
        if self.timed:
            self._set_timetable()

    def _open_streams(self, *stage: str) -> dict[str, Keystream]:
        """Return the streams for cards and seats; each later round or day has its own."""
        return {name: Keystream(self.seed, name, *stage) for name in ("cards", "seats")}

    def _take_streams(self, stage: str) -> None:
        self._streams = self._open_streams(stage)
        self.floor.deal_from(self._streams["cards"].draws)
        self.director.draw_from(self._streams["seats"])

    def _take_schedule(self, begins: int) -> None:
        super()._take_schedule(begins)
        if self.timed:
            self._set_timetable()

    # -- saving --------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """Save the event between two steps; `Tournament.load` plays it to the identical end."""
        if self._python_bots.bots:
            name = self._python_bots.bots[0].name
            raise BadTournament(f"an event with Python bots cannot be saved: {name} may keep a state of its own")
        if self.styles is not TOURNAMENT_STYLES:
            raise BadTournament("an event with styles of its own cannot be saved: only the house bots as they come can")
        return pack(saved(self))

    @classmethod
    def load(cls, data: bytes, watch: Callable[[PlayedHand], None] | None = None) -> Tournament:
        """Load an event that `save` wrote."""
        state = unpack(data)
        try:
            event = cls(
                state.structure, seed_value(state.seed), bots=state.bots, reentries=state.reentries, watch=watch
            )
            event._set_up()
            restore(event, state)
            return event
        except BadSave:
            raise
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise BadSave(f"the save is inconsistent: {error}") from None

    # -- questions -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether there is a winner."""
        return self.director.over

    @property
    def events(self) -> list[TournamentEvent]:
        """The director's decisions, in order."""
        return self.director.events

    @property
    def hands(self) -> int:
        """Hands played at all tables."""
        return self.floor.played

    @property
    def chips(self) -> int:
        """Chips in play, counted at the tables and in bags."""
        return self.floor.chips() + sum(self.director.bags.values())

    @property
    def levels_played(self) -> int:
        """The highest level so far; a new round can restart at level 1."""
        return max(event.level for event in self.events if isinstance(event, LevelStarted))

    @property
    def winner(self) -> str | None:
        """The winner's name, None while the event is running; in a satellite, the first winner to enter."""
        if not self.over:
            return None
        first = min(self.director.finishes.values(), key=lambda placed: (placed.place, placed.entry))
        return self.director.names[first.entry]

    def bot_of(self, entry: int) -> str:
        """Return the name of the bot that plays an entry."""
        return self._field_bots.bot_of(self.director.names[self._known(entry)])

    def bot_reports(self) -> list[BotReport]:
        """Report each Python bot's decisions, how often we checked or folded for it, and why."""
        return self._python_bots.reports()

    def stack_of(self, entry: int) -> int:
        """Return an entry's chips; 0 if it is out."""
        at = self.tables.chair_of(self._known(entry))
        return self.director.bags.get(entry, 0) if at is None else self.floor.stack_at(*at)

    def hands_of(self, entry: int) -> int:
        """Return the number of hands dealt to an entry."""
        counted: int = self.floor.dealt_before(self._known(entry))
        at = self.tables.chair_of(entry)
        return counted if at is None else counted + self.floor.dealt_at(*at)

    def _known(self, entry: int) -> int:
        if not is_whole(entry, 0, len(self.director.names) - 1):
            raise BadTournament(f"there is no entry {entry!r}: expected 0 to {len(self.director.names) - 1}")
        return entry

    def standings(self) -> Standings:
        """Return the finishing order, best first; complete when the event is over."""
        return standings_of(self.director, self.hands_of, self.bot_of)

    def __repr__(self) -> str:
        if self.over:
            return f"<Tournament {self.structure.name!r}: {self.winner} won after {self.hands:,} hands>"
        left, entries = self.director.left, len(self.director.names)
        return (
            f"<Tournament {self.structure.name!r}: level {self.level}, {left:,} of {entries:,} left, "
            f"{counted(self.hands, 'hand')} played>"
        )

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{self.standings()._repr_html_()}"

    # -- deals ---------------------------------------------------------------------------------------------------

    def propose_deal(
        self, method: DealMethod = "icm", for_first: int = 0, amounts: Sequence[int] | None = None
    ) -> Deal:
        """Propose a split of the prizes among the players left, by ICM, by chips or even; nothing changes.

        `for_first` is set aside for the winner. If the method is "agreed", `amounts` says what each player gets,
        largest stack first.
        """
        return deals.propose(self.director, self._stacks(), method, for_first, amounts)

    def make_deal(self, deal: Deal) -> None:
        """Make a deal proposed at this point: each player gets the agreed amount, and the event is played out."""
        must_be(Deal, deal, "a deal: expected what propose_deal() gives")
        deals.agree(self.director, deal, self._stacks(), self.now)
        self._apply()

    def _stacks(self) -> dict[int, int]:
        return {entry: self.stack_of(entry) for row in self.director.chairs.values() for entry in row if entry >= 0}

    # -- playing -------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Play to the end."""
        while not self.over:
            self.step()

    def step(self) -> None:
        """Play until the field may have changed: one round at all tables, or with timed levels until someone busts.

        Raises `Stalled` if the blinds no longer rise and no one busts for very many hands.
        """
        self._stalls.check(self)
        with self._python_bots.watch:
            if self.timed and not self.director.hand_for_hand:
                self._step_by_time()
            else:
                self._step_round()

    def _step_round(self) -> None:
        if not self.timed:
            self.start_level(self.schedule.at_hand(self.rounds + 1))
            self._seat_late(self.rounds)
        if self.over:
            return
        if self.timed and not self._meet_for_hand_for_hand():
            return
        rows = self.tables.playing_rows()
        if self.over:
            return
        if not self.timed:
            self._sell_rebuys(rows)
        busy = self._play_rows(rows)
        self.rounds += 1
        ended = rows if self.director.hand_for_hand else busy
        if not self.timed:
            self.now = self.rounds
        else:
            for row in rows:  # a hand-for-hand hand takes a fixed time
                self.floor.set_clock(row, self.now)
        if ended:
            self._report(ended, self.now)

    def _meet_for_hand_for_hand(self) -> bool:
        """Wait for the slowest table, then start a hand-for-hand round; return whether hand-for-hand continues."""
        if not self.begin_round():
            return False
        for table in self.director.chairs:
            self.floor.set_clock(self.tables.row_of[table], self.now)
        self.now += self.structure.h4h_seconds
        return True

    def _meet(self) -> None:
        """Wait for the slowest table, and report the hands that were in progress."""
        resting = set(self.floor.resting())
        for row in map(self.tables.row_of.__getitem__, self.director.chairs):
            if row not in resting:
                self.now = max(self.now, self.floor.clock_of(row))
        ended = [self.tables.row_of[table] for table in self.director.chairs]
        if not self.director.hand_for_hand or len(self.tables.waiting) == len(ended):
            ended = [row for row in ended if self.floor.busts_at(row)]
        self.tables.stop_all()
        if ended or self.director.held or self.director.reports:
            self._report(ended, self.now)

    def _play_rows(self, rows: list[int]) -> list[int]:
        """Play one hand in each row; return the rows with a bust."""
        if self.watch is None:
            self._play_round(rows)
            return self.floor.bust_list()
        busy = []
        for row in rows:
            before = self.floor.played
            if self._play_round([row]):
                busy.append(row)
            if self.floor.played > before:
                self.watch(self._hand_at(row))
        return busy

    def _play_round(self, rows: list[int]) -> int:
        """Play one hand in each row, asking Python bots along the way; return the number of rows with a bust."""
        busted: int = self.floor.play_round(rows)
        while self.floor.asking >= 0:
            self._python_bots.answer(self.floor, self._hand_under_way)
            busted = self.floor.resume_round()
        return busted

    def _step_by_time(self) -> None:
        moment, stage = self.schedule.at_time(self.now), self.director.stage.number
        self.reach(moment)  # hand-for-hand may have run past the end of the last level
        if self.over or self.director.stage.number != stage:
            return
        limit = self._next_moment(moment.until)
        row = self._run_until(limit)
        if row >= 0:
            self.now = max(self.now, self.floor.clock_of(row))
            self._report([row, *self.floor.ended_with(row)], self.now)
            return
        self.now = limit
        self.reach(self.schedule.at_time(limit))
        self._seat_late(limit)

    def _run_until(self, limit: int) -> int:
        floor = self.floor
        while self.watch is not None or self.director.rebuy_at_most:
            row = floor.earliest()
            if row < 0 or floor.clock_of(row) >= limit or floor.must_report(row):
                break
            if self.director.rebuy_at_most:
                self.now = max(self.now, floor.clock_of(row))
                self._sell_rebuys([row])
            ended = floor.play_next()
            while floor.asking >= 0:
                self._python_bots.answer(floor, self._hand_under_way)
                ended = floor.play_next()
            if ended and self.watch is not None:
                self.watch(self._hand_at(row))
        found: int = floor.run_until(limit)
        while floor.asking >= 0:
            self._python_bots.answer(floor, self._hand_under_way)
            found = floor.run_until(limit)
        return found

    def _next_moment(self, until: int | None) -> int:
        """Return the next time set by the schedule: a late entry, or `until`, the end of the level or break."""
        limit = self.now + LOOK_SECONDS if until is None else until
        return min(limit, self._late_at[0]) if self._late_at else limit

    def _report(self, rows: list[int], at: int) -> None:
        """Report finished hands to the director and carry out its decisions."""
        losses, moments = self.tables.losses(rows)
        self.report(losses, moments, at, lambda: self._free_tables(rows))

    def _free_tables(self, rows: list[int]) -> Collection[int]:
        if not self.timed or self.director.hand_for_hand:
            return self.director.chairs
        if self.schedule.at_time(self.now).on_break or self.schedule.at_time(max(0, self.now - 1)).on_break:
            rows = [*rows, *self.floor.resting()]  # in the second in which a break ends, no hand has begun yet
        return self.tables.between_hands(rows)

    @property
    def _awaits_entries(self) -> bool:
        return bool(self._late) and self.director.entering

    @property
    def _absent(self) -> Collection[str]:
        return self._field_bots.absent

    def _sell_rebuys(self, rows: list[int]) -> None:
        """Offer rebuys to short stacks at these tables before their next hand."""
        if not self.director.rebuy_at_most or (self.timed and self.schedule.at_time(self.now).on_break):
            return
        for row in rows:
            table = self.tables.table_of[row]
            seats = (
                self.director.chairs[table] if table in self.director.chairs and self.director.size(table) > 1 else ()
            )
            short = [(entry, self.floor.stack_at(row, seat)) for seat, entry in enumerate(seats) if entry >= 0]
            self.director.sell_rebuys(short, self.choices.rebuys, self.before_hands)
        self._apply()

    # -- levels and entries --------------------------------------------------------------------------------------

    def _set_blinds(self, level: int) -> None:
        self.floor.set_blinds(*self._blinds(level))
        self.floor.set_ante(*self._ante(level))

    def _ante(self, level: int) -> tuple[int, int]:
        """Return a level's ante kind and whether it comes before the blinds, as the core's numbers."""
        rules = self.structure.rules_at(level)
        return ANTE_KINDS.index(rules.ante), int(rules.ante_first)

    def _blinds(self, level: int) -> tuple[int, int, int]:
        row = self.schedule.level(level)
        return row.small, row.big, row.ante

    def _set_timetable(self) -> None:
        levels = range(1, len(self.structure.levels) + 1)
        pauses: list[int] = []
        for pause in sorted(self.structure.breaks, key=lambda pause: pause.after):
            pauses += [max(0, self.schedule.end(pause.after)), max(0, self.schedule.start(pause.after + 1))]
        pace = self.structure.pace
        self.floor.set_timetable(
            [max(0, self.schedule.start(level)) for level in levels],
            [amount for level in levels for amount in self._blinds(level)],
            pauses,
            pace.seconds_per_hand,
            pace.seconds_per_action,
        )
        self.floor.set_antes([number for level in levels for number in self._ante(level)])

    def _plan_late(self) -> None:
        """Spread late entrants evenly over late registration."""
        if not self._late:
            return
        span, count = self.schedule.end(self.structure.late_reg_levels), len(self._late)
        self._late_at = [span * (number + 1) // (count + 1) for number in range(count)]

    def _seat_late(self, at: int) -> None:
        while self._late_at and self._late_at[0] <= at and self.director.entering:
            self._late_at.pop(0)
            self.director.enter_late(self._late.pop(0), self._free_tables([]), self.before_hands)
            self._apply()
        self._follow_clock()

    # -- both sides ----------------------------------------------------------------------------------------------

    def _apply(self) -> None:
        self.tables.apply(self.now if self.timed else 0)
        self.floor.set_pressure(self._pressure.now())

    def _follow_clock(self) -> None:
        if self.timed and not self.over and not self.director.hand_for_hand:
            self.tables.follow_clock(self.now)

    def _hand_under_way(self) -> Hand:
        """Return the hand where the floor stopped, up to that point."""
        return self._played_at(self.floor.asking).hand

    def _hand_at(self, row: int) -> PlayedHand:
        """Return the hand that the floor just played, with all its details."""
        floor, director = self.floor, self.director
        began = floor.clock_of(row) - self.structure.pace.hand(floor.length_of(row)) if self.timed else self.rounds + 1
        players = players_of(floor, row, director.names, director.bullets, self.bot_of)
        return self._played_at(row, event=self.structure.name, at=began, timed=self.timed, **players)

    def _played_at(self, row: int, **more: Any) -> PlayedHand:
        table, names, rules = self.tables.table_of[row], self.director.names, self.structure.rules_at(self.level)
        return played_hand(self.floor, row, table=table, level=self.level, names=names, rules=rules, **more)
