"""`bigslick match`: bots against each other with fresh stacks, in big blinds for a hundred hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import AsJson, console, print_json, print_table, progress
from .table import SeedOption, seed_or_new

if TYPE_CHECKING:
    from bigslick.simulate.match import MatchResult, Score


def command(
    bots: Annotated[list[str], typer.Argument(help="Two to ten bots: house names, module:Class or path.py:Class.")],
    hands: Annotated[int, typer.Option(help="How many hands, rounded up to whole deals.")] = 100_000,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="Repeat each deal with the seats rotated.")] = False,
    seats: Annotated[int | None, typer.Option(help="Seats, filled in turn; by default one for each bot.")] = None,
    stack: Annotated[int, typer.Option(help="Every hand's stacks, in big blinds.")] = 100,
    luck: Annotated[bool, typer.Option(help="Whether to take the luck of all-ins out of the result.")] = True,
    seconds: Annotated[float, typer.Option(help="How long a Python bot may think; 0 is for ever.")] = 5,
    seed: SeedOption = None,
    keep: Annotated[Path | None, typer.Option(help="Keep the match in this folder, for `bigslick report`.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other and say who wins, how surely, and how many hands would settle it."""
    from bigslick.simulate.match import play_match

    number = seed_or_new(seed)
    with progress("hands", hands) as step:
        result = play_match(
            bots,
            hands=hands,
            seats=seats,
            stack=stack,
            duplicate=duplicate,
            adjust_all_ins=luck,
            seed=number,
            seconds=seconds,
            step=lambda done: step(done),
        )
    if keep is not None:
        from bigslick.simulate.study_results import keep_match

        keep_match(result, keep)
    if as_json:
        print_json(to_json(result))
    else:
        _report(result)


def to_json(result: MatchResult) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "hands": result.hands,
        "deals": result.deals,
        "seats": result.seats,
        "stack": result.stack,
        "duplicate": result.duplicate,
        "seed": result.seed,
        "bots": [
            {
                "bot": score.bot,
                "seats": score.seats,
                "bb100": round(score.bb100, 4),
                "interval": [round(edge, 4) for edge in score.interval],
                "raw_bb100": round(score.raw, 4),
                "raw_error": round(score.raw_error, 4),
                "plain_error": round(score.plain_error, 4),
                "error": round(score.error, 4),
                "more_hands": score.more_hands,
                "figures": score.figures.json(),
                "faults": score.faults,
                "reasons": score.reasons,
            }
            for score in result.scores
        ],
    }


def _report(result: MatchResult) -> None:
    from bigslick.history.figures import HEADINGS

    page = console()
    deals = f" ({result.deals:,} deals)" if result.duplicate else ""
    page.print(f"{result.hands:,} hands{deals}, {result.seats} seats, {result.stack} big blinds, seed {result.seed}\n")
    ranked = sorted(result.scores, key=lambda score: -score.bb100)
    rows = [
        (score.bot, f"{score.bb100:+.2f}", _interval(score), f"{score.raw:+.2f}", *score.figures.row())
        for score in ranked
    ]
    print_table(("bot", "bb/100", "95 % interval", "in chips", *HEADINGS), rows, left=("bot",))
    page.print()
    widest = max(ranked, key=lambda score: score.error)
    if widest.error and widest.plain_error > 1.02 * widest.error:
        factor = widest.plain_error / widest.error
        why = "Duplicate deals and all-ins" if result.duplicate else "All-ins"
        page.print(
            f"{why} without their luck make the error {factor:.2f} times smaller, "
            f"as {factor * factor:.1f} times the hands would."
        )
    for score in ranked:
        page.print(_verdict(score), markup=False)
        for reason, count in score.reasons.items():
            page.print(f"  {count:,} x {reason}", markup=False)


def _interval(score: Score) -> str:
    low, high = score.interval
    return f"{low:+.2f} to {high:+.2f}"


def _verdict(score: Score) -> str:
    if score.more_hands == 0:
        said = "wins" if score.bb100 > 0 else "loses" if score.bb100 < 0 else "breaks even"
        sentence = f"{score.bot} {said}, beyond the 95 % interval."
    elif score.more_hands is None:
        sentence = f"{score.bot} breaks even as far as one can see: no number of hands would settle it."
    else:
        sentence = f"{score.bot}: not settled; about {score.more_hands:,} more hands would, if the figure stays."
    if score.faults:
        sentence += f" It was checked or folded {score.faults:,} times in {score.asked:,} decisions:"
    return sentence
