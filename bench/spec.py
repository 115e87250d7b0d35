"""The spec language: moves per second on document S0 and on our own games, and the time to check and compile.

python bench/spec.py [--json] [--games N] [S0]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

from bigslick.spec import compiled, interpreted, load_spec
from bigslick.spec.simulate import simulate

SHARED = Path(os.environ.get("BIGSLICK_SHARED") or Path(__file__).parents[2] / "shared")
S0 = SHARED / "seeds" / "000_9a6e181bbfdf9a00.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("s0", nargs="?", default=str(S0), help="document S0")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows: list[dict[str, object]] = []
    cases = [("S0", ("std:holdem-base", given.s0)), ("holdem", ("std:holdem",)), ("crazy eights", ("std:eights",))]
    for name, documents in cases:
        if name == "S0" and not Path(given.s0).exists():
            print(f"no document S0 at {given.s0}: name it on the command line")
            continue
        begun = time.perf_counter()
        spec = load_spec(*documents)
        checked = time.perf_counter()
        game = compiled(spec)
        ready = time.perf_counter()
        simulate(game, 6, 20, "warm", check=False)
        best = 0.0
        for attempt in range(3):
            start = time.perf_counter()
            tally = simulate(game, 6, given.games, attempt, check=False)
            best = max(best, tally.moves / (time.perf_counter() - start))
        start = time.perf_counter()
        slow = simulate(interpreted(spec), 6, 10, 0, check=False)
        walked = slow.moves / (time.perf_counter() - start)
        row = {
            "game": name,
            "seats": 6,
            "moves_per_second": round(best),
            "interpreted": round(walked),
            "check_seconds": round(checked - begun, 4),
            "compile_seconds": round(ready - checked, 4),
        }
        rows.append(row)
        if not given.json:
            print(
                f"{name:<14} {best:>10,.0f} moves/s compiled, {walked:>8,.0f} interpreted; "
                f"check {checked - begun:.3f} s, compile {ready - checked:.3f} s"
            )
    if given.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
