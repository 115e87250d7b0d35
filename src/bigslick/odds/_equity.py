"""Who wins over all boards, counted exactly without dealing them one by one, or sampled.

Counting rests on three facts:

* Without a flush a board is a multiset of ranks: at most 6,175 of them instead of 2.6 million boards, each weighted
  with the number of ways to choose its suits.
* Where a hand has a flush the best flush wins, whatever else lies on the board, unless the board has a pair that
  gives a hand a full house or better. So the cards of that suit are enumerated, and beside them only pairs.
* A flush needs three cards of its suit on the board, so no board belongs to two suits.

So `walk` visits the multisets of ranks and weighs each with its boards on which no hand has a flush. Those with a flush
of a suit have at least `need` cards of it to come: taking m cards of a rank leaves the suit out in `without_suit` ways
and uses it in `with_suit` ways, and `reach[j]`, the ways with at least j cards of the suit so far, grows from rank to
rank as reach'[j] = without * reach[j] + with * reach[j - 1]. `count_flushes` adds the boards that are left out.

A pot is split in up to ten parts, so shares are counted in units of 1/2520 of it: every split is a whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # interpreted, where Cython is not installed
    from bigslick.core import _cython as cython

from bigslick.core import evaluate as ev
from bigslick.core.draws import Draws

if TYPE_CHECKING:
    from array import array

COMPILED: bool = cython.compiled

UNITS = 2520
STRAIGHT_FLUSH = 7452

RANK_KEY = [ev.KEY[4 * rank] & 0xFFFFFFFF for rank in range(13)]
SUBSETS = [sum(1 << rank for rank in ranks) for size in range(6) for ranks in combinations(range(13), size)]
SUBSET_KEY = [sum(RANK_KEY[rank] for rank in range(13) if (ranks >> rank) & 1) for ranks in SUBSETS]
SUBSETS_FROM = [sum(comb(13, smaller) for smaller in range(size)) for size in range(7)]
CHOOSE = [comb(cards, chosen) for cards in range(53) for chosen in range(6)]
SHARE = [0] + [UNITS // winners for winners in range(1, 11)]
# A variable, since a literal of this size is a Python object to the compiler.
WORDS = 1 << 32


class Spot:
    """A number of hands on one board with some cards dead: counts or samples what each of them wins."""

    def __init__(self, hands: int, board: Sequence[int], dead: Sequence[int]) -> None:
        if hands < 2 or hands > 10:
            raise ValueError(f"{hands} hands cannot be compared: expected 2 to 10")
        if len(board) > 5:
            raise ValueError(f"a board of {len(board)} cards: expected 5 at most")
        self.hands = hands
        self.to_come = 5 - len(board)
        self.known = 0
        self.used = 0
        self.board_key = 0
        self.board_mask = 0
        self.hole_key = [0] * 10
        self.hole_mask = [0] * 10
        self.value = [0] * 10
        self.flush = [0] * 10
        self.win = [0] * 10
        self.tie = [0] * 10
        self.share = [0] * 10
        self.square = [0] * 10
        self.need = [0] * 4
        self.suit_left = [0] * 4
        self.rank_left = [0] * 13
        self.ways = [0] * 65
        self.without_suit = [0] * 260
        self.with_suit = [0] * 260
        self.reach = [0] * 120
        self.starts = [0] * 11
        self.deck = [0] * 52
        self.fresh = [0] * 52
        self.cards_in_deck = 0
        self.ranged = 0
        self.randoms = 0
        self.cards_left = 0
        self.least_need = 0
        for card in board:
            self.take(card)
            self.board_key += ev.KEY[card]
            self.board_mask |= ev.MASK[card]
        for card in dead:
            self.take(card)

    def take(self, card: int) -> int:
        """Note a card as known, once."""
        if card < 0 or card > 51 or self.known & ev.MASK[card]:
            raise ValueError(f"card {card} is not in the deck: expected distinct ints from 0 to 51")
        self.known |= ev.MASK[card]
        return 0

    def boards(self) -> int:
        """How many boards there are for one deal of the hands."""
        return CHOOSE[6 * (52 - bits(self.known) - 2 * self.hands) + self.to_come]

    def count(self, holes: bytes, out: array[int]) -> int:
        """For each deal (two bytes a hand) write win, tie and share of each hand to `out`; returns how many deals."""
        rows = len(holes) // (2 * self.hands)
        if len(holes) != rows * 2 * self.hands or len(out) < rows * 3 * self.hands:
            raise ValueError("holes takes 2 bytes for each hand of a deal, and out takes 3 numbers")
        if bits(self.known) + 2 * self.hands + self.to_come > 52:
            raise ValueError(f"the deck has too few cards for {self.hands} hands and the board")
        with cython.nogil:
            done = self.count_deals(holes, out, rows)
        if done < rows:
            raise ValueError(f"deal {done} has a card twice, or one that is known or no card at all")
        return rows

    def count_deals(self, holes: bytes, out: array[int], rows: int) -> int:
        """The loop of `count`; stops at a deal that is impossible."""
        for row in range(rows):
            known = self.known
            for hand in range(self.hands):
                first = holes[2 * (row * self.hands + hand)]
                second = holes[2 * (row * self.hands + hand) + 1]
                if first > 51 or second > 51 or first == second:
                    return row
                self.deal(hand, first, second)
                if known & self.hole_mask[hand]:
                    return row
                known |= self.hole_mask[hand]
            self.reset()
            self.count_boards(known)
            self.finish()
            for hand in range(self.hands):
                at = 3 * (row * self.hands + hand)
                out[at] = self.win[hand]
                out[at + 1] = self.tie[hand]
                out[at + 2] = self.share[hand]
        return rows

    def deal(self, hand: int, first: int, second: int) -> None:
        """Give a hand its two cards."""
        self.hole_key[hand] = ev.KEY[first] + ev.KEY[second]
        self.hole_mask[hand] = ev.MASK[first] | ev.MASK[second]

    def clear(self) -> None:
        """Forget what was sampled."""
        self.reset()

    def reset(self) -> None:
        """Start counting anew."""
        for hand in range(self.hands):
            self.win[hand] = 0
            self.tie[hand] = 0
            self.share[hand] = 0
            self.square[hand] = 0

    def finish(self) -> None:
        """Add the pots won alone to the shares."""
        for hand in range(self.hands):
            self.share[hand] += SHARE[1] * self.win[hand]
            self.square[hand] += SHARE[1] * SHARE[1] * self.win[hand]

    def settle(self, weight: int) -> None:
        """Give `weight` boards to the best of `value`."""
        best = self.value[0]
        winner = 0
        winners = 1
        for hand in range(1, self.hands):
            if self.value[hand] > best:
                best = self.value[hand]
                winner = hand
                winners = 1
            elif self.value[hand] == best:
                winners += 1
        if winners == 1:
            self.win[winner] += weight
        else:
            part = SHARE[winners]
            for hand in range(winner, self.hands):
                if self.value[hand] == best:
                    self.tie[hand] += weight
                    self.share[hand] += weight * part
                    self.square[hand] += weight * part * part

    def settle_ranks(self, key: int, weight: int) -> None:
        """Give `weight` boards with these ranks and no flush to the best hand."""
        if self.hands == 2:
            one = rank_value(key + self.hole_key[0])
            two = rank_value(key + self.hole_key[1])
            if one > two:
                self.win[0] += weight
            elif one < two:
                self.win[1] += weight
            else:
                self.tie[0] += weight
                self.tie[1] += weight
                self.share[0] += weight * SHARE[2]
                self.share[1] += weight * SHARE[2]
        else:
            for hand in range(self.hands):
                self.value[hand] = rank_value(key + self.hole_key[hand])
            self.settle(weight)

    def count_boards(self, known: int) -> None:
        """Count every board that completes this deal."""
        if self.to_come == 0:
            for hand in range(self.hands):
                key = self.board_key + self.hole_key[hand]
                self.value[hand] = ev.lookup(key, self.board_mask | self.hole_mask[hand])
            self.settle(1)
            return
        self.prepare(known)
        made = 0
        for suit in range(4):
            if self.need[suit] <= self.to_come:
                self.count_flushes(suit)
            if self.need[suit] == 0:
                made = 1
        # A flush that lies already is there on every board.
        if made == 0:
            self.walk(12, self.to_come, self.board_key, 0)

    def prepare(self, known: int) -> None:
        """What is left in the deck, what each suit lacks for a flush, and the ways to take m cards of a rank."""
        self.cards_left = 52 - bits(known)
        self.least_need = 6
        for suit in range(4):
            self.suit_left[suit] = 0x1FFF & ~(known >> 16 * suit)
            most = 0
            for hand in range(self.hands):
                held = suited(self.hole_key[hand], suit)
                if held > most:
                    most = held
            lacks = 5 - most - suited(self.board_key, suit)
            if lacks < 0:
                lacks = 0
            self.need[suit] = lacks
            if lacks < self.least_need:
                self.least_need = lacks
        for rank in range(13):
            left = 0
            for suit in range(4):
                left += (self.suit_left[suit] >> rank) & 1
            self.rank_left[rank] = left
            for taken in range(1, 5):
                cell = 5 * rank + taken
                self.ways[cell] = CHOOSE[6 * left + taken]
                for suit in range(4):
                    self.without_suit[4 * cell + suit] = 0
                    self.with_suit[4 * cell + suit] = 0
                    if self.need[suit] <= self.to_come:
                        if (self.suit_left[suit] >> rank) & 1:
                            self.without_suit[4 * cell + suit] = CHOOSE[6 * (left - 1) + taken]
                            self.with_suit[4 * cell + suit] = CHOOSE[6 * (left - 1) + taken - 1]
                        else:
                            self.without_suit[4 * cell + suit] = CHOOSE[6 * left + taken]
        for suit in range(4):
            self.reach[suit] = 1
            if self.need[suit] > 5:
                self.need[suit] = 5

    def walk(self, top: int, left: int, key: int, level: int) -> None:
        """Take `left` more cards of rank `top` and below in every way; `level` ranks were taken before."""
        for rank in range(top, -1, -1):
            most = self.rank_left[rank]
            if most > left:
                most = left
            for taken in range(1, most + 1):
                key += RANK_KEY[rank]
                cell = 5 * rank + taken
                if taken == left:
                    weight = self.reach[24 * level] * self.ways[cell]
                    if level + 1 >= self.least_need:
                        for suit in range(4):
                            at = 24 * level + 4 * self.need[suit] + suit
                            weight -= (
                                self.without_suit[4 * cell + suit] * self.reach[at]
                                + self.with_suit[4 * cell + suit] * self.reach[at - 4]
                            )
                    if weight:
                        self.settle_ranks(key, weight)
                elif rank > 0:
                    self.extend(level, cell)
                    self.walk(rank - 1, left - taken, key, level + 1)
            key -= most * RANK_KEY[rank]

    def extend(self, level: int, cell: int) -> None:
        """Fill `reach` of the next level, where the cards of `cell` are taken too."""
        old = 24 * level
        new = old + 24
        for suit in range(4):
            self.reach[new + suit] = self.reach[old + suit] * self.ways[cell]
        for _ in range(level + 1):
            old += 4
            new += 4
            for suit in range(4):
                self.reach[new + suit] = (
                    self.without_suit[4 * cell + suit] * self.reach[old + suit]
                    + self.with_suit[4 * cell + suit] * self.reach[old + suit - 4]
                )

    def count_flushes(self, suit: int) -> None:
        """Count the boards on which a hand has a flush of this suit."""
        lying = (self.board_mask >> 16 * suit) & 0x1FFF
        others = self.cards_left - bits(self.suit_left[suit])
        gone = 0x1FFF & ~self.suit_left[suit]
        ranks = rank_set(self.board_mask)
        paired = bits(self.board_mask) > bits(ranks)
        for more in range(self.need[suit], self.to_come + 1):
            weight = CHOOSE[6 * others + self.to_come - more]
            if weight == 0:
                continue
            on_board = suited(self.board_key, suit) + more
            for at in range(SUBSETS_FROM[more], SUBSETS_FROM[more + 1]):
                if SUBSETS[at] & gone:
                    continue
                best = 0
                for hand in range(self.hands):
                    self.flush[hand] = -1
                    if on_board + suited(self.hole_key[hand], suit) >= 5:
                        held = (self.hole_mask[hand] >> 16 * suit) & 0x1FFF
                        self.flush[hand] = ev.FLUSH[lying | SUBSETS[at] | held]
                        if self.flush[hand] > best:
                            best = self.flush[hand]
                left = weight
                if best < STRAIGHT_FLUSH and on_board < 5:
                    pair = paired or (ranks & SUBSETS[at]) != 0
                    key = self.board_key + SUBSET_KEY[at]
                    left -= self.count_full_houses(suit, key, ranks | SUBSETS[at], pair, self.to_come - more, best)
                for hand in range(self.hands):
                    self.value[hand] = self.flush[hand]
                self.settle(left)

    def count_full_houses(self, suit: int, key: int, ranks: int, paired: int, others: int, best: int) -> int:
        """Count the boards with these cards of the suit on which a full house or better beats the flush `best`.

        Three cards of the suit lie on the board, so at most two `others` are to come.
        """
        counted = 0
        if others == 0:
            if paired:
                counted = self.count_if_better(key, 1, best)
            return counted
        for one in range(13):
            free = self.rank_left[one] - ((self.suit_left[suit] >> one) & 1)
            if free == 0:
                continue
            here = paired or ((ranks >> one) & 1) != 0
            if others == 1:
                if here:
                    counted += self.count_if_better(key + RANK_KEY[one], free, best)
                continue
            if free > 1:
                counted += self.count_if_better(key + 2 * RANK_KEY[one], CHOOSE[6 * free + 2], best)
            for two in range(one):
                if here or (ranks >> two) & 1:
                    also = self.rank_left[two] - ((self.suit_left[suit] >> two) & 1)
                    if also:
                        counted += self.count_if_better(key + RANK_KEY[one] + RANK_KEY[two], free * also, best)
        return counted

    def count_if_better(self, key: int, weight: int, best: int) -> int:
        """Give `weight` boards with these ranks to the best hand if it beats `best`; says how many were given."""
        better = 0
        for hand in range(self.hands):
            self.value[hand] = rank_value(key + self.hole_key[hand])
            if self.value[hand] > best:
                better = 1
        if better == 0:
            return 0
        self.settle(weight)
        return weight

    def sample(
        self, draws: Draws, combos: bytes, starts: Sequence[int], upto: array[int], samples: int, tries: int
    ) -> int:
        """Deal `samples` times at random and add up who wins; returns how many deals `tries` attempts gave.

        Hand i is drawn from the combos (two bytes each) from `starts[i]` to `starts[i + 1]`, in proportion to their
        weights: `upto` holds the running sum of the weights within each hand. One combo is a hand that is known, and no
        combo at all is a hand of any two cards left. Hands that share a card are drawn again, all of them.
        """
        if len(starts) != self.hands + 1 or starts[0] != 0 or 2 * starts[self.hands] != len(combos):
            raise ValueError("starts gives the first combo of each hand, and the number of combos after them")
        if len(upto) != starts[self.hands]:
            raise ValueError("upto holds one running weight for each combo")
        for card in combos:
            if card > 51:
                raise ValueError(f"card {card} is not in the deck: expected ints from 0 to 51")
        known = self.known
        self.ranged = 0
        for hand in range(self.hands):
            if starts[hand] > starts[hand + 1]:
                raise ValueError("starts must not fall")
            self.starts[hand] = starts[hand]
            self.starts[hand + 1] = starts[hand + 1]
            if starts[hand] + 1 == starts[hand + 1]:
                first = combos[2 * starts[hand]]
                second = combos[2 * starts[hand] + 1]
                self.deal(hand, first, second)
                if known & self.hole_mask[hand] or first == second:
                    raise ValueError(f"hand {hand} has a card that is known")
                known |= self.hole_mask[hand]
            elif starts[hand] < starts[hand + 1]:
                self.ranged += 1
        self.cards_in_deck = 0
        for card in range(52):
            if known & ev.MASK[card] == 0:
                self.deck[self.cards_in_deck] = card
                self.cards_in_deck += 1
        self.randoms = 0
        for hand in range(self.hands):
            if starts[hand] == starts[hand + 1]:
                self.randoms += 1
        if 2 * self.randoms + 2 * self.ranged + self.to_come > self.cards_in_deck:
            raise ValueError(f"the deck has too few cards for {self.hands} hands and the board")
        with cython.nogil:
            done = self.draw_samples(draws, combos, upto, known, samples, tries)
        return done

    def draw_samples(self, draws: Draws, combos: bytes, upto: array[int], known: int, samples: int, tries: int) -> int:
        """The loop of `sample`."""
        # Five cards come from one word of 32 bits, as the digits of one number below the fifth power of the deck's
        # size, drawn as `Draws.below` does: a word is refused when its product with that power leaves too small a rest.
        size = self.cards_in_deck
        if size == 0:  # nothing is left to draw, and nothing must be divided by zero
            size = 1
        power = size * size * size * size * size
        left_over = WORDS % power
        word = 0
        digits = 0
        wanted = 2 * self.randoms + self.to_come
        done = 0
        while done < samples and tries > 0:
            tries -= 1
            used = known
            if self.ranged:
                if self.draw_combos(draws, combos, upto, known) == 0:
                    continue
                used = self.used
            got = 0
            while got < wanted:
                if digits == 0:
                    word = next_word(draws)
                    while ((word * power) & (WORDS - 1)) < left_over:
                        word = next_word(draws)
                    digits = 5
                digits -= 1
                word *= size
                card = self.deck[word >> 32]
                word &= WORDS - 1
                if used & ev.MASK[card]:
                    continue
                used |= ev.MASK[card]
                self.fresh[got] = card
                got += 1
            at = 0
            if self.randoms:
                for hand in range(self.hands):
                    if self.starts[hand] == self.starts[hand + 1]:
                        self.deal(hand, self.fresh[at], self.fresh[at + 1])
                        at += 2
            key = self.board_key
            mask = self.board_mask
            for i in range(at, wanted):
                key += ev.KEY[self.fresh[i]]
                mask |= ev.MASK[self.fresh[i]]
            for hand in range(self.hands):
                self.value[hand] = ev.lookup(key + self.hole_key[hand], mask | self.hole_mask[hand])
            self.settle(1)
            done += 1
        return done

    def draw_combos(self, draws: Draws, combos: bytes, upto: array[int], known: int) -> int:
        """Draw a combo for each hand that has a range; 0 where two hands want the same card."""
        self.used = known
        for hand in range(self.hands):
            first = self.starts[hand]
            last = self.starts[hand + 1] - 1
            if last > first:
                drawn = draws.below(upto[last])
                while first < last:
                    middle = (first + last) >> 1
                    if upto[middle] > drawn:
                        last = middle
                    else:
                        first = middle + 1
                self.deal(hand, combos[2 * first], combos[2 * first + 1])
                if self.used & self.hole_mask[hand]:
                    return 0
                self.used |= self.hole_mask[hand]
        return 1

    def totals(self) -> tuple[tuple[int, int, int, int], ...]:
        """Of each hand what was sampled since `clear`: wins, ties, the sum of the shares and of their squares."""
        found = []
        for hand in range(self.hands):
            win = self.win[hand]
            share = self.share[hand] + SHARE[1] * win
            square = self.square[hand] + SHARE[1] * SHARE[1] * win
            found.append((win, self.tie[hand], share, square))
        return tuple(found)


def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def rank_set(mask: int) -> int:
    """The 13-bit set of the ranks of a mask, whatever their suits."""
    return (mask | mask >> 16 | mask >> 32 | mask >> 48) & 0x1FFF


def suited(key: int, suit: int) -> int:
    """How many cards of a suit a key holds."""
    return (key >> (32 + 4 * suit)) & 15


def rank_value(key: int) -> int:
    """The evaluator's `rank_lookup`, here again because a call into another compiled module is never inlined."""
    return ev.VALUE[ev.HI[(key >> 16) & 0xFFFF] + ev.LO[key & 0xFFFF]]


def next_word(draws: Draws) -> int:
    """The next four bytes of the stream, the first the highest."""
    word = 0
    if draws._at + 4 <= draws._end:
        at = draws._at
        draws._at += 4
        for i in range(4):
            word = word << 8 | draws._bytes[at + i]
        return word
    for _ in range(4):
        word = word << 8 | draws.byte()
    return word
