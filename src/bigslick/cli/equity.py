"""`bigslick equity HAND HAND...`: how often each hand wins."""

from __future__ import annotations

from typing import Annotated

import typer

from .output import AsJson, console, print_json, print_table


def command(
    hands: Annotated[
        list[str], typer.Argument(help="2 to 10 hands (AhKd) or ranges ('TT+, AKs, 76s').", show_default=False)
    ],
    board: Annotated[str, typer.Option(help="The board so far: KhTh2c.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot come.")] = "",
    samples: Annotated[int | None, typer.Option(help="Sample that many boards instead of counting all.")] = None,
    seed: Annotated[int | None, typer.Option(help="Make a sample repeatable.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say how often each hand wins, ties, and what share of the pot it earns on average."""
    from bigslick.odds import equity

    result = equity(hands, board=board, dead=dead, samples=samples, seed=seed)
    if as_json:
        players = [
            {"hand": hand, "win": player.win, "tie": player.tie, "equity": player.equity}
            for hand, player in zip(hands, result.players, strict=True)
        ]
        print_json({"exact": result.exact, "boards": result.boards, "players": players})
        return
    rows = [
        (hand, f"{player.win / result.boards:.4%}", f"{player.tie / result.boards:.4%}", f"{player.equity:.4%}")
        for hand, player in zip(hands, result.players, strict=True)
    ]
    print_table(("hand", "win", "tie", "equity"), rows, left=("hand",))
    if result.exact:
        console().print(f"exact, over {result.boards:,} boards")
    else:
        console().print(f"sampled, {result.boards:,} boards: the standard error is {result.error:.4%} at most")
