"""A served tournament in progress: the course of an event, with stacks as the tables report them.

It has no tables: its owner carries out the director's orders, and says which tables are between hands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby

from bigslick.shuffle import Keystream
from bigslick.tournament.director import deals, floor_orders
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.arrangement import EMPTY_SEAT
from bigslick.tournament.director.calling_off import CallOffMoney, call_off
from bigslick.tournament.director.take_up import takes_up
from bigslick.tournament.formats.choose import director_for
from bigslick.tournament.formats.course import Course
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.structure import Structure

from .facts import FloorReport, ReportedHand


class Purchases:
    """Decides who takes chips on offer: people who have paid for them, and house bots at the structure's rates."""

    def __init__(self, play: Play, bots: Mapping[str, str], seed: bytes) -> None:
        self.rebuy: set[int] = set()
        """Entries that have paid for a rebuy and have yet to get the chips."""
        self.addon: set[int] = set()
        """The same for the add-on."""
        self._play = play
        self._bots = bots
        self._seed = seed

    def reenters(self, entry: int) -> bool:
        """Whether a busted entry enters again at once: people say so later."""
        structure, taken = self._play.structure, self._play.director.bullets[entry] - 1
        rate = structure.reentry_take_up_percent
        return self.is_bot(entry) and takes_up(self._seed, "reentry", rate, *self._asked(entry), taken, 0)

    def rebuys(self, entry: int, stack: int = 0) -> bool:
        rebuy = self._play.structure.rebuy
        if entry in self.rebuy or rebuy is None or not self.is_bot(entry):
            return entry in self.rebuy
        taken = self._play.director.rebuys[entry]
        return takes_up(self._seed, "rebuy", rebuy.take_up_percent, *self._asked(entry), taken, stack)

    def adds_on(self, entry: int, stack: int) -> bool:
        addon = self._play.structure.addon
        if entry in self.addon or addon is None or not self.is_bot(entry):
            return entry in self.addon
        return takes_up(self._seed, "addon", addon.take_up_percent, *self._asked(entry), 0, stack)

    def is_bot(self, entry: int) -> bool:
        return bool(self._bots[self._play.director.names[entry]])

    def _asked(self, entry: int) -> tuple[str, int]:
        return self._play.director.names[entry], self._play.director.bullets[entry]


