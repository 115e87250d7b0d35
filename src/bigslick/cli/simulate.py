"""`bigslick simulate`: run thousands of tournaments, on this machine or on a cluster."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bigslick.checks import counted
from bigslick.extras import needs_extra

from .support.faults import bots_print_to_stderr, exit_if_useless, fault_lines
from .support.interrupts import if_stopped
from .support.options import BOTS, AsJson, Entrants, Late, Out, Reentries, Seconds, Seed, seed_or_new
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.simulate.compare import Comparison
    from bigslick.simulate.plan import StudyPlan
    from bigslick.simulate.study import Progress
    from bigslick.simulate.study_results import StudyResults


def command(
    plan: Annotated[
        Path | None, typer.Argument(metavar="PLAN.toml", help="A plan; the options below replace what it says.")
    ] = None,
    out: Out = None,
    structure: Annotated[
        str | None, typer.Option(metavar="STRUCTURE", help="A structure file or a preset; by default turbo-6.")
    ] = None,
    tournaments: Annotated[
        int | None, typer.Option(metavar="N", help="How many tournaments, for each point of the grid; by default 100.")
    ] = None,
    entrants: Entrants = None,
    bots: Annotated[str | None, BOTS] = None,
    late: Late = None,
    reentries: Reentries = None,
    seconds: Seconds = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE,...",
            help="Compare these values, pair by pair from the same seats and decks: structure=a.toml,b.toml, "
            "structure.reentry_limit=0,1, entrants=50,100, bots=tag+lag,tag+shark. May be repeated.",
        ),
    ] = None,
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
    """Run many bot tournaments and save the results as tables: how long they last, who wins, what differs.

    A stopped study resumes, and one with more --tournaments grows: only the new ones are played. Bots are spread over
    the field in turn: tag,tag,shark means two tags for each shark. Without --out, the folder is named after the plan or
    the structure.
    """
    needs_extra("sim", "polars")
    if cluster is not None:
        needs_extra("cluster")
    from bigslick.simulate.plan import make_plan, read_plan
    from bigslick.simulate.study import rough_duration, run_study
    from bigslick.simulate.study_results import results

    flags: dict[str, Any] = {"structure": structure, "tournaments": tournaments, "entrants": entrants}
    flags |= {
        "late": late,
        "reentries": reentries,
        "seconds": seconds,
        "hands": keep_hands,
        "grid": grid_of(vary) if vary else None,
    }
    if bots is not None:
        flags["bots"] = dict(Counter(name.strip() for name in bots.split(",")))
    given = {name: value for name, value in flags.items() if value is not None}
    if plan is None and not given:
        raise ValueError(
            "this needs a plan, or options that say what to play, as in --structure turbo-6 --tournaments 100; "
            "try 'bigslick simulate --help'"
        )
    done = restarts = 0
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
                nonlocal done, restarts
                restarts = far.restarts
                rest = f", {rough_duration(far.left)} left" if far.left else ""
                step(far.tournaments - done, f"tournaments{rest}")
                done = far.tournaments

            run_study(asked, folder, workers=workers, cluster=cluster, insist=yes, step=count)
    if restarts:
        complain(f"worker processes died {counted(restarts, 'time')}; what they had begun was played again")
    from bigslick.simulate.analysis import faults

    found = results(folder)
    if as_json:
        print_json({"folder": str(folder), "seed": asked.seed, **summary(found)})
    else:
        _report(found, folder)
    exit_if_useless(faults(found.bots))
    if found.tournaments.is_empty():
        raise typer.Exit(1)


def _seed(seed: str | None, file: Path | None, plan: StudyPlan, folder: Path) -> int | str:
    """Return the seed from `--seed`, the plan, or the existing study in the folder; otherwise make a new one."""
    from bigslick.simulate.study import read_manifest

    if seed is None and file is not None and "seed" in tomllib.loads(file.read_text("utf-8")):
        return plan.seed
    if seed is None and (folder / "study.json").exists():
        kept: int | str = read_manifest(folder).plan.seed
        return kept
    return seed_or_new(seed)


def grid_of(options: Sequence[str]) -> dict[str, Any]:
    """Build the grid from `--vary`. A value is written as in TOML, or as a bare word."""
    grid: dict[str, Any] = {}
    for option in options:
        name, equals, text = option.partition("=")
        name, text = name.strip(), text.strip()
        if not equals or not name or not text:
            raise ValueError(f"--vary: {option!r} is not a setting with values; expected one, as in entrants=50,100")
        if name in grid:
            raise ValueError(f"--vary: {name} appears twice; give all its values at once, as in {name}=A,B")
        if text[0] in "[{":
            try:
                grid[name] = tomllib.loads(f"value = {text}")["value"]
            except tomllib.TOMLDecodeError as error:
                raise ValueError(f"--vary {name}: {text} is not a TOML value: {error}") from None
        else:
            words = [word.strip() for word in text.split(",")]
            grid[name] = [word.split("+") for word in words] if name == "bots" else [*map(_value, words)]
    return grid


def _value(word: str) -> Any:
    """Parse a number, true or false as in TOML; keep anything else as a word."""
    try:
        return tomllib.loads(f"value = {word}")["value"]
    except tomllib.TOMLDecodeError:
        return word


def summary(found: StudyResults) -> dict[str, Any]:
    """Return the study for `--json`: its sizes, the grid points with their differences, and the value of an entry."""
    from bigslick.simulate.analysis import by_bot, faults, luck_and_skill
    from bigslick.simulate.compare import Comparison

    played, compared = found.tournaments, Comparison(found)
    return {
        "tournaments": played.height,
        "stalled": found.stalled.height,
        "entries": int(played["entries"].sum()),
        "hands": int(played["hands"].sum()),
        "complete": found.complete,
        "points": [
            {
                "point": point.label,
                "settings": point.settings,
                "tournaments": point.tournaments,
                "length": {
                    "unit": compared.unit,
                    "mean": point.length.mean.value,
                    "half": point.length.mean.half,
                    "median": point.length.median,
                    "nine_in_ten": point.length.nine_in_ten,
                },
                "last_level": {
                    "median": point.last_level.median,
                    "nine_in_ten": point.last_level.nine_in_ten,
                },
                "means": {name: {"mean": one.value, "half": one.half} for name, one in point.measures.items()},
            }
            for point in compared.points
        ],
        "differences": [
            {
                "point": row.label,
                "measure": row.measure,
                "first": row.first,
                "here": row.here,
                "difference": row.difference,
                "half": row.half,
                "settled": row.settled,
            }
            for row in compared.differences
        ],
        "bots": by_bot(found.entries, found.tournaments).to_dicts(),
        "luck": luck_and_skill(found.entries).to_dicts(),
        "python_bots": faults(found.bots),
    }


def _report(found: StudyResults, folder: Path) -> None:
    from bigslick.simulate.analysis import by_bot, faults
    from bigslick.simulate.compare import Comparison
    from bigslick.simulate.labels import bot_label, point_labels
    from bigslick.simulate.report import roi_missing, roi_text

    played, compared = found.tournaments, Comparison(found)
    say(
        f"{counted(played.height, 'tournament')}, {played['entries'].sum():,} entries, {played['hands'].sum():,} hands "
        f"in {folder}, seed {found.plan.seed}\n"
    )
    for sentence in (found.stalled_sentence, found.take_up):
        if sentence:
            say(f"{sentence}\n")
    if played.is_empty():
        for line in fault_lines(faults(found.bots)):
            say(line)
        return
    _say_events(compared)
    if compared.differences:
        _say_differences(compared)
    labels = point_labels(found.plan)
    rows = []
    measured = by_bot(found.entries, played).to_dicts()
    for row in measured:
        rows.append(
            (
                *((labels[row["cell"]],) if len(labels) > 1 else ()),
                bot_label(row["bot"]),
                roi_text(row),
                f"{100 * row['win_share']:.2f} %",
                f"{row['mean_place']:.3f}",
                row["entries"],
            )
        )
    names = (*(("point",) if len(labels) > 1 else ()), "bot", "ROI", "wins", "mean place", "entries")
    print_table(names, rows, left=("bot", "point"), optional=("entries", "mean place", "wins"))
    if looks := roi_missing(measured):
        say(looks)
    _say_luck(found, labels)
    for line in fault_lines(faults(found.bots)):
        say(line)
    say(
        "\nROI: prizes and bounties less cost, by cost, which is buy-ins, fees, bounties, rebuys and add-ons; ± is the "
        f"95 % interval. Mean place: 0 is first and 1 last. `bigslick report {folder}` draws pictures."
    )


def _say_luck(found: StudyResults, labels: Sequence[str]) -> None:
    from bigslick.intervals import FEWEST_FOR_A_VERDICT
    from bigslick.simulate.analysis import luck_and_skill
    from bigslick.simulate.labels import bot_label

    rows = [
        (
            labels[row["cell"]],
            f"{100 * row['skill']:.1f} %",
            f"{row['deviation']:.1f}",
            f"{100 * row['gap']:.0f} %",
            f"{bot_label(row['best'])} over {bot_label(row['worst'])}",
            "-" if row["needed"] is None else round(row["needed"]),
        )
        for row in luck_and_skill(found.entries).to_dicts()
        if row["skill"] is not None and row["events"] >= FEWEST_FOR_A_VERDICT
    ]
    if rows:
        say("\nLuck against skill, by money:")
        columns = ("point", "skill", "swing", "edge", "of", "events needed")
        print_table(columns, rows, left=("point", "of"), optional=("of", "edge"))
        say(
            "Skill: the share of the variance of an entry's result that its bot explains. Swing: the standard "
            "deviation of a result, in costs of an entry. After the events needed the edge is beyond the 95 % interval."
        )


def _say_events(compared: Comparison) -> None:
    """Print how long the event lasts and how large it is."""
    from bigslick.simulate.compare import EVENT

    if len(compared.points) == 1:
        [point] = compared.points
        length, level = point.length, point.last_level
        say(
            f"Length: {with_unit(length.median, compared.unit)} in the median; "
            f"{length.sentence('nine tournaments in ten take', with_unit)} (mean {length.mean})."
        )
        levels = level.sentence("nine in ten in level", "{:,.0f}".format)
        say(f"It ends in level {level.median:,.0f} in the median; {levels}.")
        paid = [f"{name} {point.measures[name]}" for name in EVENT if name in point.measures]
        say(f"Means with their 95 % intervals: {', '.join(paid)}.\n")
        return
    rows = [
        (
            point.label,
            point.length.text(with_unit),
            *(str(point.measures[name]) if name in point.measures else "-" for name in EVENT),
        )
        for point in compared.points
    ]
    columns = ("point", f"{compared.unit} (9 in 10)", *EVENT)
    print_table(columns, rows, left=("point",), optional=("places paid", "prize pool", "first prize", "entries"))
    if compared.many_means:
        say(compared.many_means)
    say()


def _say_differences(compared: Comparison) -> None:
    """Print the differences from the first point with their intervals, significant ones first."""
    from bigslick.simulate.compare import with_half

    say(f"Against {compared.points[0].label}, pair by pair from the same seats and decks:")
    rows = [
        (row.label, row.measure, with_half(row.difference, row.half, sign=True), row.verdict) for row in compared.shown
    ]
    print_table(("point", "measure", "difference", "beyond chance"), rows, left=("point", "measure"))
    say(compared.many_looks)
    say()


def with_unit(value: float, unit: str = "") -> str:
    """Format a length for people."""
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
    return f"{shown} {unit}".rstrip()
