"""A second bookkeeper, which reads a hand's setup and events and works out what must be true.

Nothing here looks at the engine's state. Betting rules are stated over the list of events, in the rule books' words, so
a mistake in the engine's running numbers cannot hide in the same numbers here.
"""

from __future__ import annotations

from bigslick import Event, Setup
from bigslick.hand.events import (
    Called,
    Checked,
    Dealt,
    Folded,
    Mucked,
    Posted,
    PotAwarded,
    Refunded,
    Shown,
    StreetDealt,
    Wagered,
)

Doing = Checked | Called | Wagered | Folded


class Ledger:
    """Where the chips are and who did what on this street, from events alone."""

    def __init__(self, setup: Setup) -> None:
        n = setup.seats
        self.setup = setup
        self.stacks = list(setup.stacks)
        self.bets = [0] * n
        self.matched = [0] * n
        self.dead = 0
        self.antes = 0
        self.pot = 0
        self.live = {seat for seat in range(n) if setup.stacks[seat]}
        self.posted: list[Posted] = []
        self.done: list[Doing] = []
        self.street = "preflop"
        self.board: list[int] = []
        self.holes: dict[int, tuple[int, ...]] = {}
        self.shown: dict[int, tuple[int, ...]] = {}

    def read(self, events: tuple[Event, ...]) -> Ledger:
        """Enter all these events."""
        for event in events:
            self.enter(event)
        return self

    def enter(self, event: Event) -> None:
        """Enter one event."""
        if isinstance(event, Posted):
            self.posted.append(event)
            self._pay(event.seat, event.amount)
            is_dead = event.kind == "dead" or (event.kind == "ante" and self.setup.rules.ante != "per_player")
            if event.kind == "ante":
                self.antes += event.amount
            elif event.kind != "dead":
                self.bets[event.seat] += event.amount
            if is_dead:
                self.dead += event.amount
            else:
                self.matched[event.seat] += event.amount
        elif isinstance(event, Dealt):
            assert event.card is not None
            self.holes[event.seat] = (*self.holes.get(event.seat, ()), event.card)
        elif isinstance(event, Called):
            self.done.append(event)
            self._bet(event.seat, event.amount)
        elif isinstance(event, Wagered):
            self.done.append(event)
            self._bet(event.seat, event.to - self.bets[event.seat])
        elif isinstance(event, Checked):
            self.done.append(event)
        elif isinstance(event, Folded):
            self.done.append(event)
            self.live.remove(event.seat)
        elif isinstance(event, Refunded):
            self.stacks[event.seat] += event.amount
            self.matched[event.seat] -= event.amount
            self.pot -= event.amount
        elif isinstance(event, StreetDealt):
            self.street = event.street
            self.board += () if event.board else event.cards
            self.bets = [0] * self.setup.seats
            self.done = []
        elif isinstance(event, Shown):
            self.shown[event.seat] = event.cards
        elif isinstance(event, Mucked):
            self.live.remove(event.seat)
        elif isinstance(event, PotAwarded):
            self.stacks[event.seat] += event.amount
            self.pot -= event.amount

    def _pay(self, seat: int, chips: int) -> None:
        assert 0 < chips <= self.stacks[seat]
        self.stacks[seat] -= chips
        self.pot += chips

    def _bet(self, seat: int, chips: int) -> None:
        self._pay(seat, chips)
        self.bets[seat] += chips
        self.matched[seat] += chips

    # -- the street ------------------------------------------------------------------------------------------------

    @property
    def price(self) -> int:
        """The cost of a first call before the flop: the largest live post owed or made."""
        if self.setup.rules.short_blind_price == "posted":
            return max([event.amount for event in self.posted if event.kind not in ("ante", "dead")], default=0)
        return self.full_price

    @property
    def min_bet(self) -> int:
        """The smallest bet in no-limit and pot-limit."""
        return self.setup.min_bet or self.setup.big_blind

    @property
    def bet_size(self) -> int:
        """This street's bet in fixed-limit."""
        small = self.setup.small_bet or self.setup.big_blind
        return small if self.street in ("preflop", "flop") else self.setup.big_bet or 2 * small

    @property
    def wagers(self) -> list[Wagered]:
        """This street's bets and raises."""
        return [event for event in self.done if isinstance(event, Wagered)]

    @property
    def opening(self) -> int:
        """The bet that a street begins with: the blinds before the flop, otherwise nothing."""
        return self.price if self.street == "preflop" else 0

    @property
    def current(self) -> int:
        """The bet that a seat must match."""
        wagers = self.wagers
        return wagers[-1].to if wagers else self.opening

    @property
    def full_price(self) -> int:
        """The largest live post owed before the flop, short or not."""
        setup = self.setup
        owed = [setup.big_blind, *(post.live for post in (*setup.straddles, *setup.posts))]
        if setup.small_blind_seat is not None:
            owed.append(setup.small_blind)
        return max(owed)

    @property
    def least(self) -> int:
        """This street's first full bet or raise: the one that opened it, or the minimum bet."""
        return max(self.min_bet, self.full_price) if self.street == "preflop" else self.min_bet

    def full_raises(self) -> list[tuple[Wagered, bool]]:
        """Return this street's wagers, and whether each was full under TDA 43: at least the largest before it."""
        least = self.least
        found = []
        for event in self.wagers:
            full = event.to - event.over >= least
            least = max(least, event.to - event.over)
            found.append((event, full))
        return found

    @property
    def last_full(self) -> int:
        """This street's largest full bet or raise, which the next must match."""
        return max([self.least, *(event.to - event.over for event, full in self.full_raises() if full)])

    def short_since_full(self) -> bool:
        """Whether this street's last wager was less than a full one."""
        wagers = self.full_raises()
        return bool(wagers) and not wagers[-1][1]

    def limit_bets(self) -> tuple[list[tuple[Wagered, bool]], int]:
        """Fixed-limit: return the wagers, whether each counts (half a bet or more), and the last total that counts."""
        level = self.opening
        found = []
        for event in self.wagers:
            counts = self.every or 2 * (event.to - level) >= self.bet_size
            level = event.to if counts else level
            found.append((event, counts))
        return found, level

    def _since_own_action(self, seat: int) -> list[Wagered] | None:
        """Return the wagers since the seat last acted on this street; None if it has not acted."""
        for place in range(len(self.done) - 1, -1, -1):
            if self.done[place].seat == seat:
                return [event for event in self.done[place:] if isinstance(event, Wagered) and event.seat != seat]
        return None

    def open_to(self, seat: int) -> bool:
        """Whether betting is open to the seat: under TDA 47, or where a single full raise or any raise reopens it."""
        rules = self.setup.rules
        counted = self.full_raises()
        if rules.limit == "fixed":
            counted, _ = self.limit_bets()
            made = sum(counts for _, counts in counted) + (self.opening > 0)
            if rules.bets_per_street and made >= rules.bets_per_street:
                return False
        since = self._since_own_action(seat)
        if since is None:
            return True
        if rules.reopening in ("any", "every"):
            return bool(since)
        if rules.reopening == "single" and rules.limit == "fixed":
            return any(2 * (event.to - event.over) >= self.bet_size for event in since)
        if rules.reopening == "single":
            return any(full and event in since for event, full in counted)
        together = sum(event.to - event.over for event in since)
        return 2 * together >= self.bet_size if rules.limit == "fixed" else together >= self.last_full

    def answerable(self, seat: int) -> bool:
        """Whether a live opponent could still put in more than the current bet; under ACPC rules, any chip."""
        least = 0 if self.every else self.current
        return any(self.stacks[other] and self.stacks[other] + self.bets[other] > least for other in self.live - {seat})

    @property
    def every(self) -> bool:
        """Whether betting reopens as on the ACPC's servers."""
        return self.setup.rules.reopening == "every"

    def next_total(self) -> int:
        """Return the ACPC's smallest total to raise to: it never falls, and at least repeats the last raise."""
        total = self.opening + self.least
        for event in self.wagers:
            total = max(total, event.to + event.to - event.over)
        return total

    def wager_range(self, seat: int) -> range:
        """Return the totals that the seat can bet or raise to."""
        all_in = self.stacks[seat] + self.bets[seat]
        if all_in <= self.current or not self.open_to(seat) or not self.answerable(seat):
            return range(0)
        low, high = self.current + self.last_full, all_in
        if self.setup.rules.limit == "fixed":
            _, level = self.limit_bets()
            completes = not self.every and 2 * (self.current - level) < self.bet_size
            low = high = (level if completes else self.current) + self.bet_size
        elif self.every:
            low = self.next_total()
        elif self.setup.rules.reopening == "any":
            others = [self.stacks[other] + self.bets[other] for other in self.live - {seat} if self.stacks[other]]
            low = self.current + 1 if self.short_since_full() else min(low, max(others, default=low))
        if self.setup.rules.limit == "pot":
            high = max(low, self.current + self.pot_for_limit() + self.current - self.bets[seat])
        return range(min(low, all_in), min(high, all_in) + 1)

    def pot_for_limit(self) -> int:
        """Return the pot as pot-limit counts it (TDA 54)."""
        rules = self.setup.rules
        if self.street != "preflop":
            return self.pot
        pot = self.pot if rules.pot_counts_antes else self.pot - self.antes
        if rules.pot_full_blinds and self.setup.small_blind + self.setup.big_blind:
            posted = sum(event.amount for event in self.posted if event.kind in ("small_blind", "big_blind"))
            pot += self.setup.small_blind + self.setup.big_blind - posted
        return pot

    def settled(self) -> bool:
        """Whether everyone who can act has acted and matched the bet, or only one player has chips and has matched it.

        Before the flop of a bomb pot there is nothing to act on.
        """
        can_act = [seat for seat in self.live if self.stacks[seat]]
        if self.setup.bomb_pot and self.street == "preflop":
            return True
        if len(can_act) == 1 and all(self.bets[can_act[0]] >= self.bets[other] for other in self.live):
            return True
        last = max((place for place, event in enumerate(self.done) if isinstance(event, Wagered)), default=0)
        heard = {event.seat for event in self.done[last:]}
        return all(seat in heard and self.bets[seat] == self.current for seat in can_act)
