"""Audits a tournament hand by hand.

The auditor knows only what is public: the events, the hands that `watch` shows, and the chips on the floor. It keeps
its own books of seats, clocks, buttons, blinds and places, and complains when they differ from the tournament's.
"""

from __future__ import annotations

from collections import Counter

from bigslick.hand.hand import Hand
from bigslick.hand.setup import MAX_SEATS
from bigslick.tournament.director import events as ev
from bigslick.tournament.director.timeline import timeline_of
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import MOST_CHIPS

from .rotation import EMPTY_SEAT, Seen, check_dead_button, check_moving_button, following
from .tournaments import Case


class Auditor:
    """Follows one tournament; `finish` plays it to the end, checking everything along the way."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.structure = case.structure
        self.tables: dict[int, Seen] = {}
        self.where: dict[int, int] = {}
        self.names: list[str] = []
        self.placed: dict[int, ev.Placed] = {}
        self.groups: list[tuple[tuple[object, ...], list[tuple[int, int, int]]]] = []
        self.rebuys = self.addons = self.level = self.read = self.last_at = self.last_bust = 0
        self.last_moment = 0, 0
        self.hand_for_hand = self.closed = self.entries_closed = False
        self.final_drawn = False
        self.breaks: list[int] = []
        self.breaking = 0
        self.many = False
        """Whether there was ever more than one table, or more players than fit the final table."""
        self.rebuying = EMPTY_SEAT
        self.pool = 0
        self.halted: set[int] = set()
        self.won: tuple[int, ...] = ()
        self.came: list[int] = []
        self.went: list[tuple[int, int]] = []
        """When each busted entry went out, and when its last hand started."""
        self.left_at: list[int] = []
        """Players with chips when each level started."""
        self.opened = 0
        self.hands: Counter[int] = Counter()
        self.event: Tournament | None = None
        self.event = case.start(watch=self.hand)
        self.schedule = self.event.schedule
        self.read_events(0)
        self.look()

    def finish(self) -> Tournament:
        """Play to the end."""
        event = self.event
        assert event is not None
        steps = 0
        while not event.over:
            event.step()
            self.read_events(event.now)
            self.look()
            steps += 1
            assert steps < 20_000, "the tournament does not end"
        self.look_back()
        return event

    # -- events ---------------------------------------------------------------------------------------------------

    def read_events(self, now: int) -> None:
        assert self.event is not None
        events = self.event.events
        while self.read < len(events):
            event = events[self.read]
            assert not self.won, f"{event} after the end"
            self.read += 1
            getattr(self, "on_" + type(event).__name__)(event, now)
            self.stamp(event)

    def stamp(self, event: ev.TournamentEvent) -> None:
        """Check that every event gives its level and time; the seat draw comes before everything else."""
        assert self.event is not None
        assert event.level == max(1, self.level), f"{event} in level {self.level}"
        if isinstance(event, ev.LevelStarted):
            return  # it happens on schedule, whatever the tables were doing
        assert event.at >= self.last_at, f"{event} after something at {self.last_at}"
        self.last_at = event.at
        assert self.level or event.at == 0, f"{event} before the start"
        if self.event.timed:
            assert event.at <= self.event.now
        else:
            assert -1 <= event.at - self.event.rounds <= 1, "read a round ago at most, or about the next one"

    def sit(self, entry: int, table: int, seat: int, now: int) -> None:
        seen = self.tables[table]
        assert entry not in self.where, f"entry {entry} has two seats"
        assert 0 <= seat < seen.chairs
        assert seat not in seen.seats, f"seat {seat} of table {table} is taken"
        seen.seats[seat] = entry
        seen.new.add(seat)
        seen.arrived[seat] = now
        self.where[entry] = table

    def stand(self, entry: int, table: int, seat: int) -> None:
        seen = self.tables[table]
        assert seen.seats.pop(seat) == entry, f"entry {entry} was not at seat {seat} of table {table}"
        assert self.where.pop(entry) == table
        seen.new.discard(seat)

    def between_hands(self, table: int, now: int) -> None:
        assert self.event is not None
        if self.event.timed:
            assert self.tables[table].ended <= now, f"table {table} was touched in the middle of a hand"

    def on_Entered(self, event: ev.Entered, now: int) -> None:  # noqa: N802
        assert not self.closed
        assert event.entry == len(self.names)
        assert event.bullet == self.names.count(event.name) + 1
        assert event.bullet <= 1 + self.structure.reentry_limit
        if self.level:
            assert self.level <= self.structure.late_reg_levels, "an entry after late registration"
            assert not self.entries_closed
        again = [entry for entry, name in enumerate(self.names) if name == event.name]
        assert not any(entry in self.where for entry in again), f"{event.name} enters again with chips"
        self.names.append(event.name)
        self.came.append(event.at)

    def on_TableOpened(self, event: ev.TableOpened, now: int) -> None:  # noqa: N802
        self.opened += 1
        assert event.table == self.opened
        assert 2 <= event.chairs <= 10
        self.tables[event.table] = Seen(event.chairs, event.button)
        self.first_button(event, self.seated_next(event.table))

    def seated_next(self, table: int) -> set[int]:
        """Return the seats taken when a table opens, from the events that follow."""
        assert self.event is not None
        seats = set()
        for event in self.event.events[self.read :]:
            if isinstance(event, ev.Seated) and event.table == table:
                seats.add(event.seat)
            elif isinstance(event, ev.Moved) and event.to_table == table and "draw new seats" in event.reason:
                seats.add(event.to_seat)
            else:
                break
        return seats

    def first_button(self, event: ev.TableOpened | ev.FirstButtonPlaced, seats: set[int]) -> None:
        """Rules 1.3: as given, at the highest taken seat, or drawn; a lone player has to wait."""
        choice = self.structure.initial_button
        if isinstance(choice, int):
            assert event.button == choice
        elif len(seats) < 2:
            assert event.button == EMPTY_SEAT, "the button before there is a second player"
        else:
            assert event.button in seats if choice == "random" else event.button == max(seats)

    def on_FirstButtonPlaced(self, event: ev.FirstButtonPlaced, now: int) -> None:  # noqa: N802
        seen = self.tables[event.table]
        assert (seen.hands, seen.button) == (0, EMPTY_SEAT)
        assert len(seen.seats) > 1
        self.first_button(event, set(seen.seats))
        seen.button = event.button

    def on_Seated(self, event: ev.Seated, now: int) -> None:  # noqa: N802
        assert event.stack == self.structure.starting_stack
        self.sit(event.entry, event.table, event.seat, now)
        self.many = self.many or len(self.tables) > 1 or len(self.where) > self.structure.final_table

    def on_RegistrationClosed(self, event: ev.RegistrationClosed, now: int) -> None:  # noqa: N802
        assert not self.closed
        assert not self.level or self.level == self.last_period() or self.decided(), "money could still come in"
        self.closed = True
        self.pool = self.structure.pool(len(self.names), self.rebuys, self.addons)
        assert (event.entries, event.pool) == (len(self.names), self.pool)

    def last_period(self) -> int:
        """Return the level in which late registration, rebuys and the add-on have all ended."""
        structure = self.structure
        rebuy = structure.rebuy.until_level if structure.rebuy else 0
        return max(structure.late_reg_levels, rebuy, structure.addon.until_level if structure.addon else 0)

    def decided(self) -> bool:
        """Whether no more players are left than the money so far pays for."""
        structure, left = self.structure, len(self.where)
        payouts, pool = structure.payouts, structure.pool(len(self.names), self.rebuys, self.addons)
        if payouts.kind != "satellite":
            return left <= 1
        return left <= max(1, payouts.seats or min(len(self.names), pool // payouts.seat_price))

    def on_EntriesClosed(self, event: ev.EntriesClosed, now: int) -> None:  # noqa: N802
        assert not self.closed
        assert not self.entries_closed
        assert self.level == self.structure.late_reg_levels < self.last_period()
        assert event.entries == len(self.names)
        self.entries_closed = True

    def on_BreakStarted(self, event: ev.BreakStarted, now: int) -> None:  # noqa: N802
        assert self.event is not None
        assert self.level not in self.breaks, "the same break twice"
        [length] = [pause.seconds for pause in self.structure.breaks if pause.after == self.level]
        assert event.seconds == length
        end = self.schedule.end(self.level)
        assert event.at == end or (self.event.timed and event.at > end), "the break is not at the end of its level"
        self.breaks.append(self.level)

    def on_LevelStarted(self, event: ev.LevelStarted, now: int) -> None:  # noqa: N802
        assert self.event is not None
        if self.level == self.last_period():
            assert self.closed, "no more money can come in, and the prizes are open"
        elif self.level == self.structure.late_reg_levels > 0:
            assert self.closed or self.entries_closed, "late registration is over and nobody says so"
        taken = [pause.after for pause in self.structure.breaks if pause.after <= self.level]
        assert sorted(self.breaks) == sorted(taken), "a break was not taken"
        self.level += 1
        level = self.structure.levels[self.level - 1]
        assert (event.level, event.small, event.big, event.ante) == (self.level, level.small, level.big, level.ante)
        start = self.schedule.start if self.event.timed else self.schedule.first_hand
        assert event.at == start(self.level)
        early = [started for out, started in self.went if out > event.at]
        assert all(started < event.at for started in early), "busted in a hand of the new level before it started"
        came = sum(at <= event.at for at in self.came)
        self.left_at.append(came - sum(out <= event.at for out, _ in self.went))

    def on_Busted(self, event: ev.Busted, now: int) -> None:  # noqa: N802
        seen = self.tables[event.table]
        assert seen.seats[event.seat] == event.entry
        assert event.seat in seen.broke, f"entry {event.entry} busts with chips"
        seen.broke.discard(event.seat)
        assert event.stack == seen.start_stacks[event.seat]
        assert event.by == seen.busted_by[event.seat], "busted by another player than the hand says"
        assert event.at >= self.last_bust, "busts out of order"
        self.last_bust = event.at
        self.between_hands(event.table, now)
        if not event.out:
            self.rebuying = event.entry
            return
        self.stand(event.entry, event.table, event.seat)
        self.went.append((event.at, seen.started))
        key = ("round", event.at) if self.hand_for_hand else ("moment", *seen.moment)
        assert self.hand_for_hand or seen.moment >= self.last_moment, "a hand that ended later is ranked first"
        self.last_moment = max(self.last_moment, seen.moment)
        if not self.groups or self.groups[-1][0] != key:
            self.groups.append((key, []))
        self.groups[-1][1].append((event.table, event.entry, event.stack))

    def on_Rebought(self, event: ev.Rebought, now: int) -> None:  # noqa: N802
        rebuy = self.structure.rebuy
        assert rebuy is not None
        assert self.rebuying == event.entry, "a rebuy of a player who has chips"
        self.rebuying = EMPTY_SEAT
        assert not self.closed
        assert self.level <= rebuy.until_level, "a rebuy after its period"
        assert event.chips == rebuy.chips
        assert self.tables[event.table].seats[event.seat] == event.entry
        self.rebuys += 1

    def on_AddedOn(self, event: ev.AddedOn, now: int) -> None:  # noqa: N802
        addon = self.structure.addon
        assert addon is not None
        assert not self.closed
        assert (self.level, event.chips) == (addon.until_level, addon.chips)
        assert self.tables[event.table].seats[event.seat] == event.entry
        assert event.seat not in self.tables[event.table].broke, "an add-on for a player who is out"
        self.addons += 1

    def on_Placed(self, event: ev.Placed, now: int) -> None:  # noqa: N802
        assert event.entry not in self.placed, f"entry {event.entry} has two places"
        assert self.closed
        self.placed[event.entry] = event

    def on_Moved(self, event: ev.Moved, now: int) -> None:  # noqa: N802
        assert event.from_table != event.to_table
        if "next big blind" in event.reason:
            self.balancing(event)
        elif "breaks" in event.reason and self.breaking != event.from_table:
            self.breaking = event.from_table
            self.break_order(event.from_table)
        assert event.from_seat not in self.tables[event.from_table].broke, "a player without chips moves"
        self.between_hands(event.from_table, now)
        self.stand(event.entry, event.from_table, event.from_seat)
        self.sit(event.entry, event.to_table, event.to_seat, now)

    def balancing(self, event: ev.Moved) -> None:
        """TDA 11-A: the next big blind moves to the open seat that pays it soonest, not to the small blind."""
        source, target = self.tables[event.from_table], self.tables[event.to_table]
        sizes = self.sizes()
        assert sizes[event.from_table] == max(sizes.values())
        assert sizes[event.to_table] == min(sizes.values())
        small = source.small_next()
        assert small is None or event.from_seat == following(set(source.seats), small, source.chairs)
        small = target.small_next()
        if small is not None:
            assert event.to_seat != small
            assert event.to_seat == following(set(range(target.chairs)) - set(target.seats), small, target.chairs)

    def break_order(self, table: int) -> None:
        """Rules 4.2: the highest number first, the fewest players first, or a list, then the tables it does not name.

        With timed levels, several tables may be due to break, and the first to finish its hand breaks first.
        """
        structure, sizes = self.structure, self.sizes()
        assert self.event is not None
        listed = [number for number in structure.break_list if number in sizes]
        order = listed + sorted(set(sizes) - set(listed), reverse=True)
        if structure.break_order == "fewest_players":
            order = sorted(sizes, key=lambda number: (sizes[number], -number))
        due = len(sizes) - self.tables_needed() if self.event.timed else 1
        if structure.break_order != "random":
            assert table in order[:due], f"table {table} breaks before its turn"

    def on_TableBroken(self, event: ev.TableBroken, now: int) -> None:  # noqa: N802
        self.between_hands(event.table, now)
        assert not self.tables.pop(event.table).seats
        self.halted.discard(event.table)

    def on_TableHalted(self, event: ev.TableHalted, now: int) -> None:  # noqa: N802
        assert event.table not in self.halted
        assert self.must_wait(event.table), f"table {event.table} halts for no reason"
        self.between_hands(event.table, now)
        self.halted.add(event.table)

    def on_TableResumed(self, event: ev.TableResumed, now: int) -> None:  # noqa: N802
        assert not self.must_wait(event.table), f"table {event.table} is too short to go on"
        self.halted.remove(event.table)

    def on_HandForHandStarted(self, event: ev.HandForHandStarted, now: int) -> None:  # noqa: N802
        assert not self.hand_for_hand
        assert event.players == len(self.where)
        assert event.paid < event.players <= event.paid + self.structure.h4h_margin
        assert len(self.tables) > 1
        self.hand_for_hand = True

    def on_HandForHandEnded(self, event: ev.HandForHandEnded, now: int) -> None:  # noqa: N802
        assert self.hand_for_hand
        assert event.players == len(self.where)
        self.hand_for_hand = False

    def on_SeatsRedrawn(self, event: ev.SeatsRedrawn, now: int) -> None:  # noqa: N802
        assert event.players == len(self.where)
        assert not self.entering(), "the field is not complete"
        for table in self.tables:
            self.between_hands(table, now)
        if event.tables == 1:
            assert not self.final_drawn, "the final table is drawn twice"
            assert event.players <= self.structure.final_table, "the final table begins too early"
            self.final_drawn = True

    def on_Won(self, event: ev.Won, now: int) -> None:  # noqa: N802
        self.won = event.entries

    def must_wait(self, table: int) -> bool:
        """Rules 4.1 (TDA 11-D): the table is too short and, under the 2024 rule, the next big blind's seat is empty."""
        structure, seen, sizes = self.structure, self.tables[table], self.sizes()
        if not structure.halt_deficit or max(sizes.values()) - sizes[table] < structure.halt_deficit:
            return False
        if structure.halt_trigger == "immediate":
            return True
        return seen.spots is not None and (seen.spots.big + 1) % seen.chairs not in seen.seats

    def sizes(self) -> dict[int, int]:
        return {table: len(seen.seats) for table, seen in self.tables.items()}

    # -- after a step ---------------------------------------------------------------------------------------------

    def chips(self) -> int:
        structure = self.structure
        chips = structure.starting_stack * len(self.names)
        if structure.rebuy is not None:
            chips += structure.rebuy.chips * self.rebuys
        if structure.addon is not None:
            chips += structure.addon.chips * self.addons
        return chips

    def look(self) -> None:
        """Compare our books with the tournament's."""
        event = self.event
        assert event is not None
        assert event.chips == self.chips() <= MOST_CHIPS, "chips were made or lost"
        director, floor = event.director, event.floor
        assert director.left == len(self.where) == sum(self.sizes().values())
        assert {table: self.row(seats) for table, seats in director.chairs.items()} == {
            table: seen.seats for table, seen in self.tables.items()
        }
        for table, seen in self.tables.items():
            row = event.tables.row_of[table]
            players = [floor.player_at(row, seat) for seat in range(MAX_SEATS)]
            assert self.row(players) == seen.seats, f"the floor and the director differ at table {table}"
        if event.over:
            return
        if not event.timed:
            assert all(not seen.broke for seen in self.tables.values()), "a player without chips is still seated"
        if event.timed and (director.reports or director.held):
            return  # a hand must end first
        sizes = self.sizes().values()
        self.final_table()
        assert len(sizes) == self.tables_needed(), f"{len(self.where)} players at tables of {list(sizes)}"
        assert max(sizes) - min(sizes) <= self.structure.balance_max_diff, f"tables of {list(sizes)}"

    def entering(self) -> bool:
        """Whether more players can still enter."""
        return not (self.closed or self.entries_closed) and max(1, self.level) <= self.structure.late_reg_levels

    def final_table(self) -> None:
        """Rules 4.3: it begins with the right number of players, who draw new seats if the structure says so."""
        structure = self.structure
        if self.entering() or len(self.where) > structure.final_table or len(self.tables) > 1:
            return
        drawn = 1 in structure.redraw_at_tables or self.final_drawn
        assert self.final_drawn == (drawn and self.many), "the final table: drawn where it should not be, or not drawn"

    @staticmethod
    def row(seats: list[int]) -> dict[int, int]:
        return {seat: entry for seat, entry in enumerate(seats) if entry != EMPTY_SEAT}

    def tables_needed(self) -> int:
        left, seats = len(self.where), self.structure.seats
        if left <= (seats if self.entering() else max(seats, self.structure.final_table)):
            return 1
        return -(-left // seats)

    # -- hands ----------------------------------------------------------------------------------------------------

    def hand(self, played: PlayedHand) -> None:
        """Check one hand, from its setup to its last chip."""
        event = self.event
        assert event is not None
        structure, setup, floor = self.structure, played.hand.setup, event.floor
        row = event.tables.row_of[played.table]
        start = floor.clock_of(row) - structure.pace.hand(len(played.hand.actions)) if event.timed else 0
        self.read_events(start)
        seen = self.tables[played.table]
        seen.hands += 1
        assert played.number == seen.hands, "the hands of a table are counted from 1"
        assert played.table not in self.halted
        assert not self.must_wait(played.table), f"table {played.table} is too short and plays: {self.sizes()}"
        assert self.closed or not self.decided(), "a hand is played though there is nothing left to play for"
        assert not seen.broke, "a player lost the last chip and the director did not hear of it"
        self.when(played, seen, start)
        level = structure.levels[played.level - 1]
        assert (setup.small_blind, setup.big_blind, setup.ante) == (level.small, level.big, level.ante)
        dealt = {seat for seat, chips in enumerate(setup.stacks) if chips}
        assert len(dealt) >= 2
        for seat in dealt:
            assert played.players[seat] == self.names[seen.seats[seat]]
            assert seen.arrived[seat] <= start or not event.timed, "dealt in before they came"
        occupied = {seat for seat in seen.seats if seen.arrived[seat] <= start or not event.timed}
        if structure.rules.button == "dead":
            check_dead_button(seen, setup, occupied, dealt)
        else:
            check_moving_button(seen, setup, occupied, dealt)
        assert played.hand.result is not None
        for seat in dealt:
            chips = played.hand.result.stacks[seat]
            assert floor.stack_at(row, seat) == chips, "the replayed hand ends with other stacks"
            if chips == 0:
                seen.broke.add(seat)
                seen.busted_by[seat] = seen.seats[knocked_out_by(played.hand, seat)[0]]
            self.hands[seen.seats[seat]] += 1
        seen.start_stacks = setup.stacks
        seen.new -= dealt
        seen.dealt_before = {seen.seats[seat] for seat in dealt}
        assert setup.big_blind_seat is not None
        seen.big_entry = seen.seats[setup.big_blind_seat]

    def when(self, played: PlayedHand, seen: Seen, start: int) -> None:
        """Check that the hand has the level at its start, and that no table plays two hands at once."""
        event, structure = self.event, self.structure
        assert event is not None
        if not event.timed:
            assert played.level == self.schedule.at_hand(event.rounds + 1)
            assert seen.round <= event.rounds, "two hands in one round"
            seen.round = event.rounds + 1
            seen.moment = seen.round, len(played.hand.actions)
            return
        moment = self.schedule.at_time(start)
        assert played.level == moment.level
        assert not moment.on_break, "a hand started in the break"
        assert start >= seen.ended
        length = structure.h4h_seconds if self.hand_for_hand else structure.pace.hand(len(played.hand.actions))
        seen.started, seen.ended = start, start + length
        seen.moment = seen.ended, 0

    # -- at the end -----------------------------------------------------------------------------------------------

    def look_back(self) -> None:
        """Check places, prizes, and who got them."""
        event = self.event
        assert event is not None
        entries = len(self.names)
        assert self.closed
        assert set(self.placed) == set(range(entries)), "an entry has no place"
        places = sorted(self.placed.values(), key=lambda placed: placed.place)
        at = 1
        while at <= entries:
            tied = [placed for placed in places if placed.place == at]
            assert len(tied) == tied[0].shared == len({placed.entry for placed in tied})
            assert {placed.shared for placed in tied} == {len(tied)}
            at += len(tied)
        assert at == entries + 1, "a place was given twice or not at all"
        self.check_order(entries)
        self.check_prizes()
        assert [level.left for level in timeline_of(event.events).levels] == self.left_at, "players left at a level"
        for placed in places:
            assert event.hands_of(placed.entry) == self.hands[placed.entry]
        standings = event.standings()
        assert [standing.place for standing in standings] == [placed.place for placed in places]

    def check_order(self, entries: int) -> None:
        """Check that a player who lasts longer finishes higher.

        Rules 5.1: players who bust at the same moment, or in one hand-for-hand round, tie if they were at different
        tables, or the larger stack finishes higher.
        """
        left = entries
        for _, group in self.groups:
            tied = self.structure.simultaneous_bust_rule == "h4h_tie" and len({table for table, _, _ in group}) > 1
            for _, entry, stack in group:
                above = sum(1 for _, _, other in group if other > stack) if not tied else 0
                same = sum(1 for _, _, other in group if other == stack) if not tied else len(group)
                placed = self.placed[entry]
                assert (placed.place, placed.shared) == (left - len(group) + 1 + above, same)
            left -= len(group)
        assert {self.placed[entry].place for entry in self.won} == {1}
        assert len(self.won) == left

    def check_prizes(self) -> None:
        structure, entries = self.structure, len(self.names)
        prizes = structure.prizes(entries, self.rebuys, self.addons)
        assert sum(prizes) == self.pool
        assert sum(placed.prize for placed in self.placed.values()) == self.pool
        if structure.payouts.kind == "satellite" and len(self.won) <= structure.ends_at(
            entries, self.rebuys, self.addons
        ):
            self.check_seats(prizes)
            return
        tied: dict[int, list[int]] = {}
        for placed in self.placed.values():
            tied.setdefault(placed.place, []).append(placed.prize)
        least = None
        for place in sorted(tied):
            assert sum(tied[place]) == sum(prizes[place - 1 : place - 1 + len(tied[place])])
            assert max(tied[place]) - min(tied[place]) <= 1
            assert least is None or max(tied[place]) <= least
            least = min(tied[place])

    def check_seats(self, prizes: list[int]) -> None:
        """Check that each person wins at most one prize, a seat or the rest of the pool, better places first."""
        best: dict[str, int] = {}
        for entry in sorted(self.placed, key=lambda entry: self.placed[entry].place):
            best.setdefault(self.names[entry], entry)
        total = {self.names[entry]: 0 for entry in self.placed}
        for entry, placed in self.placed.items():
            total[self.names[entry]] += placed.prize
        if len(best) < len(prizes):
            return  # more seats than people
        assert all(self.placed[best[name]].prize == won for name, won in total.items()), "a prize for another entry"
        order = sorted(best.values(), key=lambda entry: (self.placed[entry].place, -self.placed[entry].prize))
        won = [self.placed[entry].prize for entry in order]
        assert won == sorted(won, reverse=True)
        shared = any(self.placed[entry].shared > 1 and self.placed[entry].place > len(self.won) for entry in order)
        assert shared or [prize for prize in won if prize] == prizes


def knocked_out_by(hand: Hand, seat: int) -> tuple[int, ...]:
    """Return the winners of the last pot a busted seat could claim, left of the button first, from the result alone."""
    result = hand.result
    assert result is not None
    last = next(pot for pot in reversed(result.pots) if seat in pot.seats)
    button, seats = hand.setup.button, hand.setup.seats
    return tuple(sorted(last.winners, key=lambda winner: (winner - button - 1) % seats))
