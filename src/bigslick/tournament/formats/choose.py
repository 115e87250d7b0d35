"""Chooses an event's director: the plain one, or its format's."""

from __future__ import annotations

from ..director.director import Director
from ..structure.structure import Structure
from .brackets import BracketDirector
from .days import DaysDirector
from .shootouts import ShootoutDirector


def director_for(structure: Structure) -> type[Director]:
    if structure.bracket is not None:
        return BracketDirector
    if structure.shootout is not None:
        return ShootoutDirector
    return DaysDirector if structure.days else Director
