"""`bigslick` with a wall clock that a test can set, and a store that gives up sooner.

The first eight bytes of the file BIGSLICK_TEST_CLOCK say how many nanoseconds ahead the clock is; they can change at
any time.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time
from pathlib import Path


def shift_the_clock(path: Path) -> None:
    """Add the file's offset to the wall clock from now on."""
    with path.open("r+b") as file:
        ahead = mmap.mmap(file.fileno(), 8)
    true_ns = time.time_ns

    def time_ns() -> int:
        shift: int = struct.unpack("<q", ahead[:8])[0]
        return true_ns() + shift

    time.time_ns = time_ns
    time.time = lambda: time_ns() / 1e9


def main() -> int:
    """Run the command line."""
    shift_the_clock(Path(os.environ["BIGSLICK_TEST_CLOCK"]))
    from bigslick.cli import main as cli
    from bigslick.server.store.store import Store

    Store.patience = float(os.environ["BIGSLICK_TEST_PATIENCE"])
    return cli() or 0


if __name__ == "__main__":
    sys.exit(main())
