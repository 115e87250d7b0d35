"""The house bots' decisions: ranges by position, push or fold when short, and pot odds against an estimated strength.

A bot is a row of numbers (a style), and only this module plays styles. Shares, chances and equities are in thousandths.
A bot reads its own cards and public information, never another seat's cards.
"""

from __future__ import annotations

import reprlib

from bigslick.checks import must_be, whole
from bigslick.core import bits
from bigslick.core.codes import CALL, EMPTY, FLOP, FOLD, LIVE, PREFLOP, RIVER
from bigslick.core.draws import Draws
from bigslick.core.hand import State

from ._board_notes import BoardNotes
from ._posed_state import UNKNOWN_CARDS, PosedState
from .habits import SIZE_SETS, position_row
from .likely_hands import IN_RAISED, IN_RERAISED, LIKELY, likely_hands, ranked_by_worth, starting_hand
from .styles import MOST_NUMBER, MOST_PRESSURE, check_row

COMPILED = not __file__.endswith(".py")

MAX_STYLES = 64
# The columns of a style.
KIND = 0
OPEN = 1
LIMP = 2
RERAISE = 3
CALL_RAISE = 4
DEFEND = 5
NERVE = 6
CBET = 7
VALUE = 8
RAISE_VALUE = 9
MARGIN = 10
BLUFF = 11
BET_SIZE = 12
PUSH_DEPTH = 13
PRESSURE = 14
SIZES = 15
COLUMNS = 16
CALLER = 0
RANDOM = 1
THINKER = 2
# The columns of people's habits before the flop; `habits.position_row` picks the row.
RAISE_FIRST = 0
LIMP_FIRST = 1
RAISE_LIMPERS = 2
LIMP_ALONG = 3
THREE_BET = 4
COLD_CALL = 5
HABITS = 6
STYLE_OF_HABIT = (OPEN, LIMP, OPEN, LIMP, RERAISE, CALL_RAISE)  # the style column that scales each habit
# Rows of wager sizes, each with sixteen equally likely sizes.
SIZE_OF_OPEN = 0
SIZE_OF_RERAISE = 1
SIZE_OF_FLOP_BET = 2
SIZE_OF_FLOP_RAISE = 5
SIZE_OF_LATER_RAISE = 6
WAGERS = 7
NOTHING = 0  # a variable, because the compiler would make a literal a Python object
# The share of hands that people continue with for 1, 2, 4, 8... big blinds, and the part that is left after a bet, a
# raise and more: the more chips are in, the better the remaining hands.
STAYING = [1000, 1000, 1000, 1000, 680, 430, 250, 140, 80, 45, 26, 16, 10, 8, 8, 8]
AFTER_WAGERS = [1000, 720, 420, 350]
BLUFFED = [0, 190, 150, 120]  # the share of bets that are bluffs, by street


