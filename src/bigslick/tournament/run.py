"""A whole tournament of bots: the director decides, the floor plays, and this carries the chips between them.

Levels by hands: every table plays one hand, then the field is looked at. Levels by time: each table goes at the speed
of its own hands, and the field is looked at whenever a hand that busted somebody ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bigslick.bots import DEFAULT_SECONDS, STYLES, Bot, Style, new_brain
from bigslick.core.codes import DEAD_BUTTON, MOVING_BUTTON
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.hand.hand import Hand
from bigslick.hand.setup import rule_numbers
from bigslick.shuffle import Keystream
from bigslick.table.ranking import Standing

from ._floor import Floor
from .director import Director, Loss
from .events import (
    AddedOn,
    Busted,
    LevelStarted,
    Moved,
    Rebought,
    Seated,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
    TournamentEvent,
)
from .outsiders import BotReport, Outsiders
from .played import PlayedHand, played_hand
from .saves import BadSave, Snapshot, check, pack, seed_text, seed_value, unpack
from .structure import Structure

NEVER = 1 << 60
MOST_USED = 1 << 40


class Tournament:
    """An event in progress; `step` plays until something could change, `finish` to the end."""

    def __init__(
        self,
        structure: Structure,
        seed: int | str,
        *,
        bots: Sequence[str | Bot] = ("tag",),
        late: int = 0,
        reentries: bool = True,
        styles: Mapping[str, Style] = STYLES,
        seconds: float = DEFAULT_SECONDS,
        watch: Callable[[PlayedHand], None] | None = None,
    ) -> None:
        """Seat the field and get ready for the first hand.

        `bots` are dealt out to the entrants in turn, house bots by name and Python bots as `module:Class` or
        `my_bot.py:MyBot`; every entry has a player and chance of its own. `late` of the entrants come after the start,
        spread evenly over late registration; `reentries` says whether those who bust enter again as long as they may.
        `styles` are the house bots to choose from, if not as they come; `seconds` is how long a Python bot may think
        about a decision, 0 for ever. `watch` is shown every hand, which takes time.
        """
        names = structure.names
        if not 0 <= late <= len(names) - 2:
            raise ValueError(f"{late} of {len(names)} entrants cannot be late: at least two start")
        if late and not structure.late_reg_levels:
            raise ValueError("nobody can be late without late registration: set late_reg_levels in the structure")
        if structure.rules.reveal == "ask":
            raise ValueError(
                "rules.reveal is 'ask', and house bots have nothing to say at a showdown: expected 'all' or 'muck'"
            )
        self.structure = structure
        self.seed = seed
        self.bots = tuple(bot.name if isinstance(bot, Bot) else bot for bot in bots)
        self.reentries = reentries
        self.watch = watch
        self.schedule = structure.schedule()
        self.timed = structure.unit == "time"
        self.level = 0
        self.rounds = 0
        self.now = 0
        self.styles, self._style_names = styles, tuple(styles)
        self._outsiders = Outsiders(seed, seconds)
        self._styles = [self._outsiders.style_of(bot, styles) for bot in bots]
        self._style_of: dict[str, int] = {}
        self._number = {name: number for number, name in enumerate(names)}
        self._streams = {name: Keystream(seed, name) for name in ("cards", "seats")}
        self._row_of: dict[int, int] = {}
        self._table_of: list[int] = []
        self._free_rows: list[int] = []
        self._rows: list[int] | None = None
        self._waiting: set[int] = set()
        self._applied = 0
        self._carriers: dict[type, Callable[[Any, int], None]] = {
            Moved: self._move,
            Busted: self._take_away,
            Rebought: self._hand_out,
            AddedOn: self._hand_out,
            Seated: self._sit_down,
            TableOpened: self._set_up,
            TableBroken: self._clear_away,
            TableHalted: self._look_again,
            TableResumed: self._look_again,
        }
        self._late = list(names[len(names) - late :])
        self._late_at: list[int] = []
        self.floor = self._new_floor()
        self._free_rows = list(range(self.floor.tables - 1, -1, -1))
        self._table_of = [0] * self.floor.tables
        self.director = Director(structure, self._streams["seats"], self._positions)
        self._open_until = max(
            structure.late_reg_levels,
            structure.rebuy.until_level if structure.rebuy else 0,
            structure.addon.until_level if structure.addon else 0,
        )
        self.director.open(names[: len(names) - late])
        self._set_timetable()
        self._apply()
        self._start_level(1)
        self._plan_late()
        self._sync()

    def _new_floor(self) -> Floor:
        structure = self.structure
        most = structure.field * (1 + structure.reentry_limit)
        # While seats are redrawn the old tables still stand beside the new ones.
        tables = 2 * (-(-most // structure.seats)) + 4
        return Floor(
            (tables, most),
            rule_numbers(structure.rules, (1, 1, 2)),
            DEAD_BUTTON if structure.rules.button == "dead" else MOVING_BUTTON,
            new_brain(self.styles),
            self._streams["cards"].draws,
            Keystream(self.seed, "bots").draws,
        )

    # -- saving --------------------------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The event between two steps; `Tournament.load` goes on to the identical end."""
        if self._outsiders.bots:
            name = self._outsiders.bots[0].name
            raise ValueError(f"an event with Python bots cannot be saved: what {name} has in mind is not known")
        if self.styles is not STYLES:
            raise ValueError("only an event of house bots as they come can be saved: this one has styles of its own")
        rows, numbers = self.floor.freeze()
        state = Snapshot(
            structure=self.structure,
            seed=seed_text(self.seed),
            bots=self.bots,
            reentries=self.reentries,
            progress=(self.level, self.rounds, self.now),
            director=self.director.export(),
            floor=rows,
            floor_numbers=numbers,
            used={name: stream.draws.used() for name, stream in self._streams.items()},
            rows=dict(self._row_of),
            free_rows=list(self._free_rows),
            waiting=sorted(self._waiting),
            late=list(self._late),
            late_at=list(self._late_at),
            styles=dict(self._style_of),
        )
        return pack(state)

    @classmethod
    def load(cls, data: bytes, watch: Callable[[PlayedHand], None] | None = None) -> Tournament:
        """An event from what `save` wrote."""
        state = unpack(data)
        try:
            return cls._resume(state, watch)
        except BadSave:
            raise
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise BadSave(f"this saved tournament was made up: {error}") from None

    @classmethod
    def _resume(cls, state: Snapshot, watch: Callable[[PlayedHand], None] | None) -> Tournament:
        seed = seed_value(state.seed)
        event = cls(state.structure, seed, bots=state.bots, reentries=state.reentries, watch=watch)
        event.level, event.rounds, event.now = state.progress
        event._streams = {name: Keystream(seed, name) for name in event._streams}
        for name, stream in event._streams.items():
            if not 0 <= state.used[name] <= MOST_USED:
                raise ValueError(f"{state.used[name]:,} bytes of chance were used")
            stream.draws.skip(state.used[name])
        event.floor = event._new_floor()
        event._set_timetable()
        event.floor.thaw(state.floor, state.floor_numbers)
        check(state, event.floor)
        event.director = Director(state.structure, event._streams["seats"], event._positions)
        event.director.restore(state.director)
        event._applied = len(event.director.events)
        event._row_of = dict(state.rows)
        for table, row in state.rows.items():
            event._table_of[row] = table
        event._free_rows, event._waiting = list(state.free_rows), set(state.waiting)
        event._late, event._late_at = list(state.late), list(state.late_at)
        event._style_of = dict(state.styles)
        event._rows = None
        return event

    # -- questions -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether there is a winner."""
        return self.director.over

    @property
    def events(self) -> list[TournamentEvent]:
        """Everything that was decided, in order."""
        return self.director.events

    @property
    def hands(self) -> int:
        """Hands played at all tables together."""
        return self.floor.played

    @property
    def chips(self) -> int:
        """Chips in play, counted at the tables."""
        return sum(self.floor.stack)

    @property
    def winner(self) -> str:
        """The winner's name; of several winners of a satellite the first in seat order."""
        first = min(self.director.finishes.values(), key=lambda placed: (placed.place, placed.entry))
        return self.director.names[first.entry]

    def bot_of(self, entry: int) -> str:
        """The bot that plays an entry."""
        style = self._style(entry)
        return self._style_names[style] if style >= 0 else self._outsiders.named(style)

    def bot_reports(self) -> list[BotReport]:
        """How each Python bot behaved: how often it was asked, how often it had to be checked or folded, and why."""
        return self._outsiders.reports()

    def stack_of(self, entry: int) -> int:
        """The chips of an entry; 0 when it is out."""
        at = self._chair(entry)
        return 0 if at is None else self.floor.stack[at]

    def _chair(self, entry: int) -> int | None:
        """Where on the floor an entry sits; None when it is out."""
        table, seat = self.director.where[entry]
        if table not in self._row_of:
            return None
        at = CHAIRS * self._row_of[table] + seat
        return at if self.floor.player[at] == entry else None

    def hands_of(self, entry: int) -> int:
        """How many hands an entry was dealt."""
        counted: int = self.floor.dealt_in[entry]
        at = self._chair(entry)
        return counted if at is None else counted + self.floor.dealt[at]

    def standings(self) -> list[Standing]:
        """The finishing order, best first; complete when the event is over."""
        director = self.director
        found = []
        for placed in sorted(director.finishes.values(), key=lambda placed: (placed.place, placed.entry)):
            by = director.busted_by.get(placed.entry)
            name, bullet = director.names[placed.entry], director.bullets[placed.entry]
            found.append(
                Standing(
                    placed.place,
                    name if bullet == 1 else f"{name} (entry {bullet})",
                    placed.prize,
                    tuple(range(placed.place, placed.place + placed.shared)),
                    self.hands_of(placed.entry),
                    None if by is None else director.names[by],
                )
            )
        return found

    # -- playing -------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Play to the end."""
        while not self.over:
            self.step()

    def step(self) -> None:
        """Play on until the field may have changed: one round of all tables, or until a hand that busted somebody."""
        with self._outsiders.watch:
            if self.timed and not self.director.hand_for_hand:
                self._step_by_time()
            else:
                self._step_round()

    def _step_round(self) -> None:
        """One hand at every table that may play."""
        if not self.timed:
            self._start_level(self.schedule.at_hand(self.rounds + 1))
            self._seat_late(self.rounds)
        if self.over:
            return
        if self.timed and not self._meet_for_hand_for_hand():
            return
        rows = self._playing_rows()
        if self.over or not rows:
            return
        busy = self._play_rows(rows)
        self.rounds += 1
        busy.sort(key=lambda row: (self.floor.length[row], self._table_of[row]))
        if not self.timed:
            self.now = self.rounds
        else:
            for row in rows:  # whatever the model of time says of this hand
                self.floor.set_clock(row, self.now)
        if busy or self.director.hand_for_hand:
            self._report(busy, self.now)

    def _meet_for_hand_for_hand(self) -> bool:
        """All tables wait for the slowest, then the hand takes its fixed time off every clock (TDA RP-8).

        The hands that were under way when it was announced count as its first round. Whether it goes on after that.
        """
        for table in self.director.chairs:
            row = self._row_of[table]
            self.floor.delist(row)
            self.now = max(self.now, self.floor.clock[row])
        self._waiting = set(self.director.chairs)
        ended = [row for table in self.director.chairs if self.floor.busts_at(row := self._row_of[table])]
        if ended or self.director.held or self.director.reports:
            self._report(ended, self.now)
            if self.over or not self.director.hand_for_hand:
                return False
        moment = self.schedule.at_time(self.now)
        if moment.on_break:
            assert moment.until is not None
            self.now = moment.until
        self._start_level(moment.level)
        self.floor.set_blinds(*self._blinds(moment.level))
        for table in self.director.chairs:
            self.floor.set_clock(self._row_of[table], self.now)
        self.now += self.structure.h4h_seconds
        return True

    def _playing_rows(self) -> list[int]:
        if self._rows is None:
            director, row_of = self.director, self._row_of
            if director.halted or director.held:
                self._rows = [row_of[table] for table in director.chairs if director.playable(table)]
            else:
                self._rows = [row_of[table] for table in director.chairs]
        return self._rows

    def _play_rows(self, rows: list[int]) -> list[int]:
        """Play one hand at each; the rows where somebody busted."""
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
        """Play one hand at each, asking Python bots on the way; at how many tables somebody busted."""
        busted: int = self.floor.play_round(rows)
        while self.floor.asking >= 0:
            self._outsiders.answer(self.floor, self._hand_under_way)
            busted = self.floor.resume_round()
        return busted

    def _step_by_time(self) -> None:
        moment = self.schedule.at_time(self.now)
        self._start_level(moment.level)  # hand-for-hand may have run past the end of the last one
        if self.over:
            return
        limit = self._next_moment(moment.until)
        row = self._run_until(limit)
        if row >= 0:
            self.now = max(self.now, self.floor.clock[row])
            self._report([row], self.now)
            return
        self.now = limit
        self._start_level(self.schedule.at_time(limit).level)
        self._seat_late(limit)

    def _run_until(self, limit: int) -> int:
        floor = self.floor
        while self.watch is not None:
            row = floor.earliest()
            if row < 0 or floor.clock[row] >= limit or floor.report[row]:
                break
            ended = floor.play_next()
            while floor.asking >= 0:
                self._outsiders.answer(floor, self._hand_under_way)
                ended = floor.play_next()
            if ended:
                self.watch(self._hand_at(row))
        found: int = floor.run_until(limit)
        while floor.asking >= 0:
            self._outsiders.answer(floor, self._hand_under_way)
            found = floor.run_until(limit)
        return found

    def _next_moment(self, until: int | None) -> int:
        """The next time at which something happens that no table decides; `until` is when the level or break ends."""
        limit = NEVER if until is None else until
        return min(limit, self._late_at[0]) if self._late_at else limit

    def _report(self, rows: list[int], at: int) -> None:
        """Tell the director which hands ended and carry out what he decides."""
        losses = []
        for row in rows:
            if busts := self.floor.busts_at(row):
                losses.append((self._table_of[row], [Loss(seat, stack, by) for seat, _, stack, by in busts]))
        free = self._free_tables(rows)
        before = len(self.director.events)
        self.director.hands_ended(losses, free, at)
        self._apply()
        if self.reentries and self.director.registering and self.structure.reentry_limit:
            self._reenter(before, rows)
        if self.director.registering and self.director.left <= 1 and not self._late:
            self._close()
        self._sync()

    def _free_tables(self, rows: list[int]) -> Sequence[int] | dict[int, list[int]] | set[int]:
        if not self.timed or self.director.hand_for_hand:
            return self.director.chairs
        return self._waiting | {self._table_of[row] for row in rows}

    def _reenter(self, since: int, rows: list[int]) -> None:
        for event in self.director.events[since:]:
            if not isinstance(event, Busted) or self._seated(event.entry):
                continue
            if self.director.bullets[event.entry] <= self.structure.reentry_limit and self.director.registering:
                self.director.enter_late(self.director.names[event.entry], self._free_tables(rows))
                self._apply()

    def _seated(self, entry: int) -> bool:
        table, seat = self.director.where[entry]
        return table in self.director.chairs and self.director.chairs[table][seat] == entry

    # -- levels and entries --------------------------------------------------------------------------------------

    def _start_level(self, level: int) -> None:
        level = min(level, len(self.structure.levels))
        while self.level < level and not self.over:
            self.level += 1
            self.director.level = self.level
            small, big, ante = self._blinds(self.level)
            at = self.schedule.start(self.level) if self.timed else self.rounds + 1
            if self.structure.addon is not None and self.level == self.structure.addon.until_level + 1:
                # Who lost the last chip in a hand that has not ended yet is out when it does.
                seated = (entry for row in self.director.chairs.values() for entry in row if entry >= 0)
                self.director.take_addon([entry for entry in seated if self.stack_of(entry)])
            self.director.events.append(LevelStarted(self.level, small, big, ante, at))
            self.floor.set_blinds(small, big, ante)
            if self.level > self._open_until:
                self._close()
            self._apply()

    def _blinds(self, level: int) -> tuple[int, int, int]:
        row = self.schedule.level(level)
        return row.small, row.big, row.ante

    def _set_timetable(self) -> None:
        if not self.timed:
            return
        levels = range(1, len(self.structure.levels) + 1)
        pauses: list[int] = []
        for pause in sorted(self.structure.breaks, key=lambda pause: pause.after):
            pauses += [self.schedule.end(pause.after), self.schedule.start(pause.after + 1)]
        pace = self.structure.pace
        self.floor.set_timetable(
            [self.schedule.start(level) for level in levels],
            [amount for level in levels for amount in self._blinds(level)],
            pauses,
            pace.seconds_per_hand,
            pace.seconds_per_action,
        )

    def _plan_late(self) -> None:
        """Spread late entrants evenly over late registration."""
        if not self._late:
            return
        span, count = self.schedule.end(self.structure.late_reg_levels), len(self._late)
        self._late_at = [span * (number + 1) // (count + 1) for number in range(count)]

    def _seat_late(self, at: int) -> None:
        while self._late_at and self._late_at[0] <= at and self.director.registering:
            self._late_at.pop(0)
            self.director.enter_late(self._late.pop(0), self._free_tables([]))
            self._apply()
        self._sync()

    def _close(self) -> None:
        free = self._free_tables([])  # before hand-for-hand may begin, for which the tables have not met yet
        self.director.close_registration()
        self.director.settle()
        self.director.hands_ended((), free, self.now)
        self._apply()

    # -- carrying out --------------------------------------------------------------------------------------------

    def _positions(self, table: int) -> tuple[int, int, int]:
        row = self._row_of.get(table)
        if row is None or not self.floor.opened[row]:
            return -1, -1, -1
        return self.floor.button[row], self.floor.small_at[row], self.floor.big_at[row]

    def _apply(self) -> None:
        """Carry out what the director decided since the last time; most of his events move no chips."""
        events = self.director.events
        for at in range(self._applied, len(events)):
            carry_out = self._carriers.get(type(events[at]))
            if carry_out is not None:
                carry_out(events[at], at)
                self._rows = None
        self._applied = len(events)

    def _move(self, event: Moved, _: int) -> None:
        floor = self.floor
        source, target = self._row_of[event.from_table], self._row_of[event.to_table]
        chair = CHAIRS * source + event.from_seat
        stack, style = floor.stack[chair], floor.style[chair]
        floor.stand(source, event.from_seat)
        floor.sit(target, event.to_seat, event.entry, stack, style, self.now if self.timed else 0)

    def _take_away(self, event: Busted, at: int) -> None:
        events = self.director.events
        if at + 1 == len(events) or not isinstance(events[at + 1], Rebought):
            self.floor.stand(self._row_of[event.table], event.seat)
            self._outsiders.leave(event.entry)

    def _hand_out(self, event: Rebought | AddedOn, _: int) -> None:
        self.floor.add_chips(self._row_of[event.table], event.seat, event.chips)

    def _sit_down(self, event: Seated, _: int) -> None:
        row, style = self._row_of[event.table], self._style(event.entry)
        name, bullet = self.director.names[event.entry], self.director.bullets[event.entry]
        # Not by the number of the entry: who enters again before whom depends on how others played.
        number = self._number[name] + len(self._number) * (bullet - 1)
        if number != event.entry:
            self.floor.give_chance(event.entry, number)
        if style < 0:
            self._outsiders.sit(event.entry, style, name, bullet)
        self.floor.sit(row, event.seat, event.entry, event.stack, style, self.now if self.timed else 0)

    def _set_up(self, event: TableOpened, _: int) -> None:
        row = self._free_rows.pop()
        self._row_of[event.table] = row
        self._table_of[row] = event.table
        self.floor.open_table(row, event.chairs, event.button, self.now if self.timed else 0)
        self._waiting.add(event.table)

    def _clear_away(self, event: TableBroken, _: int) -> None:
        row = self._row_of.pop(event.table)
        self.floor.delist(row)
        self._waiting.discard(event.table)
        self._free_rows.append(row)

    def _look_again(self, _event: TableHalted | TableResumed, _: int) -> None:
        """Who plays has changed, but nothing on the floor."""

    def _style(self, entry: int) -> int:
        name = self.director.names[entry]
        if name not in self._style_of:
            self._style_of[name] = self._styles[len(self._style_of) % len(self._styles)]
        return self._style_of[name]

    def _sync(self) -> None:
        """By time: let the tables that may play play, let the others wait, and ask for the reports that are needed."""
        if not self.timed or self.over or self.director.hand_for_hand:
            return
        director, floor = self.director, self.floor
        for table in (*director.held, *(director.halted - self._waiting)):
            floor.delist(self._row_of[table])
            self._waiting.add(table)
        for table in [table for table in self._waiting - director.halted if director.playable(table)]:
            row = self._row_of[table]
            floor.set_clock(row, max(floor.clock[row], self.now))
            floor.enlist(row)
            self._waiting.discard(table)
        for table in director.reports:
            floor.ask_report(self._row_of[table])

    def _hand_under_way(self) -> Hand:
        """The hand for which the floor stopped, up to here."""
        return self._hand_at(self.floor.asking).hand

    def _hand_at(self, row: int) -> PlayedHand:
        """The hand that the floor is playing or has just played."""
        table, names, rules = self._table_of[row], self.director.names, self.structure.rules
        return played_hand(self.floor, row, table=table, level=self.level, names=names, rules=rules)
