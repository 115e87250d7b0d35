"""`bigslick equity HAND HAND...`: how often each hand wins."""

from __future__ import annotations

from typing import Annotated

import typer

from .support.options import AsJson, Seed, seed_or_new
from .support.output import print_json, print_table, progress, say


def command(
    hands: Annotated[list[str], typer.Argument(metavar="HAND", help="2 to 10 hands (AhKd) or ranges ('TT+, AKs').")],
    board: Annotated[str, typer.Option(metavar="CARDS", help="The board so far: KhTh2c.")] = "",
    dead: Annotated[str, typer.Option(metavar="CARDS", help="Cards that are out of the deck.")] = "",
    samples: Annotated[
        int | None, typer.Option(metavar="N", help="Sample N boards instead of counting all of them.")
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Show how often each hand wins and ties, and its equity: the share of the pot it earns on average.

    Hands are counted exactly, and ranges too where that takes no more than about two seconds; otherwise boards are
    sampled, and the seed matters.
    """
    from bigslick.odds import equity

    number = seed_or_new(seed)
    with progress("counting boards", None):
        result = equity(hands, board=board, dead=dead, samples=samples, seed=number)
    if as_json:
        players = [
            {"hand": hand, "win": player.win, "tie": player.tie, "equity": player.equity}
            for hand, player in zip(hands, result.players, strict=True)
        ]
        drawn = {} if result.exact else {"seed": number}
        print_json({"exact": result.exact, "boards": result.boards, **drawn, "players": players})
        return
    rows = [
        (hand, f"{player.win / result.boards:.4%}", f"{player.tie / result.boards:.4%}", f"{player.equity:.4%}")
        for hand, player in zip(hands, result.players, strict=True)
    ]
    print_table(("hand", "win", "tie", "equity"), rows, left=("hand",))
    if result.exact:
        say(f"exact, over {result.boards:,} boards")
    else:
        half = max(player.half for player in result.players)
        say(f"sampled, {result.boards:,} boards, seed {number}: the 95 % intervals are ± {half:.4%} at most")
