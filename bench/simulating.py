"""Six-player matches with every statistic counted, and a study's overhead."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from bigslick import Action, Bet, Call, Check, Fold, Raise, View
from bigslick.bots import Bot
from bigslick.simulate.chunks import pack, play_one
from bigslick.simulate.match import play_match
from bigslick.simulate.plan import make_plan
from bigslick.simulate.study import run_study

from .playing import SEATS, THEIR_HANDS, deal, new_game, spiel_call, spiel_hands
from .rows import Row, agree, named, need
from .timing import best

HOUSE_HANDS, PYTHON_HANDS = 20_000, 5_000
RAISES, FOLDS = 0.25, 0.3
TEN = 32
TOURNAMENTS = 120
"""Two seconds of play: the files of a study take as long however short it is."""
LONG = 300
"""Enough tournaments that the processes' start-up hardly matters."""


class Caller:
    """The bot that open_spiel's fastest loop also plays; it reads nothing."""

    def decide(self, view: View) -> Action:
        """Check or call."""
        options = view.options
        return Check() if options is not None and options.check else Call()


class Regular:
    """A bot like the ones people write: it reads its options, its cards and the pot, and sometimes raises or folds."""

    def __init__(self, random: Random) -> None:
        self.draw = random.random

    def decide(self, view: View) -> Action:
        """Sometimes min-raise a good hand, otherwise call; sometimes fold a bad hand to a bet."""
        options = view.options
        assert options is not None
        first, second = view.hole
        if good(first, second):
            wager = options.wager_to
            if wager and self.draw() < RAISES:
                return Raise(to=wager[0]) if options.raise_to else Bet(to=wager[0])
        elif not options.check and view.pot and self.draw() < FOLDS:
            return Fold()
        return Check() if options.check else Call()


class SpielRegular:
    """The same for open_spiel, which is given the cards (it would have to print them) and not asked for the pot."""

    def __init__(self) -> None:
        self.draw = Random(7).random
        self.pack: list[int] = []

    def follow(self, packs: Iterable[list[int]]) -> Iterator[list[int]]:
        """Pass the decks on, and remember the current one."""
        for self.pack in packs:
            yield self.pack

    def decide(self, state: Any) -> int:
        """Return one of open_spiel's actions."""
        seat = 2 * state.current_player()
        legal = state.legal_actions()  # 0 fold, 1 call, then every total from the smallest to all-in
        folds = 1 - legal[0]
        if good(self.pack[seat], self.pack[seat + 1]):
            if len(legal) > folds + 1 and self.draw() < RAISES:
                return int(legal[folds + 1])
        elif folds and self.draw() < FOLDS:
            return 0
        return 1


def good(first: int, second: int) -> bool:
    """Whether it is a pair, or two cards of ten or higher."""
    return first >> 2 == second >> 2 or (first >= TEN and second >= TEN)


def matches() -> Iterable[Row]:
    game, packs = new_game(), deal(THEIR_HANDS)
    caller, regular = Bot("caller", None, Caller), Bot("regular", None, Regular)
    theirs = SpielRegular()
    actions = spiel_hands(game, theirs.follow(packs), theirs.decide) / THEIR_HANDS
    asked = sum(score.asked for score in play_match([regular] * SEATS, hands=PYTHON_HANDS, adjust_all_ins=False).scores)
    mean = asked / PYTHON_HANDS
    agree(abs(mean - actions) < 0.03 * actions, f"regular: {mean:.2f} actions a hand, open_spiel {actions:.2f}")
    calling, deciding, house, python, mine = best(
        lambda: spiel_hands(game, packs, spiel_call),
        lambda: spiel_hands(game, theirs.follow(packs), theirs.decide),
        lambda: play_match(["caller"] * SEATS, hands=HOUSE_HANDS, adjust_all_ins=False),
        lambda: play_match([caller] * SEATS, hands=PYTHON_HANDS, adjust_all_ins=False),
        lambda: play_match([regular] * SEATS, hands=PYTHON_HANDS, adjust_all_ins=False),
    )
    peer, rate = named("open_spiel"), THEIR_HANDS / calling
    yield Row("6-seat match, house bots: call", peer, "hands/s", rate, HOUSE_HANDS / house, 8)
    yield Row("6-seat match, Python bots by views: call", peer, "hands/s", rate, PYTHON_HANDS / python, 3)
    yield Row(
        "6-seat match, Python bots by views: regular", peer, "hands/s", THEIR_HANDS / deciding, PYTHON_HANDS / mine, 3
    )


def studies() -> Iterable[Row]:
    need("polars")
    plan = make_plan({"structure": "deep-9", "entrants": 300, "tournaments": TOURNAMENTS, "seed": 7})
    packed = pack(plan)

    def hands() -> None:
        for index in range(TOURNAMENTS):
            play_one(packed, index)

    def study() -> None:
        with tempfile.TemporaryDirectory() as folder:
            run_study(plan, folder, workers=1, chunk=TOURNAMENTS // 4)

    alone, whole = best(hands, study, rounds=3)
    yield Row("a study beyond its hands", "", "%", None, 100 * (whole - alone) / alone, 15)
    one, two = _wall(LONG, 1), _wall(LONG, 2)
    yield Row("tournaments, two processes", "one process", "1/s", LONG / one, LONG / two, 1.8)


def _wall(tournaments: int, workers: int) -> float:
    """Wall-clock seconds, since two processes share no CPU time; in a long study, starting them hardly matters."""
    plan = make_plan({"structure": "deep-9", "entrants": 600, "tournaments": tournaments, "seed": 7})
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        run_study(plan, folder, workers=workers, chunk=3)
        return time.perf_counter() - started
