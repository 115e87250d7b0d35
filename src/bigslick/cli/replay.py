"""`bigslick replay FILE...`: play recorded hands through the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson, console, counted, print_json, print_table, progress

FEW = 20


def command(
    files: Annotated[
        list[Path], typer.Argument(help="PHH files (.phh, .phhs), or folders of them.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Play recorded hands through the engine; exit code 1 if a hand is refused."""
    import msgspec

    from bigslick.history import ReplayOutcome, outcomes

    found = list(_histories(files))
    first: list[ReplayOutcome] = []
    refused: list[ReplayOutcome] = []
    hands = finished = 0
    with progress("replaying", len(found)) as step:
        for path in found:
            for outcome in outcomes([path]):
                hands += 1
                finished += outcome.finished
                if hands <= FEW:
                    first.append(outcome)
                if not outcome.ok:
                    refused.append(outcome)
                if as_json:
                    print_json(msgspec.structs.asdict(outcome))
            step()
    if not as_json:
        if hands <= FEW:
            rows = [(x.file, x.hand, "finished" if x.finished else "", " ".join(x.final_stacks)) for x in first if x.ok]
            print_table(("file", "hand", "", "final stacks"), rows, left=("file", "", "final stacks"))
        for outcome in refused:
            console().print(f"refused  {outcome.error}", markup=False)
        unfinished = hands - finished - len(refused)
        console().print(
            f"{counted(hands, 'hand')} of {counted(len(found), 'file')}: {finished:,} finished, {unfinished:,} open at "
            f"the end of their record, {len(refused):,} refused"
        )
    if refused:
        raise typer.Exit(1)


def _histories(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and for a folder every history below it."""
    for path in paths:
        if path.is_dir():
            below = sorted(file for file in path.rglob("*") if file.suffix in (".phh", ".phhs"))
            if not below:
                raise ValueError(f"{path} is a folder without a .phh or .phhs file")
            yield from below
        else:
            yield path
