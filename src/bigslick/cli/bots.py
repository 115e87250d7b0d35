"""`bigslick bots`: list the house bots and measure how they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .match import rounded
from .support.faults import bots_print_to_stderr, exit_if_useless
from .support.interrupts import Stopped, stopped_early
from .support.options import HANDS, SECONDS, AsJson, Seed, seed_or_new
from .support.output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.simulate.leaks import Leak, LeakFinder
    from bigslick.simulate.match import Score

FIELD = "tag"
SEATS = 6
MOST_LEAKS = 12


def command(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="BOT", help="Bots to measure; by default all house bots.")
    ] = None,
    hands: Annotated[int, HANDS] = 20_000,
    against: Annotated[str, typer.Option(metavar="BOT", help="The bot in the other seats.")] = FIELD,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Measure how bots play: VPIP, PFR and more for one seat of six, with one kind of bot in the others.

    For a single bot, also shows where it wins and loses: by position, by street, and by what it faced.
    """
    from bigslick.bots import HOUSE_BOTS, as_bot
    from bigslick.history.statistics.figures import HEADINGS
    from bigslick.intervals import many_looks, plus_minus, too_few
    from bigslick.simulate.interrupted import Interrupted
    from bigslick.simulate.leaks import LeakFinder
    from bigslick.simulate.match import play_match

    number = seed_or_new(seed)
    scores: list[Score] = []
    leaks = LeakFinder() if names and len(names) == 1 else None
    stopped = ""
    with bots_print_to_stderr():
        wanted = [as_bot(name) for name in names or HOUSE_BOTS]
        others = as_bot(against)
        with progress("bots", len(wanted)) as step:
            for bot in wanted:
                lineup = [bot, *[others] * (SEATS - 1)]
                watch = None if leaks is None else leaks.watch
                try:
                    scores.append(play_match(lineup, hands=hands, seed=number, seconds=seconds, watch=watch).scores[0])
                except KeyboardInterrupt as stop:
                    if scores:
                        stopped = f"stopped after {len(scores)} of {len(wanted)} bots: these are theirs"
                    elif isinstance(stop, Interrupted):
                        stopped = stopped_early(stop.result.hands, hands)
                        scores.append(stop.result.scores[0])
                        hands = stop.result.hands
                    else:
                        raise
                    break
                step()
    reports = [{"bot": s.bot, "asked": s.asked, "faults": s.faults, "reasons": s.reasons} for s in scores]
    if as_json:
        measured = [
            {"bot": s.bot, "bb100": round(s.bb100, 4), "error": round(s.error, 4), "interval": rounded(s.interval)}
            | s.figures.json()
            | {"faults": s.faults, "reasons": s.reasons}
            for s in scores
        ]
        found = {"seed": number, "hands": hands, "seats": SEATS, "against": against, "bots": measured}
        print_json(found if leaks is None else found | leaks_json(scores[0], leaks))
    else:
        rows = [
            (score.bot, plus_minus(f"{score.bb100:+.1f}", score.rate.half), *score.figures.row(), score.faults or "")
            for score in scores
        ]
        columns = ("bot", "bb/100", *HEADINGS, "faults")
        print_table(columns, rows, left=("bot",), optional=("W$SD", "WTSD", "3-bet", "faults", "aggression"))
        say(f"\n{hands:,} hands each, with five {against} at a table of six, 100 big blinds deep, seed {number}.")
        if missing := scores[0].rate.missing:
            say(too_few(missing, "hand"))
        if len(scores) > 1:
            say(many_looks(len(scores)))
        if leaks is not None:
            _say_leaks(scores[0], leaks, against)
    if stopped:
        raise Stopped(stopped)
    exit_if_useless(reports)


def leaks_json(score: Score, leaks: LeakFinder) -> dict[str, Any]:
    """Return where a bot wins and loses, for `--json`."""

    def rows(found: list[Leak]) -> list[dict[str, Any]]:
        return [
            {"place": row.place, "hands": row.hands, "half": None if row.half is None else round(row.half, 4)}
            | {name: round(getattr(row, name), 4) for name in ("bb100", "others", "difference")}
            for row in found
        ]

    return {
        "by_position": [
            {"position": row.position, "hands": row.hands, "bb100": round(row.rate.value, 4)}
            | {"error": round(row.rate.error, 4), "interval": rounded(row.rate.interval)}
            for row in score.positions
        ],
        "by_street": rows(leaks.by_street()),
        "by_decision": rows(leaks.by_decision()),
    }


def _say_leaks(score: Score, leaks: LeakFinder, against: str) -> None:
    """Print where the bot wins and loses."""
    from bigslick.intervals import many_looks, plus_minus

    say("\nBy position, in bb/100 of the hands there:")
    print_table(
        ("position", "hands", "bb/100"),
        [(row.position, row.hands, plus_minus(f"{row.rate.value:+.1f}", row.rate.half)) for row in score.positions],
        left=("position",),
    )
    say("\nBy the street on which its hands end, in bb/100 of all its hands: the rows add up.")
    streets = leaks.by_street()
    _say_rows("ends on", streets, against)
    decisions = leaks.by_decision()
    say(f"\nBy its last decision; what costs it most against {against} comes first:")
    _say_rows("last decision", decisions[:MOST_LEAKS], against)
    if len(decisions) > MOST_LEAKS:
        say(f"... and {len(decisions) - MOST_LEAKS} more (--json has them all)")
    looks = [row.rate.half for row in score.positions] + [row.half for row in (*streets, *decisions)]
    shown = many_looks(sum(half is not None for half in looks))
    say(
        f"\n± ? means too few hands there for an interval. {shown}{' ' if shown else ''}The worst of {len(decisions)} "
        "decisions looks worse than it is: measure it again with another seed."
    )


def _say_rows(name: str, rows: list[Leak], against: str) -> None:
    from bigslick.intervals import plus_minus

    shown = [
        (
            row.place,
            row.hands,
            plus_minus(f"{row.bb100:+.1f}", row.half),
            f"{row.others:+.1f}",
            f"{row.difference:+.1f}",
        )
        for row in rows
    ]
    print_table((name, "hands", "bb/100", f"a seat of {against}", "difference"), shown, left=(name,))
