"""A table of values learns heads-up hold'em against `caller` and `random`: `python examples/tabular.py --steps 5000`.

Monte Carlo control with just NumPy. A situation is the starting hand before the flop, or the hand's strength after it,
together with the price of a call; the value of an action is its average result there. At the end the policy plays both
opponents in duplicate matches, and gets the same statistics as any other player.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bigslick import evaluate_many
from bigslick.envs import HoldemBatch, ObservationLayout, PolicyBot
from bigslick.simulate import play_match

SEATS, TABLES = 2, 2048
ACTIONS = ("fold", "call", 0.5, 1.0, 2.0, "all-in")
OPPONENTS = ("caller", "random")
PRICES = 4
BUCKETS = 24
FORGET = 0.98  # the weight that older results keep at each update
LAYOUT = ObservationLayout(SEATS)
Array = NDArray[Any]


def edges() -> list[Array]:
    """Return the strengths that split random hands of five, six and seven cards into equally frequent buckets."""
    dice = np.random.default_rng(0)
    decks = np.argsort(dice.random((20_000, 52)), axis=1).astype(np.uint8)
    cuts = np.linspace(0, 1, BUCKETS + 1)[1:-1]
    return [np.quantile(evaluate_many(np.ascontiguousarray(decks[:, :cards])), cuts) for cards in (5, 6, 7)]


EDGES = edges()
PREFLOP = 169
SITUATIONS = (PREFLOP + 3 * BUCKETS) * PRICES


def situations(rows: Array) -> Array:
    """Return the situation number of each observation."""
    seen = LAYOUT.named(rows)
    hole = np.nonzero(seen["hole"])[1].reshape(-1, 2)
    street = seen["street"].argmax(axis=1)
    low, high = np.sort(hole // 4, axis=1).T
    suited = hole[:, 0] % 4 == hole[:, 1] % 4
    found = np.where(suited, 13 * high + low, 13 * low + high)
    for number, cut in enumerate(EDGES, 1):
        here = street == number
        if here.any():
            board = np.nonzero(seen["board"][here])[1].reshape(-1, number + 2)
            cards = np.hstack([hole[here], board]).astype(np.uint8)
            found[here] = PREFLOP + BUCKETS * (number - 1) + np.searchsorted(cut, evaluate_many(cards))
    price = seen["to_call"] / (seen["pot"] + seen["to_call"])
    return np.asarray(found * PRICES + np.digitize(price, [0.01, 0.3, 0.4]))


class Values:
    """The average value of each action in each situation, in big blinds."""

    def __init__(self) -> None:
        self.total = np.zeros((SITUATIONS, len(ACTIONS)))
        self.count = np.full((SITUATIONS, len(ACTIONS)), 1e-9)

    def best(self, where: Array, masks: Array) -> Array:
        """Return the legal action with the highest average; untried ones come first."""
        average = np.where(self.count[where] < 1, 1e6, self.total[where] / self.count[where])
        return np.asarray(np.where(masks > 0, average, -np.inf).argmax(axis=1))

    def add(self, where: Array, actions: Array, won: Array) -> None:
        """Add the hands' results."""
        np.add.at(self.total, (where, actions), won)
        np.add.at(self.count, (where, actions), 1)

    def policy(self, observation: Array, mask: Array) -> int:
        """Return the best action for one observation, for a bot."""
        return int(self.best(situations(observation[None]), mask[None])[0])


def learn(steps: int, seed: int) -> tuple[Values, list[tuple[int, float]]]:
    """Take steps at every table; return the values, and bb/100 over time."""
    batch = HoldemBatch(TABLES, seats=SEATS, opponents=OPPONENTS[0], actions=ACTIONS, autoreset="same_step")
    batch.reset(seed=seed)
    half = np.arange(TABLES) % 2 == 1
    batch.reset(chosen=half, options={"opponents": OPPONENTS[1]})
    dice = np.random.default_rng(seed)
    values = Values()
    curve: list[tuple[int, float]] = []
    taken: list[tuple[Array, Array]] = []  # situations and actions in the last steps, by table
    length = np.zeros(TABLES, np.int64)
    hands, won = 0, 0.0
    for step in range(1, steps + 1):
        explore = max(0.05, 1 - step / (0.7 * steps))
        where = situations(batch.observations)
        luck = dice.random(batch.masks.shape) * batch.masks
        actions = np.where(dice.random(TABLES) < explore, luck.argmax(axis=1), values.best(where, batch.masks))
        taken = [*taken[-15:], (where, actions)]
        length += 1
        batch.step(actions)
        ended = batch.terminated
        for back, (there, chosen) in enumerate(reversed(taken)):
            told = ended & (length > back)
            values.add(there[told], chosen[told], batch.rewards[told, 0])
        length[ended] = 0
        hands += int(ended.sum())
        won += float(batch.rewards[ended, 0].sum())
        if step % max(1, steps // 50) == 0:
            curve.append((hands, 100 * won / max(1, hands - (curve[-1][0] if curve else 0))))
            won = 0.0
            values.total *= FORGET
            values.count *= FORGET
    return values, curve


def draw(curve: list[tuple[int, float]], path: Path) -> None:
    """Plot the learning curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([hands / 1e6 for hands, _ in curve], [rate for _, rate in curve])
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="million hands", ylabel="bb/100 while it explores", title="Learning against caller and random")
    figure.savefig(path, dpi=120)


def judge(bot: PolicyBot, hands: int) -> None:
    """Play duplicate matches against each opponent and print the intervals and the policy's statistics."""
    for opponent in OPPONENTS:
        score = play_match([bot, opponent], hands=hands, duplicate=True, seed=11, seconds=0).scores[0]
        low, high = score.interval or (-math.inf, math.inf)  # None: too few deals
        share = score.figures
        print(
            f"against {opponent}: {score.bb100:+.0f} bb/100, 95 % interval {low:+.0f} to {high:+.0f}, "
            f"VPIP {share.vpip:.0f} %, PFR {share.pfr:.0f} %, {score.faults} faults"
        )


def main() -> None:
    """Read the command line, learn, and play the matches."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=5000, help="steps to learn from, at each table")
    parser.add_argument("--hands", type=int, default=10_000, help="hands in each match at the end")
    parser.add_argument("--seed", type=int, default=7, help="random seed")
    parser.add_argument("--picture", type=Path, help="where to plot the learning curve; needs matplotlib")
    asked = parser.parse_args()
    start = time.perf_counter()
    values, curve = learn(asked.steps, asked.seed)
    print(f"{curve[-1][0]:,} hands in {time.perf_counter() - start:.0f} seconds")
    if asked.picture is not None:
        draw(curve, asked.picture)
    judge(PolicyBot(values.policy, seats=SEATS, actions=ACTIONS, name="tabular"), asked.hands)


if __name__ == "__main__":
    main()
