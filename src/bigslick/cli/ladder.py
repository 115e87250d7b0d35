"""`bigslick ladder`: play every bot in a folder against every other, and write the ratings to a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bigslick.checks import counted

from .match import rounded
from .support.faults import bots_print_to_stderr
from .support.interrupts import if_stopped
from .support.options import DEPTH, HANDS, SECONDS, AsJson, Seed, seed_or_new
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.simulate.ladder import Ladder


def command(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The bots: *.py, Pokerbots folders, programs, lines of bots.txt.")
    ],
    hands: Annotated[int, HANDS] = 10_000,
    house: Annotated[
        str, typer.Option("--with", metavar="BOT,...", help="House bots that play along, with commas.")
    ] = "",
    depth: Annotated[int, DEPTH] = 100,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Rate the bots in a folder: every pair plays heads-up, in duplicate and by AIVAT.

    Results are kept in FOLDER/ladder.json with their seed. A second run continues with that seed and plays only what is
    new or changed. The ratings are also written to FOLDER/ladder.html.
    """
    from bigslick.bots import HOUSE_BOTS, style_number
    from bigslick.simulate.folders import write_whole
    from bigslick.simulate.ladder import PAGE, RESULTS, play_ladder, read_pairings
    from bigslick.simulate.ladder_page import ladder_html

    names = [name.strip() for name in house.split(",") if name.strip()]
    names = list(HOUSE_BOTS) if names == ["all"] else names
    for name in names:
        style_number(name)
    kept = read_pairings(folder)
    number = kept[-1].seed if kept and seed is None else seed_or_new(seed)
    played, total = 0, 0

    def stopped() -> str:
        return (
            f"stopped after {played:,} of {total:,} hands; finished pairings are in {folder / RESULTS}, and the same "
            "command goes on from there"
        )

    with bots_print_to_stderr(), if_stopped(stopped), progress("hands", None) as step:

        def begin(missing: int, kept: int) -> None:
            nonlocal total
            total = missing
            step(0, f"{missing:,} hands to play, {kept:,} kept")

        def count(done: int) -> None:
            nonlocal played
            played += done
            step(done, f"{played:,} of {total:,} hands")

        ladder = play_ladder(
            folder, hands=hands, depth=depth, house=names, seed=number, seconds=seconds, step=count, begin=begin
        )
    page = folder / PAGE
    write_whole(page, ladder_html(ladder, f"Ladder of {folder.resolve().name}").encode())
    if as_json:
        print_json({"seed": number} | to_json(ladder) | {"page": str(page)})
    else:
        _report(ladder, number, page)
    for bot, why in ladder.left_out.items():
        complain(f"{bot} could not play: {why}")
    if ladder.left_out:
        raise typer.Exit(1)


def to_json(ladder: Ladder) -> dict[str, Any]:
    return {
        "ratings": [
            {
                "bot": rung.bot,
                "rating": round(rung.rating.value, 4),
                "interval": rounded(rung.rating.interval),
                "beats": rung.beaten,
                "met": rung.played,
                "faults": rung.faults,
            }
            for rung in ladder.rungs
        ],
        "pairings": [
            {"bots": list(pairing.bots), "hands": pairing.hands}
            | {"bb100": round(pairing.bb100, 4), "error": round(pairing.error, 4)}
            | {"interval": rounded(pairing.rate.interval), "settled": pairing.bots in ladder.settled}
            for pairing in ladder.pairings
        ],
        "left_out": ladder.left_out,
    }


def _report(ladder: Ladder, seed: int | str, page: Path) -> None:
    from bigslick.intervals import many_looks, plus_minus, too_few

    rows = [
        (
            place,
            rung.bot,
            f"{rung.rating.value:+.2f}",
            plus_minus("", rung.rating.half, 2).strip(),
            f"{rung.beaten} of {rung.played}",
            rung.faults,
        )
        for place, rung in enumerate(ladder.rungs, 1)
    ]
    print_table(("", "bot", "bb/100", "95 %", "beats", "faults"), rows, left=("bot",), optional=("faults",))
    say(f"\nA rating is what the bot wins from the others on average; seed {seed}.")
    say(f"It beats another if that is beyond chance, allowing for all {counted(len(ladder.pairings), 'pairing')}.")
    if looks := many_looks(sum(rung.rating.half is not None for rung in ladder.rungs)):
        say(looks)
    if missing := max((pairing.rate.missing for pairing in ladder.pairings), default=0):
        say(too_few(2 * missing, "hand").replace("needed", "needed in a pairing"))
    say(f"The page is {page}.")