class Play(Course):
    """The course of a served tournament, from the first seat draw to the winner."""

    def __init__(self, structure: Structure, seed: str, players: Mapping[str, str]) -> None:
        """Take the structure, the seed for all draws, and everyone who has entered, with their style if a house bot."""
        self.structure = structure
        self.schedule = structure.schedule()
        self.timed = structure.unit == "time"
        self.reentries = True
        self.level = self.rounds = self.now = 0
        self.reached = 0
        """The time up to which levels and breaks have begun."""
        self.stacks: dict[int, int] = {}
        """The chips of each seated entry, as last reported."""
        self.shown_up: set[str] = set()
        """The players who have been there since they entered."""
        self.reported: dict[int, int] = {}
        """The last hand each table has reported."""
        self.waiting: list[str] = []
        """The players who enter the next flight."""
        self._players = players
        self._seed = bytes.fromhex(seed)
        self._applied = 0
        self._entries: dict[str, list[int]] = {}
        """Each player's entries."""
        self._free: set[int] = set()
        self._places: Mapping[int, tuple[int, int, int]] = {}
        self._noted: dict[int, int] = {}
        """The last hand of each table whose stacks are known."""
        self._in_progress: tuple[ReportedHand, ...] = ()
        self._begins_stage = False
        self.choices = self.purchases = Purchases(self, players, self._seed)
        self.director = director_for(structure)(
            structure,
            Keystream(self._seed, "seats"),
            lambda table: self._places.get(table, (-1, -1, -1)),
            stack_of=self.stack_of,
            enters_again=lambda _: False,
        )
        if isinstance(self.director, DaysDirector):
            self.director.field_of = lambda _: self.waiting

    # -- questions -----------------------------------------------------------------------------------------------

    def stack_of(self, entry: int) -> int:
        return self.stacks.get(entry, 0) if entry in self.stacks else self.director.bags.get(entry, 0)

    def entry_of(self, player: str) -> int | None:
        """Return the entry with which a player is still in; with several bags, the last one."""
        for entry in reversed(self._entries.get(player, ())):
            if entry in self.stacks or entry in self.director.bags:
                return entry
        return None

    def seated(self, table: int) -> list[int]:
        """Return the entries at a table, by seat."""
        return [entry for entry in self.director.chairs.get(table, ()) if entry != EMPTY_SEAT]

    @property
    def left_with(self) -> dict[int, int]:
        """The chips of everybody who is left, by entry."""
        return {entry: self.stack_of(entry) for entry in self.director.remaining}

    @property
    def between_stages(self) -> bool:
        """Whether everyone waits for the next round or day."""
        return bool(getattr(self.director, "stage_over", False))

    @property
    def flight_decided(self) -> bool:
        """Whether one player has all the chips of a flight that others can still enter, and no hand ends its levels."""
        director = self.director
        if self.timed or not isinstance(director, DaysDirector) or not director.in_flights or self.between_stages:
            return False
        return director.playing <= 1 and bool(director.chairs)

    # -- what happens --------------------------------------------------------------------------------------------

    def begin(self, players: Collection[str]) -> None:
        """Enter the field, draw the seats, and start the first level."""
        self.waiting = list(players)
        self.director.open(self.waiting)
        self.waiting = []
        self._apply()
        self.start_level(1)

    def take_floor(self, floor: FloorReport, now: int) -> None:
        """Note the tables as they are, and what the clock shows."""
        self._free, self._places = set(floor.free), floor.places
        self.now = max(self.now, now) if self.timed else self.rounds

    def hands_ended(self, hands: Collection[ReportedHand], idle: Collection[int] = ()) -> None:
        """Report hands that ended at the same moment, or as the tables met, and tables that could deal none."""
        for hand in hands:
            self._note(hand)
            self.reported[hand.table] = hand.hand
        in_order = sorted(hands, key=lambda hand: (hand.ended_at, hand.actions, hand.table))
        together = groupby(in_order, key=lambda hand: (hand.ended_at, 0 if self.timed else hand.actions))
        moments = [number for number, (_, group) in enumerate(together) for _ in group]
        self.rounds = max([self.rounds, *(hand.round for hand in hands)])
        if not self.timed:
            self.now = self.rounds
        losses = [*((hand.table, hand.losses) for hand in in_order), *((table, ()) for table in idle)]
        self.report(losses, [*moments, *(-1 for _ in idle)], self.now, lambda: self._free)

    def _note(self, hand: ReportedHand) -> None:
        """Note the stacks after a hand, unless they are known: chips may have been sold since."""
        if self._noted.get(hand.table, 0) >= hand.hand:
            return
        self._noted[hand.table] = hand.hand
        chairs = self.director.chairs[hand.table]
        for seat, stack in hand.stacks.items():
            self.stacks[chairs[seat]] = stack

    def reach_due(self, due: int, hands: tuple[ReportedHand, ...]) -> None:
        """Begin the level or the break that is due, or end the day. `hands` were in progress when it came."""
        for hand in hands:  # chips are sold, bagged and taken out as they are after these hands
            self._note(hand)
        self._in_progress = hands
        stage = self.director.stage.number
        if self.timed:
            self.now = self.reached = max(self.now, due)  # hand-for-hand may have run past it
            self.reach(self.schedule.at_time(self.now))
        else:
            self.now = self.rounds = max(self.rounds, due - 1)
            self.start_level(self.schedule.at_hand(due))
        self._in_progress = ()
        if self.director.stage.number != stage:
            self.reached = self.now

    def round_began(self) -> bool:
        """Start a hand-for-hand round on the clock; return whether hand-for-hand continues."""
        self.reached = max(self.reached, self.now)
        return self.begin_round()

    def stage_began(self) -> None:
        """Start the next round or day, with the players who wait for it."""
        self._begins_stage = True
        self._next_stage()
        self._begins_stage = False
        self.waiting, self.reached = [], self.now

    def enter(self, player: str) -> None:
        """Seat a late entry or a re-entry."""
        self.director.enter_late(player, self._free, self.before_hands)
        self._apply()

    def sell_rebuys(self, table: int) -> None:
        """Sell rebuys to the short stacks at a table, before its next hand."""
        short = [(entry, self.stack_of(entry)) for entry in self.seated(table)]
        self.director.sell_rebuys(short, self.choices.rebuys, self.before_hands)
        self._apply()

    def call_off(self) -> CallOffMoney | None:
        """End the event by the rule, with the stacks as they are; None if the last hands have decided it."""
        director = self.director
        if director.met:  # a round of hand-for-hand ends with the tables that have played
            self.hands_ended((), [table for table in director.chairs if director.playable(table)])
        if director.over:
            return None
        director.rank_open_places()
        stacks = self.left_with
        found = call_off(director, stacks)
        director.end_early(found, stacks, self.now)
        return found

    def propose_deal(self, method: deals.DealMethod, for_first: int, amounts: Mapping[int, int]) -> deals.Deal:
        """Return the deal that the players left would make now; raises `BadDeal`."""
        agreed = [amounts[entry] for entry in deals.largest_first(self.left_with) if entry in amounts]
        return deals.propose(self.director, self.left_with, method, for_first, agreed if amounts else None)

    def make_deal(self, deal: deals.Deal) -> None:
        """Make a deal that everybody has accepted."""
        deals.agree(self.director, deal, self.left_with, self.now)
        self._apply()

    def take_out(self, entry: int, why: str) -> None:
        """Take a player out by order."""
        floor_orders.take_out(self.director, entry, self.stack_of(entry), why, self.before_hands)
        self._arrange()

    def move(self, entry: int, table: int, seat: int, why: str) -> None:
        """Move a player by order."""
        floor_orders.move(self.director, entry, table, seat, why, self.before_hands)
        self._arrange()

    def _arrange(self) -> None:
        self._apply()
        if not self.director.over:
            self.director.hands_ended((), self._free, self.before_hands)
            self._apply()

    # -- for the course ------------------------------------------------------------------------------------------

    @property
    def _absent(self) -> Collection[str]:
        return {player for player, bot in self._players.items() if not bot} - self.shown_up

    @property
    def _awaits_entries(self) -> bool:
        return self.director.entering  # players have some time to enter again

    @property
    def _goes_on(self) -> bool:
        return self._begins_stage

    def _apply(self) -> None:
        """Follow the director's decisions: who has how many chips, and which tables there are."""
        director, stacks = self.director, self.stacks
        for event in director.events[self._applied :]:
            match event:
                case director_events.Entered(entry, player):
                    self._entries.setdefault(player, []).append(entry)
                case director_events.Seated(entry, _, _, stack) | director_events.Returned(entry, _, _, stack):
                    stacks[entry] = stack
                case director_events.Rebought(entry, _, _, chips):
                    stacks[entry] += chips
                    self.purchases.rebuy.discard(entry)
                case director_events.AddedOn(entry, _, _, chips):
                    stacks[entry] += chips
                    self.purchases.addon.discard(entry)
                case director_events.Busted(entry, out=True):
                    stacks.pop(entry)
                case director_events.Bagged(entry) | director_events.TakenOut(entry):
                    stacks.pop(entry)
                case director_events.TableOpened(table):
                    self._free.add(table)
                case director_events.TableBroken(table):
                    self._free.discard(table)
        self._applied = len(director.events)

    def _free_tables(self, _: list[int]) -> Collection[int]:
        return self._free

    def _take_streams(self, stage: str) -> None:
        self.director.draw_from(Keystream(self._seed, "seats", stage))

    def _meet(self) -> None:
        """Report the hands that were in progress when the day ended, together."""
        hands, self._in_progress = self._in_progress, ()
        if not hands:
            return
        self._free = set(self.director.chairs)
        if self.timed:
            self.now = max([self.now, *(hand.second for hand in hands)])
        for hand in hands:
            self.reported[hand.table] = hand.hand
        lost = [hand for hand in hands if hand.losses]
        if lost or self.director.held or self.director.reports:
            self.hands_ended(lost)

    def _set_blinds(self, level: int) -> None: ...

    def _follow_clock(self) -> None: ...
