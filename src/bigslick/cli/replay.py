"""`bigslick replay FILE...`: replay recorded hands in the engine."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from bigslick.checks import counted

from .support.files import HistoryPaths, LeftOut, history_files
from .support.interrupts import if_stopped
from .support.options import AsJson
from .support.output import print_json, print_table, progress, say

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
    left_out = LeftOut()
    hands = finished = 0
    with if_stopped(lambda: f"stopped after {counted(hands, 'hand')}"), progress("replaying", len(found)) as step:
        for path in found:
            for outcome in outcomes([path], None if rules == "default" else rules, left_out.refuse):
                hands += 1
                finished += outcome.finished
                if hands <= FEW:
                    first.append(outcome)
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
        unfinished = hands - finished - left_out.count
        say(
            f"{counted(hands, 'hand')} in {counted(len(found), 'file')}: {finished:,} finished, {unfinished:,} open at "
            f"the end of their record, {left_out.count:,} refused{':' * bool(left_out.count)}"
        )
        left_out.say()
    if left_out.count:
        raise typer.Exit(1)
