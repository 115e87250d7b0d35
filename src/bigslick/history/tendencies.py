"""How players act, counted by the size of the table and the position: who enters, raises, bets, folds, and how much.

A count is fed the actions of hands one by one, so that it serves replayed histories and hands of bots that were never
kept. What `figures` counts too has the same meaning here, but for raises faced: here they count for players who have
not yet put in a chip by choice, there for those who limped as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bigslick.hand.hand import Hand

TABLE_SIZES: Final = ("heads-up", "3-6", "7+")
POSITIONS: Final = ("BB", "SB", "BTN", "CO", "HJ", "EP")
FIGURES: Final = (
    *("vpip", "pfr", "open", "limp", "raise limpers", "limp along", "3-bet", "call a raise", "fold to 3-bet"),
    *("steal", "c-bet", "fold to c-bet", "saw flop", "wtsd"),
)
DEEP: Final = 80
"""Big blinds that everyone must have for a hand to be counted as deep."""
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
"""The upper bounds by which each wager is counted: first raises in big blinds, bets as parts of the pot, raises as
multiples of what they raise."""
_STREETS: Final = ("preflop", "flop", "turn", "river")


class Who(NamedTuple):
    """Whose actions are counted together."""

    table: str
    position: str
    name: str


class Tendencies:
    """Counts of every figure by table, position and name, and of the sizes of wagers."""

    def __init__(self) -> None:
        self.hands = 0
        self.deep_hands = 0
        """Hands in which everyone had eighty big blinds."""
        self.deep_all_ins = 0
        """Of these, hands in which a player was all-in before the flop."""
        self.all_ins = 0
        self.counts: dict[tuple[str, Who], list[int]] = defaultdict(lambda: [0, 0])
        """For each figure and player: how often it could happen, and how often it did."""
        self.wagers: dict[Who, list[int]] = defaultdict(lambda: [0, 0])
        """Bets and raises, and calls, after the flop."""
        self.sizes: dict[str, list[int]] = {name: [0] * (len(bounds) + 1) for name, bounds in SIZES.items()}

    # -- one hand -------------------------------------------------------------------------------------------------

    def begin(
        self,
        order: Sequence[int],
        stacks: Sequence[int],
        bets: Sequence[int],
        big_blind: int,
        names: Sequence[str] | None = None,
        dead: int = 0,
    ) -> None:
        """Start a hand: the dealt seats in the order in which they act before the flop, and by seat the stacks before
        the deal and what was posted.
        """
        self.hands += 1
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
        self.live = set(order)
        self.street = self.raises = self.limpers = 0
        self.raiser = self.raiser_before = self.flop_bettor = -1
        self.flop_raised = False
        self.entered: set[int] = set()
        self.raised: set[int] = set()
        self.chances: dict[int, int] = {}
        self.faced: set[int] = set()
        self.unopened: set[int] = set()
        self.saw: set[int] = set()
        self.bet_made = False
        self.deep = min(stacks[seat] for seat in order) >= DEEP * big_blind
        self.deep_hands += self.deep
        self.all_in = False

    def act(self, seat: int, code: int) -> None:
        """Count an action: -1 folds, 0 checks or calls, anything else is the total of a wager."""
        due = self.current - self.bets[seat]
        if self.street == 0:
            self._before_flop(seat, code, due)
        else:
            self._after_flop(seat, code, due)
        if code < 0:
            self.live.discard(seat)
            return
        chips = min(due if code == 0 else code - self.bets[seat], self.left[seat])
        self.left[seat] -= chips
        self.bets[seat] += chips
        self.pot += chips
        self.current = max(self.current, self.bets[seat])
        if self.street == 0 and self.left[seat] == 0 and chips:
            self.all_in = True

    def deal_street(self) -> None:
        """The next street begins."""
        self.street += 1
        self.bets = [0] * len(self.bets)
        self.current = 0
        self.bet_made = False
        if self.street == 1:
            self.saw = set(self.live)

    def finish(self, showdown: Iterable[int]) -> None:
        """End the hand; the seats that went to the showdown."""
        self.all_ins += self.all_in
        self.deep_all_ins += self.deep and self.all_in
        shown = set(showdown)
        for seat, who in self.who.items():
            self._count("vpip", who, seat in self.entered)
            self._count("pfr", who, seat in self.raised)
            self._count("saw flop", who, seat in self.saw)
            if seat in self.saw:
                self._count("wtsd", who, seat in shown)
        for seat, did in self.chances.items():
            self._count("3-bet", self.who[seat], did == 1)
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
            elif who.position in ("CO", "BTN", "SB"):
                self._count("steal", who, wager)
        elif self.raises == 1 and seat not in self.entered:
            self.chances.setdefault(seat, code if code < 0 else int(wager))
        elif self.raises == 2 and seat == self.raiser_before and seat not in self.faced:
            self.faced.add(seat)
            self._count("fold to 3-bet", who, code < 0)
        if called:
            self.entered.add(seat)
            self.limpers += self.raises == 0
        elif wager:
            if self.raises < 2:
                self._size("3-bet" if self.raises else "first raise", code / (self.current or self.big_blind))
            self.entered.add(seat)
            self.raised.add(seat)
            self.raises += 1
            self.raiser_before = self.raiser
            self.raiser = seat

    def _after_flop(self, seat: int, code: int, due: int) -> None:
        who, wager = self.who[seat], code > 0
        if self.street == 1:
            if seat == self.raiser and not self.bet_made and self.flop_bettor < 0:
                self._count("c-bet", who, wager)
                if wager:
                    self.flop_bettor = seat
                    self.faced = set()
            elif self.flop_bettor >= 0 and seat not in self.faced and seat != self.raiser and not self.flop_raised:
                self.faced.add(seat)
                self._count("fold to c-bet", who, code < 0)
        if wager:
            self.wagers[who][0] += 1
            street = _STREETS[self.street]
            if self.current:
                self._size(f"{street} raise", code / self.current)
            elif self.pot:
                self._size(f"{street} bet", code / self.pot)
            if self.street == 1 and self.bet_made:
                self.flop_raised = True
            self.bet_made = True
        elif code == 0 and due > 0:
            self.wagers[who][1] += 1

    # -- what was found -------------------------------------------------------------------------------------------

    def share(self, figure: str, table: str = "", position: str = "", name: str = "") -> tuple[int, int]:
        """How often a figure could happen and how often it did, over everyone or those at a table, position or name."""
        chances = times = 0
        for (found, who), (n, k) in self.counts.items():
            wanted = table in ("", who.table) and position in ("", who.position) and name in ("", who.name)
            if found == figure and wanted:
                chances, times = chances + n, times + k
        return chances, times

    def per_cent(self, figure: str, table: str = "", position: str = "", name: str = "") -> float:
        """The figure in per cent; 0 where it could not happen."""
        chances, times = self.share(figure, table, position, name)
        return 100 * times / chances if chances else 0.0

    def aggression(self, table: str = "", name: str = "") -> float:
        """Bets and raises for each call after the flop."""
        rows = [row for who, row in self.wagers.items() if (not table or who.table == table) and name in ("", who.name)]
        return sum(row[0] for row in rows) / max(1, sum(row[1] for row in rows))

    def size_shares(self, name: str) -> list[float]:
        """What per cent of a kind of wager was up to each bound, and above the last."""
        row = self.sizes[name]
        return [100 * count / max(1, sum(row)) for count in row]


def count_hand(counts: Tendencies, hand: Hand, names: Sequence[str] | None = None) -> None:
    """Count a hand that was played or replayed."""
    from bigslick.hand.events import Called, Checked, Folded, Mucked, Posted, Shown, StreetDealt, Wagered

    setup = hand.setup
    bets, dead = [0] * len(setup.stacks), 0
    begun = False
    order: list[int] = []
    showdown = []
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
                order = _preflop_order(hand)
                counts.begin(order, setup.stacks, bets, setup.big_blind or max(bets), names, dead)
            counts.act(event.seat, -1 if isinstance(event, Folded) else event.to if isinstance(event, Wagered) else 0)
        elif isinstance(event, StreetDealt):
            if begun:
                counts.deal_street()
        elif isinstance(event, Shown | Mucked):
            showdown.append(event.seat)
    if begun:
        counts.finish(showdown)


def _preflop_order(hand: Hand) -> list[int]:
    dealt = list(hand.setup.dealt)  # left of the button first
    if len(dealt) == 2:
        return [dealt[1], dealt[0]]
    return dealt[2:] + dealt[:2]
