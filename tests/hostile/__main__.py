"""`python -m tests.hostile`: call everything in every compiled module, and print the results."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from .report import MOST, Report, attack
from .surface import compiled_modules

ALL = 10**9


def main() -> int:
    """Print the report; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile")
    parser.add_argument("--module", action="append", help="only modules whose name has this in it; may be repeated")
    parser.add_argument("--most", type=int, default=MOST, help="the most calls for each name; 0 is all of them")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    given = parser.parse_args()
    total = Report()
    for module in compiled_modules():
        if given.module and not any(part in module for part in given.module):
            continue
        report = attack(module, most=given.most or ALL, shards=2)
        total.add(report)
        if not given.json:
            print(f"{module}\n{report}\n", flush=True)
    print(json.dumps(asdict(total)) if given.json else f"all\n{total}")
    return 1 if total.findings else 0


if __name__ == "__main__":
    sys.exit(main())
