"""Matches: bots against each other with fresh stacks every hand, and their win rates."""

from __future__ import annotations

import html
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import msgspec

from bigslick.bots import (
    DEFAULT_SECONDS,
    Bot,
    BotLike,
    Follower,
    Guard,
    Watch,
    as_bot,
    can_interrupt,
    new_brain,
)
from bigslick.bots.watch import is_time_limit
from bigslick.checks import is_whole, must_be
from bigslick.errors import BigslickError
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import MAX_SEATS, Setup
from bigslick.hand.view import live_view, view
from bigslick.history.statistics.figures import Figures
from bigslick.intervals import Measured, from_sums, hands_needed, many_looks, plus_minus
from bigslick.notebook import html_table
from bigslick.rules import Rules
from bigslick.shuffle import Keystream, Seed, new_seed
from bigslick.table.positions import positions
from bigslick.tournament.floor.played_hand import PlayedHand

from ._match import Match
from .interrupted import Interrupted

BLINDS = (50, 100)
DEPTH = 100
POINTS = 120
MOST_HANDS = 10**12


class BadMatch(BigslickError, ValueError):
    """A match that cannot be played."""

    __module__ = "bigslick.simulate"


class MatchPoint(NamedTuple):
    """Each bot's win rate after a number of hands, in big blinds per hundred hands and seat."""

    hands: int
    rates: tuple[Measured, ...]


class PositionScore(NamedTuple):
    """A bot's win rate at one position, in big blinds per hundred hands there."""

    position: str
    hands: int
    rate: Measured


class MatchHand(NamedTuple):
    """One hand of a match: its players, and each player's winnings."""

    played: PlayedHand
    bots: tuple[int, ...]
    """The number of the bot in each seat, in match order."""
    won: tuple[float, ...]
    """Chips won by seat, with all-ins at their expectation if the match adjusts them."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's result in a match, in big blinds per hundred hands and seat."""

    bot: str
    seats: int
    """How many seats it had."""
    bb100: float
    """All-ins count at their expectation, unless the match turned that off; with AIVAT all luck is removed."""
    error: float
    """The standard error of `bb100`."""
    raw: float
    """The win rate in chips, unadjusted."""
    raw_error: float
    plain_error: float
    """The standard error for the same number of hands without duplicate deals and adjusted all-ins."""
    deals: int
    """The number of deals behind `bb100`: hands, or in duplicate whole rounds of them."""
    needed: int
    """The deals needed for an interval."""
    looks: int = 1
    """The number of results that the match compares, since each could differ from 0 by chance."""
    more_hands: int | None
    """How many more hands would settle whether it wins or loses; 0 if settled, None if no number would."""
    figures: Figures
    positions: tuple[PositionScore, ...] = ()
    """By position, in preflop acting order."""
    asked: int = 0
    faults: int = 0
    reasons: dict[str, int] = {}
    """Why we checked or folded for the bot, with counts."""

    @property
    def rate(self) -> Measured:
        """`bb100` with its standard error and the deals behind it."""
        return Measured(self.bb100, self.error, self.deals, self.needed)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval around `bb100`; None if there are too few deals for one."""
        return self.rate.interval

    def _repr_html_(self) -> str:
        return scores_html((self,))

    def __str__(self) -> str:
        return f"{self.bot} {plus_minus(f'{self.bb100:+.1f}', self.rate.half)} bb/100"


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended."""

    scores: tuple[Score, ...]
    hands: int
    deals: int
    seats: int
    depth: int
    """The stacks in big blinds."""
    duplicate: bool
    aivat: bool = False
    seed: int | str
    curve: tuple[MatchPoint, ...]
    """The win rates over the course of the match."""
    biggest: tuple[PlayedHand, ...] = ()
    """The hands with the biggest pots, biggest first; ties go to the earlier hand."""

    def __repr__(self) -> str:
        return f"<MatchResult: {self.summary}; {', '.join(map(str, self.scores))}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.summary)}</p>{scores_html(self.scores)}"

    @property
    def summary(self) -> str:
        """The match in a few words."""
        kind = (" in duplicate" if self.duplicate else "") + (" by AIVAT" if self.aivat else "")
        return f"{self.hands:,} hands{kind}, {self.seats} seats, {self.depth:,} big blinds deep, seed {self.seed}"


