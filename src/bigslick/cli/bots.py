"""`bigslick bots`: the bots of the house and how they play, measured."""

from __future__ import annotations

from typing import Annotated

import typer

from .output import AsJson, console, print_json, print_table, progress
from .table import SeedOption

FIELD = "tag"
SEATS = 6


def command(
    names: Annotated[list[str] | None, typer.Argument(help="Bots to measure; by default those of the house.")] = None,
    hands: Annotated[int, typer.Option(help="Hands for each bot.")] = 20_000,
    against: Annotated[str, typer.Option(help="Who sits on the other five seats.")] = FIELD,
    seed: SeedOption = None,
    as_json: AsJson = False,
) -> None:
    """Measure how bots play: one seat of six, the others taken by one kind of bot."""
    from bigslick.bots import HOUSE_BOTS, as_bot
    from bigslick.history.figures import HEADINGS
    from bigslick.simulate.match import play_match

    wanted = [as_bot(name) for name in names or HOUSE_BOTS]
    others = as_bot(against)
    scores = []
    with progress("bots", len(wanted)) as step:
        for bot in wanted:
            result = play_match([bot, *[others] * (SEATS - 1)], hands=hands, seed=0 if seed is None else seed)
            scores.append(result.scores[0])
            step()
    if as_json:
        print_json(
            [{"bot": s.bot, "bb100": round(s.bb100, 4), "error": round(s.error, 4), **s.figures.json()} for s in scores]
        )
        return
    rows = [
        (score.bot, *score.figures.row(), f"{score.bb100:+.1f} ± {1.96 * score.error:.1f}", score.faults or "")
        for score in scores
    ]
    print_table(("bot", *HEADINGS, "bb/100", "faults"), rows, left=("bot",))
    console().print(f"\nEach with five {against} at a table of six, {hands:,} hands, 100 big blinds.")
