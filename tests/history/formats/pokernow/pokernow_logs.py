"""PokerNow logs for tests, handwritten in its export's wording."""

from __future__ import annotations

import csv
import io

from bigslick.history import BadHistory, History
from bigslick.history.formats.pokernow.reading import FORMAT

ANN, BOB, CAT = '"Ann @ aa-1"', '"Bob @ bb_2"', '"Cat @ cc3"'
START = f"-- starting hand #7 (id: x7)  (No Limit Texas Hold'em) (dealer: {CAT}) --"
STACKS = f"Player stacks: #1 {ANN} (1000) | #3 {BOB} (500) | #9 {CAT} (800)"
BLINDS = (f"{ANN} posts a small blind of 10", f"{BOB} posts a big blind of 20")
END = "-- ending hand #7 --"
WALK = (START, STACKS, *BLINDS, f"{CAT} folds", f"{ANN} folds", f"{BOB} collected 20 from pot", END)


def log(*entries: str, newest_first: bool = True) -> bytes:
    """Make a log from these lines, given oldest first."""
    out = io.StringIO()
    write = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerow
    rows = [
        [entry, f"2026-11-16T20:00:{place % 60:02d}.500Z", 179400000000000 + place]
        for place, entry in enumerate(entries)
    ]
    out.write("entry,at,order\n")
    for row in reversed(rows) if newest_first else rows:
        write(row)
    return out.getvalue().encode()


def read_all(data: bytes, file: str = "poker_now_log_pglOak.csv") -> list[History | BadHistory]:
    """Read a log with the reader."""
    assert FORMAT.read is not None
    return list(FORMAT.read(io.BytesIO(data), file))


def read_one(*entries: str) -> History:
    """Return the history of a log with one hand."""
    (found,) = read_all(log(*entries))
    if isinstance(found, BadHistory):
        raise found
    return found
