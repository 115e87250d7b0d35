"""`bigslick simulate`: tournaments by the thousand, on this machine or on a cluster."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import AsJson, console, print_json, print_table, progress, tell_faults

if TYPE_CHECKING:
    from bigslick.simulate.study import Progress
    from bigslick.simulate.study_results import StudyResults


def command(
    plan: Annotated[Path | None, typer.Argument(help="A plan in TOML; flags below replace what it says.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the tables; by default named by the plan.")] = None,
    structure: Annotated[str | None, typer.Option(help="A structure file or a preset.")] = None,
    tournaments: Annotated[int | None, typer.Option(help="How many, for each point of the grid.")] = None,
    entrants: Annotated[int | None, typer.Option(help="How many enter each.")] = None,
    bots: Annotated[
        str | None, typer.Option(help="Bots, repeated over the field: tag,tag,shark or tag,my_bot.py:MyBot.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="How long a Python bot may think; 0 is for ever.")] = None,
    hands: Annotated[
        bool | None, typer.Option("--hands", help="Keep every hand too, which takes time and room.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the whole study.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes on this machine; by default all processors.")] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler, tcp://host:port, or local:N.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start even if it takes very long.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run many tournaments of bots and keep the results as tables; a study that was stopped goes on."""
    from bigslick.simulate.plan import make_plan, read_plan
    from bigslick.simulate.study import rough_duration, run_study
    from bigslick.simulate.study_results import results

    flags: dict[str, Any] = {"structure": structure, "tournaments": tournaments, "entrants": entrants, "seed": seed}
    flags |= {"seconds": seconds, "hands": hands}
    if bots is not None:
        flags["bots"] = dict(Counter(name.strip() for name in bots.split(",")))
    given = {name: value for name, value in flags.items() if value is not None}
    asked = make_plan(given, "the command line") if plan is None else read_plan(plan)
    if plan is not None and given:
        import msgspec

        asked = make_plan({**msgspec.to_builtins(asked), **given}, "the command line")
    folder = out or Path(f"{plan.stem}-results" if plan is not None else f"study-{asked.structure}-{asked.seed}")
    before = 0
    with progress("tournaments", asked.total) as step:

        def tell(far: Progress) -> None:
            nonlocal before
            rest = f", {rough_duration(far.left)} left" if far.left else ""
            step(far.tournaments - before, f"tournaments{rest}")
            before = far.tournaments

        run_study(asked, folder, workers=workers, cluster=cluster, insist=yes, step=tell)
    found = results(folder)
    if as_json:
        print_json({"folder": str(folder), **summary(found)})
    else:
        _report(found, folder)


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

    page = console()
    played = found.tournaments
    page.print(
        f"{played.height:,} tournaments, {played['entries'].sum():,} entries, {played['hands'].sum():,} hands "
        f"in {folder}\n",
        markup=False,
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
    names = ("bot", "entries", "wins", "mean place", "return on investment")
    print_table((*(("point",) if len(points) > 1 else ()), *names), rows, left=("bot", "point"))
    for line in tell_faults(faults(found.bots)):
        page.print(line, markup=False)
    page.print("\nMean place: 0 is first and 1 last. `bigslick report` draws pictures of the folder.")
