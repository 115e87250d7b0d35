"""Local best response: how much a simple opponent who knows a bot's strategy wins from it (Lisý and Bowling 2017).

The opponent keeps a range for the bot, asks what the bot would do with each hand in it, and takes the action that is
best if both players then check or call to the end. Its winnings are a lower bound on those of a perfect opponent: a bot
that loses to it can be exploited for at least that much. If it wins nothing, that proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from bigslick.bots import Bot, BotLike, Guard, HouseBot, as_bot
from bigslick.cards import DECK
from bigslick.checks import is_whole, must_be
from bigslick.errors import BigslickError
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, Raise
from bigslick.hand.events import STREETS, Dealt
from bigslick.hand.hand import Hand
from bigslick.hand.view import View, ViewData, view
from bigslick.intervals import Measured, from_sums, hands_needed, plus_minus
from bigslick.odds import equity
from bigslick.rules import Rules
from bigslick.shuffle import Keystream, new_seed
from bigslick.strength import evaluate_many

from .interrupted import Interrupted
from .match import BLINDS

MOST_HANDS: Final = 10**7
BOARDS: Final = 40
"""How many boards to sample when more than one card is to come."""
ASKED: Final = 250
"""About how many hands from its range we ask the bot about when it faces a wager."""
DOUBT: Final = 0.05
"""The share of its weight that a hand keeps if the bot would act differently with it: bots may mix their actions."""
POTS: Final = (1.0,)
"""The wagers to consider besides all-in, in pots."""
SAMPLES: Final = 400
"""The number of boards sampled before the flop."""
_HOLES: Final = np.array(list(combinations(range(52), 2)), dtype=np.int64)
_HOLDS: Final = np.zeros((len(_HOLES), 52), dtype=bool)
_HOLDS[np.arange(len(_HOLES))[:, None], _HOLES] = True
_ME, _BOT = 0, 1

Weights = npt.NDArray[np.float64]


class BadResponse(BigslickError, ValueError):
    """A best response that cannot be played."""

    __module__ = "bigslick.simulate"


class LocalResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The local best response's win rate against a bot, in big blinds per hundred hands."""

    bot: str
    hands: int
    depth: int
    """In big blinds."""
    seed: int | str
    bb100: float
    error: float
    faults: int = 0
    """How often we had to check or fold for the bot."""

    @property
    def rate(self) -> Measured:
        """`bb100` with its standard error and the hands behind it."""
        return Measured(self.bb100, self.error, self.hands, hands_needed(2))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval around `bb100`; None if there are too few hands for one."""
        return self.rate.interval

    @property
    def bound(self) -> float:
        """A lower bound on the bot's exploitability with 97.5% confidence; 0 if it is not significant."""
        return 0.0 if self.interval is None else max(0.0, self.interval[0])

    def __str__(self) -> str:
        return f"{self.bot} loses {plus_minus(f'{self.bb100:+.1f}', self.rate.half)} bb/100 to its local best response"


def local_best_response(
    bot: BotLike,
    *,
    hands: int,
    depth: int = 100,
    first_street: str = "preflop",
    seed: int | str | None = None,
    step: Callable[[int], None] | None = None,
) -> LocalResponse:
    """Play a bot heads-up against its local best response, with fresh stacks of `depth` big blinds every hand.

    Before `first_street` the response only checks and calls, which often finds more. The bot must decide from its view
    alone: it is asked about hands that it does not hold. Ctrl-C raises `Interrupted`, which has the result so far.
    """
    found = as_bot(bot)
    if not is_whole(hands, 1, MOST_HANDS):
        raise BadResponse(f"hands={hands!r}: expected 1 to {MOST_HANDS:,}")
    if not is_whole(depth, 2, 10**6):
        raise BadResponse(f"cannot play stacks of {depth!r} big blinds: expected 2 to 1,000,000")
    if first_street not in STREETS[:4]:
        raise BadResponse(f"there is no street {first_street!r}: expected {', '.join(STREETS[:4])}")
    must_be((Callable, type(None)), step, "a function for step=")  # type: ignore[arg-type]
    seed = new_seed() if seed is None else seed
    play = _Response(found, depth, STREETS.index(first_street), seed)
    total = squares = 0.0
    played = 0
    try:
        for number in range(hands):
            won = play.hand(number) / BLINDS[1]
            total, squares, played = total + won, squares + won * won, number + 1
            if step is not None:
                step(1)
    except KeyboardInterrupt:
        if not played:
            raise
    rate = from_sums(played, total, squares, hands_needed(2), unit=100)
    result = LocalResponse(
        bot=found.name,
        hands=played,
        depth=depth,
        seed=seed,
        bb100=rate.value,
        error=rate.error,
        faults=play.guard.faults,
    )
    if played < hands:
        raise Interrupted(result, played)
    return result


