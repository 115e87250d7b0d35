"""Count wins over all boards: exactly, without dealing them one by one, or by a sample.

Counting rests on three facts:

* Without a flush a board is a multiset of ranks: at most 6,175 of them instead of 2.6 million boards, each weighted
  with the number of ways to choose its suits.
* Where a hand has a flush the best flush wins, whatever else is on the board, unless the board has a pair that
  gives a hand a full house or better. So the cards of that suit are enumerated, and besides them only pairs.
* A flush needs three cards of its suit on the board, so no board belongs to two suits.

So `walk` visits the multisets of ranks and weighs each with its boards on which no hand has a flush. Those with a flush
of a suit have at least `need` cards of it to come: taking m cards of a rank leaves the suit out in `without_suit` ways
and uses it in `with_suit` ways, and `reach[j]`, the ways with at least j cards of the suit so far, grows from rank to
rank as reach'[j] = without * reach[j] + with * reach[j - 1]. `count_flushes` adds the boards that are left out.

A pot is split in up to ten parts, so shares are counted in units of 1/2520 of it: every split is a whole number.
"""

from __future__ import annotations

import reprlib
from array import array
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any

try:
    import cython
except ImportError:  # interpreted, without Cython
    from bigslick.core import _cython as cython

from bigslick.checks import is_whole, must_be, whole
from bigslick.core import evaluate as ev
from bigslick.core.draws import Draws

COMPILED: bool = cython.compiled

UNITS = 2520
STRAIGHT_FLUSH = 7452

