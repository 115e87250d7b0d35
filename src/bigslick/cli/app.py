"""The commands gathered, and what becomes of their errors."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

from . import (
    acpc,
    bots,
    chop,
    convert,
    deal,
    demo,
    equity,
    evaluate,
    exploit,
    icm,
    ladder,
    match,
    mcp,
    perft,
    play,
    replay,
    report,
    room,
    rulings,
    serve,
    simulate,
    slumbot,
    spec,
    stats,
    structure,
    tournament,
    verify,
)
from .support.help import Command, Group
from .support.interrupts import NOTHING_KEPT, STOPPED, Stopped
from .support.output import complain
from .support.usage import usage_sentence

app = typer.Typer(
    name="bigslick",
    cls=Group,
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


PLAY, CARDS, EVENTS, BOTS = "Play", "Cards and hands", "Tournaments", "Bots"
RULES, ROOM = "Rules and proofs", "Card room"

for panel, name, command, example in (
    (PLAY, "demo", demo.command, "bigslick demo"),
    (PLAY, "play", play.command, "bigslick play --seats 2 --bots shark --save game.json"),
    (PLAY, "deal", deal.command, "bigslick deal --seats 3 --seed 7"),
    (CARDS, "eval", evaluate.command, "bigslick eval AhKhQhJhTh2c2d"),
    (CARDS, "equity", equity.command, "bigslick equity 'TT+, AKs' QdQc --board 7h8h2c"),
    (CARDS, "replay", replay.command, "bigslick replay hands.phhs more-hands/"),
    (CARDS, "convert", convert.command, "bigslick convert hands.phhs --to pokerstars --out converted"),
    (CARDS, "stats", stats.command, "bigslick stats hands.phhs --player Pluribus"),
    (EVENTS, "tournament", tournament.command, "bigslick tournament deep-9 --entrants 1000 --seed 7"),
    (EVENTS, "icm", icm.command, "bigslick icm --stacks 5000,3000,2000 --payouts 50,30,20"),
    (EVENTS, "chop", chop.command, "bigslick chop --stacks 5000,3000,2000 --payouts 5000,3000,2000 --for-first 500"),
    (EVENTS, "simulate", simulate.command, "bigslick simulate --structure turbo-6 --tournaments 500 --out study"),
    (EVENTS, "report", report.command, "bigslick report study"),
    (BOTS, "match", match.command, "bigslick match my_bot.py:MyBot tag --duplicate --seats 6"),
    (BOTS, "bots", bots.command, "bigslick bots tag my_bot.py:MyBot --hands 5000"),
    (BOTS, "ladder", ladder.command, "bigslick ladder my-bots --with tag,shark --hands 20000"),
    (BOTS, "exploit", exploit.command, "bigslick exploit my_bot.py:MyBot --from flop"),
    (RULES, "rulings", rulings.command, "bigslick rulings my-rulings.json"),
    (RULES, "perft", perft.command, "bigslick perft --stacks 10,10 --blinds 1,2 --divide"),
    (RULES, "verify", verify.command, "bigslick verify hand.json"),
    (ROOM, "serve", serve.command, "bigslick serve --port 8000"),
    (ROOM, "mcp", mcp.command, "bigslick mcp --room http://127.0.0.1:8000"),
):
    app.command(name, cls=Command, epilog=example, rich_help_panel=panel)(command)
app.add_typer(acpc.app, name="acpc", rich_help_panel=BOTS)
app.add_typer(slumbot.app, name="slumbot", rich_help_panel=BOTS)
app.add_typer(structure.app, name="structure", rich_help_panel=EVENTS)
app.add_typer(spec.app, name="spec", rich_help_panel=RULES)
app.add_typer(room.app, name="room", rich_help_panel=ROOM)
GROUPS = ("acpc", "slumbot", "structure", "spec", "room")


def run(arguments: Sequence[str]) -> int:
    """Run one command line; every error becomes a sentence on stderr and an exit code."""
    asked = list(arguments)
    if not asked or (len(asked) == 1 and asked[0] in GROUPS):
        asked.append("--help")
    try:
        code = app(asked, prog_name="bigslick", standalone_mode=False)
    except BrokenPipeError:
        raise
    except Stopped as stopped:
        complain(str(stopped))
        return STOPPED
    except (KeyboardInterrupt, typer.Abort):
        complain(NOTHING_KEPT)
        return STOPPED
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return 2
    except ValueError as error:
        complain(str(error))
        return 2
    except Exception as error:
        # By its version Typer brings its own click or uses the one installed: its errors are known by their shape.
        if hasattr(error, "format_message"):
            complain(usage_sentence(error, asked))
            return 2
        if os.environ.get("BIGSLICK_TRACEBACK"):
            traceback.print_exc()
        complain(
            f"unexpected {type(error).__name__}: {error}. This is a mistake in bigslick, not in what you asked: please "
            f"report it with the command line ({' '.join(arguments)}) and what it says under BIGSLICK_TRACEBACK=1"
        )
        return 70
    if code == STOPPED:  # some versions of Typer answer Ctrl-C themselves, without a word
        complain(NOTHING_KEPT)
    return code if isinstance(code, int) else 0
