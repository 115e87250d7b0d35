"""Lists the commands, imports the one that is called, and handles its errors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer

from bigslick.extras import MissingExtra

from .support.help import Command, Group
from .support.interrupts import NOTHING_KEPT, STOPPED, Stopped
from .support.output import complain
from .support.usage import usage_sentence

PLAY, CARDS, EVENTS, BOTS = "Play", "Cards and hands", "Tournaments", "Bots"
RULES, ROOM = "Rules and proofs", "Card room"


class Listed(NamedTuple):
    """A command as `bigslick --help` lists it, before its module is imported."""

    panel: str
    module: str
    summary: str
    """How the command's own help begins."""
    example: str = ""
    """The example in its help; a group has none."""


COMMANDS: Final = {
    "demo": Listed(
        PLAY,
        "demo",
        "Run a tournament of a thousand house bots by tournament rules.",
        "bigslick demo",
    ),
    "play": Listed(
        PLAY,
        "play",
        "Play against bots until one player has every chip, or until you leave.",
        "bigslick play --seats 2 --bots shark --save game.json",
    ),
    "deal": Listed(
        PLAY,
        "deal",
        "Deal one hand to bots and describe what they do.",
        "bigslick deal --seats 3 --seed 7",
    ),
    "eval": Listed(
        CARDS,
        "evaluate",
        "Name the best five of five, six or seven cards, with their strength from 0 to 7461.",
        "bigslick eval AhKhQhJhTh2c2d",
    ),
    "equity": Listed(
        CARDS,
        "equity",
        "Show how often each hand wins and ties.",
        "bigslick equity 'TT+, AKs' QdQc --board 7h8h2c",
    ),
    "replay": Listed(
        CARDS,
        "replay",
        "Play recorded hands by the rules.",
        "bigslick replay hands.phhs more-hands/",
    ),
    "convert": Listed(
        CARDS,
        "convert",
        "Write hand histories in another format, hand by hand.",
        "bigslick convert hands.phhs --to pokerstars --out converted",
    ),
    "stats": Listed(
        CARDS,
        "stats",
        "Count winnings, VPIP, PFR, 3-bet, steals, c-bets, aggression, WTSD and more, by player, position, depth or "
        "stake.",
        "bigslick stats hands.phhs --player Pluribus",
    ),
    "tournament": Listed(
        EVENTS,
        "tournament",
        "Run a tournament of bots to its winner.",
        "bigslick tournament deep-9 --entrants 1000 --seed 7",
    ),
    "icm": Listed(
        EVENTS,
        "icm",
        "Show what each stack is worth in prize money, by Malmuth-Harville.",
        "bigslick icm --stacks 5000,3000,2000 --payouts 50,30,20",
    ),
    "chop": Listed(
        EVENTS,
        "chop",
        "Show a deal among all players left: what each would get, next to the value of each stack by ICM and by chips.",
        "bigslick chop --stacks 5000,3000,2000 --payouts 5000,3000,2000 --for-first 500",
    ),
    "simulate": Listed(
        EVENTS,
        "simulate",
        "Run many bot tournaments and save the results as tables: how long they last, who wins, what differs.",
        "bigslick simulate --structure turbo-6 --tournaments 500 --out study",
    ),
    "report": Listed(
        EVENTS,
        "report",
        "Draw a study as one self-contained HTML page, with its charts as PNG and SVG beside it.",
        "bigslick report study",
    ),
    "structure": Listed(
        EVENTS,
        "structure",
        "Check a tournament structure and explain what will happen, or write one.",
    ),
    "match": Listed(
        BOTS,
        "match",
        "Play bots against each other: win rates with their 95 % intervals, by position.",
        "bigslick match my_bot.py:MyBot tag --duplicate --seats 6",
    ),
    "bots": Listed(
        BOTS,
        "bots",
        "Measure how bots play: VPIP, PFR and more for one seat of six, with one kind of bot in the others.",
        "bigslick bots tag my_bot.py:MyBot --hands 5000",
    ),
    "ladder": Listed(
        BOTS,
        "ladder",
        "Rate the bots in a folder: every pair plays heads-up, in duplicate and by AIVAT.",
        "bigslick ladder my-bots --with tag,shark --hands 20000",
    ),
    "exploit": Listed(
        BOTS,
        "exploit",
        "Find a lower bound on how much a bot can be exploited heads-up, with its local best response.",
        "bigslick exploit my_bot.py:MyBot --from flop",
    ),
    "acpc": Listed(
        BOTS,
        "acpc",
        "The protocol of the Annual Computer Poker Competition: dealer, player and logs.",
    ),
    "slumbot": Listed(
        BOTS,
        "slumbot",
        "Slumbot's HTTP API: a server for its clients.",
    ),
    "rulings": Listed(
        RULES,
        "rulings",
        "Check the rule book or ruling files: hands and other cases with expected results.",
        "bigslick rulings my-rulings.json",
    ),
    "perft": Listed(
        RULES,
        "perft",
        "Count every line of betting, chip by chip: leaves, decisions and actions.",
        "bigslick perft --stacks 10,10 --blinds 1,2 --divide",
    ),
    "verify": Listed(
        RULES,
        "verify",
        "Check that a hand's deck was sealed before the seeds were known.",
        "bigslick verify hand.json",
    ),
    "spec": Listed(
        RULES,
        "spec",
        "Card games as data: check, play, simulate and explain a spec.",
    ),
    "serve": Listed(
        ROOM,
        "serve",
        "Open a card room in the browser, with house bots ready to play, until Ctrl-C.",
        "bigslick serve --port 8000",
    ),
    "mcp": Listed(
        ROOM,
        "mcp",
        "Seat a language model over the Model Context Protocol: on stdin and stdout, or on a local port with --http.",
        "bigslick mcp --room http://127.0.0.1:8000",
    ),
    "room": Listed(
        ROOM,
        "room",
        "Audit, back up and repair a card room's database.",
    ),
}
GROUPS: Final = tuple(name for name, listed in COMMANDS.items() if not listed.example)


