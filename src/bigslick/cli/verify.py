"""`bigslick verify HAND.json`: check the proof of a hand played in a card room."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .support.options import AsJson
from .support.output import print_json, say


def command(
    file: Annotated[Path, typer.Argument(metavar="HAND.json", help="The proof of a hand, from the card room.")],
    note: Annotated[
        Path | None, typer.Option(metavar="NOTE.json", help="What your page or program noted when the deck was sealed.")
    ] = None,
    root: Annotated[
        str | None, typer.Option(metavar="HEX", help="The root that you noted when the deck was sealed.")
    ] = None,
    own_seed: Annotated[str | None, typer.Option(metavar="HEX", help="The seed that you opened for this hand.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check that a hand's deck was sealed before the seeds were known, and dealt as they say; exit code 1 if not."""
    from msgspec.structs import replace

    from bigslick.protocol.fairness import SealNote, check, read_note, read_proof

    noted = SealNote() if note is None else read_note(note.read_bytes())
    for name, given in (("root", root), ("seed", own_seed)):
        if given is not None:
            noted = replace(noted, **{name: given.lower()})
    verdict = check(read_proof(file.read_bytes()), noted)
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
