"""`bigslick stats`: players' statistics and winnings from hand histories."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bigslick.checks import counted, did_you_mean
from bigslick.extras import needs_extra

from .replay import PlayedBy
from .support.files import FEW, HistoryPaths, LeftOut, Strict, history_files
from .support.interrupts import if_stopped
from .support.options import AsJson
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.history import Statistics, StatisticsRow
    from bigslick.history.statistics.counted_hand import CountedHand

REPORTED: Final = 500
"""The progress bar is updated every time this many hands are read."""
DROPPED: Final = (
    *("fold to c-bet river", "c-bet river", "fold to c-bet turn", "c-bet turn", "AFq", "fold to steal", "WWSF"),
    *("fold to 3-bet", "adjusted", "fold to c-bet flop", "steal", "c-bet flop", "winnings"),
    *("W$SD", "WTSD", "3-bet", "aggression"),
)
"""The columns dropped on a narrow terminal, in this order."""


class GroupedBy(StrEnum):
    player = "player"
    position = "position"
    depth = "depth"
    players = "players"
    stake = "stake"


def command(
    files: HistoryPaths,
    by: Annotated[
        GroupedBy | None,
        typer.Option(
            metavar="WHAT",
            help="Group by player, position, depth, players or stake; default: player, or position with --player.",
        ),
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only this player.")] = None,
    position: Annotated[str | None, typer.Option(metavar="POSITION,...", help="Only here: BTN, or SB,BB.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="Only hands with this many players.", min=2)] = None,
    stake: Annotated[str | None, typer.Option(metavar="STAKE", help="Only this stake, as in '$0.25/$0.50'.")] = None,
    where: Annotated[
        str | None, typer.Option(metavar="CONDITION", help="Only hands such as 'pot > 50bb and not showdown'.")
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", help="How many rows to show.", min=1)] = 50,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the winnings of --player over their hands.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print every row and column as CSV.")] = False,
    as_json: AsJson = False,
    rules: PlayedBy = "default",
    strict: Strict = False,
) -> None:
    """Count winnings, VPIP, PFR, 3-bet, steals, c-bets, aggression, WTSD and more, by player, position, depth or stake.

    Hands that cannot be read are left out; exit code 1 if that leaves none.
    """
    from bigslick.history.statistics.statistics import in_order, statistics
    from bigslick.history.statistics.where_filter import choose
    from bigslick.history.statistics.winnings_course import WinningsCourse

    group = by.value if by else "player" if player is None else "position"
    chosen = choose(player=player, position=position, players=players, stake=stake, where=where)
    course = None
    if picture is not None:
        if player is None:
            raise ValueError("--picture draws one player: name them with --player")
        needs_extra("pictures")
        course = WinningsCourse(player, chosen)
    found_files = history_files(files)
    left_out = LeftOut()
    hands = 0
    names: set[str] = set()
    stakes: set[str] = set()
    last = found_files[0]
    bar = progress("counting hands", len(found_files))
    with if_stopped(lambda: f"stopped after {counted(hands, 'hand')}"), bar as step:

        def watch(hand: CountedHand) -> None:
            nonlocal hands, last
            hands += 1
            if hands % REPORTED == 0:
                now = Path(hand.history.file)
                step(found_files.index(now) - found_files.index(last), f"{hands:,} hands counted, files")
                last = now
            if player is not None:
                names.update(hand.names)
            if stake is not None:
                stakes.add(hand.stake)
            if course is not None:
                course.add(hand)

        found = statistics(
            found_files,
            by=(group,),
            where=chosen,
            rules=None if rules == "default" else rules,
            watch=watch,
            refuse=left_out.refuse,
        )
    if player is not None and found.hands and player not in names:
        raise ValueError(f"--player: no player is called {player!r}{did_you_mean(player, names)}")
    if stake is not None and found.hands and stake not in stakes:
        raise ValueError(f"--stake: no hand is played at {stake!r}: expected {_some(in_order(stakes))}")
    if picture is not None and course is not None:
        from bigslick.simulate.winnings_picture import save_winnings

        save_winnings(course, picture)
    if as_json:
        print_json(
            {
                "hands": found.hands,
                "left_out": found.left_out,
                "files_left_out": found.files_left_out,
                "reasons": left_out.json(),
                "by": group,
                "all": found.all.json((group,)),
                "rows": [row.json((group,)) for row in found.rows],
            }
        )
    elif as_csv:
        _print_csv(found, group)
    else:
        _print_rows(found, group, top)
        if picture is not None:
            say(f"drawn: {picture}")
    missing = ((found.left_out, "hand"), (found.files_left_out, "file"))
    if left_out.count and not as_json:
        complain(f"{' and '.join(counted(number, noun) for number, noun in missing if number)} left out:")
        left_out.say(sys.stderr)
    left_out.end(found.hands, strict)


def _print_rows(found: Statistics, group: str, top: int) -> None:
    from bigslick.history.statistics.figures import FIGURES
    from bigslick.intervals import HANDS

    shown = found.rows[:top]
    rows = [_cells(row) for row in ([] if group == "player" else [found.all])] + [_cells(row) for row in shown]
    columns = (group, "hands", "bb/100", "adjusted", "winnings", *(figure.heading for figure in FIGURES))
    print_table(columns, rows, left=(group,), optional=DROPPED, elsewhere="--csv and --json have everything")
    if len(found.rows) > top:
        say(f"... and {len(found.rows) - top:,} more (--top shows more, --csv and --json have them all)")
    missing = max((HANDS - row.winnings.hands for row in shown if row.winnings.hands), default=0)
    if missing > 0:
        say(f"± ? means too few hands for an interval: it takes {HANDS:,}, so up to {missing:,} more.")
    if looks := found.many_looks(top):
        say(looks)
    unknown = found.all.figures.dealt - found.all.winnings.hands
    if unknown:
        say(f"The winnings of {unknown:,} of {counted(found.all.figures.dealt, 'hand')} dealt are not known.")


def _some(stakes: list[str]) -> str:
    """Return the first few of them, and how many more there are."""
    named = ", ".join(repr(stake) for stake in stakes[:FEW])
    return named if len(stakes) <= FEW else f"{named} or {counted(len(stakes) - FEW, 'other')}"


def _cells(row: StatisticsRow) -> tuple[object, ...]:
    from bigslick.history.statistics.figures import FIGURES

    won = row.winnings
    return (
        *(*row.group, row.figures.dealt, won.rate_text(), won.adjusted_text(), won.money_text()),
        *(figure.text(row.figures) for figure in FIGURES),
    )


def _print_csv(found: Statistics, group: str) -> None:
    """Print every row under the names used by `--json`, with one winnings column per currency."""
    import csv
    import io

    page = io.StringIO()
    table: list[dict[str, object]] = []
    for row in found.rows:
        cells = row.json((group,))
        for name in ("winnings", "adjusted_winnings"):
            for currency, money in dict(cells.pop(name)).items():  # type: ignore[call-overload]
                cells[f"{name} {currency}".strip()] = money
        table.append(cells)
    columns = list(dict.fromkeys(name for cells in table for name in cells))
    writer = csv.DictWriter(page, columns or [group], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    print(page.getvalue(), end="")
