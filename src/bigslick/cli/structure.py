"""`bigslick structure`: check and explain a tournament structure, list and show the presets, or draft a new one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from bigslick.checks import counted

from .support.help import Command, Group
from .support.needs import free_file
from .support.options import SEATS, STACK, AsJson, Entrants, Force
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.tournament.structure.structure import Structure

T = TypeVar("T", int, float)

app = typer.Typer(cls=Group, help="Check a tournament structure and explain what will happen, or write one.")

MOST_ROWS = 60
"""The most levels that `check` shows in its table."""


@app.command(cls=Command, epilog="bigslick structure check deep-9 --entrants 1000")
def check(
    structure: Annotated[str, typer.Argument(metavar="STRUCTURE", help="A TOML file, or the name of a preset.")],
    entrants: Entrants = None,
    as_json: AsJson = False,
) -> None:
    """Check a structure and explain in plain words what will happen: chips, prizes, length and stacks by level.

    Exit code 1 if the file has problems.
    """
    import msgspec

    from bigslick.tournament.structure.explain import explain
    from bigslick.tournament.structure.files import load
    from bigslick.tournament.structure.outlook import outlook
    from bigslick.tournament.structure.problems import BadStructure

    try:
        found = load(structure)
    except BadStructure as error:
        if not Path(structure).is_file():
            raise
        problems = [str(each) for each in (error, *error.others)]
        if as_json:
            print_json({"ok": False, "problems": problems})
        for sentence in () if as_json else problems:
            complain(sentence)
        raise typer.Exit(1) from None
    if entrants is not None:
        found = found.with_entrants(entrants)
    if as_json:
        print_json({"ok": True, **msgspec.to_builtins(outlook(found))})
        return
    for line in explain(found):
        say(line)
    _print_levels(found)


@app.command("list", cls=Command, epilog="bigslick structure list")
def presets(as_json: AsJson = False) -> None:
    """List the structures that come with bigslick."""
    from bigslick.tournament.structure import files

    rows = []
    for name in files.presets():
        found = files.load(name)
        rows.append((name, found.name, found.seats, found.starting_stack, len(found.levels), found.unit))
    columns = ("preset", "name", "seats", "stack", "levels", "by")
    if as_json:
        for row in rows:
            print_json(dict(zip(columns, row, strict=True)))
    else:
        print_table(columns, rows, left=("preset", "name", "by"), optional=("by", "levels"))


@app.command(cls=Command, epilog="bigslick structure show turbo-6")
def show(
    structure: Annotated[str, typer.Argument(metavar="STRUCTURE", help="The name of a preset, or a TOML file.")],
    page: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a sheet of blinds and payouts to print instead."),
    ] = None,
    entrants: Entrants = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Print a preset's file, to copy and change; or write its blinds and payouts as a page for the wall."""
    from bigslick.tournament.structure.files import load, read_text

    found = load(structure)  # an unreadable file is refused with its line number
    if page is not None:
        from bigslick.tournament.papers import blinds_sheet

        from .support.event_folder import write_lines

        free_file(page, "--html", force)
        write_lines(page, [*blinds_sheet(found, entrants)])
        if as_json:
            print_json({"structure": structure, "html": str(page)})
        else:
            say(f"{page}: blinds and payouts of {found.name}, to print on A4.")
        return
    if entrants is not None:
        raise ValueError("--entrants is for the payouts of --html FILE: give both, or neither")
    text = read_text(structure)
    if as_json:
        print_json({"structure": structure, "toml": text})
    else:
        print(text, end="")


