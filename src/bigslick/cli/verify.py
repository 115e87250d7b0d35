"""`bigslick verify HAND.json`: check the proof of a hand that was played in a card room."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import AsJson
from .output import print_json, say


def command(
    file: Annotated[Path, typer.Argument(metavar="HAND.json", help="The proof of a hand, from the card room.")],
    root: Annotated[str, typer.Option(metavar="HEX", help="The root that you noted when the hand began.")] = "",
    commitment: Annotated[
        str, typer.Option(metavar="HEX", help="The commitment that you noted before the hand began.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check the proof that a hand's deck was sealed before the deal; exit code 1 if it fails."""
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
                say(heading, style="bold")
                for sentence in sentences:
                    say(f"  {sentence}")
    if not verdict.holds:
        raise typer.Exit(1)
