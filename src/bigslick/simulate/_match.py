"""A match in the core: fresh stacks every hand, deals repeated with the seats rotated, all-ins at their expectation.

Slots are the seats in the first rotation; rotation r moves slot s to seat s + r. House bots play without leaving the
core; a slot with a negative style is a Python bot, and `run_to_python_bot` stops there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.bots._prompt import Prompt
from bigslick.checks import is_whole, must_be, whole
from bigslick.core import hand as core
from bigslick.core.codes import CALL, EMPTY, FOLD, LOG_BIG_BLIND, LOG_SMALL_BLIND, MAX_CHIPS, RIVER
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.hand._view import SeatView
from bigslick.history.statistics._tally import Tally
from bigslick.history.statistics.count_columns import COLUMNS
from bigslick.history.statistics.figures import DEFENDERS, STEALERS, bits_at
from bigslick.table.positions import name_seats

from ._expectation import Expectation

COMPILED = cython.compiled

MOST_CODES = 512
MOST_DEALS = 10**15
BATCH = 200  # house bot deals between two checks for Ctrl-C: a few hundredths of a second
PLAYING = "this match is already playing: expected one call at a time"
# Columns of a bot's sums: single hands, deals, and deals with all-ins at their expectation.
SUMS = 6
# The columns of a bot's sums at a seat: hands, chips won with all-ins at their expectation, and their squares.
PLACES = 3
BIGGEST = 5  # pots to keep
# The kinds of luck removed from results: the hole cards, each street of the board, house bots' answers.
HOLE = 0
STREETS = 3
ANSWERS = 4
LUCKS = 5
LEARNING = 1000  # deals after which the measured effect of luck has the same weight as the assumed one
# The columns of a kept pot: its chips, the hand's number, its rotation, its cards and its actions with their counts.
POT = 0
NUMBER = 1
ROTATION = 2
CARDS = 3
CODES = 4
HEAD = 5
MOST_CARDS = 28
KEPT = 545  # HEAD + MOST_CARDS + MOST_CODES


if not cython.compiled:

    def hold_streams(_match: Match) -> int:
        """Do nothing: the .pxd has compiled twins, which find a stream without the GIL."""
        return 0

    def PyErr_CheckSignals() -> int:  # noqa: N802 - the C function that compiled code calls
        """Do nothing: plain Python handles Ctrl-C."""
        return 0

    def decide_for(match: Match, bot: int, style: int) -> int:
        """Decide for the seat to act as its house bot, with its random stream."""
        return match.house.choose(match.state, style, match.streams[bot], 0)

    def decide_again(match: Match, style: int) -> int:
        """Decide again with new random numbers: the same bot may act differently."""
        return match.house.choose(match.state, style, match.boards, 0)


class Match:
    """Plays deals and adds up each bot's winnings per seat and hand, their squares, and its playing style."""

    def __init__(
        self,
        state: State,
        house: Brain,
        cards: Draws,
        streams: Sequence[Draws],
        boards: Draws,
        slots: Sequence[Sequence[int]],
        adjust: int = 1,
        aivat: int = 0,
    ) -> None:
        """Take the terms, the bots and the random streams for a match.

        These are: a state for its terms, the house bots, the card stream, a random stream for each bot, the stream for
        sampled boards, each slot's bot and style, whether all-ins count at their expectation, and whether all other
        luck is removed too.
        """
        if getattr(self, "playing", False):
            raise ValueError(PLAYING)
        must_be(State, state, "the state of a hand: expected a State")
        must_be(Brain, house, "the house bots' brain: expected what new_brain() gives")
        streams, slots = tuple(streams), [tuple(slot) for slot in slots]
        for stream in (cards, boards, *streams):
            must_be(Draws, stream, "a random stream: expected Draws, such as Keystream(7).draws")
        seats = state.terms.seats
        if len(slots) != seats or not 2 <= seats <= 10:
            raise ValueError(f"{len(slots)} slots for {seats} seats: expected one for each of 2 to 10 seats")
        if len(streams) > seats:
            raise ValueError(f"{len(streams)} random streams for {seats} seats: expected one for each bot")
        if any(len(slot) != 2 for slot in slots):
            raise ValueError("a slot is a bot and its style: expected two numbers for each")
        bots = [whole(f"the bot of slot {slot}", slots[slot][0], 0, seats - 1) for slot in range(seats)]
        styles = [-1 if is_whole(style) and int.__add__(style, 0) < 0 else house.known(style) for _bot, style in slots]
        for bot in bots:
            if bot >= len(streams):
                raise ValueError(f"bot {bot} has no random stream: expected one for each bot")
        self.playing = False
        # Its own table, so that no other hand changes.
        self.state = core.state_on(state.terms)
        self.expectation = Expectation(self.state, boards)
        self.house = house
        self.cards = cards
        self.streams = streams
        self.boards = boards
        self.adjust = 1 if adjust or aivat else 0
        self.aivat = 1 if aivat else 0
        self.luck = [0.0] * 50
        self.dealt = [0.0] * 50
        self.square = [0.0] * 50
        self.along = [0.0] * 50
        self.lean = [0.0] * 20
        self.before = [0.0] * 10
        self.bot = [0] * 10
        self.style = [0] * 10
        self.share = [0] * 10
        self.net = [0.0] * 10
        self.fair = [0.0] * 10
        self.sums = [0.0] * 60
        self.figure = [0] * 320
        self.code = [0] * 512
        self.extra = [0.0] * 10
        self.place = [0.0] * 300
        self.kept = [0] * 2725
        self.seats = seats
        self.tally = Tally()
        self.stealers, self.blinds = find_stealers(self.state)
        self.rotation = self.code_count = 0
        self.hands = self.deals = self.decisions = self.runouts = 0
        for slot in range(seats):
            self.bot[slot] = bots[slot]
            self.style[slot] = styles[slot]
            self.share[bots[slot]] += 1
        hold_streams(self)

    # -- one hand -------------------------------------------------------------------------------------------------

    def begin(self, rotation: int, fresh: int) -> int:
        """Start a hand: shuffle for a fresh deal, or deal the same cards to other slots."""
        self.check_idle()
        return self.start_hand(whole("the rotation", rotation, 0, self.seats - 1), 1 if fresh else 0)

    def start_hand(self, rotation: int, fresh: int) -> int:
        """Start a hand, unchecked."""
        self.rotation = rotation
        self.code_count = 0
        for seat in range(self.seats):
            self.extra[seat] = 0
        if fresh:
            self.state.begin_shuffled(self.cards)
        else:
            self.state.begin()
        self.tally.start(self.state, self.stealers, self.blinds)
        if self.aivat:
            self.look_at_holes()
        return 0

    def slot_at(self, seat: int) -> int:
        """Return the slot at a seat in this hand."""
        return self.slot_of(whole("the seat", seat, 0, self.seats - 1))

    def slot_of(self, seat: int) -> int:
        """Return the slot at a seat, unchecked."""
        return seat - self.rotation if seat >= self.rotation else seat - self.rotation + self.seats

    def run_to_python_bot(self) -> int:
        """Play house bots up to a Python bot's turn; return its seat, or -1 when the hand is over."""
        self.check_idle()
        return self.run_hand()

    def run_hand(self) -> int:
        """Play house bots until it is a Python bot's turn, without checks."""
        while self.state.turn >= 0:
            if self.state.turn >= self.seats:  # the state's owner has given it other terms
                raise ValueError(f"the hand has more seats than the {self.seats} of the match")
            if self.state.street > RIVER:  # when asked at showdown, every seat shows
                self.state.show_hand()
                continue
            slot = self.slot_of(self.state.turn)
            if self.style[slot] < 0:
                return self.state.turn
            code = decide_for(self, self.bot[slot], self.style[slot])
            if self.aivat:
                self.compare_answers(code, decide_again(self, self.style[slot]))
            self.act(code)
        return -1

    def take(self, code: int) -> int:
        """Act for the seat to act and record it in the bot's figures; return the core's reason if it refuses."""
        self.check_idle()
        return self.act(whole("the action", code, FOLD, MAX_CHIPS))

    def act(self, code: int) -> int:
        """Act for the seat to act, unchecked."""
        seat = self.state.turn
        street = self.state.street
        cards = self.state.board_count
        due = self.state.to_call
        refusal = self.state.act(code)
        if refusal:
            return refusal
        self.decisions += 1
        if self.code_count < MOST_CODES:
            self.code[self.code_count] = code
        self.code_count += 1
        self.tally.note(seat, street, cards, due, code)
        if self.adjust and cards < 5 and self.state.turn < 0 and self.state.shows > 1:
            self.run_out(cards)
        elif self.aivat and self.state.turn >= 0 and self.state.board_count > cards:
            self.look_at_street(cards)
        return 0

    def settle(self) -> int:
        """Add the finished hand to the figures and the sums."""
        self.check_idle()
        if self.state.turn >= 0:
            raise ValueError("the hand is not over: play it to its end before you settle it")
        return self.add_hand()

    def add_hand(self) -> int:
        """Add the finished hand, unchecked."""
        hand = [0.0] * 10
        self.tally.end(self.state, self.state.board_count)
        for seat in range(self.seats):
            slot = self.slot_of(seat)
            bot = self.bot[slot]
            chips = self.state.stack[seat] - self.state.terms.stack[seat]
            hand[bot] += chips
            self.net[bot] += chips
            self.fair[bot] += chips
            self.tally.add_to(self.figure, COLUMNS * bot, seat)
            at = PLACES * (10 * bot + seat)
            self.place[at] += 1
            self.place[at + 1] += chips + self.extra[seat]
            self.place[at + 2] += (chips + self.extra[seat]) * (chips + self.extra[seat])
            if self.aivat:
                for i in range(LUCKS):
                    self.dealt[LUCKS * bot + i] += self.luck[LUCKS * seat + i]
        for bot in range(self.seats):
            if self.share[bot] > 0:
                each = hand[bot] / self.share[bot]
                self.sums[SUMS * bot] += each
                self.sums[SUMS * bot + 1] += each * each
        self.hands += 1
        self.keep_pot()
        return 0

    def keep_pot(self) -> None:
        """Keep the hand if its pot is among the biggest; an earlier hand wins a tie."""
        pot = 0
        for seat in range(self.seats):
            pot += self.state.won[seat]
        least = 0
        for i in range(BIGGEST):
            if self.kept[KEPT * i + POT] < self.kept[KEPT * least + POT]:
                least = i
        at = KEPT * least
        if pot <= self.kept[at + POT] or self.code_count > MOST_CODES:
            return
        self.kept[at + POT] = pot
        self.kept[at + NUMBER] = self.hands
        self.kept[at + ROTATION] = self.rotation
        self.kept[at + CARDS] = 2 * self.seats + 8
        self.kept[at + CODES] = self.code_count
        for i in range(2 * self.seats + 8):
            self.kept[at + HEAD + i] = self.state.card(i)
        for i in range(self.code_count):
            self.kept[at + HEAD + MOST_CARDS + i] = self.code[i]

    def settle_deal(self, rotations: int) -> int:
        """Close a deal after all its rotations: its average is one observation for each bot."""
        self.check_idle()
        return self.add_deal(whole("the number of rotations", rotations, 1, self.seats))

    def add_deal(self, rotations: int) -> int:
        """Close a deal, unchecked."""
        for bot in range(self.seats):
            if self.share[bot] > 0:
                each = self.net[bot] / (rotations * self.share[bot])
                fair = self.fair[bot] / (rotations * self.share[bot])
                self.sums[SUMS * bot + 2] += each
                self.sums[SUMS * bot + 3] += each * each
                self.sums[SUMS * bot + 4] += fair
                self.sums[SUMS * bot + 5] += fair * fair
                if self.aivat:
                    self.take_luck_out(bot, fair, rotations * self.share[bot])
                self.net[bot] = 0
                self.fair[bot] = 0
        self.deals += 1
        return 0

    def run(self, deals: int, rotations: int, period: int) -> int:
        """Play deals among house bots, each in `rotations` rotations; with 1, in the next one of `period`."""
        self.check_idle()
        rotations, period = self.check_rotations(rotations, period)
        for slot in range(self.seats):
            if self.style[slot] < 0:
                raise ValueError(f"slot {slot} is a Python bot: only house bots run in the core")
        deals = whole("the number of deals", deals, 0, MOST_DEALS)
        self.playing = True
        try:
            return self.run_deals(deals, rotations, period)
        finally:
            self.playing = False

    def run_deals(self, deals: int, rotations: int, period: int) -> int:
        """Play deals among house bots, with checks for Ctrl-C."""
        while deals > 0:
            batch = deals if deals < BATCH else BATCH
            with cython.nogil:
                self.run_batch(batch, rotations, period)
            deals -= batch
            PyErr_CheckSignals()
        return 0

    def run_batch(self, deals: int, rotations: int, period: int) -> int:
        """Play deals among house bots without checks for Ctrl-C."""
        for _ in range(deals):
            for turn in range(rotations):
                self.start_hand(turn if rotations > 1 else self.deals % period, turn == 0)
                self.run_hand()
                self.add_hand()
            self.add_deal(rotations)
        return 0

    def run_asking(
        self,
        deals: int,
        rotations: int,
        period: int,
        prompts: tuple[Prompt | None, ...],
        views: tuple[SeatView | None, ...],
        watch: Callable[[], object] | None = None,
    ) -> int:
        """Play deals with Python bots: each slot's prompt asks its bot, which sees the slot's view.

        `watch` is called after each hand, before the next one is dealt.
        """
        self.check_idle()
        rotations, period = self.check_rotations(rotations, period)
        prompts, views = tuple(prompts), tuple(views)
        if len(prompts) != self.seats or len(views) != self.seats:
            raise ValueError(
                f"{len(prompts)} prompts and {len(views)} views for {self.seats} seats: expected one for each slot"
            )
        for slot in range(self.seats):
            if self.style[slot] < 0 and not (isinstance(prompts[slot], Prompt) and isinstance(views[slot], SeatView)):
                raise ValueError(f"slot {slot} is a Python bot without a prompt and a view")
        if watch is not None and not callable(watch):
            raise TypeError("watch is not a function: expected one without arguments, or None")
        deals = whole("the number of deals", deals, 0, MOST_DEALS)
        self.playing = True
        try:
            return self.ask_deals(deals, rotations, period, prompts, views, watch)
        finally:
            self.playing = False

    def ask_deals(
        self,
        deals: int,
        rotations: int,
        period: int,
        prompts: tuple[Prompt | None, ...],
        views: tuple[SeatView | None, ...],
        watch: Callable[[], object] | None,
    ) -> int:
        """Play deals with Python bots, unchecked."""
        for _ in range(deals):
            for turn in range(rotations):
                self.start_hand(turn if rotations > 1 else self.deals % period, turn == 0)
                while self.run_hand() >= 0:
                    slot = self.slot_of(self.state.turn)
                    prompt: Any = prompts[slot]  # a Python bot has one
                    if self.act(prompt.answer(views[slot], self.state)):
                        raise ValueError("a prompt answered with an illegal action")
                self.add_hand()
                if watch is not None:
                    watch()
            self.add_deal(rotations)
            PyErr_CheckSignals()
        return 0

    def check_idle(self) -> int:
        """Refuse a call while another one is playing, for example from a bot being asked."""
        if self.playing:
            raise ValueError(PLAYING)
        if self.seats == 0:
            raise ValueError("this match was never given a table")
        return 0

    def check_rotations(self, rotations: int, period: int) -> tuple[int, int]:
        """Refuse more rotations than there are seats."""
        return (
            whole("the number of rotations", rotations, 1, self.seats),
            whole("the period of the rotations", period, 1, self.seats),
        )

    # -- all-ins -----------------------------------------------------------------------------------------------------

    def run_out(self, cards: int) -> int:
        """Replace an all-in's winnings with their expectation over the boards that could follow the first `cards`."""
        self.runouts += 1
        self.expectation.find(cards)
        for seat in range(self.seats):
            self.extra[seat] = self.expectation.chips[seat] - self.state.won[seat]
            self.fair[self.bot[self.slot_of(seat)]] += self.extra[seat]
        return 0

    # -- luck ------------------------------------------------------------------------------------------------------
    #
    # AIVAT (Burch, Schmid, Moravčík and Bowling 2018): we compare each random card, and each action of a player with a
    # known strategy, with the average, by the value of the positions they lead to. Each difference is zero on average,
    # whatever happened before, so we can subtract it from the result. The value here is a seat's winnings with no more
    # betting. How much of each kind of luck to subtract is learned from earlier deals only, so the result stays
    # unbiased.

    def look_at_holes(self) -> int:
        """Measure how much better each seat's hole cards are than the others' average."""
        total = 0.0
        count = 0
        for seat in range(self.seats):
            for i in range(LUCKS):
                self.luck[LUCKS * seat + i] = 0
            if self.state.status[seat] != EMPTY:
                first, second = self.state.hole[2 * seat], self.state.hole[2 * seat + 1]
                self.before[seat] = self.house.against_any(first, second)
                total += self.before[seat]
                count += 1
        for seat in range(self.seats):
            if self.state.status[seat] != EMPTY:
                others = (total - self.before[seat]) / (count - 1)
                self.luck[LUCKS * seat + HOLE] = self.before[seat] - others
        self.expectation.find_one_pot(0)
        return 0

    def look_at_street(self, cards: int) -> int:
        """Measure how much the new street changed each seat's expected winnings."""
        street = self.state.board_count - STREETS + 1
        self.expectation.find_one_pot(cards)
        for seat in range(self.seats):
            self.before[seat] = self.expectation.chips[seat]
        self.expectation.find_one_pot(self.state.board_count)
        for seat in range(self.seats):
            self.luck[LUCKS * seat + street] += self.expectation.chips[seat] - self.before[seat]
        return 0

    def compare_answers(self, code: int, other: int) -> int:
        """Measure how much better a house bot's action is than another, equally likely one."""
        if code == other:
            return 0
        seat = self.state.turn
        gain = self.value_of(code) - self.value_of(other)
        self.luck[LUCKS * seat + ANSWERS] += gain
        for rival in range(self.seats):
            if rival != seat and self.state.live_bits >> rival & 1:
                self.luck[LUCKS * rival + ANSWERS] -= gain / (self.state.live - 1)
        return 0

    def value_of(self, code: int) -> float:
        """Return an action's value to the seat to act if it is called once and there is no more betting."""
        if code == FOLD:
            return 0
        seat = self.state.turn
        total = 0.0
        for rival in range(self.seats):
            if self.state.live_bits >> rival & 1:
                total += self.expectation.chips[rival]
        part = self.expectation.chips[seat] / total if total > 0 else 0
        due = self.state.to_call
        add = due if code == CALL else code - self.state.bet[seat]
        return part * (self.state.middle + 2 * add - due) - add

    def take_luck_out(self, bot: int, fair: float, hands: int) -> None:
        """Add a deal's result without its luck, weighted by the effect that luck had on earlier results."""
        left = fair
        for i in range(LUCKS):
            at = LUCKS * bot + i
            mean = self.dealt[at] / hands
            part = 0.0 if i == HOLE or i == ANSWERS else 1.0
            if self.square[at] > 0:
                learnt = self.along[at] / self.square[at]
                # A few big pots could suggest anything, so the learned weight is limited to a plausible range.
                learnt = 0.0 if learnt < 0 else learnt if learnt < 2 else 2.0
                part += (learnt - part) * self.deals / (self.deals + LEARNING)
            left -= part * mean
            self.square[at] += mean * mean
            self.along[at] += mean * fair
            self.dealt[at] = 0
        self.lean[2 * bot] += left
        self.lean[2 * bot + 1] += left * left

    # -- for Python -----------------------------------------------------------------------------------------------

    def codes(self) -> tuple[int, ...]:
        """Return the current hand's actions, as ints."""
        if self.code_count > MOST_CODES:
            raise ValueError(f"the hand has {self.code_count} actions, more than the {MOST_CODES} kept")
        return tuple([self.code[i] for i in range(self.code_count)])

    def sums_of(self, bot: int) -> tuple[float, ...]:
        """Return sums and squares of a bot's winnings per seat: by hand, by deal, by deal with adjusted all-ins."""
        bot = whole("the bot", bot, 0, self.seats - 1)
        return tuple([self.sums[SUMS * bot + i] for i in range(SUMS)])

    def lean_of(self, bot: int) -> tuple[float, float]:
        """Return the sum of a bot's winnings per seat by deal, with luck removed, and of the squares."""
        bot = whole("the bot", bot, 0, self.seats - 1)
        return self.lean[2 * bot], self.lean[2 * bot + 1]

    def luck_at(self, seat: int) -> tuple[float, ...]:
        """Return a seat's luck in this hand: hole cards, flop, turn, river, house bots' answers."""
        seat = whole("the seat", seat, 0, self.seats - 1)
        return tuple([self.luck[LUCKS * seat + i] for i in range(LUCKS)])

    def place_of(self, bot: int, seat: int) -> tuple[float, float, float]:
        """Return a bot's hands at a seat, its chips won there with all-ins at expectation, and their squares."""
        at = PLACES * (10 * whole("the bot", bot, 0, self.seats - 1) + whole("the seat", seat, 0, self.seats - 1))
        return self.place[at], self.place[at + 1], self.place[at + 2]

    def result_at(self, seat: int) -> float:
        """Return the seat's result in this hand so far, with an all-in at its expectation."""
        seat = whole("the seat", seat, 0, self.seats - 1)
        return self.state.stack[seat] - self.state.terms.stack[seat] + self.extra[seat]

    def biggest(self) -> list[tuple[int, int, int, tuple[int, ...], tuple[int, ...]]]:
        """Return the biggest pots in any order: chips, hand number, rotation, deck cards and actions."""
        found = []
        for i in range(BIGGEST):
            at = KEPT * i
            if self.kept[at + POT] > 0:
                cards = tuple([int(self.kept[at + HEAD + j]) for j in range(self.kept[at + CARDS])])
                codes = tuple([int(self.kept[at + HEAD + MOST_CARDS + j]) for j in range(self.kept[at + CODES])])
                pot, number, rotation = self.kept[at + POT], self.kept[at + NUMBER], self.kept[at + ROTATION]
                found.append((int(pot), int(number), int(rotation), cards, codes))
        return found

    def figures_of(self, bot: int) -> tuple[int, ...]:
        """Return a bot's counts, in the order of `bigslick.history.Figures`."""
        bot = whole("the bot", bot, 0, self.seats - 1)
        return tuple([self.figure[COLUMNS * bot + i] for i in range(COLUMNS)])


def find_stealers(state: State) -> tuple[int, int]:
    """Return the seats that can steal, and those that defend, as bits."""
    terms = state.terms
    order = [(terms.button + 1 + step) % terms.seats for step in range(terms.seats)]
    dealt = [seat for seat in order if terms.stack[seat] > 0]
    blinds = {terms.kind[seat]: seat for seat in dealt if terms.live[seat] > 0}
    named = name_seats(dealt, terms.button, blinds.get(LOG_SMALL_BLIND), blinds.get(LOG_BIG_BLIND))
    return bits_at(named, STEALERS), bits_at(named, DEFENDERS)
