"""A match in the core: fresh stacks every hand, deals repeated with the seats rotated, all-ins at their expectation.

Slots are the seats of the first rotation; rotation r moves slot s to seat s + r. House bots play here without leaving
the core; a slot with a negative style is a Python bot, for which `run_to_python_bot` stops.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots._brain import Brain
from bigslick.bots._live_view import LiveView
from bigslick.bots._prompt import Prompt
from bigslick.core import evaluate as ev
from bigslick.core.codes import CALL, EMPTY, LIVE, PREFLOP
from bigslick.core.draws import Draws
from bigslick.core.hand import State

COMPILED = cython.compiled

MOST_CODES = 512
BOARDS = 100  # sampled for an all-in before the flop: all 1.7 million are too many
# Columns of the figures of a bot.
DEALT = 0
ENTERED = 1
RAISED = 2
CHANCES = 3
THREE_BETS = 4
WAGERS = 5
CALLS = 6
FLOPS = 7
SHOWDOWNS = 8
WON = 9
FIGURES = 10
# Columns of the sums of a bot: of single hands, of deals, and of deals with all-ins at their expectation.
SUMS = 6


if not cython.compiled:

    def hold_streams(_match: Match) -> int:
        """Nothing to do: the .pxd has compiled twins of these two, which find a stream without the GIL."""
        return 0

    def decide_for(match: Match, bot: int, style: int) -> int:
        """What a house bot does for the seat to act, with its own random stream."""
        return match.house.choose(match.state, style, match.streams[bot])


class Match:
    """Plays deals and adds up what each bot wins per seat and hand, with the squares, and how it plays."""

    def __init__(
        self,
        state: State,
        house: Brain,
        cards: Draws,
        streams: list[Draws],
        boards: Draws,
        slots: list[tuple[int, int]],
        adjust: int = 1,
    ) -> None:
        """Take a state whose terms stay, the house bots, the card stream, a random stream for each bot, the stream of
        sampled boards, the bot and style of each slot, and whether all-ins count at their expectation.
        """
        seats = state.terms.seats
        if len(slots) != seats or not 2 <= seats <= 10:
            raise ValueError(f"{len(slots)} slots for {seats} seats: expected one for each of 2 to 10 seats")
        if len(streams) > seats:
            raise ValueError(f"{len(streams)} random streams for {seats} seats: expected one for each bot")
        self.state = state
        self.house = house
        self.cards = cards
        self.streams = tuple(streams)
        self.boards = boards
        self.adjust = adjust
        self.bot = [0] * 10
        self.style = [0] * 10
        self.share = [0] * 10
        self.net = [0.0] * 10
        self.fair = [0.0] * 10
        self.sums = [0.0] * 60
        self.figure = [0] * 100
        self.code = [0] * 512
        self.left = [0] * 52
        self.key = [0] * 10
        self.mask = [0] * 10
        self.strength = [0] * 10
        self.expected = [0.0] * 10
        self.seats = seats
        self.rotation = self.raises = self.code_count = 0
        self.entered = self.raised = self.chances = self.three_bets = self.flops = 0
        self.hands = self.deals = self.decisions = self.runouts = 0
        for slot in range(seats):
            bot, style = slots[slot]
            if bot < 0 or bot >= seats:
                raise ValueError(f"slot {slot} has bot {bot}: expected 0 to {seats - 1}")
            if bot >= len(self.streams):
                raise ValueError(f"bot {bot} has no random stream: expected one for each bot")
            self.bot[slot] = bot
            self.style[slot] = style if style < 0 else house.known(style)
            self.share[bot] += 1
        hold_streams(self)

    # -- one hand -------------------------------------------------------------------------------------------------

    def begin(self, rotation: int, fresh: int) -> int:
        """Start a hand: shuffle for a fresh deal, or deal the same cards to other slots."""
        if rotation < 0 or rotation >= self.seats:
            raise ValueError(f"rotation {rotation} does not exist: expected 0 to {self.seats - 1}")
        self.rotation = rotation
        self.raises = self.code_count = 0
        self.entered = self.raised = self.chances = self.three_bets = self.flops = 0
        if fresh:
            self.state.begin_shuffled(self.cards)
        else:
            self.state.begin()
        return 0

    def slot_at(self, seat: int) -> int:
        """The slot at a seat in this hand."""
        return seat - self.rotation if seat >= self.rotation else seat - self.rotation + self.seats

    def run_to_python_bot(self) -> int:
        """Let the house bots act up to a Python bot's turn; its seat, or -1 when the hand is over."""
        while self.state.turn >= 0:
            slot = self.slot_at(self.state.turn)
            if self.style[slot] < 0:
                return self.state.turn
            self.take(decide_for(self, self.bot[slot], self.style[slot]))
        return -1

    def take(self, code: int) -> int:
        """Act for the seat to act and count it in the bot's figures; the core's reason if it refuses."""
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
        bit = 1 << seat
        if street == PREFLOP:
            if self.raises == 1 and not self.raised & bit:
                self.chances |= bit
                if code > CALL:
                    self.three_bets |= bit
            if code > CALL:
                self.raises += 1
                self.raised |= bit
                self.entered |= bit
            elif code == CALL and due > 0:
                self.entered |= bit
        else:
            at = FIGURES * self.bot[self.slot_at(seat)]
            if code > CALL:
                self.figure[at + WAGERS] += 1
            elif code == CALL and due > 0:
                self.figure[at + CALLS] += 1
        if cards == 0 and self.state.board_count > 0:
            for other in range(self.seats):
                if self.state.status[other] == LIVE:
                    self.flops |= 1 << other
        if self.adjust and cards < 5 and self.state.turn < 0 and self.state.shows > 1:
            self.run_out(cards)
        return 0

    def settle(self) -> int:
        """Add the finished hand to the figures and the sums."""
        hand = [0.0] * 10
        for seat in range(self.seats):
            slot = self.slot_at(seat)
            bot = self.bot[slot]
            chips = self.state.stack[seat] - self.state.terms.stack[seat]
            hand[bot] += chips
            self.net[bot] += chips
            self.fair[bot] += chips
            at = FIGURES * bot
            self.figure[at + DEALT] += 1
            self.figure[at + ENTERED] += self.entered >> seat & 1
            self.figure[at + RAISED] += self.raised >> seat & 1
            self.figure[at + CHANCES] += self.chances >> seat & 1
            self.figure[at + THREE_BETS] += self.three_bets >> seat & 1
            self.figure[at + FLOPS] += self.flops >> seat & 1
        for i in range(self.state.shows):
            seat = self.state.show_order[i]
            at = FIGURES * self.bot[self.slot_at(seat)]
            self.figure[at + SHOWDOWNS] += 1
            if self.state.won[seat] > 0:
                self.figure[at + WON] += 1
        for bot in range(self.seats):
            if self.share[bot] > 0:
                each = hand[bot] / self.share[bot]
                self.sums[SUMS * bot] += each
                self.sums[SUMS * bot + 1] += each * each
        self.hands += 1
        return 0

    def settle_deal(self, rotations: int) -> int:
        """Close a deal after all its rotations: its average is one observation of each bot."""
        for bot in range(self.seats):
            if self.share[bot] > 0:
                each = self.net[bot] / (rotations * self.share[bot])
                fair = self.fair[bot] / (rotations * self.share[bot])
                self.sums[SUMS * bot + 2] += each
                self.sums[SUMS * bot + 3] += each * each
                self.sums[SUMS * bot + 4] += fair
                self.sums[SUMS * bot + 5] += fair * fair
                self.net[bot] = 0
                self.fair[bot] = 0
        self.deals += 1
        return 0

    def run(self, deals: int, rotations: int, period: int) -> int:
        """Play deals among house bots, each in `rotations` rotations; if that is 1, in the next of `period`."""
        self.check_rotations(rotations, period)
        for slot in range(self.seats):
            if self.style[slot] < 0:
                raise ValueError(f"slot {slot} is a Python bot: only house bots run in the core")
        with cython.nogil:
            for _ in range(deals):
                for turn in range(rotations):
                    self.begin(turn if rotations > 1 else self.deals % period, turn == 0)
                    self.run_to_python_bot()
                    self.settle()
                self.settle_deal(rotations)
        return 0

    def run_asking(
        self,
        deals: int,
        rotations: int,
        period: int,
        prompts: tuple[Prompt | None, ...],
        views: tuple[LiveView | None, ...],
    ) -> int:
        """Play deals with Python bots: each slot's prompt asks its bot, which sees the slot's view."""
        self.check_rotations(rotations, period)
        if len(prompts) != self.seats or len(views) != self.seats:
            raise ValueError(
                f"{len(prompts)} prompts and {len(views)} views for {self.seats} seats: expected one for each slot"
            )
        for slot in range(self.seats):
            if self.style[slot] < 0 and (prompts[slot] is None or views[slot] is None):
                raise ValueError(f"slot {slot} is a Python bot without a prompt and a view")
        for _ in range(deals):
            for turn in range(rotations):
                self.begin(turn if rotations > 1 else self.deals % period, turn == 0)
                while self.run_to_python_bot() >= 0:
                    slot = self.slot_at(self.state.turn)
                    prompt: Any = prompts[slot]  # a Python bot has one
                    view: Any = views[slot]
                    view._look()
                    code = prompt.ask(view, self.state)
                    view._leave()
                    if self.take(code):
                        raise ValueError("a prompt answered with an illegal action")
                self.settle()
            self.settle_deal(rotations)
        return 0

    def check_rotations(self, rotations: int, period: int) -> int:
        """Refuse more rotations than there are seats."""
        if rotations < 1 or period < 1 or period > self.seats or rotations > self.seats:
            raise ValueError(f"{rotations} rotations of {period} for {self.seats} seats")
        return 0

    # -- all-ins -----------------------------------------------------------------------------------------------------

    def run_out(self, cards: int) -> int:
        """Replace what an all-in won by its expectation over the boards that could follow the first `cards`.

        Every dealt card is out of the deck, those of folded hands too: players decided by them, and only so is the
        expectation unbiased.
        """
        self.runouts += 1
        used = 0
        one = 1
        for seat in range(self.seats):
            self.expected[seat] = 0
            self.key[seat] = 0
            self.mask[seat] = 0
            if self.state.status[seat] != EMPTY:
                for i in range(2):
                    card = self.state.hole[2 * seat + i]
                    used |= one << card
                    self.key[seat] += ev.KEY[card]
                    self.mask[seat] |= ev.MASK[card]
                for i in range(cards):
                    card = self.state.board[i]
                    used |= one << card
                    self.key[seat] += ev.KEY[card]
                    self.mask[seat] |= ev.MASK[card]
        count = 0
        for card in range(52):
            if not used >> card & 1:
                self.left[count] = card
                count += 1
        boards = 0
        if cards == 4:
            for i in range(count):
                self.weigh(ev.KEY[self.left[i]], ev.MASK[self.left[i]])
                boards += 1
        elif cards == 3:
            for i in range(count):
                for j in range(i):
                    self.weigh(
                        ev.KEY[self.left[i]] + ev.KEY[self.left[j]], ev.MASK[self.left[i]] | ev.MASK[self.left[j]]
                    )
                    boards += 1
        else:
            for _ in range(BOARDS):
                key = 0
                mask = 0
                for i in range(5):
                    j = i + self.boards.draw(count - i)
                    card = self.left[j]
                    self.left[j] = self.left[i]
                    self.left[i] = card
                    key += ev.KEY[card]
                    mask |= ev.MASK[card]
                self.weigh(key, mask)
                boards += 1
        for seat in range(self.seats):
            self.fair[self.bot[self.slot_at(seat)]] += self.expected[seat] / boards - self.state.won[seat]
        return 0

    def weigh(self, key: int, mask: int) -> None:
        """Add what each seat would win with these cards to come."""
        for seat in range(self.seats):
            if self.state.status[seat] == LIVE:
                self.strength[seat] = ev.lookup(self.key[seat] + key, self.mask[seat] | mask)
        for pot in range(self.state.pots):
            best = -1
            winners = 0
            for seat in range(self.seats):
                if self.state.pot_seats[pot] >> seat & 1 and self.state.status[seat] == LIVE:
                    if self.strength[seat] > best:
                        best = self.strength[seat]
                        winners = 0
                    if self.strength[seat] == best:
                        winners += 1
            part = 1.0 * self.state.pot_amount[pot] / winners  # a float first: C divides ints as ints
            for seat in range(self.seats):
                if (
                    self.state.pot_seats[pot] >> seat & 1
                    and self.state.status[seat] == LIVE
                    and self.strength[seat] == best
                ):
                    self.expected[seat] += part

    # -- for Python -----------------------------------------------------------------------------------------------

    def codes(self) -> tuple[int, ...]:
        """The actions of the current hand, as ints."""
        if self.code_count > MOST_CODES:
            raise ValueError(f"the hand has {self.code_count} actions, more than the {MOST_CODES} kept")
        return tuple([self.code[i] for i in range(self.code_count)])

    def sums_of(self, bot: int) -> tuple[float, ...]:
        """Sums and sums of squares of what a seat of the bot won: by hand, by deal, by deal with all-ins adjusted."""
        if bot < 0 or bot >= self.seats:
            raise ValueError(f"bot {bot} does not exist: expected 0 to {self.seats - 1}")
        return tuple([self.sums[SUMS * bot + i] for i in range(SUMS)])

    def figures_of(self, bot: int) -> tuple[int, ...]:
        """Hands dealt, entered and raised, chances for a three-bet and three-bets, wagers and calls after the flop,
        flops seen, showdowns, showdowns won.
        """
        if bot < 0 or bot >= self.seats:
            raise ValueError(f"bot {bot} does not exist: expected 0 to {self.seats - 1}")
        return tuple([self.figure[FIGURES * bot + i] for i in range(FIGURES)])
