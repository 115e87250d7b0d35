"""`bigslick structure`: check a tournament structure and explain what will happen, or list the presets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .help import Command, Group
from .options import AsJson, Entrants
from .output import complain, print_json, print_table, say

if TYPE_CHECKING:
    from bigslick.tournament.structure import Structure

app = typer.Typer(cls=Group, help="Check a tournament structure and explain what will happen, or list the presets.")


@app.command(cls=Command, epilog="bigslick structure check deep-9 --entrants 1000")
def check(
    structure: Annotated[str, typer.Argument(metavar="STRUCTURE", help="A TOML file, or the name of a preset.")],
    entrants: Entrants = None,
    as_json: AsJson = False,
) -> None:
    """Check a structure and explain in plain words what will happen: length, chips in play, prizes and the end.

    Exit code 1 if the file is found wrong.
    """
    from bigslick.tournament.explain import explain
    from bigslick.tournament.files import load
    from bigslick.tournament.problems import BadStructure

    try:
        found = load(structure)
    except BadStructure as error:
        if not Path(structure).is_file():
            raise
        if as_json:
            print_json({"ok": False, "problems": [str(error)]})
        else:
            complain(str(error))
        raise typer.Exit(1) from None
    if entrants is not None:
        found = found.with_entrants(entrants)
    lines = explain(found)
    if as_json:
        print_json({"ok": True, **_answer(found, lines)})
        return
    for line in lines:
        say(line)


@app.command("list", cls=Command, epilog="bigslick structure list")
def presets(as_json: AsJson = False) -> None:
    """List the structures that come with bigslick."""
    from bigslick.tournament import files

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


def _answer(structure: Structure, lines: list[str]) -> dict[str, Any]:
    import msgspec

    from bigslick.tournament.explain import estimate
    from bigslick.tournament.seating import tables_needed

    field = structure.field
    answer: dict[str, Any] = {
        "name": structure.name,
        "seats": structure.seats,
        "starting_stack": structure.starting_stack,
        "final_table_size": structure.final_table,
        "levels_by": structure.unit,
        "levels": [msgspec.structs.asdict(level) for level in structure.levels],
        "entrants": field or None,
    }
    if field:
        guess = estimate(structure, field)
        unit = "hands" if structure.unit == "hands" else "seconds"
        answer |= {
            "tables": tables_needed(field, structure.seats, structure.final_table),
            "chips_in_play": field * structure.starting_stack,
            "prize_pool": structure.pool(field),
            "prizes": structure.prizes(field),
            "players_left_at_the_end": structure.ends_at(field),
            "ends_in_levels": [guess.first_level, guess.last_level],
            f"ends_after_{unit}": [guess.first, guess.last],
        }
    return answer | {"explanation": lines}
