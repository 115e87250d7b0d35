"""`bigslick perft`: count the betting tree."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .support.options import STACKS, AsJson, check_seat, two_blinds, whole_numbers
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.hand.actions import Action

MANY = 10**8
"""The number of leaves we can count in about ten seconds. The command warns before it counts more."""
SECONDS_IN_A_DAY = 24 * 60 * 60
STREETS = ("preflop", "flop", "turn", "river")


class Limit(StrEnum):
    none = "none"
    pot = "pot"
    fixed = "fixed"


def command(
    stacks: Annotated[str, STACKS],
    blinds: Annotated[str, typer.Option(metavar="SMALL,BIG", help="The small and the big blind in chips: 1,2.")],
    button: Annotated[int, typer.Option(metavar="SEAT", help="The seat with the button, counted from 1.")] = 1,
    limit: Annotated[Limit, typer.Option(metavar="LIMIT", help="Betting limit: none, pot or fixed.")] = Limit.none,
    streets: Annotated[int, typer.Option(metavar="N", help="How many streets are played, 1 to 4.")] = 4,
    by_first: Annotated[bool, typer.Option("--divide", help="Also count below each first action.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count every line of betting, chip by chip: leaves, decisions and actions.

    No fold is counted when checking is free; an all-in that ends the betting is a leaf.
    """
    from bigslick.hand.perft import divide, estimate, perft

    chips, pair = whole_numbers(stacks, "--stacks"), two_blinds(blinds)
    seat = check_seat(button, len(chips), "--button")
    expected = estimate(chips, pair, seat, limit=limit.value, streets=streets)
    if expected > MANY:
        takes = f"{_how_long(expected)} at ten million a second"
        complain(f"about {_power(expected)} leaves to count, which takes {takes}; Ctrl-C stops it")
    with progress("counting", None):
        total = perft(chips, pair, seat, limit=limit.value, streets=streets)
    divisions: list[tuple[dict[str, Any], int]] = []
    if by_first:
        with progress("dividing", None) as step:
            for division in divide(chips, pair, seat, limit=limit.value, streets=streets):
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
    say(f"{total.leaves:,} leaves")
    if by_first:
        named = [(" to ".join(map(str, action.values())), leaves) for action, leaves in divisions]
        print_table(("first action", "leaves"), named, left=("first action",))


def _power(number: int) -> str:
    return f"10^{len(str(number)) - 1}"


def _how_long(leaves: int) -> str:
    seconds = leaves // 10**7
    for unit, size in (("years", 365 * SECONDS_IN_A_DAY), ("days", SECONDS_IN_A_DAY), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            count = seconds // size
            return f"{count:,} {unit}" if count < 10**6 else f"{_power(count)} {unit}"
    return f"{seconds} seconds"


def _action(action: Action) -> dict[str, Any]:
    name = type(action).__name__.lower()
    to = getattr(action, "to", None)
    return {"action": name} if to is None else {"action": name, "to": to}
