"""A study of 1,000 tournaments with 1,000 entrants: does it take the time that the hand rate predicts?

The hand rate comes from some of its tournaments, played outside the study: before it, after it and, with one process,
between its chunks, because a machine's speed varies with its other work. The study runs with one process and with two;
CPU time is the sum over all processes. `make thousand`, or `python -m bench.thousand [--tournaments N] [--entrants N]
[--structure NAME] [--workers N ...]`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

from bigslick.simulate.chunks import pack, play_one
from bigslick.simulate.plan import StudyPlan, make_plan
from bigslick.simulate.study import Progress, rough_duration, run_study
from bigslick.simulate.study_results import results

SAMPLE = 20


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(prog="bench.thousand", description="A study against its hand rate.")
    options.add_argument("--tournaments", type=int, default=1000)
    options.add_argument("--entrants", type=int, default=1000)
    options.add_argument("--structure", default="turbo-6")
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    asked = options.parse_args()
    plan = make_plan(
        {"structure": asked.structure, "entrants": asked.entrants, "tournaments": asked.tournaments, "seed": 7}
    )
    print(f"{plan.tournaments:,} tournaments of {plan.entrants:,} entrants, {plan.structure}")
    walls = {}
    for workers in asked.workers:
        alone = Alone(plan)
        alone.play(SAMPLE)
        hands, wall, cpu = study(plan, workers, alone)
        alone.play(SAMPLE)
        predicted = hands * alone.cpu / alone.hands
        walls[workers] = wall
        print(
            f"{workers} {'process' if workers == 1 else 'processes'}: {hands:,} hands in {wall:.1f} s, {cpu:.1f} s of "
            f"CPU time; the hand rate predicts {predicted:.1f} s: {100 * (cpu / predicted - 1):+.1f} %",
            flush=True,
        )
    if 1 in walls and 2 in walls:
        print(f"two processes are {walls[1] / walls[2]:.2f} times as fast as one, by the clock")


class Alone:
    """Some of the tournaments, played outside the study: their hands and seconds."""

    def __init__(self, plan: StudyPlan) -> None:
        self.packed = pack(plan)
        self.total = plan.tournaments
        self.number = self.hands = 0
        self.cpu = self.wall = 0.0

    def play(self, count: int) -> None:
        """Play this many more."""
        started, spent = time.perf_counter(), _cpu()
        for _ in range(count):
            self.hands += play_one(self.packed, 37 * self.number % self.total)[1].hands
            self.number += 1
        self.wall += time.perf_counter() - started
        self.cpu += _cpu() - spent


def study(plan: StudyPlan, workers: int, alone: Alone) -> tuple[int, float, float]:
    """Return hands, wall-clock seconds and CPU seconds of all processes, without the tournaments played in between."""
    between = SAMPLE // 4 if workers == 1 else 0

    def step(far: Progress) -> None:
        tell(far)
        alone.play(between)

    with tempfile.TemporaryDirectory() as folder:
        started, spent = time.perf_counter() - alone.wall, _cpu() - alone.cpu
        run_study(plan, Path(folder) / "study", workers=workers, step=step)
        wall, cpu = time.perf_counter() - alone.wall - started, _cpu() - alone.cpu - spent
        print(file=sys.stderr)
        return int(results(Path(folder) / "study").tournaments["hands"].sum()), wall, cpu


def tell(far: Progress) -> None:
    """Print the progress and the expected end."""
    rest = f", {rough_duration(far.left)} left" if far.left else ""
    print(
        f"\r{far.tournaments:,} of {far.total:,} in {rough_duration(far.seconds)}{rest}".ljust(60),
        end="",
        file=sys.stderr,
    )


def _cpu() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in spent)


if __name__ == "__main__":
    main()
