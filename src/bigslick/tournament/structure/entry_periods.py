"""When late registration, rebuys and the add-on are open.

A period ends with a level. `ended` is the number of the last level that has ended, 0 during the first.
"""

from __future__ import annotations

from .structure import Structure


def may_enter(structure: Structure, ended: int) -> bool:
    """Whether players can enter late or re-enter."""
    return ended < structure.late_reg_levels


def may_rebuy(structure: Structure, ended: int) -> bool:
    return structure.rebuy is not None and ended < structure.rebuy.until_level


def last_purchase(structure: Structure) -> int:
    """Return the level that ends the last of these periods; 0 if no chips are sold after the start."""
    rebuy, addon = structure.rebuy, structure.addon
    return max(structure.late_reg_levels, rebuy.until_level if rebuy else 0, addon.until_level if addon else 0)


def pool_open(structure: Structure, ended: int) -> bool:
    """Whether more money can come in, which leaves places and prizes open."""
    return ended < last_purchase(structure)
