"""How many facts a second the store takes, and how long a writer waits: `python bench/store.py [URL] [--seconds 5]`.

Each of 500 writers appends one fact, waits for the commit, and pauses; together they make up the load. The last line is
without pauses: the maximum.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from bigslick.server.store.records import Batch, FactRow
from bigslick.server.store.store import Store

WRITERS = 500
PAYLOAD = b"x" * 300


async def measure(store: Store, offered: int, seconds: float, run: int) -> str:
    """Append at a given rate; 0 = without pauses."""
    waits: list[float] = []
    dice = random.Random(run)
    began = time.perf_counter()
    processor = time.process_time()

    async def write(number: int) -> None:
        if offered:
            await asyncio.sleep(dice.random() * WRITERS / offered)
        seq = 0
        while time.perf_counter() - began < seconds:
            seq += 1
            asked = time.perf_counter()
            await store.append(Batch(rows=[FactRow(f"{run}-{number}", seq, 0, PAYLOAD)]))
            waits.append(time.perf_counter() - asked)
            if offered:
                await asyncio.sleep(dice.uniform(0, 2) * WRITERS / offered)

    await asyncio.gather(*map(write, range(WRITERS)))
    passed = time.perf_counter() - began
    spent = time.process_time() - processor
    waits.sort()
    middle, high = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    asked = f"{offered:,}" if offered else "all"
    return (
        f"{asked:>7}  {len(waits) / passed:>8,.0f}  {1000 * middle:>8.1f}  {1000 * high:>8.1f}  "
        f"{1e6 * spent / len(waits):>8.0f}"
    )


async def main(url: str, seconds: float) -> None:
    store = await Store.open(url)
    print(f"{store.name}: {WRITERS} writers")
    print("offered  facts/s    p50 ms    p99 ms  us/fact")
    try:
        for offered in (500, 1_000, 2_500, 5_000, 0):
            print(await measure(store, offered, seconds, time.time_ns()))
    finally:
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url", nargs="?", default="")
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(given.url or str(Path(folder) / "store.db"), given.seconds))
