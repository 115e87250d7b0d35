"""No-shows: how they are chosen, and the style in which the floor plays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bigslick.shuffle import Keystream

if TYPE_CHECKING:
    from ..structure.structure import Structure

NO_SHOW: Final = "no-show"
"""The bot name for an entrant who does not show up."""
FOLDS: Final = 1_000_001
"""Their style on the floor: dealt in, posted for, and folded on every turn."""


def drawn_no_shows(structure: Structure, seed: int | str) -> frozenset[str]:
    """Draw the structure's number of no-shows, unless it names them."""
    absent = structure.no_shows
    if absent is None or absent.players:
        return frozenset(absent.players if absent else ())
    names = structure.names
    drawn = Keystream(seed, NO_SHOW).permutation(len(names))[: absent.count(len(names))]
    return frozenset(names[place] for place in drawn)
