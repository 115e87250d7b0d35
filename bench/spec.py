"""The spec language: moves per second on S0 and on our own games with each runner, and the time to get ready.

python -m bench.spec [--json] [--games N] [--seats 2,6,10] [S0]

Figures are CPU time, the best of three rounds. `random` is what `simulate` plays, with all moves inside the machine;
`stepped` chooses each move in Python and calls `game.play`; `interpreted` is the same without a machine.
The ratio is `random` over `interpreted`. The bar: S0 at 100,000 moves/s random, which `make bench` checks.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterable
from pathlib import Path

from bigslick.spec import Game, Spec, choose, compiled, interpreted, load_spec
from bigslick.spec.simulate import simulate

from .rows import Missing, Row

SHARED = Path(os.environ.get("BIGSLICK_SHARED") or Path(__file__).parents[2] / "shared")
S0 = SHARED / "seeds" / "000_9a6e181bbfdf9a00.txt"
ROUNDS = 3


def moving() -> Iterable[Row]:
    """Time a random move of S0 inside the machine."""
    if not S0.exists():
        raise Missing(f"no document S0 at {S0}")
    game = compiled(load_spec("std:holdem-base", str(S0)))
    for seats in (2, 6, 10):
        spent = 1e6 / rate(game, seats, 500, whole=True)
        yield Row(f"a random move of S0 with {seats} seats", "", "us", None, spent, 10, lower=True)


def stepped(game: Game, seats: int, games: int, seed: int) -> int:
    """Play random games move by move; return the number of moves."""
    moves = 0
    for number in range(games):
        rng = random.Random(f"{seed}/{number}")
        state = game.start(seats, f"{seed}/{number}")
        while state.winners is None:
            game.play(state, choose(state.menu, rng))
        moves += state.moves
    return moves


def rate(game: Game, seats: int, games: int, *, whole: bool) -> float:
    """Return moves per second of CPU time, the best of several rounds."""
    best = 0.0
    stepped(game, seats, 3, -1)
    for attempt in range(ROUNDS):
        begun = time.process_time()
        if whole:
            moves = simulate(game, seats, games, attempt, check=False).moves
        else:
            moves = stepped(game, seats, games, attempt)
        best = max(best, moves / (time.process_time() - begun))
    return best


def measure(name: str, spec: Spec, seats: int, games: int) -> dict[str, object]:
    """Measure one row: every runner on one game with one number of seats."""
    quick = compiled(spec)
    begun = time.process_time()
    machine = quick.code.machines[seats]
    assembled = time.process_time() - begun
    slow = rate(interpreted(spec), seats, max(1, games // 20), whole=False)
    whole = rate(quick, seats, games, whole=True)
    return {
        "game": name,
        "seats": seats,
        "machine": machine is not None,
        "random": round(whole),
        "stepped": round(rate(quick, seats, games, whole=False)),
        "interpreted": round(slow),
        "ratio": round(whole / slow, 1),
        "assemble_seconds": round(assembled, 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("s0", nargs="?", default=str(S0), help="document S0")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seats", default="2,6,10")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    cases = [("S0", ("std:holdem-base", given.s0)), ("holdem", ("std:holdem",)), ("crazy eights", ("std:eights",))]
    rows: list[dict[str, object]] = []
    for name, documents in cases:
        if name == "S0" and not Path(given.s0).exists():
            print(f"no document S0 at {given.s0}: name it on the command line")
            continue
        begun = time.process_time()
        spec = load_spec(*documents)
        checked = time.process_time()
        if not given.json:
            print(f"{name}: checked in {checked - begun:.3f} s")
        for seats in map(int, given.seats.split(",")):
            if not spec.least_players <= seats <= spec.most_players:
                continue
            row = measure(name, spec, seats, given.games)
            row |= {"check_seconds": round(checked - begun, 4)}
            rows.append(row)
            if not given.json:
                print(
                    f"  {seats:>2} seats {row['random']:>9,} moves/s random, {row['stepped']:>8,} stepped, "
                    f"{row['interpreted']:>6,} interpreted; ratio {row['ratio']}"
                )
    if given.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