def play_match(
    bots: Sequence[BotLike],
    *,
    hands: int,
    seats: int | None = None,
    depth: int | None = None,
    duplicate: bool = False,
    adjust_all_ins: bool = True,
    aivat: bool = False,
    seed: int | str | None = None,
    seconds: float = DEFAULT_SECONDS,
    step: Callable[[int], None] | None = None,
    watch: Callable[[MatchHand], None] | None = None,
) -> MatchResult:
    """Play about this many hands, rounded up to whole deals, with stacks of `depth` big blinds, by default 100.

    A bot with a built-in game brings its own stacks and chips: see `match_game`.

    The bots take the seats in turn and rotate together, so each has every position equally often. `duplicate` repeats
    each deal until every bot has held every other bot's cards. `adjust_all_ins` counts an all-in at its average over
    the boards still to come instead of its actual result. `aivat` removes every other kind of luck too: hole cards,
    board, and house bots' random choices. `seconds` is a Python bot's time limit, 0 = no limit: in the main thread we
    interrupt the bot, elsewhere we check the clock after it answers. `step` is called with the number of hands just
    played, `watch` with every hand, which takes time.

    Ctrl-C raises `Interrupted`, which has the result of the deals played so far.
    """
    must_be((list, tuple), bots, 'a list of bots: expected two or more, as in ["tag", "shark"]')
    for name, function in (("step", step), ("watch", watch)):
        must_be((Callable, type(None)), function, f"a function for {name}=")  # type: ignore[arg-type]
    found = [as_bot(bot) for bot in bots]
    seats = len(found) if seats is None else seats
    for name, number in (("hands", hands), ("seats", seats), ("depth", DEPTH if depth is None else depth)):
        if not is_whole(number):
            raise BadMatch(f"{name}={number!r}: expected a whole number")
    if not is_time_limit(seconds):
        raise BadMatch(f"a bot cannot have {seconds!r} seconds to decide: expected more than 0, or 0 = no limit")
    if not 0 < hands <= MOST_HANDS:
        raise BadMatch(f"cannot play {hands} hands: expected 1 to {MOST_HANDS:,}")
    depth, blinds = match_game(found, seats, depth)
    seed = new_seed() if seed is None else seed
    curve: list[MatchPoint] = []
    stopped = False
    with closing(_MatchTable(found, seats, depth, blinds, seed, seconds, adjust_all_ins, aivat)) as table:
        rotations = table.period if duplicate else 1
        deals = -(-hands // rotations)
        try:
            for point in range(POINTS):
                count = deals * (point + 1) // POINTS - deals * point // POINTS
                if count:
                    table.play(count, rotations, watch)
                    rates = tuple([table.rate(bot) for bot in range(len(found))])
                    curve.append(MatchPoint(table.match.hands, rates))
                    if step is not None:
                        step(count * rotations)
        except KeyboardInterrupt:
            if not table.match.deals:
                raise
            stopped = True
    result = MatchResult(
        scores=tuple(table.score(bot) for bot in range(len(found))),
        hands=table.match.hands,
        deals=table.match.deals,
        seats=table.seats,
        depth=depth,
        duplicate=duplicate,
        aivat=table.aivat,
        seed=seed,
        curve=tuple(curve),
        biggest=tuple(
            table.played(*pot[1:]) for pot in sorted(table.match.biggest(), key=lambda pot: (-pot[0], pot[1]))
        ),
    )
    if stopped:
        raise Interrupted(result, result.hands) from None
    return result


def match_game(bots: Sequence[Bot], seats: int, depth: int | None) -> tuple[int, tuple[int, int]]:
    """Return a match's depth in big blinds and its blinds: those built into the bots' own programs.

    The table uses the largest chips that any of the programs needs, so that program sees exact amounts; a program with
    smaller chips has its wagers rounded to the table's.
    """
    fixed = [(bot, bot.game) for bot in bots if bot.game is not None]
    for bot, game in fixed:
        if game.seats is not None and seats != game.seats:
            raise BadMatch(f"{bot.name} plays at tables of {game.seats}, not of {seats}: that is its game")
        if depth is not None and depth != game.depth:
            raise BadMatch(f"{bot.name} plays {game.depth} big blinds deep, not {depth}: leave the depth out")
        if game.depth != fixed[0][1].depth:
            first = f"{fixed[0][0].name} plays {fixed[0][1].depth} big blinds deep"
            raise BadMatch(f"{first} and {bot.name} {game.depth}: they cannot sit at one table")
    if not fixed:
        return DEPTH if depth is None else depth, BLINDS
    big_blind = min(game.big_blind for _, game in fixed)
    for bot, game in fixed:
        if game.big_blind % big_blind:
            raise BadMatch(
                f"{bot.name} has a big blind of {game.big_blind} chips, not a multiple of the table's {big_blind}"
            )
    return fixed[0][1].depth, (big_blind // 2, big_blind)


class _Replay(NamedTuple):
    """The current hand with its events, and the number of actions already replayed."""

    number: int
    hand: Hand
    done: int


class _MatchTable:
    """A match's seats, the core that plays them, and the Python bots among them."""

    def __init__(
        self,
        bots: list[Bot],
        seats: int,
        depth: int,
        blinds: tuple[int, int],
        seed: Seed,
        seconds: float,
        adjust_all_ins: bool,
        aivat: bool,
    ) -> None:
        if len(bots) < 2:
            raise BadMatch("a match needs at least two bots, such as `bigslick match shark tag`")
        if len(bots) > MAX_SEATS:
            raise BadMatch(f"a match of {len(bots)} bots cannot be played: expected at most {MAX_SEATS}")
        if not len(bots) <= seats <= MAX_SEATS:
            raise BadMatch(f"{len(bots)} bots cannot fill {seats} seats: expected {len(bots)} to {MAX_SEATS} seats")
        if not 2 <= depth <= 10**6:
            raise BadMatch(f"cannot play stacks of {depth} big blinds: expected 2 to 1,000,000")
        self.bots = bots
        self.seats = seats
        self.aivat = bool(aivat)
        self.adjust_all_ins = bool(adjust_all_ins) or self.aivat
        self.order = [slot % len(bots) for slot in range(seats)]
        names = [bots[bot].name for bot in self.order]
        self.names = [f"{name} ({slot + 1})" if names.count(name) > 1 else name for slot, name in enumerate(names)]
        self.period = next(p for p in range(1, seats + 1) if self.order == self.order[p:] + self.order[:p])
        self.setup: Setup = Hand.start([depth * blinds[1]] * seats, blinds, 0, seed=0, rules=_RULES).setup
        # Each has its own stream, so a different bot in one seat changes neither the cards nor the others' draws.
        cards, boards = (Keystream(seed, "match", name).draws for name in ("cards", "luck"))
        chances = [Keystream(seed, "match", "bot", number).draws for number in range(len(bots))]
        self.match = Match(
            state_of(Hand(self.setup)),
            new_brain(),
            cards,
            chances,
            boards,
            [(bot, -1 if (style := bots[bot].style) is None else style) for bot in self.order],
            self.adjust_all_ins,
            self.aivat,
        )
        # A Python bot is one player in all its seats, so it learns about the others once. A program that handles only
        # one seat is started once per seat.
        clock = None if can_interrupt() else time.perf_counter
        self.guards: list[Guard | None] = []
        """By slot."""
        try:
            for slot, number in enumerate(self.order):
                bot = bots[number]
                if bot.style is not None:
                    self.guards.append(None)
                elif bot.separate or self.order.index(number) == slot:
                    labels = (number, slot) if bot.separate else (number,)
                    called = self.names[slot] if bot.separate else bot.name
                    player = bot.player(seed, "match", *labels, called=called)
                    self.guards.append(Guard(player, bot.name, seconds, clock))
                else:
                    self.guards.append(self.guards[self.order.index(number)])
        except BaseException:
            self.close()
            raise
        self.unit = 100 / blinds[1]
        self.replay: _Replay | None = None
        posted = (self.setup.small_blind, self.setup.big_blind, self.setup.ante)
        match = weakref.proxy(self)  # the garbage collector does not track views, so they must not refer back here
        self.views = [live_view(self.match.state, posted, lambda: match.whole()) for _ in bots]
        self.watch = Watch(list({id(guard): guard for guard in self.guards if guard}.values()), seconds)
        self.followers = tuple(
            (slot, guard, guard.player.hand_over)
            for slot, guard in enumerate(self.guards)
            if guard is not None and isinstance(guard.player, Follower)
        )

    def close(self) -> None:
        for guard in self.guards:
            if guard is not None and isinstance(guard.player, Follower):
                guard.player.close()

    def play(self, deals: int, rotations: int, watch: Callable[[MatchHand], None] | None = None) -> None:
        if watch is None and not any(self.guards):
            self.match.run(deals, rotations, self.period)
            return
        askers = tuple([None if guard is None else guard.prompt for guard in self.guards])
        views = tuple([self.views[bot] for bot in self.order])
        look = None if watch is None and not self.followers else lambda: self.look_at(watch)
        with self.watch:
            self.match.run_asking(deals, rotations, self.period, askers, views, look)

    def look_at(self, watch: Callable[[MatchHand], None] | None) -> None:
        """Show the hand just played to everyone who follows the match."""
        last = self.last()
        for slot, guard, hand_over in self.followers:
            seat = (slot + self.match.rotation) % self.seats
            guard.answer(hand_over, view(last.played.hand, seat), None)
        if watch is not None:
            watch(last)

    def last(self) -> MatchHand:
        match, seats = self.match, range(self.seats)
        played = self.played(match.hands, match.rotation, match.state.cards()[: 2 * self.seats + 8], match.codes())
        bots = [self.order[match.slot_at(seat)] for seat in seats]
        return MatchHand(played, tuple(bots), tuple([match.result_at(seat) for seat in seats]))

    def played(self, number: int, rotation: int, dealt: tuple[int, ...], codes: tuple[int, ...]) -> PlayedHand:
        """Rebuild a hand of this match from its number, its rotation, its cards and its actions."""
        order = [self.order[(seat - rotation) % self.seats] for seat in range(self.seats)]
        setup = self.setup
        assert setup.big_blind_seat is not None
        return PlayedHand(
            table=1,
            number=number,
            level=1,
            players=tuple(self.names[(seat - rotation) % self.seats] for seat in range(self.seats)),
            bots=tuple(self.bots[bot].name for bot in order),
            stacks=setup.stacks,
            button=setup.button,
            small_blind_seat=setup.small_blind_seat,
            big_blind_seat=setup.big_blind_seat,
            small_blind=setup.small_blind,
            big_blind=setup.big_blind,
            ante=0,
            dealt=dealt,
            codes=codes,
            rules=setup.rules,
        )

    def whole(self) -> Hand:
        """Return the current hand with its events, continuing from the last request."""
        codes, number = self.match.codes(), self.match.hands
        kept, self.replay = self.replay, None  # an interruption can leave it half finished
        if kept is None or kept.number != number:
            dealt = self.match.state.cards()[: 2 * self.seats + 8]
            deck = (*dealt, *(card for card in range(52) if card not in dealt))
            kept = _Replay(number, Hand(msgspec.structs.replace(self.setup, deck=deck)), 0)
        for code in codes[kept.done :]:
            kept.hand.act(decode(state_of(kept.hand), code))
        self.replay = kept._replace(done=len(codes))
        return kept.hand

    def rate(self, bot: int) -> Measured:
        """Return a bot's win rate, without the luck that the match removes."""
        if self.aivat:
            return self.mean(*self.match.lean_of(bot), self.match.deals)
        sums = self.match.sums_of(bot)
        total, squares = sums[4:] if self.adjust_all_ins else sums[2:4]
        return self.mean(total, squares, self.match.deals)

    def mean(self, total: float, squares: float, count: int) -> Measured:
        """Convert sums of chips and of their squares to a win rate."""
        return from_sums(count, total, squares, hands_needed(self.seats), self.unit)

    def score(self, bot: int) -> Score:
        sums = self.match.sums_of(bot)
        adjusted, raw = self.rate(bot), self.mean(sums[2], sums[3], self.match.deals)
        mine = [guard for guard, number in zip(self.guards, self.order, strict=True) if guard and number == bot]
        guards = {id(guard): guard for guard in mine}.values()
        reasons: Counter[str] = sum((guard.reasons for guard in guards), Counter())
        looks = 1 if len(self.bots) == 2 else len(self.bots)  # heads-up, one bot's wins are the other's losses
        more = adjusted.trials_to_settle(looks)
        return Score(
            bot=self.bots[bot].name,
            seats=self.order.count(bot),
            bb100=adjusted.value,
            error=adjusted.error,
            deals=adjusted.trials,
            needed=adjusted.needed,
            looks=looks,
            raw=raw.value,
            raw_error=raw.error,
            plain_error=self.mean(sums[0], sums[1], self.match.hands).error,
            more_hands=None if more is None else more * (self.match.hands // self.match.deals),
            figures=Figures(*self.match.figures_of(bot)),
            positions=tuple(self.positions(bot)),
            asked=sum(guard.asked for guard in guards),
            faults=sum(guard.faults for guard in guards),
            reasons=dict(reasons.most_common()),
        )

    def positions(self, bot: int) -> Iterator[PositionScore]:
        """Yield the bot's score at each position, from the first to act before the flop."""
        where = positions(self.setup)
        dealt = self.setup.dealt
        start = dealt.index(self.setup.big_blind_seat) + 1 if self.setup.big_blind_seat is not None else 0
        for seat in (*dealt[start:], *dealt[:start]):
            hands, chips, squares = self.match.place_of(bot, seat)
            if hands:
                yield PositionScore(where[seat], int(hands), self.mean(chips, squares, int(hands)))


def scores_html(scores: Sequence[Score]) -> str:
    rows = [(score.bot, f"{score.bb100:+.1f}", interval_text(score.rate), f"{score.raw:+.1f}") for score in scores]
    looks = many_looks(len(scores)) if len(scores) > 2 else ""  # what one of two wins the other loses
    return html_table(("bot", "bb/100", "95 % interval", "in chips"), rows, looks)


def interval_text(rate: Measured, digits: int = 1) -> str:
    """Format the 95% interval of a win rate, "+1.2 to +3.4"; "-" if there are too few deals for one."""
    edges = rate.interval
    return "-" if edges is None else f"{edges[0]:+.{digits}f} to {edges[1]:+.{digits}f}"


_RULES = msgspec.structs.replace(Rules.cash(), reveal="all")