class Brain:
    """Styles, preflop hand values, people's preflop habits, and their wager sizes.

    It keeps notes about the last board it saw, so one brain serves one user at a time.
    """

    def __init__(
        self,
        styles: list[tuple[int, ...]],
        shares: tuple[int, ...],
        worth: tuple[int, ...],
        habits: tuple[int, ...],
        sizes: tuple[int, ...],
    ) -> None:
        """Take styles, preflop hand values, habits and wager sizes.

        Up to 64 styles of 16 numbers; for the 169 starting hands, the share of hands that are better, and the equity
        against the best 5, 10, 15, 20, 30, 45, 65 and 100 percent of hands; six habits for each of eighteen positions;
        and sixteen sizes for each of seven wagers in each set.
        """
        styles = [tuple(style) for style in styles]
        if not 0 < len(styles) <= MAX_STYLES or any(len(style) != COLUMNS for style in styles):
            raise ValueError(f"expected 1 to {MAX_STYLES} styles of {COLUMNS} numbers")
        shares, worth, habits, sizes = tuple(shares), tuple(worth), tuple(habits), tuple(sizes)
        if len(shares) != 169 or len(worth) != 169 * 8:
            raise ValueError("expected 169 shares and 8 equities for each of 169 hands")
        if len(habits) != 18 * HABITS or len(sizes) != len(SIZE_SETS) * WAGERS * 16:
            raise ValueError(f"expected {18 * HABITS} habits and {len(SIZE_SETS) * WAGERS * 16} sizes")
        rows = [check_row(style) for style in styles]
        shares = tuple([whole("a share", share, 0, 1000) for share in shares])
        worth = tuple([whole("an equity", equity, 0, 1000) for equity in worth])
        habits = tuple([whole("a habit", share, 0, 1000) for share in habits])
        sizes = tuple([whole("a size", size, 0, MOST_NUMBER) for size in sizes])
        self.style = [0] * 1024
        self.share = [0] * 169
        self.tight = [0] * 169
        self.worth = [0] * 1352
        self.habit = [0] * 108
        self.size = [0] * 224
        self.plays = [0] * 6912
        self.notes = BoardNotes(likely_hands(shares))
        self.posed = PosedState()
        for number in range(len(rows)):
            for column in range(COLUMNS):
                self.style[number * COLUMNS + column] = rows[number][column]
        for number in range(1352):
            self.worth[number] = worth[number]
        for number in range(108):
            self.habit[number] = habits[number]
        for number in range(224):
            self.size[number] = sizes[number]
        tight = ranked_by_worth(worth)
        for number in range(169):
            self.share[number] = shares[number]
            self.tight[number] = tight[number]
        for number in range(len(rows)):
            for place in range(108):
                column = STYLE_OF_HABIT[place % HABITS]
                self.plays[108 * number + place] = times_the_odds(self.habit[place], rows[number][column])
        self.styles = len(rows)

    def known(self, style: int) -> int:
        """Return a style's number if it exists."""
        if not isinstance(style, int) or isinstance(style, bool) or not 0 <= int.__add__(style, 0) < self.styles:
            raise ValueError(f"there is no style {reprlib.repr(style)}: expected 0 to {self.styles - 1}")
        return int.__add__(style, 0)

    def decide(self, state: State, style: int, chance: Draws, pressure: int = 0) -> int:
        """Decide for the seat to act in this style; return the int of a legal action.

        `pressure` is the extra cost of a bust near the money (`bigslick.tournament.floor.icm_pressure`).
        """
        must_be(State, state, "the state of a hand: expected a State")
        must_be(Draws, chance, "a random stream: expected Draws")
        pressure = whole("the pressure", pressure, 0, MOST_PRESSURE)
        return self.choose(state, self.known(style), chance, pressure)

    def choose(self, state: State, style: int, chance: Draws, pressure: int) -> int:
        """Decide like `decide`, for compiled code that has a state, a known style and a stream."""
        if state.turn < 0 or state.street > RIVER:
            raise ValueError("no seat is to bet now: a house bot decides for the seat whose turn it is")
        if state.hole[2 * state.turn] < 0 or state.hole[2 * state.turn + 1] < 0:
            raise ValueError(UNKNOWN_CARDS)
        kind = self.style[style * COLUMNS + KIND]
        if kind == CALLER:
            return CALL
        if kind == RANDOM:
            return self.at_random(state, chance)
        # All randomness for this decision: nothing below this line calls Python, which could call this brain meanwhile.
        luck = chance.word()
        pressure = pressure * self.style[style * COLUMNS + PRESSURE] // 1000
        if state.street == PREFLOP:
            return self.before_flop(state, style, luck, pressure)
        return self.after_flop(state, style * COLUMNS, luck, pressure)

    def consider(
        self,
        style: int,
        chance: Draws,
        numbers: tuple[int, ...],
        rows: tuple[tuple[int, ...], ...],
        cards: tuple[int, ...],
    ) -> int:
        """Decide in this style from one seat's view.

        The numbers: street, turn, price of the first call, current bet, to call, smallest and largest wager, chips in
        the middle, button, wagers on this street, and the seat that wagered last on earlier streets or -1. The rows by
        seat: stacks, bets, chips committed, whether it was dealt in, is live, has acted. The cards: two hole cards and
        the board. `decide` reads nothing else.
        """
        style = self.known(style)
        must_be(Draws, chance, "a random stream: expected Draws")
        self.posed.pose(numbers, rows, cards)
        return self.choose(self.posed.state, style, chance, 0)

    def at_random(self, state: State, chance: Draws) -> int:
        """Fold to a bet, check or call, or make the smallest or largest wager, each equally likely."""
        choices = 1
        if state.to_call > 0:
            choices += 1
        if state.max_to > 0:
            choices += 2
        drawn = chance.draw(choices)
        if drawn == 0:
            return CALL
        if state.to_call > 0:
            if drawn == 1:
                return FOLD
            drawn -= 1
        return state.min_to if drawn == 1 else state.max_to

    # -- before the flop ------------------------------------------------------------------------------------------

    def against_any(self, first: int, second: int) -> int:
        """Return the equity of two hole cards against a random hand, in thousandths."""
        return self.worth[8 * NUMBER[52 * first + second] + 7]

    def before_flop(self, state: State, number: int, luck: int, pressure: int) -> int:
        """Enter by position, answer raises by range and price, and push or fold when the stacks are short."""
        seat = state.turn
        style = COLUMNS * number
        hand = NUMBER[52 * state.hole[2 * seat] + state.hole[2 * seat + 1]]
        blind = self.blind(state)
        others = state.live_bits & ~(1 << seat)
        deepest = NOTHING
        for other in range(state.seats):
            chips = state.stack[other] + state.bet[other] if others >> other & 1 else 0
            deepest = chips if chips > deepest else deepest
        mine = state.stack[seat] + state.bet[seat]
        shallow = mine if mine < deepest else deepest
        felt = self.felt(state, pressure) if pressure > 0 else 0
        plays = 108 * number + HABITS * self.position(state, seat)
        # An eighth more or less: no one stops at the same hand every time.
        blur = 896 + (luck & 255)
        if state.wagers == 0:
            if shallow < (self.style[style + PUSH_DEPTH] + 1) * blind and state.max_to == mine:
                behind = bits.COUNT[others & ~state.acted_bits]
                if self.push_pays(state, hand, mine, behind, shallow // blind, felt):
                    return state.max_to
                return self.give_up(state)
            limpers = self.limpers(state, others & state.acted_bits)
            raises = self.plays[plays + (RAISE_LIMPERS if limpers else RAISE_FIRST)]
            if pressure > 1 and mine > deepest:  # no one left in the hand can bust this seat, so it applies pressure
                raises = times_the_odds(raises, 1000 + pressure // 2)
            share = self.share[hand] * blur >> 10
            if share < raises:
                return self.wager(state, blind * self.sized(style, SIZE_OF_OPEN, luck) // 10 + blind * limpers)
            calls = self.plays[plays + (LIMP_ALONG if limpers else LIMP_FIRST)]
            return CALL if share < raises + calls else self.give_up(state)
        tight = self.tight[hand] * blur >> 10
        if state.to_call * 3 >= state.stack[seat] or shallow < 13 * blind:
            return self.commit(state, style, hand, tight, self.deep(state, mine, blind), self.odds(state), felt)
        reraises = self.plays[plays + THREE_BET]
        calls = self.plays[plays + COLD_CALL]
        # The usual answer, a fold, is settled here: the lines below only narrow these ranges.
        if state.wagers == 1 and tight >= reraises + calls and 9 * state.to_call >= state.middle:
            return self.give_up(state)
        odds = self.odds(state)
        deep = self.deep(state, mine, blind)
        if state.wagers == 1:
            if 2 * state.to_call > 5 * blind:
                calls = calls * (5 * blind) // (2 * state.to_call)
        elif state.wagers == 2:
            # A raiser defends this much of their opening range; a caller gives up most of it.
            calls = self.plays[plays + RAISE_FIRST] * self.style[style + DEFEND] // 1000
            if state.bet[seat] <= blind:
                calls = reraises // 2
            reraises = reraises * 3 // 10
            if calls < reraises:
                calls = reraises
            calls -= reraises
        else:
            reraises = self.stack_off(style, shallow // blind)
            calls = self.stack_off(style, deep * 2)
        if state.wagers > 1 and odds < 300:  # a small re-raise gets called more often
            calls = calls * 300 // (odds if odds > 100 else 100)
        if reraises > 4 * self.stack_off(style, deep * 3):
            reraises = 4 * self.stack_off(style, deep * 3)
        target = state.current * self.sized(style, SIZE_OF_RERAISE, luck) // 10
        if felt > 0:
            reraises = reraises * 1000 // (1000 + self.at_risk(state, felt, target - state.bet[seat]))
            calls = calls * 1000 // (1000 + self.at_risk(state, felt, state.to_call))
        if tight < reraises and state.max_to > 0:
            return self.wager(state, target)
        if tight < reraises + calls or odds < 100:
            return CALL
        return self.give_up(state)

    def limpers(self, state: State, seats: int) -> int:
        """Count the seats that have paid the price of the first call."""
        found = 0
        while seats:
            found += state.bet[bits.LOWEST[seats]] >= state.current
            seats &= seats - 1
        return found

    def position(self, state: State, seat: int) -> int:
        """Return the habits row: 6 for each table size, from the big blind back to the earliest seats."""
        after = 0
        if state.to_call > 0 or state.wagers > 0:
            after = 1 + self.after_button(state, seat)
        return POSITION[12 * bits.COUNT[state.dealt_bits] + after]

    def after_button(self, state: State, seat: int) -> int:
        """Count the seats dealt in from the button's left to a seat; 0 for the button itself."""
        if seat >= state.button:
            return bits.COUNT[state.dealt_bits & (2 << seat) - (2 << state.button)]
        return bits.COUNT[state.dealt_bits & ~((2 << state.button) - (2 << seat))]

    def commit(self, state: State, style: int, hand: int, tight: int, deep: int, odds: int, felt: int) -> int:
        """Answer a raise that takes much of the stack: by equity when short, with only the best hands when deep."""
        wide = 4500 // (deep + 5)
        if state.wagers > 1:
            wide = wide * 2 // 3
        margin = self.against(hand, wide) - self.style[style + MARGIN]
        edge = margin - self.risky_odds(state, odds, felt)
        if edge > 0 and (deep <= 20 or tight * odds < 450 * self.stack_off(style, deep)):
            if felt > 0:
                edge = margin - times_the_odds(odds, 1000 + felt)
            if state.max_to == state.stack[state.turn] + state.bet[state.turn] and edge > 40:
                return state.max_to
            return CALL
        return self.give_up(state)

    def against(self, hand: int, share: int) -> int:
        """Return a starting hand's equity against the best `share` of all hands."""
        column = 7
        if share <= 75:
            column = 0
        elif share <= 125:
            column = 1
        elif share <= 175:
            column = 2
        elif share <= 250:
            column = 3
        elif share <= 375:
            column = 4
        elif share <= 550:
            column = 5
        elif share <= 825:
            column = 6
        return self.worth[8 * hand + column]

    def push_pays(self, state: State, hand: int, mine: int, behind: int, depth: int, felt: int) -> int:
        """Return whether going all-in wins chips on average, if each opponent calls whenever that is profitable.

        Under pressure a chip lost counts more than a chip won.
        """
        callers = 450 // (depth + 1) + 100
        fold_all = 1000
        for _ in range(behind):
            fold_all = fold_all * (1000 - callers) // 1000
        risked = mine - state.bet[state.turn]
        equity = self.against(hand, callers)
        called = thousandths(state.middle + 2 * risked, equity) - risked
        called -= thousandths(thousandths(risked, 1000 - equity), felt)
        # Whether fold_all * middle + (1000 - fold_all) * called is above 0, without products beyond 64 bits.
        if called > 0:
            return 1 if fold_all < 1000 or state.middle > 0 else 0
        return 1 if fold_all > 0 and state.middle > (1000 - fold_all) * -called // fold_all else 0

    def stack_off(self, style: int, deep: int) -> int:
        """Return the share of hands worth putting in these big blinds before the flop."""
        return 2 * self.style[style + NERVE] // (deep if deep > 1 else 1)

    # -- after the flop -------------------------------------------------------------------------------------------

    def after_flop(self, state: State, style: int, luck: int, pressure: int) -> int:
        """Bet for value or as a bluff, call by pot odds against the hands that bet this much, raise the best hands."""
        seat = state.turn
        blind = self.blind(state)
        place = self.notes.percentile(state, seat, self.likely(state, blind))
        if place < 0:
            raise ValueError(UNKNOWN_CARDS)
        rivals = state.live - 2
        best = place
        while rivals > 0:
            best = best * (place + 150 if place < 850 else 1000) // 1000
            rivals -= 1
        hit = 0
        if state.street < RIVER:
            hit = self.notes.outs(state.hole[2 * seat], state.hole[2 * seat + 1]) * (32 if state.street == FLOP else 21)
        deep = self.in_blinds(state.paid[seat] + state.to_call, blind)
        bluff = self.style[style + BLUFF]
        whim = luck >> 10 & 1023
        felt = self.felt(state, pressure) if pressure > 0 else 0
        if state.to_call == 0:
            if state.max_to == 0:
                return CALL
            ours = state.initiative == seat
            value = self.style[style + (CBET if ours and state.street == FLOP else VALUE)]
            if ours:
                bluff = 2 * bluff
            elif state.initiative >= 0 and state.live_bits & ~state.acted_bits & 1 << state.initiative:
                value = 1000 - (1000 - value) // 4  # the others check to the raiser
                bluff = bluff // 4
            target = self.bet_to(state, style, luck)
            after = self.staying(self.in_blinds(state.paid[seat] + target, blind))
            if felt > 0:
                after = after * 1000 // (1000 + self.at_risk(state, felt, target))
            if hit > 200:
                bluff = 3 * bluff
            if best >= 1000 - (1000 - value) * after // 1000 or 1000 * whim < bluff * after:
                return self.wager(state, target)
            return CALL
        odds = self.odds(state)
        if state.max_to > 0:
            row = SIZE_OF_FLOP_RAISE if state.street == FLOP else SIZE_OF_LATER_RAISE
            target = state.current * self.sized(style, row, luck) // 10
            after = self.staying(self.in_blinds(state.paid[seat] - state.bet[seat] + target, blind))
            after = after * AFTER_WAGERS[state.wagers if state.wagers < 3 else 3] // AFTER_WAGERS[1]
            if felt > 0:
                after = after * 1000 // (1000 + self.at_risk(state, felt, target - state.bet[seat]))
            if best >= 1000 - (1000 - self.style[style + RAISE_VALUE]) * after // 1000:
                return self.wager(state, target)
            if odds < 400 and hit > 200 and 1000 * whim < bluff * after:
                return self.wager(state, target)
        stays = self.staying(deep) * AFTER_WAGERS[state.wagers if state.wagers < 3 else 3] // 1000
        if odds < 220:  # a small bet means less
            stays = 1000 - (1000 - stays) * odds // 220
        if stays < 1:
            stays = 1
        equity = 1000 * (best - 1000 + stays) // stays if best > 1000 - stays else 0
        bluffed = BLUFFED[state.street]
        equity = (equity * (1000 - bluffed) + best * bluffed) // 1000
        equity += (1000 - equity) * hit // 1000
        if equity > self.risky_odds(state, odds, felt) + self.style[style + MARGIN]:
            return CALL
        return self.give_up(state)

    def likely(self, state: State, blind: int) -> int:
        """Return how many of the likely hands represent the opponents, from the chips that one of them has put in."""
        most = NOTHING
        others = state.live_bits & ~(1 << state.turn)
        for other in range(state.seats):
            chips = state.paid[other] - state.bet[other] if others >> other & 1 else 0
            most = chips if chips > most else most
        if most > 7 * blind and state.street == FLOP:
            return IN_RERAISED
        return IN_RAISED if most > blind else LIKELY

    def staying(self, deep: int) -> int:
        """Return the share of hands that people play for these big blinds."""
        return STAYS[deep] if 0 <= deep < 1024 else between_powers(deep)

    def bet_to(self, state: State, style: int, luck: int) -> int:
        """Return a bet in the street's usual sizes, as a share of the pot."""
        part = self.sized(style, SIZE_OF_FLOP_BET + state.street - FLOP, luck) * self.style[style + BET_SIZE] // 1000
        return state.current + thousandths(state.middle + state.to_call, part if part > 0 else 0)

    # -- near the money -------------------------------------------------------------------------------------------

    def felt(self, state: State, pressure: int) -> int:
        """Return how much of the pressure the seat to act feels: how valuable its stack is, and how much in danger.

        A stack of at least two thirds of the table's average that an opponent in the hand covers feels all of it. A
        stack below a third, or one that keeps half its chips against every opponent, feels none.
        """
        seat = state.turn
        mine = state.stack[seat] + state.bet[seat]
        deepest = NOTHING
        chips = NOTHING
        dealt = 0
        for other in range(state.seats):
            if state.status[other] != EMPTY:
                dealt += 1
                chips += state.stack[other] + state.paid[other]
                if other != seat and state.status[other] == LIVE and state.stack[other] + state.bet[other] > deepest:
                    deepest = state.stack[other] + state.bet[other]
        average = chips // dealt
        kept = 3 * (state.stack[seat] + state.paid[seat])
        if kept <= average or 2 * deepest <= mine:
            return 0
        if kept < 2 * average:
            pressure = pressure * (1000 * (kept - average) // average) // 1000
        if deepest < mine:
            pressure = pressure * (1000 * (2 * deepest - mine) // mine) // 1000
        return pressure

    def at_risk(self, state: State, felt: int, chips: int) -> int:
        """Return the pressure on the chips that go in, in proportion to the stack; all of it if a wager is all-in."""
        if felt == 0 or chips <= 0:
            return 0
        stack = state.stack[state.turn]
        return felt if 10 * chips > 6 * stack else felt * (1000 * chips // stack) // 1000

    def risky_odds(self, state: State, odds: int, felt: int) -> int:
        """Return a call's pot odds under the pressure on the chips it takes."""
        return times_the_odds(odds, 1000 + self.at_risk(state, felt, state.to_call)) if felt > 0 else odds

    # -- answers --------------------------------------------------------------------------------------------------

    def sized(self, style: int, row: int, luck: int) -> int:
        """Return one of a wager's sixteen usual sizes."""
        return self.size[16 * (WAGERS * self.style[style + SIZES] + row) + (luck >> 20 & 15)]

    def deep(self, state: State, mine: int, blind: int) -> int:
        """Return the bet to call in big blinds, up to the seat's chips."""
        return self.in_blinds(state.current if state.current < mine else mine, blind)

    def in_blinds(self, chips: int, blind: int) -> int:
        """Return chips in big blinds, up to a number that is still safe to multiply."""
        found = chips // blind
        return found if found < 100_000 else 100_000

    def blind(self, state: State) -> int:
        """Return the unit of stack depth: the price of the first call, or the smallest bet if nothing was posted."""
        if state.terms.price > 0:
            return state.terms.price
        return state.terms.min_bet if state.terms.min_bet > 0 else 1

    def odds(self, state: State) -> int:
        """Return the pot odds: the call as a share of the pot including it."""
        pot = state.middle + state.to_call
        return 1000 * state.to_call // pot if pot > 0 else 0

    def give_up(self, state: State) -> int:
        """Check if that is free, otherwise fold."""
        return CALL if state.to_call == 0 else FOLD

    def wager(self, state: State, to: int) -> int:
        """Return the legal wager nearest to a total; most of a stack is rounded up to all-in."""
        if state.max_to == 0:
            return CALL
        if to >= state.max_to:
            return state.max_to
        bet = state.bet[state.turn]
        if 10 * (to - bet) > 6 * state.stack[state.turn]:
            return state.max_to
        return to if to > state.min_to else state.min_to


def thousandths(chips: int, part: int) -> int:
    """Return this many thousandths of the chips, rounded down, without a product that could exceed 64 bits."""
    return chips // 1000 * part + chips % 1000 * part // 1000


def times_the_odds(share: int, times: int) -> int:
    """Return a share or a chance with its odds scaled by thousandths."""
    more = share * times
    return 1000 * more // (more + (1000 - share) * 1000) if more > 0 else 0


def between_powers(deep: int) -> int:
    """Return the share of hands that people play for these big blinds, between the powers of two in STAYING."""
    step = 0
    while step < 14 and deep >= 2 << step:
        step += 1
    low = 1 << step
    over = (deep - low if deep > low else 0) * 1000 // low
    if over > 1000:
        over = 1000
    return STAYING[step] - (STAYING[step] - STAYING[step + 1]) * over // 1000


def fill_stays() -> None:
    """Fill in the share of hands that people play, for each common number of big blinds."""
    for deep in range(1024):
        STAYS[deep] = between_powers(deep)


STAYS = [0] * 1024
fill_stays()
NUMBER = [starting_hand(first, second) for first in range(52) for second in range(52)]
POSITION = [position_row(dealt, after - 1) for dealt in range(11) for after in range(12)]
