"""Matches of six players, with every figure counted, and what a study adds to the hands it plays."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable

from bigslick import Action, Call, Check, View
from bigslick.bots import Bot
from bigslick.simulate.chunks import pack, play_one
from bigslick.simulate.match import play_match
from bigslick.simulate.plan import base_of, make_plan
from bigslick.simulate.study import run_study

from .playing import SEATS, THEIR_HANDS, deal, new_game, spiel_call, spiel_hands
from .rows import Row, named, need
from .timing import best

HOUSE_HANDS, PYTHON_HANDS = 20_000, 1_000
TOURNAMENTS = 24


class Caller:
    """The bot that open_spiel's loop plays too."""

    def decide(self, view: View) -> Action:
        """Check or call."""
        return Check() if view.options is not None and view.options.check else Call()


def matches() -> Iterable[Row]:
    game, packs = new_game(), deal(THEIR_HANDS)
    mine = Bot("caller", None, Caller)
    them, house, python = best(
        lambda: spiel_hands(game, packs, spiel_call),
        lambda: play_match(["caller"] * SEATS, hands=HOUSE_HANDS, luck=False),
        lambda: play_match([mine] * SEATS, hands=PYTHON_HANDS, luck=False),
    )
    peer, rate = named("open_spiel"), THEIR_HANDS / them
    yield Row("6-seat match, house bots: call", peer, "hands/s", rate, HOUSE_HANDS / house, 8)
    yield Row("6-seat match, Python bots by views: call", peer, "hands/s", rate, PYTHON_HANDS / python, 3)


def studies() -> Iterable[Row]:
    need("polars")
    plan = make_plan({"structure": "deep-9", "entrants": 300, "tournaments": TOURNAMENTS, "seed": 7})
    packed = pack(plan, base_of(plan))

    def hands() -> None:
        for index in range(TOURNAMENTS):
            play_one(packed, index)

    def study() -> None:
        with tempfile.TemporaryDirectory() as folder:
            run_study(plan, folder, workers=1, chunk=6)

    alone, whole = best(hands, study, rounds=3)
    yield Row("a study beyond its hands", "", "%", None, 100 * (whole - alone) / alone, 15)
    one, two = _wall(plan.tournaments, 1), _wall(plan.tournaments, 2)
    yield Row("tournaments, two processes", "one process", "1/s", TOURNAMENTS / one, TOURNAMENTS / two, 1.8)


def _wall(tournaments: int, workers: int) -> float:
    """Seconds by the clock, since two processes share no CPU time; a long study, so that starting them is little."""
    plan = make_plan({"structure": "deep-9", "entrants": 600, "tournaments": tournaments, "seed": 7})
    found = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            run_study(plan, folder, workers=workers, chunk=3)
            found.append(time.perf_counter() - started)
    return min(found)
