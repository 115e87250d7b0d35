"""`bigslick stats`: the usual figures of the players in hand histories."""

from __future__ import annotations

from typing import Annotated

import typer

from bigslick.checks import counted, did_you_mean

from .files import HistoryPaths, history_files
from .options import AsJson
from .output import complain, print_json, print_table, progress, say


def command(
    files: HistoryPaths,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only this player, by position.")] = None,
    top: Annotated[int, typer.Option(metavar="N", help="How many players to show; most hands first.", min=1)] = 50,
    as_json: AsJson = False,
) -> None:
    """Count VPIP, PFR, 3-bet, aggression, WTSD and W$SD of every player, in all and by position.

    Hands that cannot be read are left out; exit code 1 if that leaves none.
    """
    from bigslick.history import HEADINGS, statistics

    with progress("counting hands", None):
        found = statistics(history_files(files))
    chosen = found.players if player is None else [row for row in found.players if row.player == player]
    if player is not None and not chosen:
        known = [row.player for row in found.players]
        raise ValueError(f"--player: no player is called {player!r}{did_you_mean(player, known)}")
    if as_json:
        print_json(
            {
                "hands": found.hands,
                "bad": list(found.bad),
                "players": [
                    {
                        "player": row.player,
                        **row.all.json(),
                        "by_position": {place: figures.json() for place, figures in row.by_position.items()},
                    }
                    for row in chosen
                ],
            }
        )
        if not found.hands:
            raise typer.Exit(1)
        return
    rows: list[tuple[object, ...]] = []
    for row in chosen[:top]:
        rows.append((row.player, "all", row.all.dealt, *row.all.row()))
        if player is not None:
            rows += [("", place, figures.dealt, *figures.row()) for place, figures in row.by_position.items()]
    columns = ("player", "position", "hands", *HEADINGS)
    # Without --player every row is of all positions: that column goes first.
    optional = (*(("position",) if player is None else ()), "W$SD", "WTSD", "3-bet", "aggression")
    print_table(columns, rows, left=("player", "position"), optional=optional)
    if len(chosen) > top:
        say(f"... and {len(chosen) - top:,} more (--top shows more, --json has them all)")
    if found.bad:
        complain(f"{counted(len(found.bad), 'hand')} left out; the first: {found.bad[0]}")
    if not found.hands:
        raise typer.Exit(1)
