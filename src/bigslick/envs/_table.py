"""One table in a learning environment: it deals, runs house bots, stops for a learner, settles and deals again.

An `EnvDeal` defines an episode once, and many tables share it. A table owns its streams: ChaCha20 for the cards and
SplitMix64 for house bots' random choices, both keyed only by the table's seed.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.bots import _brain as brains
from bigslick.bots._brain import Brain
from bigslick.bots.house import new_brain
from bigslick.checks import must_be, whole
from bigslick.core import bits
from bigslick.core import hand as core
from bigslick.core.codes import (
    CALL,
    EMPTY,
    FOLD,
    LIVE,
    MAX_CHIPS,
    MAX_SEATS,
    MOVING_BUTTON,
    RIVER,
    UNKNOWN,
)
from bigslick.core.draws import Draws
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms

from .codes import (
    AMOUNTS,
    ASKED,
    BOARD_AT,
    CALL_ENTRY,
    CALLED_KIND,
    CHECKED_KIND,
    DONE,
    FOLD_ENTRY,
    FOLDED_KIND,
    LEARNER,
    MAX_ENTRY,
    MIN_ENTRY,
    MOST_CODES,
    MOST_ENTRIES,
    MOST_HANDS,
    MOST_LEVELS,
    MOST_PART,
    MOST_RECENT,
    MOST_SKIPPED,
    NOBODY,
    PER_ACTION,
    PER_SEAT,
    POSITION_AT,
    STREET_AT,
    WAGERED_KIND,
)

COMPILED = cython.compiled

ONE = 1  # a C variable, wide enough to shift over the whole deck

if not cython.compiled:

    def clear_row(out: Any, count: int) -> None:
        """Fill a row with zeros; the .pxd has the compiled twin."""
        out[:count] = 0

    def whole_part(number: float) -> int:
        """Return a number without its fractional part."""
        return int(number)


def width_of(seats: int, recent: int) -> int:
    """Return the size of an observation."""
    return POSITION_AT + seats + PER_SEAT * seats + AMOUNTS + PER_ACTION * recent


class EnvDeal:
    """The settings for a table's episodes as checked numbers; they never change."""

    def __init__(
        self,
        stacks: tuple[int, ...],
        styles: tuple[int, ...],
        levels: tuple[tuple[int, int, int, int], ...],
        rules: tuple[int, ...],
        episode: tuple[int, int, int, int],
        menu: tuple[int, ...],
        recent: int,
        in_blinds: int,
        deck: tuple[int, ...] = (),
        placed: tuple[int, ...] = (),
    ) -> None:
        """Take stacks and styles by seat, levels (small blind, big blind, ante, hands), and the rules as numbers.

        `episode` is the number of hands (0: until one player has every chip), the button's seat or -1, how the button
        moves, and the street on which the first hand starts. `menu` is empty for continuous amounts. `recent` is the
        number of actions in an observation; rewards are in big blinds or in chips. `deck` is the first hand's deck, and
        `placed` its hole cards by seat and its board, -1 for a card that is not placed.
        """
        if getattr(self, "seats", 0):
            raise ValueError("a deal never changes: make another")
        stacks, styles, menu, deck, placed = tuple(stacks), tuple(styles), tuple(menu), tuple(deck), tuple(placed)
        levels = tuple([tuple(row) for row in levels])  # type: ignore[misc]
        episode = tuple(episode)  # type: ignore[assignment]
        seats = whole("the number of seats", len(stacks), 2, MAX_SEATS)
        terms = Terms()
        terms.fill(tuple(rules), stacks, deck or tuple(range(52)))
        if UNKNOWN in deck:
            raise ValueError("the deck has an unknown card: expected all 52")
        if terms.players() < 2:
            raise ValueError(f"{terms.players()} of {seats} seats have chips: a hand needs at least two players")
        if terms.run_outs > 1:
            raise ValueError("the rules let players run out several boards, but environments run one: leave it out")
        house = new_brain().styles
        if len(styles) != seats:
            raise ValueError(f"{len(styles)} styles for {seats} seats: expected one for each")
        styles = tuple([whole("the style of a seat", style, ASKED, house - 1) for style in styles])
        if not any(style == LEARNER and chips > 0 for style, chips in zip(styles, stacks, strict=True)):
            raise ValueError("no seat with chips learns: expected at least one learner")
        if not 0 < len(levels) <= MOST_LEVELS or any(len(row) != 4 for row in levels):
            raise ValueError(f"expected 1 to {MOST_LEVELS} levels of four numbers: both blinds, ante and hands")
        if len(episode) != 4:
            raise ValueError("expected the hands of an episode, the button, its rule, and the street to start from")
        hands = whole("the hands of an episode", episode[0], 0, MOST_HANDS)
        most = sum([terms.stack[seat] for seat in range(seats)]) * (hands if hands > 0 else 1)
        if hands != 1 and most > MAX_CHIPS:  # one player may win all of them, including every later buy-in
            raise ValueError(f"the chips of an episode may come to {most}: expected at most {MAX_CHIPS}")
        button = whole("the button's seat", episode[1], -1, seats - 1)
        button_rule = whole("the button rule", episode[2], 0, MOVING_BUTTON)
        street = whole("the street to start from", episode[3], 0, RIVER)
        if len(menu) > MOST_ENTRIES:
            raise ValueError(f"the menu has {len(menu)} actions: expected at most {MOST_ENTRIES}")
        menu = tuple([whole("an action of the menu", entry, MAX_ENTRY, MOST_PART) for entry in menu])
        recent = whole("the number of recent actions", recent, 0, MOST_RECENT)
        in_blinds = 1 if in_blinds else 0
        if placed and len(placed) != 2 * seats + 5:
            raise ValueError(f"{len(placed)} placed cards: expected two for each seat and five for the board")
        placed = tuple([whole("a card", card, -1, 51) for card in placed])
        known = [card for card in placed if card >= 0]
        if len(known) != len(set(known)):
            raise ValueError("a card is placed twice")
        if any(card >= 0 and stacks[place // 2] == 0 for place, card in enumerate(placed[: 2 * seats])):
            raise ValueError("a card is placed at a seat without chips")
        rows: list[int] = []
        for small, big, ante, lasts in levels:
            rows.append(whole("a small blind", small, 0, MAX_CHIPS))
            rows.append(whole("a big blind", big, 1, MAX_CHIPS))
            rows.append(whole("an ante", ante, 0, MAX_CHIPS))
            rows.append(whole("the hands of a level", lasts, 0, MOST_HANDS))
        self.terms = terms
        self.stack = [0] * 10
        self.style = [0] * 10
        self.level = [0] * 256
        self.menu = [0] * 64
        self.deck = [0] * 52
        self.hole = [0] * 20
        self.board = [0] * 5
        self.learners = self.given = self.placed = 0
        self.fold_at = self.call_at = self.min_at = self.max_at = -1
        for seat in range(seats):
            self.stack[seat] = stacks[seat]
            self.style[seat] = styles[seat] if stacks[seat] > 0 else NOBODY
            if styles[seat] == LEARNER and stacks[seat] > 0:
                self.learners |= 1 << seat
        for i in range(len(rows)):
            self.level[i] = rows[i]
        for i in range(len(menu)):
            self.menu[i] = menu[i]
            if menu[i] == FOLD_ENTRY:
                self.fold_at = i
            elif menu[i] == CALL_ENTRY:
                self.call_at = i
            elif menu[i] == MIN_ENTRY:
                self.min_at = i
            elif menu[i] == MAX_ENTRY:
                self.max_at = i
        if menu and (self.call_at < 0 or self.fold_at < 0):
            raise ValueError("the menu has no fold or no call: expected both")
        for i in range(len(deck)):
            self.deck[i] = terms.deck[i]
            self.given = 1
        for i in range(20):
            self.hole[i] = -1
        for i in range(5):
            self.board[i] = -1
        for i in range(len(placed)):
            if i < 2 * seats:
                self.hole[i] = placed[i]
            else:
                self.board[i - 2 * seats] = placed[i]
            if placed[i] >= 0:
                self.placed = 1
        self.levels = len(levels)
        self.hands = hands
        self.button = button
        self.button_rule = button_rule
        self.street = street
        self.recent = recent
        self.in_blinds = in_blinds
        self.actions = len(menu) or 3
        self.continuous = 0 if menu else 1
        self.width = width_of(seats, recent)
        self.seats = seats  # set last, because a deal with seats must be complete


class EnvTable:
    """A table in the middle of an episode, or before its first."""

    def __init__(self, deal: EnvDeal) -> None:
        if getattr(self, "made", False):
            raise ValueError("this table has its deal: make another")
        must_be(EnvDeal, deal, "a deal: expected an EnvDeal")
        if deal.seats == 0:
            raise ValueError("this deal was never filled in")
        self.terms = Terms()
        self.take_deal(deal)
        self.state = core.state_on(self.terms)
        self.rotation = Rotation()
        self.cards = Draws(None)
        self.stack = [0] * 10
        self.place = [0] * 10
        self.reward = [0.0] * 10
        self.code = [0] * 512
        self.recent_seat = [0] * 32
        self.recent_kind = [0] * 32
        self.recent_street = [0] * 32
        self.recent_size = [0.0] * 32
        self.open = [0] * 64
        self.laid = [0] * 52
        self.chance = 0
        self.number = self.level = self.level_hands = self.code_count = 0
        self.decisions = self.illegal = self.skipped = self.in_row = self.total = 0
        self.seat = 0
        self.small = self.big = self.ante = 0
        self.over = 1
        self.delivering = 0
        self.waits = DONE
        self.made = True

    # -- an episode -------------------------------------------------------------------------------------------------

    def take_deal(self, deal: EnvDeal) -> None:
        """Use another deal with the same number of seats for the next episodes."""
        self.deal = deal
        self.terms.take_rules(deal.terms)

    def renew(self) -> None:
        """Begin an episode: everyone gets the starting stack."""
        self.number = self.level = self.level_hands = 0
        self.decisions = self.illegal = self.over = self.delivering = self.in_row = 0
        self.seat = bits.LOWEST[self.deal.learners]
        for seat in range(10):
            self.stack[seat] = self.deal.stack[seat]
            self.reward[seat] = 0.0
            self.place[seat] = 0

    def deal_hand(self) -> int:
        """Move button and blinds, write the terms for the next hand, and deal it."""
        taken = 0
        for seat in range(self.deal.seats):
            if self.deal.hands > 0 and self.stack[seat] == 0:  # a cash table: busted players buy in again
                self.stack[seat] = self.deal.stack[seat]
            if self.stack[seat] > 0:
                taken |= 1 << seat
        first = self.number == 0
        if first:
            button = self.deal.button
            if button < 0:
                button = bits.LOWEST[taken]
                for _ in range(self.cards.draw(bits.COUNT[taken])):
                    button = bits.next_seat(taken, button)
            self.rotation.place(self.deal.seats, 0, 0, 0)
            self.rotation.open(taken, button)
        else:
            self.rotation.advance(taken, 0, self.deal.button_rule)
        row = 4 * self.level
        if self.level + 1 < self.deal.levels and self.level_hands >= self.deal.level[row + 3] > 0:
            self.level += 1
            self.level_hands = 0
            row += 4
        self.small = self.deal.level[row]
        self.big = self.deal.level[row + 1]
        self.ante = self.deal.level[row + 2]
        dealt = self.rotation.dealt
        self.terms.seats = self.deal.seats
        for seat in range(self.deal.seats):
            self.terms.stack[seat] = self.stack[seat] if dealt >> seat & 1 else 0
        small = self.rotation.small if dealt >> self.rotation.small & 1 else -1
        self.terms.post(self.rotation.button, small, self.rotation.big, self.small, self.big, self.ante)
        self.number += 1
        self.level_hands += 1
        self.code_count = 0
        if first and (self.deal.given or self.deal.placed):
            self.lay_deck(dealt)
            self.state.deal()
        else:
            self.state.begin_shuffled(self.cards)
        if first:
            while self.state.turn >= 0 and self.state.street < self.deal.street:
                self.play(CALL)
        return 0

    def lay_deck(self, dealt: int) -> int:
        """Put the placed cards where they will be dealt from, and fill the other positions in deck order."""
        if not self.deal.given:
            self.cards.shuffle_first(52)
        players = bits.COUNT[dealt]
        used = 0
        for place in range(52):
            self.laid[place] = -1
        seat = self.rotation.button
        for i in range(players):
            seat = bits.next_seat(dealt, seat)
            for which in range(2):
                card = self.deal.hole[2 * seat + which]
                if card >= 0:
                    self.laid[i + which * players] = card
                    used |= ONE << card
        place = 2 * players
        for i in range(5):
            if i == 0 or i > 2:
                place += self.terms.burn
            if self.deal.board[i] >= 0:
                self.laid[place] = self.deal.board[i]
                used |= ONE << self.deal.board[i]
            place += 1
        at = 0
        for place in range(52):
            if self.laid[place] < 0:
                card = self.deal.deck[at] if self.deal.given else self.cards.cards[at]
                while used >> card & 1:
                    at += 1
                    card = self.deal.deck[at] if self.deal.given else self.cards.cards[at]
                self.laid[place] = card
                at += 1
        for place in range(52):
            self.state.deck[place] = self.laid[place]
        self.state.shuffled = 1
        return 0

    def play_on(self, house: Brain, chance: Draws) -> int:
        """Play house bots, and further hands, until a learner or a Python bot is to act or the episode is over."""
        while True:
            while self.state.turn >= 0:
                if self.state.street > RIVER:  # when asked at showdown, every seat shows
                    self.state.show_hand()
                    continue
                style = self.deal.style[self.state.turn]
                if style < 0:
                    if style == LEARNER:
                        self.seat = self.state.turn
                    self.waits = style
                    return 0
                chance.state = self.chance
                code = house.choose(self.state, style, chance, 0)
                self.chance = chance.state
                self.play(code)
            if self.number > 0:
                self.settle()
            if self.over:
                self.waits = DONE
                return 0
            if self.in_row > MOST_SKIPPED:
                raise ValueError(
                    f"no learner came to act in {MOST_SKIPPED} hands in a row: look at the opponents and the stacks"
                )
            self.deal_hand()

    def play(self, code: int) -> int:
        """Act for the seat to act, and record it; return the core's reason if it refuses."""
        seat = self.state.turn
        street = self.state.street
        due = self.state.to_call
        pot = self.state.middle
        added = due
        kind = CALLED_KIND if due > 0 else CHECKED_KIND
        if code == FOLD:
            kind = FOLDED_KIND
            added = 0
        elif code != CALL:
            kind = WAGERED_KIND
            added = code - self.state.bet[seat]
        refusal = self.state.act(code)
        if refusal:
            return refusal
        at = self.code_count & 31
        self.recent_seat[at] = seat
        self.recent_kind[at] = kind
        self.recent_street[at] = street
        self.recent_size[at] = 1.0 * added / pot if pot > 0 else 0.0
        if self.code_count < MOST_CODES:
            self.code[self.code_count] = code
        self.code_count += 1
        return 0

    def settle(self) -> None:
        """Add up the hand's winnings, and end the episode if it is over."""
        if self.deal.hands == 1 and self.decisions == 0:  # a walk: with nothing to decide, it is not an episode
            self.skipped += 1
            self.in_row += 1
            self.number = self.level = self.level_hands = 0
            return
        unit = 1.0 / self.big if self.deal.in_blinds else 1.0
        left = 0
        learners = 0
        for seat in range(self.deal.seats):
            if self.terms.stack[seat] > 0:
                self.reward[seat] += (self.state.stack[seat] - self.terms.stack[seat]) * unit
                self.stack[seat] = self.state.stack[seat]
            if self.stack[seat] > 0:
                left += 1
                learners |= self.deal.learners & 1 << seat
        if self.deal.hands > 0:
            self.in_row += 1 if self.decisions == 0 else 0
            self.over = 1 if self.number >= self.deal.hands else 0
            return
        for seat in range(self.deal.seats):
            if self.terms.stack[seat] > 0 and self.stack[seat] == 0:
                self.place[seat] = left + 1
                for other in range(self.deal.seats):  # if two bust in one hand, the larger stack finishes higher
                    if self.stack[other] == 0 and self.terms.stack[other] > self.terms.stack[seat]:
                        self.place[seat] += 1
        if left == 1:
            for seat in range(self.deal.seats):
                if self.stack[seat] > 0:
                    self.place[seat] = 1
        self.over = 1 if left == 1 or learners == 0 else 0

    # -- actions ----------------------------------------------------------------------------------------------------

    def find_open(self) -> None:
        """Mark the legal menu actions, each total once; at a finished table only the call."""
        for i in range(self.deal.actions):
            self.open[i] = 0
        if self.waits != LEARNER:
            self.open[1 if self.deal.continuous else self.deal.call_at] = 1
            return
        low = self.state.min_to
        high = self.state.max_to
        if self.deal.continuous:
            self.open[0] = self.state.to_call > 0
            self.open[1] = 1
            self.open[2] = high > 0
            return
        self.open[self.deal.call_at] = 1
        self.open[self.deal.fold_at] = self.state.to_call > 0
        if high == 0:
            return
        last = 0
        if self.deal.max_at >= 0:
            self.open[self.deal.max_at] = 1
        if self.deal.min_at >= 0 and (low < high or self.deal.max_at < 0):
            self.open[self.deal.min_at] = 1
        for i in range(self.deal.actions):
            if self.deal.menu[i] > 0:
                to = self.part_of_pot(self.deal.menu[i])
                if to != last and (to != low or self.deal.min_at < 0) and (to != high or self.deal.max_at < 0):
                    self.open[i] = 1
                last = to

    def part_of_pot(self, part: int) -> int:
        """Return the total to bet for thousandths of the pot after a call, clamped to the legal range."""
        to = self.state.current + brains.thousandths(self.state.middle + self.state.to_call, part)
        if to < self.state.min_to:
            return self.state.min_to
        return to if to < self.state.max_to else self.state.max_to

    def decode(self, action: int) -> int:
        """Return the core's int for a menu action; an illegal one becomes the nearest legal one, and is counted."""
        if not self.open[action]:
            self.illegal += 1
        entry = self.deal.menu[action]
        if entry == CALL_ENTRY:
            return CALL
        if entry == FOLD_ENTRY:
            return FOLD if self.state.to_call > 0 else CALL
        if self.state.max_to == 0:
            return CALL
        if entry == MIN_ENTRY:
            return self.state.min_to
        if entry == MAX_ENTRY:
            return self.state.max_to
        return self.part_of_pot(entry)

    def decode_amount(self, kind: float, amount: float) -> int:
        """Do the same for a kind in thirds (fold, check or call, wager) and an amount in the legal range."""
        choice = kind_of(kind)
        if not self.open[choice]:
            self.illegal += 1
        if choice == 0:
            return FOLD if self.state.to_call > 0 else CALL
        if choice == 1 or self.state.max_to == 0:
            return CALL
        return self.state.min_to + whole_part(amount * (self.state.max_to - self.state.min_to) + 0.5)

    def step(self, code: int, house: Brain, chance: Draws) -> int:
        """Act for the learner whose turn it is, then continue."""
        self.total = code
        self.decisions += 1
        self.in_row = 0
        self.delivering = 1
        if self.play(code):
            raise ValueError("the core refused an action of the menu")
        return self.play_on(house, chance)

    # -- what a seat sees -------------------------------------------------------------------------------------------

    def observe(self, out: Any, seat: int) -> None:
        """Write a seat's observation into a row of numbers; `bigslick.envs.observation` explains each."""
        seats = self.deal.seats
        clear_row(out, self.deal.width)
        if self.state.status[seat] != EMPTY:
            out[self.state.hole[2 * seat]] = 1
            out[self.state.hole[2 * seat + 1]] = 1
        for i in range(self.state.board_count):
            out[BOARD_AT + self.state.board[i]] = 1
        out[STREET_AT + (self.state.board_count - 2 if self.state.board_count > 2 else 0)] = 1
        away = seat - self.state.button if seat >= self.state.button else seat - self.state.button + seats
        out[POSITION_AT + away] = 1
        at = POSITION_AT + seats
        unit = 1.0 / self.big
        other = seat
        for i in range(seats):
            out[at] = self.state.stack[other] * unit
            out[at + 1] = self.state.bet[other] * unit
            out[at + 2] = self.state.paid[other] * unit
            if self.state.status[other] == LIVE:
                out[at + 3] = 1
                if self.state.stack[other] == 0:
                    out[at + 4] = 1
            at += PER_SEAT
            other = other + 1 if other + 1 < seats else 0
        out[at] = self.state.middle * unit
        if self.state.turn == seat:
            out[at + 1] = self.state.to_call * unit
            out[at + 2] = self.state.min_to * unit
            out[at + 3] = self.state.max_to * unit
        at += AMOUNTS
        count = self.deal.recent if self.deal.recent < self.code_count else self.code_count
        for i in range(count):
            line = (self.code_count - 1 - i) & 31
            away = self.recent_seat[line] - seat
            out[at] = 1.0 * (away if away >= 0 else away + seats) / seats
            out[at + self.recent_kind[line]] = 1
            out[at + 5] = self.recent_street[line] / 3.0
            out[at + 6] = self.recent_size[line]
            at += PER_ACTION


def kind_of(kind: float) -> int:
    """Return the third of the unit interval that a number is in: 0 fold, 1 check or call, 2 wager."""
    return 0 if 3 * kind < 1 else 1 if 3 * kind < 2 else 2
