"""`bigslick verify HAND.json`: check the proof of a hand that was played in a card room."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson, console, print_json


def command(
    file: Annotated[Path, typer.Argument(metavar="HAND.json", help="The proof of a hand, from the card room.")],
    root: Annotated[str, typer.Option(help="The root you noted when the hand began.", show_default=False)] = "",
    commitment: Annotated[
        str, typer.Option(help="The commitment you noted before the hand began.", show_default=False)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check that the deck of a hand was sealed before the deal; exit code 1 if something cannot be true."""
    from bigslick.protocol.fairness import check, read_proof

    verdict = check(read_proof(file.read_bytes()), root=root, commitment=commitment)
    if as_json:
        print_json(
            {
                "holds": verdict.holds,
                "proved": verdict.proved,
                "not_proved": verdict.not_proved,
                "lies": verdict.lies,
            }
        )
    else:
        for heading, sentences in (
            ("Cannot be true:", verdict.lies),
            ("Proved:", verdict.proved),
            ("Not proved:", verdict.not_proved),
        ):
            if sentences:
                console().print(heading, style="bold")
                for sentence in sentences:
                    console().print(f"  {sentence}", markup=False)
    if not verdict.holds:
        raise typer.Exit(1)
