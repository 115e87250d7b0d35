"""Each format has its director."""

from typing import Any

import pytest

from bigslick.tournament.director.director import Director
from bigslick.tournament.formats.brackets import BracketDirector
from bigslick.tournament.formats.choose import director_for
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.formats.shootouts import ShootoutDirector
from bigslick.tournament.structure.formats import Bracket, Day, Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ({}, Director),
        ({"shootout": Shootout()}, ShootoutDirector),
        ({"bracket": Bracket(), "seats": 2}, BracketDirector),
        ({"days": (Day(until_players=9),)}, DaysDirector),
    ],
)
def test_the_structure_names_the_director(part: dict[str, Any], kind: type[Director]) -> None:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 100, "levels": (Level(small=1, big=2),)}
    structure = Structure(**(given | part))
    assert director_for(structure) is kind
