"""The card room's house bots: the styles that fill a table, their ids, and the names that players see.

An id is a style and a number with a space between them; no account's id contains a space.
The same id has the same name at every table, and the name does not give the style away: the seat tells it on demand.
"""

from __future__ import annotations

from typing import Final

USUAL_BOTS: Final = ("tag", "lag", "rock", "shark")
"""The styles that fill a table, in order, repeating from the first."""

_NAMES: Final = {
    "caller": "Dottie Gus Hilda Ozzie Petra Rufus Tilda",
    "random": "Barney Cosmo Felix Juno Phoebe Waldo Zita",
    "rock": "Agatha Bertil Edna Gunnar Maude Otto Ruth",
    "tag": "Ada Conrad Greta Ivo Lars Nora Viktor",
    "lag": "Bruno Carmen Dex Frida Lola Ramon Roxy",
    "fish": "Betsy Eddie Fritz Mabel Ned Polly Wally",
    "whale": "Baxter Duke Gloria Monty Pearl Rico Sylvia",
    "maniac": "Axel Bianca Mona Spike Tara Vince Zelda",
    "shark": "Irina Kasper Magnus Odile Quinn Silas Vera",
}
"""Seven for each style: a tournament gives every fourth number to the same style, and so uses all of them."""
_NAMES_OF: Final = {style: tuple(names.split()) for style, names in _NAMES.items()}


def bot_id(style: str, number: int) -> str:
    """Return a house bot's id: `tag 2`."""
    return f"{style} {number}"


def bot_style(player: str) -> str:
    """Return a house bot's style from its id; empty for a person."""
    style, _, number = player.partition(" ")
    return style if number.isdigit() else ""


def bot_name(player: str) -> str:
    """Return a house bot's name from its id; empty for a person.

    Where two bots have the same name, the second gets a number, as people do.
    """
    names = _NAMES_OF.get(bot_style(player), ())
    return names[(int(player.rpartition(" ")[2]) - 1) % len(names)] if names else ""
