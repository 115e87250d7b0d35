"""The house bots' decisions: ranges by position, push or fold when short, and pot odds against an estimated strength.

A bot is a row of numbers (a style); this module is the one way in which a style plays. Shares, chances and equities are
in thousandths. A bot reads its own cards and what is public, never another seat's cards.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core import evaluate as ev
from bigslick.core import hand as core
from bigslick.core.codes import CALL, FOLD, FOLDED, LIVE, PREFLOP
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.core.terms import Terms

COMPILED = cython.compiled

MAX_STYLES = 64
# Columns of a style.
KIND = 0
LIMP = 1
RERAISE = 2
CALL_RAISE = 3
OPEN_SIZE = 4
BET_SIZE = 5
VALUE = 6
RAISE_VALUE = 7
MARGIN = 8
BLUFF = 9
PUSH_DEPTH = 10
SAMPLES = 11
OPEN = 12
COLUMNS = 22
CALLER = 0
RANDOM = 1
THINKER = 2
# Variables, since these are Python objects to the compiler otherwise.
ONE = 1
LOW = (1 << 32) - 1


class Brain:
    """Styles, what hands are worth before the flop, and the stream of chance that the bots draw from."""

    def __init__(self, styles: list[tuple[int, ...]], shares: tuple[int, ...], worth: tuple[int, ...]) -> None:
        """Take up to 64 styles of 22 numbers; for the 169 starting hands, the share of hands that are better, and the
        equity against the best 5, 10, 15, 20, 30, 45, 65 and 100 per cent of hands.
        """
        if not 0 < len(styles) <= MAX_STYLES or any(len(style) != COLUMNS for style in styles):
            raise ValueError(f"expected 1 to {MAX_STYLES} styles of {COLUMNS} numbers")
        if len(shares) != 169 or len(worth) != 169 * 8:
            raise ValueError("expected 169 shares and 8 equities for each of 169 hands")
        self.style = [0] * 1408
        self.share = [0] * 169
        self.worth = [0] * 1352
        self.pair = [0] * 2704
        self.rest = [0] * 52
        self.styles = len(styles)
        self.terms = Terms()
        self.posed = core.state_on(self.terms)
        for number in range(len(styles)):
            for column in range(COLUMNS):
                self.style[number * COLUMNS + column] = styles[number][column]
        for number in range(169):
            self.share[number] = shares[number]
        for number in range(1352):
            self.worth[number] = worth[number]
        for one in range(52):
            for two in range(52):
                self.pair[52 * one + two] = shares[self.starting_hand(one, two)]

    def known(self, style: int) -> int:
        """The number of a style, if there is one."""
        if style < 0 or style >= self.styles:
            raise ValueError(f"there is no style {style}: expected 0 to {self.styles - 1}")
        return style

    def decide(self, state: State, style: int, chance: Draws) -> int:
        """What a bot of this style does for the seat to act, as the int of a legal action."""
        kind = self.style[style * COLUMNS + KIND]
        if kind == CALLER:
            return CALL
        if kind == RANDOM:
            return self.at_random(state, chance)
        if state.street == PREFLOP:
            return self.before_flop(state, style * COLUMNS, chance)
        return self.after_flop(state, style * COLUMNS, chance)

    def consider(
        self,
        style: int,
        chance: Draws,
        numbers: tuple[int, ...],
        rows: tuple[tuple[int, ...], ...],
        cards: tuple[int, ...],
    ) -> int:
        """What a bot of this style does where only one seat's view is known.

        The numbers: street, turn, price of the first call, current bet, to call, least and most of a wager, chips in
        the middle. The rows by seat: stacks, bets, chips committed, whether live, whether it has acted. The cards: two
        hole cards and the board. These are all that `decide` reads.
        """
        state = self.posed
        state.street, state.turn, self.terms.price, state.current = numbers[0:4]
        state.to_call, state.min_to, state.max_to, state.middle = numbers[4:8]
        self.terms.min_bet = 1
        state.seats = len(rows[0])
        state.live = 0
        for seat in range(state.seats):
            state.stack[seat] = rows[0][seat]
            state.bet[seat] = rows[1][seat]
            state.paid[seat] = rows[2][seat]
            state.status[seat] = LIVE if rows[3][seat] else FOLDED
            state.live += 1 if rows[3][seat] else 0
            state.acted[seat] = rows[4][seat]
        state.hole[2 * state.turn] = cards[0]
        state.hole[2 * state.turn + 1] = cards[1]
        state.board_count = len(cards) - 2
        for i in range(state.board_count):
            state.board[i] = cards[i + 2]
        return self.decide(state, self.known(style), chance)

    def at_random(self, state: State, chance: Draws) -> int:
        """Fold to a bet, check or call, the smallest wager or the largest, each equally likely."""
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

    def starting_hand(self, first: int, second: int) -> int:
        """The number of the starting hand from 0 to 168: row of the higher rank if suited, of the lower if not."""
        high = first >> 2
        low = second >> 2
        if high < low:
            high = second >> 2
            low = first >> 2
        if (first & 3) == (second & 3):
            return high * 13 + low
        return low * 13 + high

    def before_flop(self, state: State, style: int, chance: Draws) -> int:
        """Open by position, answer a raise by range and price, push or fold when the stacks are short."""
        seat = state.turn
        hand = self.starting_hand(state.hole[2 * seat], state.hole[2 * seat + 1])
        share = self.share[hand]
        blind = state.terms.price if state.terms.price > 0 else state.terms.min_bet
        behind = 0
        limpers = 0
        deepest = 0
        for other in range(state.seats):
            if other != seat and state.status[other] == LIVE:
                if not state.acted[other]:
                    behind += 1
                elif state.bet[other] >= state.current:
                    limpers += 1
                if state.stack[other] + state.bet[other] > deepest:
                    deepest = state.stack[other] + state.bet[other]
        mine = state.stack[seat] + state.bet[seat]
        depth = (mine if mine < deepest else deepest) // blind
        if state.current <= blind:
            if depth <= self.style[style + PUSH_DEPTH] and state.max_to == mine:
                if self.push_pays(state, hand, mine, behind, depth):
                    return state.max_to
            elif share < self.style[style + OPEN + (behind if behind < 10 else 9)]:
                if state.max_to == 0 or chance.below(1000) < self.style[style + LIMP]:
                    return CALL
                return self.wager(state, blind * self.style[style + OPEN_SIZE] // 10 + blind * limpers)
            return self.give_up(state)
        odds = 1000 * state.to_call // (state.middle + state.to_call)
        share_of_raiser = 250
        if state.current > 14 * blind:
            share_of_raiser = 60
        elif state.current > 5 * blind:
            share_of_raiser = 120
        if depth <= 12:
            share_of_raiser = 300
        if state.to_call * 3 >= state.stack[seat] or depth <= 12:
            edge = self.against(hand, share_of_raiser) - odds - self.style[style + MARGIN]
            if edge > 0:
                if state.max_to == mine and edge > 60 and depth <= 25:
                    return state.max_to
                return CALL
            return self.give_up(state)
        if share < self.style[style + RERAISE] and state.max_to > 0:
            return self.wager(state, 3 * state.current)
        limit = self.style[style + CALL_RAISE]
        if state.to_call > 3 * blind:
            limit = limit * 3 * blind // state.to_call
        if share < limit or odds < 120:
            return CALL
        return self.give_up(state)

    def against(self, hand: int, share: int) -> int:
        """Equity of a starting hand against the best `share` of all hands."""
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

    def push_pays(self, state: State, hand: int, mine: int, behind: int, depth: int) -> int:
        """Whether going all-in wins chips on average, if each opponent calls with what such a stack makes worth it."""
        callers = 450 // (depth + 1) + 100
        fold_all = 1000
        for _ in range(behind):
            fold_all = fold_all * (1000 - callers) // 1000
        risked = mine - state.bet[state.turn]
        called = self.against(hand, callers) * (state.middle + 2 * risked) // 1000 - risked
        return 1 if fold_all * state.middle + (1000 - fold_all) * called > 0 else 0

    # -- after the flop -------------------------------------------------------------------------------------------

    def after_flop(self, state: State, style: int, chance: Draws) -> int:
        """Bet for value or as a bluff, call by pot odds, raise with strong hands."""
        seat = state.turn
        strength = self.estimate(state, seat, self.style[style + SAMPLES], chance)
        rivals = state.live - 2
        share = strength
        while rivals > 0:
            share = share * (strength + 150 if strength < 850 else 1000) // 1000
            rivals -= 1
        target = state.current + (state.middle + state.to_call) * self.style[style + BET_SIZE] // 1000
        if state.to_call == 0:
            if state.max_to > 0 and (
                share >= self.style[style + VALUE] or chance.below(1000) < self.style[style + BLUFF]
            ):
                return self.wager(state, target)
            return CALL
        odds = 1000 * state.to_call // (state.middle + state.to_call)
        if state.max_to > 0 and share >= self.style[style + RAISE_VALUE]:
            return self.wager(state, target)
        if share > odds + self.style[style + MARGIN]:
            return CALL
        if state.max_to > 0 and odds < 350 and chance.below(1000) < self.style[style + BLUFF] // 4:
            return self.wager(state, target)
        return self.give_up(state)

    def estimate(self, state: State, seat: int, samples: int, chance: Draws) -> int:
        """Equity against one opponent by sampling: the hand is as good as the chips paid on earlier streets suggest,
        and facing a bet now it is the best of two hands or, after a large bet, of three.
        """
        blind = state.terms.price if state.terms.price > 0 else state.terms.min_bet
        most = 0
        for other in range(state.seats):
            if other != seat and state.status[other] == LIVE and state.paid[other] - state.bet[other] > most:
                most = state.paid[other] - state.bet[other]
        limit = 700
        if most > 9 * blind:
            limit = 250
        elif most > blind:
            limit = 400
        seen = 0
        key = 0
        mask = 0
        for i in range(state.board_count):
            card = state.board[i]
            seen |= ONE << card
            key += ev.KEY[card]
            mask |= ev.MASK[card]
        first = state.hole[2 * seat]
        second = state.hole[2 * seat + 1]
        seen |= ONE << first | ONE << second
        mine = ev.KEY[first] + ev.KEY[second]
        my_mask = ev.MASK[first] | ev.MASK[second]
        unseen = 0
        for card in range(52):
            if not seen >> card & 1:
                self.rest[unseen] = card
                unseen += 1
        missing = 5 - state.board_count
        score = 0
        ours = 0
        if missing == 0:
            ours = ev.lookup(key + mine, mask | my_mask)
        picks = 0
        if state.to_call > 0:
            picks = 1 if 100 * state.to_call <= 28 * (state.middle + state.to_call) else 2
        for _ in range(samples):
            pair = self.pick(unseen, limit, chance)
            for _more in range(picks):
                other = self.pick(unseen, limit, chance)
                if self.made(key, mask, other) > self.made(key, mask, pair):
                    pair = other
            one = pair >> 6
            two = pair & 63
            all_key = key
            all_mask = mask
            if missing > 0:
                card = self.draw(unseen, one, two, chance)
                all_key += ev.KEY[card]
                all_mask |= ev.MASK[card]
                if missing > 1:
                    card = self.draw(unseen - 1, one, two, chance)
                    all_key += ev.KEY[card]
                    all_mask |= ev.MASK[card]
                ours = ev.lookup(all_key + mine, all_mask | my_mask)
            theirs = ev.lookup(all_key + ev.KEY[one] + ev.KEY[two], all_mask | ev.MASK[one] | ev.MASK[two])
            if ours > theirs:
                score += 2
            elif ours == theirs:
                score += 1
        return score * 500 // samples

    def pick(self, unseen: int, limit: int, chance: Draws) -> int:
        """Two unseen cards as 64 * one + two; of four tries the first that is within the best share of hands."""
        tries = 0
        while True:
            # Two cards from one word: what the first leaves of it is even enough for a guess. Cards that were drawn go
            # to the end of the rest, and the next are drawn from before them.
            left = chance.word() * unseen
            one = self.take(left >> 32, unseen)
            left = (left & LOW) * (unseen - 1)
            two = self.take(left >> 32, unseen - 1)
            tries += 1
            if tries == 4 or self.pair[52 * one + two] < limit:
                return one << 6 | two

    def made(self, key: int, mask: int, pair: int) -> int:
        """The strength of two cards with the board as it is."""
        one = pair >> 6
        two = pair & 63
        return ev.lookup(key + ev.KEY[one] + ev.KEY[two], mask | ev.MASK[one] | ev.MASK[two])

    def draw(self, count: int, one: int, two: int, chance: Draws) -> int:
        """One of the first `count` cards of the rest, other than two that are held."""
        while True:
            card = self.take(chance.word() * count >> 32, count)
            if card != one and card != two:
                return card

    def take(self, at: int, count: int) -> int:
        """The card at one place of the first `count` of the rest, which changes places with the last of them."""
        card = self.rest[at]
        self.rest[at] = self.rest[count - 1]
        self.rest[count - 1] = card
        return card

    # -- answers --------------------------------------------------------------------------------------------------

    def give_up(self, state: State) -> int:
        """Check if it is free, fold otherwise."""
        return CALL if state.to_call == 0 else FOLD

    def wager(self, state: State, to: int) -> int:
        """The legal wager nearest to a total; most of a stack is all of it."""
        if state.max_to == 0:
            return CALL
        bet = state.bet[state.turn]
        if 10 * (to - bet) > 6 * state.stack[state.turn]:
            return state.max_to
        if to < state.min_to:
            return state.min_to
        return to if to < state.max_to else state.max_to
