"""Matches: bots against each other with fresh stacks every hand, and what a hundred hands are worth to each of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

import msgspec

from bigslick.bots import DEFAULT_SECONDS, Bot, Guard, Watch, as_bot, can_interrupt, live_view, new_brain
from bigslick.core.hand import State
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand
from bigslick.hand.setup import Setup, make_setup
from bigslick.history.figures import Figures
from bigslick.rules import Rules
from bigslick.shuffle import Keystream, Seed

from ._match import Match

BLINDS = (50, 100)
WIDTH = 1.96
"""Standard errors on either side of a 95 % interval."""
POINTS = 120
MOST_HANDS = 10**12


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot won in a match, in big blinds for a hundred hands of one seat."""

    bot: str
    seats: int
    """How many of the seats it took."""
    bb100: float
    """With the luck of all-ins taken out, unless the match was played without."""
    error: float
    """The standard error of `bb100`."""
    raw: float
    """What the chips say."""
    raw_error: float
    plain_error: float
    """The standard error that as many hands would have had without duplicate deals and with all their luck."""
    more_hands: int | None
    """How many more hands would settle whether it wins or loses; 0 when that is settled, None when there is no end."""
    figures: Figures
    asked: int = 0
    faults: int = 0
    reasons: dict[str, int] = {}
    """Why the bot had to be checked or folded, with counts."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `bb100`."""
        return self.bb100 - WIDTH * self.error, self.bb100 + WIDTH * self.error


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended."""

    scores: tuple[Score, ...]
    hands: int
    deals: int
    seats: int
    stack: int
    """In big blinds."""
    duplicate: bool
    seed: int | str
    curve: tuple[tuple[int, tuple[tuple[float, float], ...]], ...]
    """After so many hands, the bb/100 and the standard error of each bot."""


def play_match(
    bots: Sequence[str | Bot],
    *,
    hands: int,
    seats: int | None = None,
    stack: int = 100,
    duplicate: bool = False,
    luck: bool = True,
    seed: int | str = 0,
    seconds: float = DEFAULT_SECONDS,
    step: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play about that many hands, rounded up to whole deals; `stack` is in big blinds.

    The bots take the seats in turn and go around the table together, so that each has every position equally often.
    `duplicate` repeats each deal until everybody has held everybody's cards; `luck` takes the luck of all-ins out of
    the result. `step` is told of hands as they are done. `seconds` is how long a Python bot may think, 0 for ever: in
    the main thread it is interrupted after that, elsewhere the clock is looked at after its answer.
    """
    found = [bot if isinstance(bot, Bot) else as_bot(bot) for bot in bots]
    table = _Table(found, len(found) if seats is None else seats, stack, seed, seconds, luck)
    if not 0 < hands <= MOST_HANDS:
        raise ValueError(f"a match of {hands} hands cannot be played: expected 1 to {MOST_HANDS:,}")
    rotations = table.period if duplicate else 1
    deals = -(-hands // rotations)
    if not seconds >= 0:
        raise ValueError(f"{seconds} seconds for a decision make no sense: expected a number above 0, or 0 for ever")
    curve = []
    for point in range(POINTS):
        count = deals * (point + 1) // POINTS - deals * point // POINTS
        if count:
            table.play(count, rotations)
            curve.append((table.match.hands, tuple(table.estimate(bot, luck)[:2] for bot in range(len(found)))))
            if step is not None:
                step(count * rotations)
    return MatchResult(
        scores=tuple(table.score(bot, luck) for bot in range(len(found))),
        hands=table.match.hands,
        deals=table.match.deals,
        seats=table.seats,
        stack=stack,
        duplicate=duplicate,
        seed=seed,
        curve=tuple(curve),
    )


class _Table:
    """The seats of a match, the core that plays them, and the Python bots among them."""

    def __init__(self, bots: list[Bot], seats: int, stack: int, seed: Seed, seconds: float, luck: bool) -> None:
        if len(bots) < 2:
            raise ValueError("a match needs two bots: name them as in `bigslick match shark tag`")
        if not len(bots) <= seats <= 10:
            raise ValueError(f"{len(bots)} bots cannot sit on {seats} seats: expected from {len(bots)} to 10 seats")
        if not 2 <= stack <= 10**6:
            raise ValueError(f"stacks of {stack} big blinds cannot be played: expected 2 to 1,000,000")
        self.bots = bots
        self.seats = seats
        self.order = [slot % len(bots) for slot in range(seats)]
        self.period = next(p for p in range(1, seats + 1) if self.order == self.order[p:] + self.order[:p])
        self.setup: Setup = make_setup([stack * BLINDS[1]] * seats, BLINDS, 0, seed=0, rules=_RULES)
        self.state = State(self.setup.terms())
        # A stream for each, so that another bot in one seat changes neither the cards nor what the others draw.
        cards, noise = (Keystream(seed, "match", name).draws for name in ("cards", "luck"))
        chances = [Keystream(seed, "match", "bot", number).draws for number in range(len(bots))]
        self.match = Match(
            self.state,
            new_brain(),
            cards,
            chances,
            noise,
            [(bot, -1 if (style := bots[bot].style) is None else style) for bot in self.order],
            luck,
        )
        # Each Python bot is one player in all its seats: what it learns of the others, it learns once.
        clock = None if can_interrupt() else time.perf_counter
        self.guards = [
            None if bot.style is not None else Guard(bot.player(seed, "match", number), bot.name, seconds, clock)
            for number, bot in enumerate(bots)
        ]
        self.told: tuple[int, Hand, int] | None = None
        blinds = (self.setup.small_blind, self.setup.big_blind, self.setup.ante)
        self.sights = [live_view(self.state, blinds, self.whole) for _ in bots]
        self.watch = Watch([guard for guard in self.guards if guard], seconds)

    def play(self, deals: int, rotations: int) -> None:
        """Play so many deals, each in so many rotations."""
        if not any(self.guards):
            self.match.run(deals, rotations, self.period)
            return
        askers = tuple([None if (guard := self.guards[bot]) is None else guard.prompt for bot in self.order])
        sights = tuple([self.sights[bot] for bot in self.order])
        with self.watch:
            self.match.run_asking(deals, rotations, self.period, askers, sights)

    def whole(self) -> Hand:
        """The present hand with its events, gone on from where it was when somebody asked before."""
        codes, number = self.match.codes(), self.match.hands
        kept, self.told = self.told, None  # nothing is kept of what an interruption may leave half done
        if kept is None or kept[0] != number:
            dealt = 2 * self.seats + 8
            pack = self.state.terms.cards()[:dealt]
            deck = (*pack, *(card for card in range(52) if card not in pack))
            kept = (number, Hand(msgspec.structs.replace(self.setup, deck=deck)), 0)
        _, hand, done = kept
        for code in codes[done:]:
            hand.act(decode(hand.state, code))
        self.told = (number, hand, len(codes))
        return hand

    def estimate(self, bot: int, luck: bool) -> tuple[float, float, float, float, float]:
        """The bb/100 of a bot with its standard error, both without taking luck out, and the error of plain hands."""
        sums = self.match.sums_of(bot)
        raw, raw_error = _mean(sums[2], sums[3], self.match.deals)
        _, plain_error = _mean(sums[0], sums[1], self.match.hands)
        fair, fair_error = _mean(sums[4], sums[5], self.match.deals) if luck else (raw, raw_error)
        return fair, fair_error, raw, raw_error, plain_error

    def score(self, bot: int, luck: bool) -> Score:
        """What the bot has done so far."""
        mean, error, raw, raw_error, plain_error = self.estimate(bot, luck)
        guard = self.guards[bot]
        return Score(
            bot=self.bots[bot].name,
            seats=self.order.count(bot),
            bb100=mean,
            error=error,
            raw=raw,
            raw_error=raw_error,
            plain_error=plain_error,
            more_hands=hands_to_settle(mean, error, self.match.hands),
            figures=Figures(*self.match.figures_of(bot)),
            asked=guard.asked if guard else 0,
            faults=guard.faults if guard else 0,
            reasons=dict(guard.reasons.most_common()) if guard else {},
        )


def hands_to_settle(mean: float, error: float, hands: int) -> int | None:
    """How many more hands bring the 95 % interval away from 0, if the mean stays; None when that would be for ever."""
    half = WIDTH * error
    if abs(mean) > half or error == 0:
        return 0
    if abs(mean) < half * 1e-5:
        return None
    return math.ceil(hands * ((half / mean) ** 2 - 1))


def _mean(total: float, squares: float, count: int) -> tuple[float, float]:
    """Mean and standard error in big blinds for a hundred hands."""
    unit = 100 / BLINDS[1]
    mean = total / count
    spread = max(0.0, squares / count - mean * mean)
    return unit * mean, unit * math.sqrt(spread / max(1, count - 1))


_RULES = msgspec.structs.replace(Rules.cash(), reveal="all")