@app.command(cls=Command, epilog="bigslick structure new sunday.toml --entrants 60 --stack 20000 --hours 5")
def new(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The file to write; without one it is printed.")
    ] = None,
    entrants: Entrants = None,
    stack: Annotated[int | None, STACK] = None,
    hours: Annotated[
        float | None, typer.Option(metavar="HOURS", help="How long the event should take, breaks included.")
    ] = None,
    levels: Annotated[
        int | None, typer.Option(metavar="N", help="How many levels; by default as many as fit the hours.")
    ] = None,
    seats: Annotated[int, SEATS] = 9,
    buy_in: Annotated[int, typer.Option(metavar="MONEY", help="What an entrant pays into the prize pool.")] = 0,
    fee: Annotated[int, typer.Option(metavar="MONEY", help="What an entrant pays to the house on top.")] = 0,
    round_to: Annotated[
        int | None,
        typer.Option(metavar="MONEY", help="Prizes are multiples of this; by default 1, 5, 10, 50, ... by the buy-in."),
    ] = None,
    bounty: Annotated[
        int | None, typer.Option(metavar="MONEY", help="What an entrant pays for the bounty on their head.")
    ] = None,
    bounty_kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="A knockout bounty (the default), progressive or mystery.")
    ] = None,
    late_reg_levels: Annotated[
        int, typer.Option(metavar="N", help="Late entries are accepted through the end of this level.")
    ] = 0,
    reentry_limit: Annotated[
        int, typer.Option(metavar="N", help="How often a player who busts can enter again by then.")
    ] = 0,
    reentry_take_up_percent: Annotated[
        int, typer.Option(metavar="PERCENT", help="How many of the players who can re-enter do; by default all.")
    ] = 100,
    name: Annotated[str, typer.Option(metavar="NAME", help="The title of the event.")] = "Tournament",
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write a timed structure that ends after about the hours you want; asks for anything you leave out."""
    from decimal import Decimal

    from bigslick.tournament.structure.bounties import Bounty
    from bigslick.tournament.structure.drafts import STEEPEST, draft_structure, steepest_jump
    from bigslick.tournament.structure.explain import duration, take_up_line
    from bigslick.tournament.structure.files import dumps
    from bigslick.tournament.structure.forecast import estimate, expected_end

    if file is not None:
        free_file(file, "FILE", force)
    if bounty_kind is not None and bounty is None:
        raise ValueError("--bounty-kind needs a bounty: expected --bounty MONEY too")
    heads = None if bounty is None else Bounty(amount=bounty, kind=bounty_kind or "knockout")  # type: ignore[arg-type]
    if entrants is None:
        entrants = _ask("How many players enter?", "--entrants", int)
    if stack is None:
        stack = _ask("How many chips does each start with?", "--stack", int)
    if hours is None:
        hours = _ask("How many hours should it take?", "--hours", float)
    with progress("drafting", None):
        made = draft_structure(
            entrants,
            stack,
            hours,
            levels=levels,
            seats=seats,
            buy_in=buy_in,
            fee=fee,
            bounty=heads,
            late_reg_levels=late_reg_levels,
            reentry_limit=reentry_limit,
            reentry_take_up_percent=Decimal(reentry_take_up_percent),
            round_to=round_to,
            name=name,
        )
    level, seconds, _ = expected_end(made, entrants)
    said = (
        f"for {entrants:,} entrants, probably over in level {level}, after about {duration(round(seconds / 900) * 900)}"
    )
    text = f"# Drafted by `bigslick structure new` {said}.\n{dumps(made)}"
    if file is not None:
        from .support.event_folder import write_lines

        write_lines(file, [text])
    guess = estimate(made, entrants)
    if as_json:
        answer: dict[str, Any] = {} if file is None else {"file": str(file)}
        answer |= {"levels": len(made.levels), "ends_in_level": level, "ends_after_seconds": seconds}
        print_json(answer | {"between_seconds": [guess.first, guess.last], "toml": text})
    elif file is None:
        print(text, end="")
    else:
        places = made.places_paid(entrants)
        step = made.payouts.round_to
        rounded = f", in multiples of {step:,}" if step > 1 else ""
        paid = f" {counted(places, 'place')} {'is' if places == 1 else 'are'} paid{rounded}." if buy_in else ""
        say(f"{file}: {len(made.levels)} levels {said}.{paid} `bigslick structure check {file}` says more.")
        if taken := take_up_line(made):
            say(taken)
        if (jump := steepest_jump(made)) > STEEPEST / 100:
            say(f"Some blinds are {jump:.1f} times those before them: more levels or fewer chips make gentler steps.")


def _ask(question: str, option: str, kind: type[T]) -> T:
    """Ask a question on stderr, because stdout may be the file."""
    while True:
        print(question, end=" ", file=sys.stderr, flush=True)
        try:
            word = input().strip()
        except EOFError:
            print(file=sys.stderr)
            raise ValueError(f"{option} is missing: give it, or answer the question") from None
        try:
            return kind(word.replace(",", "").replace("_", ""))
        except ValueError:
            wanted = "a whole number in digits, such as 10000" if kind is int else "a number, such as 2.5"
            print(f"{repr(word) if word else 'No answer'}: expected {wanted}.", file=sys.stderr)


def _print_levels(structure: Structure) -> None:
    """Print how deep the stacks will be, level by level."""
    from bigslick.tournament.structure.explain import EXAMPLE_TABLES, duration
    from bigslick.tournament.structure.forecast import forecast

    field = structure.field or structure.seats * EXAMPLE_TABLES
    structure = structure.with_entrants(field)
    timed = structure.unit == "time"
    rows = [
        (
            *(row.level, str(structure.levels[row.level - 1])),
            duration(row.start) if timed else f"{row.start:,} hands",
            *(row.players, f"{row.average:,.0f}" if row.average >= 10 else f"{row.average:.1f}"),
        )
        for row in forecast(structure, field)
    ]
    if not rows:
        return
    say()
    print_table(("level", "blinds", "after", "players left", "average stack in bb"), rows[:MOST_ROWS], left=("blinds",))
    if len(rows) > MOST_ROWS:
        say(f"... and {len(rows) - MOST_ROWS:,} more levels (--json has them all)")
    say("Players left and stacks are what the default field makes of it on average.")
