"""`bigslick perft`: count the betting tree."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import AsJson, console, print_json, print_table, progress, two_blinds, whole_numbers

if TYPE_CHECKING:
    from bigslick.hand.actions import Action

STREETS = ("preflop", "flop", "turn", "river")


class Limit(StrEnum):
    """The betting structures."""

    none = "none"
    pot = "pot"
    fixed = "fixed"


def command(
    stacks: Annotated[str, typer.Option(help="A stack for each seat, with commas: 10,10.", show_default=False)],
    blinds: Annotated[str, typer.Option(help="Small and big blind: 1,2.", show_default=False)],
    button: Annotated[int, typer.Option(help="The seat with the button; the first seat is 0.")] = 0,
    limit: Annotated[Limit, typer.Option(help="No-limit, pot-limit or fixed-limit.")] = Limit.none,
    streets: Annotated[int, typer.Option(help="How many streets are played, 1 to 4.")] = 4,
    by_first: Annotated[bool, typer.Option("--divide", help="Also count below each first action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count every line of betting, chip by chip: leaves, decisions and actions.

    No fold is counted when checking is free; an all-in that ends the betting is a leaf.
    """
    from bigslick.hand.perft import divide, perft

    chips, pair = whole_numbers(stacks, "--stacks"), two_blinds(blinds)
    with progress("counting", None, at_once=True):
        total = perft(chips, pair, button, limit=limit.value, streets=streets)
    divisions: list[tuple[dict[str, Any], int]] = []
    if by_first:
        with progress("dividing", None, at_once=True) as step:
            for division in divide(chips, pair, button, limit=limit.value, streets=streets):
                divisions.append((_action(division.action), division.leaves))
                step()
    if as_json:
        answer: dict[str, Any] = {
            "leaves": total.leaves,
            "decisions": total.decisions,
            "actions": total.actions,
            "by_street": [{"decisions": street.decisions, "actions": street.actions} for street in total.by_street],
        }
        if by_first:
            answer["divide"] = [{**action, "leaves": leaves} for action, leaves in divisions]
        print_json(answer)
        return
    rows = [(name, street.decisions, street.actions) for name, street in zip(STREETS, total.by_street, strict=False)]
    print_table(("street", "decisions", "actions"), [*rows, ("all", total.decisions, total.actions)], left=("street",))
    console().print(f"{total.leaves:,} leaves")
    if by_first:
        named = [(" to ".join(map(str, action.values())), leaves) for action, leaves in divisions]
        print_table(("first action", "leaves"), named, left=("first action",))


def _action(action: Action) -> dict[str, Any]:
    name = type(action).__name__.lower()
    to = getattr(action, "to", None)
    return {"action": name} if to is None else {"action": name, "to": to}
