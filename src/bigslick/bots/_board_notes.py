"""A house bot's notes about the board: an opponent's likely hands on it, and a hand's draws."""

from __future__ import annotations

from bigslick.checks import whole
from bigslick.core import evaluate as ev
from bigslick.core.hand import State

from .likely_hands import LIKELY

COMPILED = not __file__.endswith(".py")

# Variables, because the compiler makes literals of this size Python objects.
ONE = 1
NOTHING = 0


class BoardNotes:
    """Notes about the last board, shared by every seat that acts on it."""

    def __init__(self, hands: list[tuple[int, int]]) -> None:
        """Take the 64 hands that stand for an opponent's range, best first."""
        pairs = [tuple(hand) for hand in hands]
        if len(pairs) != LIKELY or any(len(pair) != 2 or len({*pair}) != 2 for pair in pairs):
            raise ValueError(f"expected {LIKELY} hands of two different cards")
        cards = [[whole("a card", card, 0, 51) for card in pair] for pair in pairs]
        self.likely = [0] * 64
        self.likely_key = [0] * 64
        self.likely_mask = [0] * 64
        self.made = [0] * 64
        self.held = self.key = self.mask = NOTHING
        self.made_count = 0
        for number in range(LIKELY):
            one, two = cards[number]
            self.likely[number] = 1 << one | 1 << two
            self.likely_key[number] = ev.KEY[one] + ev.KEY[two]
            self.likely_mask[number] = ev.MASK[one] | ev.MASK[two]

    def percentile(self, state: State, seat: int, count: int) -> int:
        """Return how many thousandths of the first `count` likely hands a seat beats; -1 for an unknown card.

        The likely hands are evaluated once per board.
        """
        held = NOTHING
        for i in range(state.board_count):
            card = state.board[i]
            if card < 0:
                return -1
            held |= ONE << card
        if held != self.held:
            self.held = held
            self.key = self.mask = NOTHING
            for i in range(state.board_count):
                self.key += ev.KEY[state.board[i]]
                self.mask |= ev.MASK[state.board[i]]
            self.made_count = 0
        if count > self.made_count:
            self.make(count)
        first = state.hole[2 * seat]
        second = state.hole[2 * seat + 1]
        mine = ev.lookup(self.key + ev.KEY[first] + ev.KEY[second], self.mask | ev.MASK[first] | ev.MASK[second])
        beaten = 0  # counts two for a hand it beats, one for a tie
        gone = 0
        for i in range(count):
            beaten += (self.made[i] < mine) + (self.made[i] <= mine)
            gone += self.made[i] < 0
        return 500 * (beaten - 2 * gone) // (count - gone)

    def make(self, count: int) -> None:
        """Evaluate the likely hands on a new board; -1 for a hand that uses a board card.

        For such a hand we look up the sum of no cards: that avoids a branch that no processor could predict.
        """
        key = self.key
        mask = self.mask
        # Adding 5 brings three cards of a suit to the highest of its four bits; with fewer, no two cards make a flush.
        if ((key >> 32) + 0x5555) & 0x8888:
            for i in range(self.made_count, count):
                gone = -1 if self.likely[i] & self.held else 0
                self.made[i] = gone | ev.lookup(key + self.likely_key[i] & ~gone, mask | self.likely_mask[i])
        else:
            for i in range(self.made_count, count):
                gone = -1 if self.likely[i] & self.held else 0
                self.made[i] = gone | ev.rank_lookup(key + self.likely_key[i] & ~gone)
        self.made_count = count

    def outs(self, first: int, second: int) -> int:
        """Return the cards that would complete a flush or a straight on the last board that `percentile` saw.

        They count only if the completed hand needs the two hole cards.
        """
        suits = self.key + ev.KEY[first] + ev.KEY[second] >> 32
        found = 0
        # Four bits count each suit; adding 4 brings four cards to the highest bit.
        if (suits + 0x4444) & 0x8888 and not (suits + 0x3333) & 0x8888 and not ((self.key >> 32) + 0x4444) & 0x8888:
            found = 9
        whole_hand = self.mask | ev.MASK[first] | ev.MASK[second]
        more = STRAIGHT_OUTS[ranks_of(whole_hand)] - STRAIGHT_OUTS[ranks_of(self.mask)]
        if more > 0:
            found += 4 * more if found == 0 else 3 * more
        return found


def ranks_of(mask: int) -> int:
    """Return the cards' ranks as 13 bits, regardless of suit."""
    return (mask | mask >> 16 | mask >> 32 | mask >> 48) & 0x1FFF


def is_straight(ranks: int) -> int:
    """Return whether five ranks are consecutive; the ace also plays low."""
    low = ranks << 1 | ranks >> 12
    return 1 if low & low >> 1 & low >> 2 & low >> 3 & low >> 4 else 0


def fill_straight_outs() -> None:
    """Count, for each set of ranks, the ranks that would make it a straight; 0 if it already is one."""
    for ranks in range(8192):
        found = 0
        if not is_straight(ranks):
            for rank in range(13):
                found += is_straight(ranks | 1 << rank)
        STRAIGHT_OUTS[ranks] = found


STRAIGHT_OUTS = [0] * 8192
fill_straight_outs()
