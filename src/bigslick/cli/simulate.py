"""`bigslick simulate`: tournaments by the thousand, on this machine or on a cluster."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bigslick.checks import counted

from .faults import bots_print_to_stderr, exit_if_useless, fault_lines
from .interrupts import if_stopped
from .needs import needs_extra
from .options import BOTS, AsJson, Entrants, Out, Seconds, Seed, seed_or_new
from .output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.simulate.plan import StudyPlan
    from bigslick.simulate.study import Progress
    from bigslick.simulate.study_results import StudyResults


def command(
    plan: Annotated[
        Path | None, typer.Argument(metavar="PLAN.toml", help="A plan; the options below replace what it says.")
    ] = None,
    out: Out = None,
    structure: Annotated[
        str | None, typer.Option(metavar="STRUCTURE", help="A structure file, or the name of a preset.")
    ] = None,
    tournaments: Annotated[
        int | None, typer.Option(metavar="N", help="How many tournaments, for each point of the grid.")
    ] = None,
    entrants: Entrants = None,
    bots: Annotated[str | None, BOTS] = None,
    seconds: Seconds = None,
    keep_hands: Annotated[
        bool | None, typer.Option("--keep-hands", help="Keep every hand too, which takes time and space.")
    ] = None,
    seed: Seed = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes on this machine; by default all processors.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, tcp://host:port, or local:N.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start even if it takes more than a week.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run many tournaments of bots and keep the results as tables; a study that was stopped goes on.

    Without --out the folder is named by the plan or the structure. The bots of a study are dealt out over the field in
    turn: tag,tag,shark is two tag for each shark.
    """
    needs_extra("sim")
    from bigslick.simulate.plan import make_plan, read_plan
    from bigslick.simulate.study import rough_duration, run_study
    from bigslick.simulate.study_results import results

    flags: dict[str, Any] = {"structure": structure, "tournaments": tournaments, "entrants": entrants}
    flags |= {"seconds": seconds, "hands": keep_hands}
    if bots is not None:
        flags["bots"] = dict(Counter(name.strip() for name in bots.split(",")))
    given = {name: value for name, value in flags.items() if value is not None}
    done = 0
    with bots_print_to_stderr():
        asked = make_plan(given, "the command line") if plan is None else read_plan(plan)
        folder = out or Path(f"{plan.stem}-results" if plan is not None else f"study-{Path(asked.structure).stem}")
        given["seed"] = _seed(seed, plan, asked, folder)
        if plan is not None:
            import msgspec

            given = {**msgspec.to_builtins(asked), **given}
        asked = make_plan(given, "the command line")

        def kept() -> str:
            of = f"{done:,} of {counted(asked.total, 'tournament')}"
            return f"stopped; {of} are kept in {folder}: the same command with --out {folder} goes on"

        with if_stopped(kept), progress("tournaments", asked.total) as step:

            def count(far: Progress) -> None:
                nonlocal done
                rest = f", {rough_duration(far.left)} left" if far.left else ""
                step(far.tournaments - done, f"tournaments{rest}")
                done = far.tournaments

            run_study(asked, folder, workers=workers, cluster=cluster, insist=yes, step=count)
    found = results(folder)
    if as_json:
        print_json({"folder": str(folder), "seed": asked.seed, **summary(found)})
    else:
        _report(found, folder)
    from bigslick.simulate.analysis import faults

    exit_if_useless(faults(found.bots))


def _seed(seed: str | None, file: Path | None, plan: StudyPlan, folder: Path) -> int | str:
    """The seed of `--seed`, of the plan's file, of the study that the folder holds already, or a new one."""
    from bigslick.simulate.study import read_manifest

    if seed is None and file is not None and "seed" in tomllib.loads(file.read_text("utf-8")):
        return plan.seed
    if seed is None and (folder / "study.json").exists():
        kept: int | str = read_manifest(folder).plan.seed
        return kept
    return seed_or_new(seed)


def summary(found: StudyResults) -> dict[str, Any]:
    """What `--json` prints: sizes, and by point of the grid and bot what an entry is worth."""
    from bigslick.simulate.analysis import by_bot, faults

    played = found.tournaments
    return {
        "tournaments": played.height,
        "entries": int(played["entries"].sum()),
        "hands": int(played["hands"].sum()),
        "complete": found.complete,
        "bots": by_bot(found.entries, found.tournaments).to_dicts(),
        "python_bots": faults(found.bots),
    }


def _report(found: StudyResults, folder: Path) -> None:
    from bigslick.simulate.analysis import by_bot, faults

    played = found.tournaments
    say(
        f"{played.height:,} tournaments, {played['entries'].sum():,} entries, {played['hands'].sum():,} hands "
        f"in {folder}, seed {found.plan.seed}\n"
    )
    points = found.plan.points()
    rows = []
    for row in by_bot(found.entries, played).to_dicts():
        point = ", ".join(f"{name.rpartition('.')[2]} {value}" for name, value in points[row["cell"]].items())
        rows.append(
            (
                *((point,) if len(points) > 1 else ()),
                row["bot"],
                row["entries"],
                f"{100 * row['win_share']:.2f} %",
                f"{row['mean_place']:.3f}",
                f"{100 * row['roi']:+.1f} % ± {196 * row['roi_error']:.1f}" if row["roi"] is not None else "-",
            )
        )
    names = (*(("point",) if len(points) > 1 else ()), "bot", "entries", "wins", "mean place", "return on investment")
    print_table(names, rows, left=("bot", "point"), optional=("entries", "mean place", "wins"))
    for line in fault_lines(faults(found.bots)):
        say(line)
    say(f"\nMean place: 0 is first and 1 last. `bigslick report {folder}` draws pictures.")
