"""`bigslick replay FILE...`: play recorded hands through the engine."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bigslick.checks import counted

from .files import HistoryPaths, history_files
from .interrupts import if_stopped
from .options import AsJson
from .output import print_json, print_table, progress, say

FEW = 20

PlayedBy = Annotated[
    Literal["default", "site"],
    typer.Option(
        metavar="RULES",
        help="Rules to play by, `default` or `site`, which lets any raise reopen betting and follow a short all-in.",
    ),
]


def command(files: HistoryPaths, rules: PlayedBy = "default", as_json: AsJson = False) -> None:
    """Play recorded hands by the rules, and name the hands that break them; exit code 1 if there are any."""
    import msgspec

    from bigslick.history import ReplayOutcome, outcomes

    found = history_files(files)
    first: list[ReplayOutcome] = []
    refused: list[ReplayOutcome] = []
    hands = finished = 0
    with if_stopped(lambda: f"stopped after {counted(hands, 'hand')}"), progress("replaying", len(found)) as step:
        for path in found:
            for outcome in outcomes([path], None if rules == "default" else rules):
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
            if rows:
                print_table(
                    ("file", "hand", "", "final stacks"), rows, left=("file", "", "final stacks"), optional=("",)
                )
        for outcome in refused[:FEW]:
            say(f"refused  {outcome.error}", hang=9)
        if len(refused) > FEW:
            say(f"... and {len(refused) - FEW:,} more (--json has them all)")
        unfinished = hands - finished - len(refused)
        say(
            f"{counted(hands, 'hand')} in {counted(len(found), 'file')}: {finished:,} finished, {unfinished:,} open at "
            f"the end of their record, {len(refused):,} refused"
        )
    if refused:
        raise typer.Exit(1)
