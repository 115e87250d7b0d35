"""How players act, counted by table size and position: who enters, raises, bets and folds, and how much they bet.

A count takes actions one by one, so it works for replayed histories and for bots' hands that were never stored. The
statistics come from the shared tally, plus limps, first raises, reactions to a raise by players who have not yet put in
a chip by choice, and bet sizes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from bigslick.hand.codec import State
from bigslick.hand.hand import Hand, state_of
from bigslick.history.statistics._tally import Tally
from bigslick.history.statistics.figures import Figures, seats_that_steal

TABLE_SIZES: Final = ("heads-up", "3-6", "7+")
POSITIONS: Final = ("BB", "SB", "BTN", "CO", "HJ", "EP")
FIGURES: Final = (
    *("vpip", "pfr", "open", "limp", "raise limpers", "limp along", "3-bet", "cold 3-bet", "call a raise"),
    *("fold to 3-bet", "steal", "fold to steal", "c-bet", "fold to c-bet", "saw flop", "wtsd"),
)
_COUNTED: Final = {
    "vpip": ("dealt", "entered"),
    "pfr": ("dealt", "raised"),
    "3-bet": ("chances", "three_bets"),
    "fold to 3-bet": ("three_bets_faced", "three_bets_folded"),
    "steal": ("steal_chances", "steals"),
    "fold to steal": ("steals_faced", "steals_folded"),
    "c-bet": ("flop_c_bet_chances", "flop_c_bets"),
    "fold to c-bet": ("flop_c_bets_faced", "flop_c_bets_folded"),
    "saw flop": ("dealt", "flops"),
    "wtsd": ("flops", "showdowns"),
}
"""The statistics that the tally counts: how often each could happen, and how often it did."""
_CARDS: Final = (0, 3, 4, 5)
DEEP: Final = 80
"""The smallest stack at the table, in big blinds, for a hand to count as deep."""
_SIZED: Final = {
    "first raise": (2, 2.5, 3, 3.5, 4, 5),
    "3-bet": (2, 2.5, 3, 3.5, 4, 5),
    "flop bet": (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1, 1.5),
    "turn bet": (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1, 1.5),
    "river bet": (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1, 1.5),
    "flop raise": (2, 2.5, 3, 4),
    "turn raise": (2, 2.5, 3, 4),
    "river raise": (2, 2.5, 3, 4),
}
SIZES: Final[dict[str, tuple[float, ...]]] = _SIZED
"""The upper bounds of the bins for each kind of wager.

