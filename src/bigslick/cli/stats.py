"""`bigslick stats`: the usual figures of the players in hand histories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson, complain, print_json, print_table


def command(
    files: Annotated[list[Path], typer.Argument(help="Hand histories: .phh or .phhs files.", show_default=False)],
    player: Annotated[str | None, typer.Option(help="Only this player, by position.", show_default=False)] = None,
    top: Annotated[int, typer.Option(help="How many players to show, those with the most hands first.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Count VPIP, PFR, 3-bet, aggression, WTSD and W$SD of every player, in all and by position."""
    from bigslick.history import HEADINGS, statistics

    found = statistics(files)
    chosen = found.players if player is None else [row for row in found.players if row.player == player]
    if player is not None and not chosen:
        import difflib

        near = difflib.get_close_matches(player, [row.player for row in found.players], 1)
        raise ValueError(f"--player: nobody is called {player!r}{f'; did you mean {near[0]!r}?' if near else ''}")
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
        return
    rows: list[tuple[object, ...]] = []
    for row in chosen[:top]:
        rows.append((row.player, "all", row.all.dealt, *row.all.row()))
        if player is not None:
            rows += [("", place, figures.dealt, *figures.row()) for place, figures in row.by_position.items()]
    print_table(("player", "position", "hands", *HEADINGS), rows, left=("player", "position"))
    if len(chosen) > top:
        print(f"... and {len(chosen) - top:,} more (--top shows them, --json has them all by position)")
    if found.bad:
        first = found.bad[0]
        complain(f"{len(found.bad):,} hands were left out; the first: {first}")
