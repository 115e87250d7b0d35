"""Equities: two hands before the flop over every board, and three hands by sampling."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import bigslick
from bigslick.odds import equity

from .rows import Row, agree, named, need, silent
from .timing import best

MATCHES = 24
SAMPLES = 100_000
THREE = ("AhKh", "QdQc", "7s6s")


def exact() -> Iterable[Row]:
    peer = need("pokerfast.equity")
    rng = random.Random(7)
    matches: list[list[str]] = []
    for _ in range(MATCHES):
        a, b, c, d = (bigslick.Card(card) for card in rng.sample(range(52), 4))
        matches.append([f"{a}{b}", f"{c}{d}"])

    def theirs() -> list[float]:
        return [peer.equity(match)[0] for match in matches]

    def ours() -> list[float]:
        return [equity(match).players[0].equity for match in matches]

    agree(all(abs(one - two) < 1e-9 for one, two in zip(theirs(), ours(), strict=True)), "pokerfast's equities differ")
    them, us = best(theirs, ours)
    yield Row("exact heads-up equity preflop", named("pokerfast"), "equities/s", MATCHES / them, MATCHES / us, 1, aim=3)


def sampled() -> Iterable[Row]:
    peer = need("pyo3_poker_eval")
    with silent():
        poker = peer.PokerEval()
    players = [[int(card) for card in bigslick.parse_cards(hand)] for hand in THREE]
    asked = {"players": players, "table": [], "nb_game": SAMPLES}

    def theirs() -> Any:
        return poker.game_mc(asked)

    def ours() -> float:
        return equity(THREE, samples=SAMPLES, seed=7).players[0].equity

    truth = equity(THREE).players[0].equity
    with silent():
        found = theirs()
        agree(abs(found["win"] + found["tie"] - truth) < 0.01, "pyo3_poker_eval's sample is far off")
        agree(abs(ours() - truth) < 0.01, "our own sample is far off")
        them, us = best(theirs, ours, rounds=15)
    work = f"3-way Monte Carlo, {SAMPLES:,}"
    yield Row(work, named("pyo3_poker_eval"), "samples/s", SAMPLES / them, SAMPLES / us, 3, aim=5)
