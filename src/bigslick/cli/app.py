"""The commands gathered, and what becomes of their errors."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from . import (
    bots,
    deal,
    equity,
    evaluate,
    icm,
    match,
    perft,
    play,
    replay,
    report,
    rulings,
    serve,
    simulate,
    spec,
    stats,
    structure,
    tournament,
    verify,
)
from .output import complain

app = typer.Typer(
    name="bigslick",
    help="Texas hold'em, played exactly.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from .version import version_text

        print(version_text())
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and the core.")
    ] = False,
) -> None:
    """Texas hold'em, played exactly."""


for name, command in (
    ("eval", evaluate.command),
    ("equity", equity.command),
    ("icm", icm.command),
    ("replay", replay.command),
    ("rulings", rulings.command),
    ("perft", perft.command),
    ("deal", deal.command),
    ("tournament", tournament.command),
    ("bots", bots.command),
    ("match", match.command),
    ("stats", stats.command),
    ("simulate", simulate.command),
    ("report", report.command),
    ("play", play.command),
    ("serve", serve.command),
    ("verify", verify.command),
):
    app.command(name)(command)
app.add_typer(structure.app, name="structure")
app.add_typer(spec.app, name="spec")


def run(arguments: Sequence[str]) -> int:
    """Run one command line; every error becomes a sentence on stderr and an exit code."""
    try:
        code = app(list(arguments), prog_name="bigslick", standalone_mode=False)
    except BrokenPipeError:
        raise
    except (KeyboardInterrupt, typer.Abort):
        complain("stopped")
        return 130
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return 2
    except ValueError as error:
        complain(str(error))
        return 2
    except Exception as error:
        # By its version Typer brings its own click or uses the one installed: its errors are known by their shape.
        usage = getattr(error, "format_message", None)
        if usage is not None:
            context = getattr(error, "ctx", None)
            where = context.command_path if context is not None else "bigslick"
            complain(f"{str(usage()).rstrip('.')}; try '{where} --help'")
            return 2
        if os.environ.get("BIGSLICK_TRACEBACK"):
            traceback.print_exc()
        complain(
            f"unexpected {type(error).__name__}: {error}. This is a mistake in bigslick, not in what you asked: please "
            f"report it with the command line ({' '.join(arguments)}) and what it says under BIGSLICK_TRACEBACK=1"
        )
        return 70
    return code if isinstance(code, int) else 0
