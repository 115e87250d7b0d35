"""`bigslick play`: play against bots in the terminal, with your options and pot odds at each decision."""

from __future__ import annotations

from typing import Annotated

import typer

from .support.faults import exit_if_useless
from .support.interrupts import if_stopped
from .support.needs import free_file
from .support.options import BOTS, HANDS, REGULARS, SEATS, STACK, AsJson, Force, Resume, Save, Seed

SETTINGS = ("seats", "stack", "bots", "seed")
"""The options that a saved game already sets."""


def command(
    context: typer.Context,
    seats: Annotated[int, SEATS] = 6,
    stack: Annotated[int, STACK] = 1500,
    bots: Annotated[str, BOTS] = REGULARS,
    hands: Annotated[int | None, HANDS] = None,
    seed: Seed = None,
    save: Save = None,
    resume: Resume = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play against bots until one player has every chip, or until you leave.

    The blinds go up every ten hands. With --json each decision and each hand is one line, and your answers are read
    from stdin.
    """
    from .support.sitting import Leave, Sitting, load_game, new_game
    from .support.table import fault_reports

    if resume is None:
        game = new_game(seats, stack, bots, seed)
        if save is not None:
            free_file(save, "--save", force)
    else:
        if given := [f"--{name}" for name in SETTINGS if was_given(context, name)]:
            raise ValueError(f"--resume: {resume} has the settings of the game already: leave out {', '.join(given)}")
        game = load_game(resume)
        save = save or resume
    sitting = Sitting(game, save, as_json)
    with if_stopped(sitting.goodbye):
        try:
            sitting.play(hands)
        except Leave:
            sitting.leave()
        finally:
            sitting.keep()
    exit_if_useless(fault_reports(sitting.bots))


def was_given(context: typer.Context, name: str) -> bool:
    """Return whether an option is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