def load(name: str) -> Any:
    """Import a command and return it for the parser."""
    listed = COMMANDS[name]
    module = import_module(f".{listed.module}", __package__)
    if name in GROUPS:
        alone = module.app
        alone.info.name = name
    else:
        alone = typer.Typer(add_completion=False)
        alone.command(name, cls=Command, epilog=listed.example)(module.command)
    return typer.main.get_command(alone)


class Commands(Group):
    """All commands by name and summary; the one that is called is imported, the others are not."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, listed in COMMANDS.items():
            self.add_command(Command(name, help=listed.summary, rich_help_panel=listed.panel))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the arguments name, imported, and the arguments left for it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found if name is None else load(name), rest


app = typer.Typer(
    name="bigslick",
    cls=Commands,
    help="Texas hold'em, played exactly.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from . import version_text

        print(version_text())
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and the core.")
    ] = False,
) -> None:
    """Texas hold'em, played exactly."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line; turn every error into a sentence on stderr and an exit code."""
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
    except (ValueError, MissingExtra) as error:
        complain(str(error))
        return 2
    except Exception as error:
        # Depending on its version, Typer bundles Click or uses the installed one, so we recognize its errors by shape.
        if hasattr(error, "format_message"):
            complain(usage_sentence(error, asked))
            return 2
        if os.environ.get("BIGSLICK_TRACEBACK"):
            import traceback

            traceback.print_exc()
        complain(
            f"unexpected {type(error).__name__}: {error}. This is a mistake in bigslick, not in what you asked: please "
            f"report it with the command line ({' '.join(arguments)}) and what it says under BIGSLICK_TRACEBACK=1"
        )
        return 70
    if code == STOPPED:  # some versions of Typer handle Ctrl-C themselves, silently
        complain(NOTHING_KEPT)
    return code if isinstance(code, int) else 0