class _Response:
    """The two players, and the range that the response keeps for the bot."""

    def __init__(self, bot: Bot, depth: int, first: int, seed: int | str) -> None:
        self.guard = Guard(bot.player(seed, "response"), bot.name)
        # A second player answers our questions, so they do not change what the bot draws at the table.
        self.twin = bot.player(seed, "asked")
        self.chips = depth * BLINDS[1]
        self.first = first
        self.seed = seed
        self.rng = np.random.default_rng(int.from_bytes(Keystream(seed, "response", "boards").seed()[:8], "big"))

    def hand(self, number: int) -> float:
        """Play one hand; return the response's winnings, with the board's luck removed."""
        deck = Keystream(self.seed, "response", "cards", number).shuffled()
        hand = Hand.start([self.chips] * 2, BLINDS, number % 2, deck=deck, rules=_RULES)
        mine = [int(card) for card in hand.hole(_ME)]
        weights = np.ones(len(_HOLES))
        weights[_HOLDS[:, mine].any(axis=1)] = 0
        luck, seen = 0.0, 0
        while hand.turn is not None:
            board = [int(card) for card in hand.board]
            if hand.turn == _ME:
                hand.act(self._choose(hand, mine, board, weights))
            else:
                done = self.guard.decide(view(hand, _BOT))
                at = np.flatnonzero(weights)
                self._narrow(weights, at, self._answers(hand, at), done)
                hand.act(done)
            if len(hand.board) > seen:
                # On average a street changes nothing, so its effect can be subtracted from the result.
                if len(hand.live) == 2:
                    luck += 2 * min(hand.committed) * (self._equity(hand, len(hand.board)) - self._equity(hand, seen))
                seen = len(hand.board)
                weights[_HOLDS[:, [int(card) for card in hand.board]].any(axis=1)] = 0
        return hand.stacks[_ME] - self.chips - luck

    def _equity(self, hand: Hand, cards: int) -> float:
        """Return the response's average share of the pot on a board of this many cards."""
        hands = [hand.hole(_ME), hand.hole(_BOT)]
        if cards == 0:
            seed = int(self.rng.integers(2**62))
            return float(equity(hands, samples=SAMPLES, seed=seed).players[_ME].equity)
        return float(equity(hands, board=hand.board[:cards]).players[_ME].equity)

    def _answers(self, hand: Hand, at: npt.NDArray[np.int64]) -> list[Action]:
        return self._ask(view(hand, _BOT), [(DECK[a], DECK[b]) for a, b in _HOLES[at]])

    def _ask(self, now: View, holes: list[tuple[Any, Any]]) -> list[Action]:
        if isinstance(self.twin, HouseBot):
            return self.twin.decide_each(now, holes)
        options = now.options
        assert options is not None
        answers: list[Action] = []
        for hole in holes:
            try:
                action = self.twin.decide(_with_hole(now, hole))  # type: ignore[arg-type]  # its turn
            except Exception:  # the guard counts faults at the table; here such a hand folds
                action = options.give_up
            answers.append(action if options.allows(action, now.bets[_BOT]) else options.give_up)
        return answers

    def _narrow(self, weights: Weights, at: npt.NDArray[np.int64], answers: list[Action], done: Action) -> None:
        """Keep the hands with which the bot would act as it just did; wagers of all sizes count as the same."""
        kind = _kind(done)
        weights[at] *= np.array([_kind(action) == kind for action in answers]) + DOUBT

    def _choose(self, hand: Hand, mine: list[int], board: list[int], weights: Weights) -> Action:
        """Return the action with the most expected chips, if both players check or call afterwards."""
        options = hand.options
        assert options is not None
        passive: Action = Check() if options.check else Call()
        if STREETS.index(hand.street) < self.first:
            return passive
        wins = self._wins(mine, board, weights)
        pot, call = hand.pot, options.call
        share = _average(wins, weights)
        best, value = (passive, share * (pot + call) - call)
        if options.fold and not options.check and value < 0:
            best, value = Fold(), 0.0
        for to in self._sizes(hand):
            after = hand.copy()
            wager: Action = Bet(to=to) if options.bet_to else Raise(to=to)
            after.act(wager)
            if after.turn != _BOT:
                continue
            put = to - hand.bets[_ME]
            drawn = self.rng.choice(len(weights), ASKED, p=weights / weights.sum())
            at, times = np.unique(drawn, return_counts=True)
            stays = times * np.array([not isinstance(action, Fold) for action in self._answers(after, at)])
            folded = 1 - stays.sum() / ASKED
            share = _average(wins[at], stays)
            matched = put - call  # the bot matches the raise, or puts in what it has left
            matched = min(matched, hand.stacks[_BOT])
            called = share * (pot + call + 2 * matched) - call - matched
            gain = folded * pot + (1 - folded) * called
            if gain > value:
                best, value = wager, gain
        return best

    def _sizes(self, hand: Hand) -> list[int]:
        options = hand.options
        assert options is not None
        totals = options.wager_to
        if not totals:
            return []
        current = hand.bets[_ME] + options.call
        wanted = [current + round(share * (hand.pot + options.call)) for share in POTS]
        return sorted({max(totals[0], min(totals[-1], to)) for to in (*wanted, totals[-1])})

    def _wins(self, mine: list[int], board: list[int], weights: Weights) -> Weights:
        """Return the response's share of the pot at the end against each hand in the range."""
        used = {*mine, *board}
        left = np.array([card for card in range(52) if card not in used])
        missing = 5 - len(board)
        if missing == 0:
            runs = np.zeros((1, 0), dtype=np.int64)
        elif missing == 1:
            runs = left[:, None]
        else:
            runs = np.array([self.rng.choice(left, missing, replace=False) for _ in range(BOARDS)])
        at = np.flatnonzero(weights)
        holes = _HOLES[at]
        tables = np.concatenate([np.tile(np.array(board, dtype=np.int64), (len(runs), 1)), runs], axis=1)
        own = evaluate_many(np.concatenate([np.tile(mine, (len(runs), 1)), tables], axis=1).astype(np.uint8))
        free = np.ones((len(runs), len(holes)), dtype=bool)
        for column in range(runs.shape[1]):
            free &= ~_HOLDS[at][:, runs[:, column]].T
        run, held = np.nonzero(free)
        other = evaluate_many(np.concatenate([holes[held], tables[run]], axis=1).astype(np.uint8))
        result = np.where(own[run] > other, 1.0, np.where(own[run] == other, 0.5, 0.0))
        count = free.sum(axis=0)
        won = np.bincount(held, result, minlength=len(holes))
        found = np.full(len(weights), 0.5)
        found[at] = np.where(count > 0, won / np.maximum(count, 1), 0.5)
        return found


def _kind(action: Action | None) -> str:
    if isinstance(action, Bet | Raise | AllIn):
        return "wager"
    return "call" if isinstance(action, Check | Call) else type(action).__name__


def _average(values: Weights, weights: Weights) -> float:
    total = float(weights.sum())
    return float((values * weights).sum()) / total if total > 0 else 0.0


def _with_hole(now: View, hole: tuple[Any, Any]) -> ViewData:
    cards = iter(hole)
    events = [
        msgspec.structs.replace(event, card=next(cards))
        if isinstance(event, Dealt) and event.seat == now.seat
        else event
        for event in now.events
    ]
    values = {name: getattr(now, name) for name in ViewData.__struct_fields__}
    return ViewData(**{**values, "hole": hole, "events": tuple(events)})


_RULES: Final = msgspec.structs.replace(Rules.cash(), reveal="all")
