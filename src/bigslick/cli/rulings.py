"""`bigslick rulings FILE`: check scripted cases against the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson, console, print_json, print_table, progress


def command(
    file: Annotated[Path, typer.Argument(help="A JSON file of rulings.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Check a file of rulings: scripted hands and other cases with what must come out; exit code 1 if any failed."""
    import msgspec

    import bigslick.tournament.rulings  # noqa: F401 - adds the rulings between hands
    from bigslick.history.rulings import check_file

    verdicts = []
    with progress("checking", None) as step:
        for verdict in check_file(file):
            verdicts.append(verdict)
            step()
    failed = [verdict for verdict in verdicts if not verdict.ok]
    passed = len(verdicts) - len(failed)
    if as_json:
        cases = [msgspec.structs.asdict(verdict) for verdict in verdicts]
        print_json({"passed": passed, "failed": len(failed), "cases": cases})
    else:
        areas: dict[str, list[int]] = {}
        for verdict in verdicts:
            counts = areas.setdefault(verdict.area, [0, 0])
            counts[not verdict.ok] += 1
        rows = [(area, *counts) for area, counts in areas.items()]
        print_table(("area", "passed", "failed"), rows, left=("area",))
        for verdict in failed:
            console().print(f"failed  {verdict.id}: {verdict.why}", markup=False)
        console().print(f"{passed} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)
