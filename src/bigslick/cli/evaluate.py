"""`bigslick eval CARDS`: how strong five, six or seven cards are."""

from __future__ import annotations

from typing import Annotated

import typer

from .support.options import AsJson
from .support.output import print_json, say


def command(
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="5 to 7 cards: AhKhQhJhTh, or one by one.")],
    as_json: AsJson = False,
) -> None:
    """Name the best five of five, six or seven cards, with their strength from 0 to 7461; higher is better."""
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
        say(name)
        say(f"  best five {best}, strength {strength} of 7461")
