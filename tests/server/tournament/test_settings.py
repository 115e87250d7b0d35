"""A served tournament's settings: a freezeout for house bots and people, or a sentence about the problem."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.bots import UnknownBot
from bigslick.protocol.settings import BadSettings
from bigslick.rules import Rules
from bigslick.server.tournament.settings import MOST_FIELD, TournamentSettings
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.structure import Rebuy

from .floor import structure


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "  "}, "name='  ': expected 1 to 40 printable letters"),
        ({"entrants": 0}, "expected a field of 2 to 1000"),
        ({"entrants": MOST_FIELD + 1}, "entrants is 1001: expected a field of 2 to 1000"),
        ({"entrants": 2, "entries": ("ann", "bob")}, "without names"),
        ({"rebuy": Rebuy(until_level=1, cost=1, chips=1000)}, "expected a freezeout"),
        ({"bounty": Bounty(amount=5)}, "a live tournament has no bounties"),
        ({"rules": msgspec.structs.replace(Rules.tournament(), reveal="ask")}, "house bots always show at showdown"),
    ],
)
def test_a_structure_that_cannot_be_served_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence):
        TournamentSettings(structure=msgspec.structs.replace(structure(6), **changes))


def test_house_bots_must_exist_and_fit_in_the_field() -> None:
    with pytest.raises(BadSettings, match="3 house bots do not fit in a field of 2"):
        TournamentSettings(structure=structure(2, 2), bots=("tag", "tag", "tag"))
    with pytest.raises(UnknownBot, match="tagg"):
        TournamentSettings(structure=structure(6), bots=("tagg",))
    with pytest.raises(UnknownBot, match="tagg"):
        TournamentSettings(structure=structure(6), fill_bots=("tagg",))


def test_bots_that_fill_the_field_need_a_time_and_a_style() -> None:
    with pytest.raises(BadSettings, match="fill_ms=-1: expected 0 or more"):
        TournamentSettings(structure=structure(6), fill_ms=-1)
    with pytest.raises(BadSettings, match="at least one style in fill_bots"):
        TournamentSettings(structure=structure(6), fill_ms=0, fill_bots=())
    assert TournamentSettings(structure=structure(6), fill_bots=()).fill_ms is None, "without a time none is needed"
