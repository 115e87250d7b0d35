"""Run every comparison and print one table, or one JSON object with --json."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import bigslick
from bigslick.core import evaluate as core

from . import (
    environments,
    evaluation,
    front_door,
    histories,
    odds,
    playing,
    pokerstars,
    simulating,
    spec,
    starting,
    timing,
    tournament,
)
from .rows import Different, Missing, Row

COMPARISONS: dict[str, Callable[[], Iterable[Row]]] = {
    "evaluation": evaluation.one_by_one,
    "batch": evaluation.at_once,
    "hands": playing.playing,
    "front-door": front_door.front_door,
    "events": front_door.telling,
    "save": front_door.saving,
    "equity": odds.exact,
    "monte-carlo": odds.sampled,
    "copy": playing.copying,
    "matches": simulating.matches,
    "studies": simulating.studies,
    "tournament": tournament.tournaments,
    "replay": histories.replaying,
    "pokerstars": pokerstars.reading,
    "read": histories.reading,
    "statistics": histories.counting,
    "environments": environments.environments,
    "spec": spec.moving,
    "starting": starting.starting,
}
SIDES = "<<>>>><"


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--only", choices=COMPARISONS, action="append", help="run one comparison; can be repeated")
    parser.add_argument("--rounds", type=int, default=timing.ROUNDS, help="rounds to run; the best one counts")
    parser.add_argument("--strict", action="store_true", help="also exit with 1 if a ratio is below its target")
    asked = parser.parse_args()
    timing.ROUNDS = asked.rounds
    if not core.COMPILED:
        print("the core is interpreted: comparing it says nothing", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in asked.only or COMPARISONS:
        print(f"measuring: {name}", file=sys.stderr)
        rows += measured(name)
    if asked.json:
        print(json.dumps({**machine(), "rows": [as_dict(row) for row in rows]}, indent=2))
    else:
        print_table(rows)
    wrong = any(row.note.startswith("differs") for row in rows)
    return int(wrong or (asked.strict and any(row.verdict != "ok" for row in rows)))


def measured(name: str) -> list[Row]:
    """Return the rows of one comparison; if it cannot run, one row that says why."""
    try:
        return list(COMPARISONS[name]())
    except Missing as error:
        return [Row(name, "missing", "", None, None, 0, note=str(error))]
    except Different as error:
        return [Row(name, "", "", None, None, 0, note=f"differs: {error}")]


def machine() -> dict[str, Any]:
    """Describe the machine and the time."""
    model = platform.processor() or platform.machine()
    try:
        found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        model = found[0].partition(":")[2].strip() if found else model
    except OSError:
        pass
    return {
        "bigslick": bigslick.__version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": f"{model}, {os.cpu_count()} processors",
        "python": platform.python_version(),
    }


def as_dict(row: Row) -> dict[str, Any]:
    return {
        "work": row.work,
        "peer": row.peer,
        "unit": row.unit,
        "theirs": row.theirs,
        "ours": row.ours,
        "ratio": row.ratio,
        "at_least": None if row.lower else row.at_least,
        "at_most": row.at_least if row.lower else None,
        "aim": row.aim,
        "verdict": row.verdict,
    }


def print_table(rows: list[Row]) -> None:
    about = machine()
    print(f"bigslick {about['bigslick']}, Python {about['python']}, {about['machine']}, {about['date']}")
    print("CPU time, best round of each, measured side by side")
    print()
    lines = [["work", "peer", "peer's figure", "ours", "ratio", "at least", "verdict"]]
    for row in rows:
        target = f"< {row.at_least:g} {row.unit}" if row.lower else f"{row.at_least:g}x"
        if row.aim:
            target += f" (aim {row.aim:g}x)"
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}x"
        their, our = (figure(number, row.unit) for number in (row.theirs, row.ours))
        lines.append([row.work, row.peer, their, our, ratio, target, row.verdict])
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in [lines[0], ["-" * width for width in widths], *lines[1:]]:
        cells = [f"{text:{side}{width}}" for text, side, width in zip(line, SIDES, widths, strict=True)]
        print("  ".join(cells).rstrip())


def figure(number: float | None, unit: str) -> str:
    """Format a number with three significant digits: 8.04 M hands/s."""
    if number is None:
        return ""
    for scale, letter in ((1e6, " M"), (1e3, " k"), (1, "")):
        if number >= scale:
            return f"{number / scale:.3g}{letter} {unit}"
    return f"{number:.3g} {unit}"


if __name__ == "__main__":
    sys.exit(main())
