"""The names of house bots: a style and a number with a blank between them, which no account's name has."""

from __future__ import annotations


def bot_name(style: str, number: int) -> str:
    """The name of a house bot: `tag 2`."""
    return f"{style} {number}"


def bot_style(player: str) -> str:
    """The style of a house bot by its name; empty for a person."""
    style, _, number = player.partition(" ")
    return style if number.isdigit() else ""