RANK_KEY = [ev.KEY[4 * rank] & 0xFFFFFFFF for rank in range(13)]
SUBSETS = [sum(1 << rank for rank in ranks) for size in range(6) for ranks in combinations(range(13), size)]
SUBSET_KEY = [sum(RANK_KEY[rank] for rank in range(13) if (ranks >> rank) & 1) for ranks in SUBSETS]
SUBSETS_FROM = [sum(comb(13, smaller) for smaller in range(size)) for size in range(7)]
CHOOSE = [comb(cards, chosen) for cards in range(53) for chosen in range(6)]
SHARE = [0] + [UNITS // winners for winners in range(1, 11)]
MOST_SAMPLES = 10**10
MOST_TRIES = 10**13
BATCH = 1 << 17  # deals (and exact deals, ROWS) between two checks for Ctrl-C: a few hundredths of a second
ROWS = 64
BOARDS = 512  # boards drawn before any is settled: their three arrays stay in the nearest cache
WORDS = 1 << 32  # a variable, because the compiler makes literals of this size Python objects

if not cython.compiled:  # when compiled, these are in the .pxd: a variable would be read again for each deal
    LOW = WORDS - 1
    # SplitMix64, as in `core.draws`: repeated here because a call into another compiled module is never inlined.
    WHOLE = (1 << 64) - 1
    STEP = 0x9E3779B97F4A7C15
    FIRST_MIX = 0xBF58476D1CE4E5B9
    SECOND_MIX = 0x94D049BB133111EB

    def PyErr_CheckSignals() -> int:  # noqa: N802 - the C function that compiled code calls
        """Do nothing: the interpreter handles Ctrl-C."""
        return 0


class Spot:
    """Some hands on one board with dead cards; counts or samples what each hand wins."""

    def __init__(self, hands: int, board: Sequence[int], dead: Sequence[int]) -> None:
        if getattr(self, "counting", False):
            raise ValueError(COUNTING)
        if not is_whole(hands, 2, 10) or not 2 <= int.__add__(hands, 0) <= 10:
            raise ValueError(f"{reprlib.repr(hands)} hands cannot be compared: expected 2 to 10")
        hands, board, dead = int.__add__(hands, 0), tuple(board), tuple(dead)
        if len(board) > 5:
            raise ValueError(f"a board of {len(board)} cards: expected 5 at most")
        board, dead = check_cards(board, ()), check_cards(dead, board)
        self.counting = False
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
        if not cython.compiled:  # a compiled object already has the arrays
            self.card_key = [0] * 52
            self.card_mask = [0] * 52
            self.pair_key = [0] * 1326
            self.pair_mask = [0] * 1326
            self.tally = [0] * 1024
            self.plain_key = [0] * BOARDS
            self.flush_key = [0] * BOARDS
            self.flush_mask = [0] * BOARDS
        self.dealt = 0
        self.chance = 0
        self.cards_in_deck = 0
        self.pairs_in_deck = 0
        self.ranged = 0
        self.randoms = 0
        self.cards_left = 0
        self.least_need = 0
        for card in board:
            self.board_key += ev.KEY[card]
            self.board_mask |= ev.MASK[card]
        self.known = self.board_mask
        for card in dead:
            self.known |= ev.MASK[card]

    def check_idle(self) -> int:
        """Refuse a call while another one is counting, for example in another thread."""
        if self.counting:
            raise ValueError(COUNTING)
        if self.hands == 0:
            raise ValueError("this spot was never given hands: expected 2 to 10")
        return 0

    def boards(self) -> int:
        """Return the number of boards for one deal of the hands."""
        left = 52 - bits(self.known) - 2 * self.hands
        return CHOOSE[6 * left + self.to_come] if left >= 0 else 0

    def count(self, holes: bytes, out: array[int]) -> int:
        """Write each hand's wins, ties and shares for each deal (two bytes a hand) to `out`; return how many deals."""
        self.check_idle()
        cards = bytes(holes)
        rows = len(cards) // (2 * self.hands)
        if len(cards) != rows * 2 * self.hands or len(out) < rows * 3 * self.hands:
            raise ValueError("holes takes 2 bytes for each hand of a deal, and out takes 3 numbers")
        if bits(self.known) + 2 * self.hands + self.to_come > 52:
            raise ValueError(f"the deck has too few cards for {self.hands} hands and the board")
        self.counting = True
        try:
            done = self.count_rows(cards, out, rows)
        finally:
            self.counting = False
        if done < rows:
            raise ValueError(f"deal {done} has a card twice, or one that is known or no card at all")
        return rows

    def count_rows(self, holes: bytes, out: array[int], rows: int) -> int:
        """Count deals with checks for Ctrl-C; stop at an impossible deal."""
        done = 0
        while done < rows:
            batch = done + ROWS if done + ROWS < rows else rows
            with cython.nogil:
                done = self.count_deals(holes, out, done, batch)
            if done < batch:
                break
            PyErr_CheckSignals()
        return done

    def count_deals(self, holes: bytes, out: array[int], first_row: int, rows: int) -> int:
        """Run the loop of `count` over a span of rows; stop at an impossible deal."""
        for row in range(first_row, rows):
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
        """Forget the samples."""
        self.check_idle()
        self.reset()

    def reset(self) -> None:
        """Start counting from zero."""
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
            one = ev.rank_lookup(key + self.hole_key[0])
            two = ev.rank_lookup(key + self.hole_key[1])
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
                self.value[hand] = ev.rank_lookup(key + self.hole_key[hand])
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
        # A flush already on the board is on every board.
        if made == 0:
            self.walk(12, self.to_come, self.board_key, 0)

    def prepare(self, known: int) -> None:
        """Store the rest of the deck, what each suit needs for a flush, and the ways to take m cards of a rank."""
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
        """Try every way to take `left` more cards of rank `top` or lower; `level` ranks are already taken."""
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
        """Fill `reach` for the next level, including the cards in `cell`."""
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
        """Count the boards on which a hand has a flush in this suit."""
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

        Three cards of the suit are on the board, so at most two `others` are to come.
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
        """Give `weight` boards with these ranks to the best hand if it beats `best`; return how many it got."""
        better = 0
        for hand in range(self.hands):
            self.value[hand] = ev.rank_lookup(key + self.hole_key[hand])
            if self.value[hand] > best:
                better = 1
        if better == 0:
            return 0
        self.settle(weight)
        return weight

    def sample(
        self, draws: Draws, combos: bytes, starts: Sequence[int], upto: array[int], samples: int, tries: int
    ) -> int:
        """Deal `samples` times at random and add up who wins; return how many deals came from `tries` attempts.

        Hand i is drawn from the combos (two bytes each) from `starts[i]` to `starts[i + 1]`, in proportion to their
        weights: `upto` holds the running sum of the weights within each hand. A single combo is a known hand, and no
        combos means any two of the remaining cards. If hands share a card, all of them are drawn again.

        The stream provides a 64-bit seed for SplitMix64: this is only an estimate, never a player's cards.
        """
        self.check_idle()
        must_be(Draws, draws, "a random stream: expected Draws, such as Keystream(7).draws")
        cards, places, sums = bytes(combos), list(starts), array("q", upto)
        self.check_combos(cards, places, sums)
        samples = whole("the number of samples", samples, 0, MOST_SAMPLES)
        tries = whole("the number of tries", tries, 0, MOST_TRIES)
        self.chance = draws.below(WORDS) << 32 | draws.below(WORDS)
        self.counting = True
        try:
            return self.draw_batches(cards, sums, samples, tries)
        finally:
            self.add_tally()
            self.counting = False

    def draw_batches(self, combos: bytes, upto: array[int], samples: int, tries: int) -> int:
        """Draw deals with checks for Ctrl-C."""
        done = 0
        while done < samples and tries > 0:
            batch = tries if tries < BATCH else BATCH
            with cython.nogil:
                if self.to_come == 5 and self.randoms + self.ranged == 0:
                    done += self.draw_boards(samples - done if samples - done < batch else batch)
                else:
                    done += self.draw_samples(combos, upto, samples - done, batch)
            tries -= batch
            PyErr_CheckSignals()
        return done

    def check_combos(self, combos: bytes, starts: list[int], upto: array[int]) -> int:
        """Refuse hands that cannot be drawn, deal the known ones, and lay out the remaining cards."""
        if len(starts) != self.hands + 1:
            raise ValueError("starts gives the first combo of each hand, and the number of combos after them")
        starts = [whole("a number of starts", start, 0, len(combos)) for start in starts]
        if starts[0] != 0 or 2 * starts[self.hands] != len(combos):
            raise ValueError("starts gives the first combo of each hand, and the number of combos after them")
        if len(upto) != starts[self.hands]:
            raise ValueError("upto holds one running weight for each combo")
        for card in combos:
            if card > 51:
                raise ValueError(f"card {card} is not in the deck: expected ints from 0 to 51")
        if any(combos[2 * combo] == combos[2 * combo + 1] for combo in range(len(upto))):
            raise ValueError("a combo has one card twice: expected two cards")
        known = self.known
        self.ranged = 0
        self.randoms = 0
        for hand in range(self.hands):
            if starts[hand] > starts[hand + 1]:
                raise ValueError("starts must not fall")
            self.starts[hand] = starts[hand]
            self.starts[hand + 1] = starts[hand + 1]
            weights = upto[starts[hand] : starts[hand + 1]]
            if any(more <= less for less, more in zip([0, *weights], weights, strict=False)):
                raise ValueError(f"the running weights of hand {hand} must rise, from 1 on")
            if len(weights) > 0 and max(weights) > WORDS:
                raise ValueError(f"the weights of hand {hand} add up to more than 2**32")
            if len(weights) == 1:
                first = combos[2 * starts[hand]]
                second = combos[2 * starts[hand] + 1]
                self.deal(hand, first, second)
                if known & self.hole_mask[hand]:
                    raise ValueError(f"hand {hand} has a card that is known")
                known |= self.hole_mask[hand]
            elif len(weights) == 0:
                self.randoms += 1
            else:
                self.ranged += 1
        self.lay_out(known)
        if 2 * self.randoms + 2 * self.ranged + self.to_come > self.cards_in_deck:
            raise ValueError(f"the deck has too few cards for {self.hands} hands and the board")
        return 0

    def lay_out(self, known: int) -> None:
        """List the remaining cards, singly and as pairs, so one draw finds the sum of two keys."""
        self.dealt = known
        self.cards_in_deck = 0
        self.pairs_in_deck = 0
        for card in range(52):
            if known & ev.MASK[card] == 0:
                self.card_key[self.cards_in_deck] = ev.KEY[card]
                self.card_mask[self.cards_in_deck] = ev.MASK[card]
                for other in range(self.cards_in_deck):
                    self.pair_key[self.pairs_in_deck] = ev.KEY[card] + self.card_key[other]
                    self.pair_mask[self.pairs_in_deck] = ev.MASK[card] | self.card_mask[other]
                    self.pairs_in_deck += 1
                self.cards_in_deck += 1

    def draw_samples(self, combos: bytes, upto: array[int], samples: int, tries: int) -> int:
        """Run the loop of `sample`: return how many deals the tries gave, tallied by the hands that share the pot."""
        # Suit counters at which a hand can have a flush: with these added, they reach bit 3 of their four bits.
        flush = self.flush_counters()
        chance = self.chance
        pairs = self.pairs_in_deck
        singles = self.cards_in_deck
        pair_rest = WORDS % pairs if pairs > 0 else 0
        single_rest = WORDS % singles if singles > 0 else 0
        done = 0
        while done < samples and tries > 0:
            tries -= 1
            used = self.dealt
            if self.ranged:
                self.chance = chance
                at = self.draw_combos(combos, upto)
                chance = self.chance
                if at == 0:
                    continue
                used = self.used
            if self.randoms:
                for hand in range(self.hands):
                    if self.starts[hand] == self.starts[hand + 1]:
                        while True:
                            chance = (chance + STEP) & WHOLE
                            word = (mixed(chance) >> 32) * pairs
                            at = word >> 32
                            if (word & LOW) >= pair_rest and used & self.pair_mask[at] == 0:
                                break
                        used |= self.pair_mask[at]
                        self.hole_key[hand] = self.pair_key[at]
                        self.hole_mask[hand] = self.pair_mask[at]
            # Draw again if the card is already taken, or if the number would bias the draw.
            key = self.board_key
            before = used
            left = self.to_come
            while left > 1:
                chance = (chance + STEP) & WHOLE
                word = (mixed(chance) >> 32) * pairs
                at = word >> 32
                if (word & LOW) >= pair_rest and used & self.pair_mask[at] == 0:
                    used |= self.pair_mask[at]
                    key += self.pair_key[at]
                    left -= 2
            while left > 0:
                chance = (chance + STEP) & WHOLE
                word = (mixed(chance) >> 32) * singles
                at = word >> 32
                if (word & LOW) >= single_rest and used & self.card_mask[at] == 0:
                    used |= self.card_mask[at]
                    key += self.card_key[at]
                    left = 0
            if ((key >> 32) + flush) & 0x8888:
                mask = self.board_mask | (used ^ before)
                for hand in range(self.hands):
                    self.value[hand] = ev.lookup(key + self.hole_key[hand], mask | self.hole_mask[hand])
            else:
                for hand in range(self.hands):
                    self.value[hand] = ev.rank_lookup(key + self.hole_key[hand])
            self.tally[self.winners()] += 1
            done += 1
        self.chance = chance
        return done

    def draw_boards(self, samples: int) -> int:
        """Do the same when all hands are known and the board is empty, the most common case.

        No processor can predict which cards clash or which board has a flush, so there are no branches: each board is
        written both to the plain list and to the list where a hand can have a flush, and only the right count goes up.
        """
        flush = self.flush_counters()
        chance = self.chance
        pairs = self.pairs_in_deck
        singles = self.cards_in_deck
        pair_rest = WORDS % pairs
        last_rest = WORDS % (pairs * singles)
        done = 0
        while done < samples:
            plain = 0
            flushes = 0
            for _ in range(samples - done if samples - done < BOARDS else BOARDS):
                # Two pairs and a card from 64 bits: the remainder of the first pair's half gives the card.
                chance = (chance + STEP) & WHOLE
                drawn = mixed(chance)
                first = (drawn >> 32) * pairs
                second = (drawn & LOW) * pairs
                last = (first & LOW) * singles
                one = first >> 32
                two = second >> 32
                three = last >> 32
                mask = self.pair_mask[one] | self.pair_mask[two]
                clash = self.pair_mask[one] & self.pair_mask[two] | mask & self.card_mask[three]
                key = self.pair_key[one] + self.pair_key[two] + self.card_key[three]
                drawable = (clash == 0) & ((second & LOW) >= pair_rest) & ((last & LOW) >= last_rest)
                flushing = (((key >> 32) + flush) & 0x8888) != 0
                self.plain_key[plain] = key
                self.flush_key[flushes] = key
                self.flush_mask[flushes] = mask | self.card_mask[three]
                plain += drawable & (flushing ^ 1)
                flushes += drawable & flushing
            self.settle_plain(plain)
            self.settle_flushes(flushes)
            done += plain + flushes
        self.chance = chance
        return done

    def settle_plain(self, boards: int) -> None:
        """Tally the pot's winners on boards without a flush; see `winners` for the two lines."""
        for at in range(boards):
            key = self.plain_key[at]
            best = 0
            found = 0
            for hand in range(self.hands):
                value = ev.rank_lookup(key + self.hole_key[hand])
                found = found & -(value <= best) | (value >= best) << hand
                best = value if value > best else best
            self.tally[found] += 1

    def settle_flushes(self, boards: int) -> None:
        """Do the same on boards with three cards of a suit: a flush beats everything else in seven such cards."""
        for at in range(boards):
            key = self.flush_key[at]
            suits = (key >> 32) + 0x5555
            shift = ((suits & 0x8800) != 0) << 5 | ((suits & 0x8080) != 0) << 4
            mask = self.flush_mask[at] >> shift
            best = 0
            found = 0
            for hand in range(self.hands):
                value = ev.rank_lookup(key + self.hole_key[hand])
                flush = ev.FLUSH[(mask | self.hole_mask[hand] >> shift) & 0x1FFF]
                value = flush if flush > value else value
                found = found & -(value <= best) | (value >= best) << hand
                best = value if value > best else best
            self.tally[found] += 1

    def winners(self) -> int:
        """Return the hands with the best of `value`, as bits, without a branch: no processor can predict who wins."""
        best = 0
        found = 0
        for hand in range(self.hands):
            found = found & -(self.value[hand] <= best) | (self.value[hand] >= best) << hand
            best = self.value[hand] if self.value[hand] > best else best
        return found

    def flush_counters(self) -> int:
        """Return offsets for a board's suit counters that set bit 3 if a hand can have a flush."""
        counters = 0
        for suit in range(4):
            most = 2 if self.randoms + self.ranged > 0 else 0
            for hand in range(self.hands):
                held = suited(self.hole_key[hand], suit)
                if held > most:
                    most = held
            counters |= (3 + most) << 4 * suit
        return counters

    def draw_combos(self, combos: bytes, upto: array[int]) -> int:
        """Draw a combo for each hand with a range; return 0 if two hands need the same card."""
        self.used = self.dealt
        for hand in range(self.hands):
            first = self.starts[hand]
            last = self.starts[hand + 1] - 1
            if last > first:
                drawn = self.below(upto[last])
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

    def below(self, n: int) -> int:
        """Return a number from 0 to `n - 1`, each equally likely; `n` is from 1 to 2**32."""
        while True:
            self.chance = (self.chance + STEP) & WHOLE
            word = (mixed(self.chance) >> 32) * n
            if (word & LOW) >= n or (word & LOW) >= WORDS % n:
                return word >> 32

    def add_tally(self) -> None:
        """Add the sampled deals, tallied by the hands that share the pot, to the wins and ties."""
        for winners in range(1, 1 << self.hands):
            weight = self.tally[winners]
            if weight > 0:
                self.tally[winners] = 0
                part = SHARE[bits(winners)]
                for hand in range(self.hands):
                    if winners >> hand & 1:
                        if part == SHARE[1]:
                            self.win[hand] += weight
                        else:
                            self.tie[hand] += weight
                            self.share[hand] += weight * part
                            self.square[hand] += weight * part * part

    def totals(self) -> tuple[tuple[int, int, int, int], ...]:
        """Return each hand's samples since `clear`: wins, ties, the sum of the shares and of their squares."""
        found = []
        for hand in range(self.hands):
            win = self.win[hand]
            share = self.share[hand] + SHARE[1] * win
            square = self.square[hand] + SHARE[1] * SHARE[1] * win
            found.append((win, self.tie[hand], share, square))
        return tuple(found)


def bits(mask: int) -> int:
    """Count the bits that are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def rank_set(mask: int) -> int:
    """Return a mask's ranks as a 13-bit set, regardless of suit."""
    return (mask | mask >> 16 | mask >> 32 | mask >> 48) & 0x1FFF


def suited(key: int, suit: int) -> int:
    """Count a key's cards in a suit."""
    return (key >> (32 + 4 * suit)) & 15


def mixed(state: int) -> int:
    """Return 64 bits of SplitMix64 from its state."""
    state = ((state ^ state >> 30) * FIRST_MIX) & WHOLE
    state = ((state ^ state >> 27) * SECOND_MIX) & WHOLE
    return state ^ state >> 31


COUNTING = "this spot is already counting: expected one call at a time"


def check_cards(cards: tuple[Any, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Return cards as plain ints, if they are distinct and not among the others."""
    found: list[int] = []
    for card in cards:
        if not is_whole(card, 0, 51) or not 0 <= int.__add__(card, 0) <= 51 or card in found or card in others:
            raise ValueError(f"card {reprlib.repr(card)} is not in the deck: expected distinct ints from 0 to 51")
        found.append(int.__add__(card, 0))
    return tuple(found)
