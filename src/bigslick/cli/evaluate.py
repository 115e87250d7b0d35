"""`bigslick eval CARDS`: how strong five, six or seven cards are."""

from __future__ import annotations

from typing import Annotated

import typer

from .output import AsJson, console, print_json


def command(
    cards: Annotated[list[str], typer.Argument(help="5 to 7 cards: AhKhQhJhTh, or one by one.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Say what five, six or seven cards are worth: strength from 0 to 7461, higher is better."""
    from bigslick.cards import format_cards, parse_cards
    from bigslick.strength import best_five, category, describe, evaluate

    held = parse_cards("".join(cards))
    strength = evaluate(held)
    best = format_cards(best_five(held))
    kind = category(strength).name.lower()
    name = describe(held)
    if as_json:
        print_json({"strength": strength, "category": kind, "best": best, "name": name})
    else:
        console().print(f"{name}\n  best five {best}, strength {strength} of 7461")
