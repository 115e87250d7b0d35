"""The periods of late registration, rebuys and the add-on.

A period ends with a level. `ended` is the number of the last level that has ended, 0 during the first.
"""

from __future__ import annotations

from .structure import Structure


def may_enter(structure: Structure, ended: int) -> bool:
    """Whether players may enter late or re-enter."""
    return ended < structure.late_reg_levels


def may_rebuy(structure: Structure, ended: int) -> bool:
    """Whether rebuys are on sale."""
    return structure.rebuy is not None and ended < structure.rebuy.until_level


def may_add_on(structure: Structure, ended: int) -> bool:
    """Whether the add-on is still to come."""
    return structure.addon is not None and ended < structure.addon.until_level


def pool_open(structure: Structure, ended: int) -> bool:
    """Whether more money may come in, so that places and prizes have to wait."""
    return may_enter(structure, ended) or may_rebuy(structure, ended) or may_add_on(structure, ended)
