"""The card room's house bots: the styles that fill a table, and their names.

A name is a style and a number with a space between them. Players' names never contain a space.
"""

from __future__ import annotations

from typing import Final

USUAL_BOTS: Final = ("tag", "lag", "rock", "shark")
"""The styles that fill a table, in order, repeating from the first."""


def bot_name(style: str, number: int) -> str:
    """Return a house bot's name: `tag 2`."""
    return f"{style} {number}"


def bot_style(player: str) -> str:
    """Return a house bot's style from its name; empty for a person."""
    style, _, number = player.partition(" ")
    return style if number.isdigit() else ""
