"""The options shared by commands, so each has one name, one meaning and one wording.

A command declares `seats: Annotated[int, SEATS] = 6` and chooses only the default.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson

__all__ = ["AsJson"]

SEED = typer.Option(
    "--seed", metavar="SEED", help="Random seed, any text or number. Without one, a new seed is drawn and printed."
)
STRICT = typer.Option("--strict", help="Exit code 1 for what is otherwise only reported.")
SEATS = typer.Option("--seats", metavar="N", help="How many seats a table has.")
STACK = typer.Option("--stack", metavar="CHIPS", help="Starting stack of each player, in chips.")
STACKS = typer.Option("--stacks", metavar="CHIPS,...", help="The stacks in chips, with commas: 5000,3000,2000.")
PAYOUTS = typer.Option("--payouts", metavar="PRIZE,...", help="The prizes from first place down: 50,30,20.")
HANDS = typer.Option("--hands", metavar="N", help="How many hands to play.", min=1)
DEPTH = typer.Option("--depth", metavar="BIG_BLINDS", help="Stack depth of every hand, in big blinds.")
BOTS = typer.Option(
    "--bots",
    metavar="BOT,...",
    help="Bots with commas, taken in turn: house names, module:Class or path.py:Class.",
)
REGULARS = "shark,lag,tag,rock,whale,fish"
"""The bots at a table unless `--bots` names others."""
ENTRANTS = typer.Option("--entrants", metavar="N", help="How many players enter.")
LATE = typer.Option("--late", metavar="N", help="How many of the entrants come during late registration.")
REENTRIES = typer.Option(
    "--reentries/--no-reentries",
    help="Whether players who bust enter again while they may; by default all do, or the structure's percentage.",
)
SECONDS = typer.Option(
    "--seconds", metavar="SECONDS", help="Time limit for each decision of a Python bot; 0 = no limit."
)
GAMES = typer.Option("--games", metavar="N", help="How many games to play.", min=1)
SAVE = typer.Option("--save", metavar="FILE", help="Keep the state in this file, so that --resume can go on.")
RESUME = typer.Option("--resume", metavar="FILE", help="Go on from a file that --save wrote.")
PHHS = typer.Option("--phhs", metavar="FOLDER", help="Write every hand into this folder as .phhs files.")
OUT = typer.Option("--out", metavar="FOLDER", help="Keep everything in this folder.")
PORT = typer.Option("--port", metavar="PORT", help="The port; 0 takes a free one.", min=0, max=65535)
HOST = typer.Option("--host", metavar="ADDRESS", help="The address to listen at; 0.0.0.0 lets others in.")
LOG = typer.Option("--log", metavar="FILE", help="Write the log to this file.")
FORCE = typer.Option("--force", help="Overwrite existing files.")

Seed = Annotated[str | None, SEED]
Entrants = Annotated[int | None, ENTRANTS]
Late = Annotated[int | None, LATE]
Reentries = Annotated[bool | None, REENTRIES]
Seconds = Annotated[float | None, SECONDS]
Save = Annotated[Path | None, SAVE]
Resume = Annotated[Path | None, RESUME]
Phhs = Annotated[Path | None, PHHS]
Out = Annotated[Path | None, OUT]
Log = Annotated[Path | None, LOG]
Force = Annotated[bool, FORCE]

MOST_DIGITS = 1000


def seed_or_new(text: str | None) -> int | str:
    """Return the seed given by `--seed`, or a new 128-bit one from the operating system that `--seed` accepts."""
    from bigslick.shuffle import new_seed

    if text is not None and not text.strip():
        raise ValueError(
            "--seed: an empty text is not a seed; expected any other text or a number, or leave --seed out"
        )
    word = new_seed() if text is None else text
    digits = word.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and str(int(word)) == word
    return int(word) if is_number else word


def whole_numbers(text: str, option: str) -> list[int]:
    """Parse the numbers in an option such as `--stacks 10,20`; refuse anything else by name."""
    numbers = []
    for part in text.split(","):
        word = part.strip()
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{option}: {part!r} is not a whole number; expected whole numbers with commas")
        if len(word) > 18:
            raise ValueError(
                f"{option}: {word[:20]}{'...' if len(word) > 20 else ''} is too much; expected at most 18 digits"
            )
        numbers.append(int(word))
    return numbers


def two_blinds(text: str) -> tuple[int, int]:
    """Parse the small and big blind from `--blinds 1,2`; `--blinds 2` means the same."""
    from bigslick.hand.setup import both_blinds

    numbers = whole_numbers(text, "--blinds")
    if len(numbers) == 1:
        return both_blinds(numbers[0])
    if len(numbers) != 2:
        raise ValueError(f"--blinds: {text!r} is not a small and a big blind; expected two numbers, as in --blinds 1,2")
    return numbers[0], numbers[1]


def check_seat(number: int, seats: int, option: str) -> int:
    """Convert a seat from a person's count (from 1) to the engine's (from 0)."""
    if not 1 <= number <= seats:
        raise ValueError(f"{option}: there is no seat {number}; expected 1 to {seats}")
    return number - 1
