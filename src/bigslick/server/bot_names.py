"""The house bots of the card room: which fill a table, and their names.

A name is a style and a number with a blank between them, which the name of a player never has.
"""

from __future__ import annotations

from typing import Final

USUAL_BOTS: Final = ("tag", "lag", "rock", "shark")
"""The styles that fill a table, one after the other and from the first again."""


def bot_name(style: str, number: int) -> str:
    """The name of a house bot: `tag 2`."""
    return f"{style} {number}"


def bot_style(player: str) -> str:
    """The style of a house bot by its name; empty for a person."""
    style, _, number = player.partition(" ")
    return style if number.isdigit() else ""