First raises are in big blinds, bets are fractions of the pot, and raises are multiples of what they raise.
"""
_STREETS: Final = ("preflop", "flop", "turn", "river")


class Who(NamedTuple):
    """Players whose actions are counted together."""

    table: str
    position: str
    name: str


class Tendencies:
    """Counts of every statistic by table, position and name, and of bet sizes."""

    def __init__(self) -> None:
        self.hands = 0
        self.deep_hands = 0
        """Hands in which everyone had eighty big blinds."""
        self.deep_all_ins = 0
        """Deep hands with a preflop all-in."""
        self.all_ins = 0
        self.counts: dict[tuple[str, Who], list[int]] = defaultdict(lambda: [0, 0])
        """For each statistic and player: how often it could happen, and how often it did."""
        self.figures: dict[Who, Figures] = defaultdict(Figures)
        self.tally = Tally()
        self.sizes: dict[str, list[int]] = {name: [0] * (len(bounds) + 1) for name, bounds in SIZES.items()}

    # -- one hand -------------------------------------------------------------------------------------------------

    def begin(
        self,
        state: State,
        steal: tuple[int, int],
        order: Sequence[int],
        stacks: Sequence[int],
        bets: Sequence[int],
        big_blind: int,
        names: Sequence[str] | None = None,
        dead: int = 0,
    ) -> None:
        """Start a hand.

        Takes its state, the seats that steal and defend as bits, the dealt seats in preflop order, and each seat's
        stack before the deal and its posts.
        """
        self.hands += 1
        self.tally.begin(state, *steal)
        count = len(order)
        table = "heads-up" if count == 2 else "3-6" if count < 7 else "7+"
        places = ("BB", "BTN") if count == 2 else POSITIONS
        self.who = {
            seat: Who(table, places[min(count - 1 - turn, len(places) - 1)], names[seat] if names else "")
            for turn, seat in enumerate(order)
        }
        self.big_blind = big_blind
        self.bets = list(bets)
        self.left = [stack - bet for stack, bet in zip(stacks, bets, strict=True)]
        self.pot = sum(bets) + dead
        self.current = max(bets)
        self.street = self.raises = self.limpers = 0
        self.entered: set[int] = set()
        self.chances: dict[int, int] = {}
        self.unopened: set[int] = set()
        self.deep = min(stacks[seat] for seat in order) >= DEEP * big_blind
        self.deep_hands += self.deep
        self.all_in = False

    def act(self, seat: int, code: int) -> None:
        """Count an action: -1 folds, 0 checks or calls, anything else is the total of a wager."""
        due = self.current - self.bets[seat]
        self.tally.see(seat, self.street, _CARDS[self.street], due, code)
        if self.street == 0:
            self._before_flop(seat, code, due)
        elif code > 0:
            self._size_after_flop(code)
        if code < 0:
            return
        chips = min(due if code == 0 else code - self.bets[seat], self.left[seat])
        self.left[seat] -= chips
        self.bets[seat] += chips
        self.pot += chips
        self.current = max(self.current, self.bets[seat])
        if self.street == 0 and self.left[seat] == 0 and chips:
            self.all_in = True

    def deal_street(self) -> None:
        """Begin the next street."""
        self.street += 1
        self.bets = [0] * len(self.bets)
        self.current = 0

    def finish(self, state: State) -> None:
        """End the hand, from its final state."""
        self.all_ins += self.all_in
        self.deep_all_ins += self.deep and self.all_in
        self.tally.close(state)
        for seat, who in self.who.items():
            self.figures[who] += Figures(*self.tally.counts(seat))
        for seat, did in self.chances.items():
            self._count("cold 3-bet", self.who[seat], did == 1)
            self._count("call a raise", self.who[seat], did == 0)

    def _count(self, figure: str, who: Who, did: bool) -> None:
        row = self.counts[figure, who]
        row[0] += 1
        row[1] += did

    def _size(self, name: str, size: float) -> None:
        bounds = SIZES[name]
        self.sizes[name][next((i for i, most in enumerate(bounds) if size <= most + 0.01), len(bounds))] += 1

    def _before_flop(self, seat: int, code: int, due: int) -> None:
        who, wager = self.who[seat], code > 0
        called = code == 0 and due > 0
        if self.raises == 0 and seat not in self.unopened:
            self.unopened.add(seat)
            if due > 0:
                self._count("open", who, wager)
                self._count("limp", who, called)
            if self.limpers:
                self._count("raise limpers", who, wager)
                if due > 0:
                    self._count("limp along", who, called)
        elif self.raises == 1 and seat not in self.entered:
            self.chances.setdefault(seat, code if code < 0 else int(wager))
        if called:
            self.entered.add(seat)
            self.limpers += self.raises == 0
        elif wager:
            if self.raises < 2:
                self._size("3-bet" if self.raises else "first raise", code / (self.current or self.big_blind))
            self.entered.add(seat)
            self.raises += 1

    def _size_after_flop(self, to: int) -> None:
        street = _STREETS[self.street]
        if self.current:
            self._size(f"{street} raise", to / self.current)
        elif self.pot:
            self._size(f"{street} bet", to / self.pot)

    # -- what was found -------------------------------------------------------------------------------------------

    def share(self, figure: str, table: str = "", position: str = "", name: str = "") -> tuple[int, int]:
        """Return how often a statistic could happen and did, for everyone or for one table, position or name."""
        if figure in _COUNTED:
            could, did = _COUNTED[figure]
            counted = self.counted(table, position, name)
            return getattr(counted, could), getattr(counted, did)
        chances = times = 0
        for (found, who), (n, k) in self.counts.items():
            if found == figure and _wanted(who, table, position, name):
                chances, times = chances + n, times + k
        return chances, times

    def counted(self, table: str = "", position: str = "", name: str = "") -> Figures:
        """Return the statistics for everyone, or for one table, position or name."""
        chosen = [figures for who, figures in self.figures.items() if _wanted(who, table, position, name)]
        return sum(chosen, Figures())

    def per_cent(self, figure: str, table: str = "", position: str = "", name: str = "") -> float:
        """Return a statistic as a percentage; 0 if it could not happen."""
        chances, times = self.share(figure, table, position, name)
        return 100 * times / chances if chances else 0.0

    def aggression(self, table: str = "", name: str = "") -> float:
        """Return bets and raises per call after the flop."""
        return self.counted(table, name=name).aggression or 0.0

    def size_shares(self, name: str) -> list[float]:
        """Return the percentage of a kind of wager up to each bound, and above the last."""
        row = self.sizes[name]
        return [100 * count / max(1, sum(row)) for count in row]


def _wanted(who: Who, table: str, position: str, name: str) -> bool:
    return table in ("", who.table) and position in ("", who.position) and name in ("", who.name)


def count_hand(counts: Tendencies, hand: Hand, names: Sequence[str] | None = None) -> None:
    """Count a hand that was played or replayed."""
    from bigslick.hand.events import Called, Checked, Folded, Posted, StreetDealt, Wagered

    setup = hand.setup
    bets, dead = [0] * len(setup.stacks), 0
    begun = False
    for event in hand.events:
        if isinstance(event, Posted):
            if event.kind in ("small_blind", "big_blind", "straddle", "live"):
                bets[event.seat] += event.amount
            else:
                dead += event.amount
            continue
        if isinstance(event, Folded | Called | Checked | Wagered):
            if not begun:
                begun = True
                order, big_blind = _preflop_order(hand), setup.big_blind or max(bets)
                first = state_of(Hand(setup))
                counts.begin(first, seats_that_steal(setup), order, setup.stacks, bets, big_blind, names, dead)
            counts.act(event.seat, -1 if isinstance(event, Folded) else event.to if isinstance(event, Wagered) else 0)
        elif isinstance(event, StreetDealt) and begun and not event.board:
            counts.deal_street()
    if begun:
        counts.finish(state_of(hand))


def _preflop_order(hand: Hand) -> list[int]:
    dealt = list(hand.setup.dealt)  # left of the button first
    if len(dealt) == 2:
        return [dealt[1], dealt[0]]
    return dealt[2:] + dealt[:2]
