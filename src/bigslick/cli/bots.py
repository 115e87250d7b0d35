"""`bigslick bots`: the house bots and how they play, measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .faults import bots_print_to_stderr, exit_if_useless
from .interrupts import if_stopped
from .options import HANDS, SECONDS, AsJson, Seed, seed_or_new
from .output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.simulate.match import Score

FIELD = "tag"
SEATS = 6


def command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="BOT", help="Bots to measure; by default all house bots.")
    ] = None,
    hands: Annotated[int, HANDS] = 20_000,
    against: Annotated[str, typer.Option(metavar="BOT", help="The bot in the other five seats.")] = FIELD,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Measure how bots play: VPIP, PFR and the like of one seat of six, with one kind of bot in the others."""
    from bigslick.bots import HOUSE_BOTS, as_bot
    from bigslick.history.figures import HEADINGS
    from bigslick.simulate.match import play_match

    number = seed_or_new(seed)
    scores: list[Score] = []
    with (
        bots_print_to_stderr(),
        if_stopped(lambda: f"stopped after {len(scores)} bots; nothing was kept"),
    ):
        wanted = [as_bot(name) for name in names or HOUSE_BOTS]
        others = as_bot(against)
        with progress("bots", len(wanted)) as step:
            for bot in wanted:
                lineup = [bot, *[others] * (SEATS - 1)]
                scores.append(play_match(lineup, hands=hands, seed=number, seconds=seconds).scores[0])
                step()
    reports = [{"bot": s.bot, "asked": s.asked, "faults": s.faults, "reasons": s.reasons} for s in scores]
    if as_json:
        measured = [
            {"bot": s.bot, "bb100": round(s.bb100, 4), "error": round(s.error, 4), **s.figures.json()}
            | {"faults": s.faults, "reasons": s.reasons}
            for s in scores
        ]
        print_json({"seed": number, "hands": hands, "seats": SEATS, "against": against, "bots": measured})
    else:
        rows = [
            (score.bot, f"{score.bb100:+.1f} ± {1.96 * score.error:.1f}", *score.figures.row(), score.faults or "")
            for score in scores
        ]
        columns = ("bot", "bb/100", *HEADINGS, "faults")
        print_table(columns, rows, left=("bot",), optional=("W$SD", "WTSD", "3-bet", "faults", "aggression"))
        say(f"\n{hands:,} hands each, with five {against} at a table of six, 100 big blinds deep, seed {number}.")
    exit_if_useless(reports)
