"""A served tournament's settings: what the card room can run, or a sentence about the problem."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.bots import UnknownBot
from bigslick.protocol.settings import BadSettings
from bigslick.rules import Rules
from bigslick.server.tournament.settings import MOST_FIELD, TournamentSettings

from .floor import structure


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "  "}, "name='  ': expected 1 to 40 printable letters"),
        ({"entrants": 0}, "expected a field of 2 to 1000"),
        ({"entrants": MOST_FIELD + 1}, "entrants is 1001: expected a field of 2 to 1000"),
        ({"entrants": 2, "entries": ("ann", "bob")}, "players enter by themselves: leave it out"),
        ({"rules": msgspec.structs.replace(Rules.tournament(), run_outs=2)}, "tournaments run one board"),
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


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"start": "time"}, "start_time goes with start = 'time'"),
        ({"start_time": 5}, "start_time goes with start = 'time'"),
        ({"start": "time", "start_time": -1}, "start_time=-1: expected a whole number from 0"),
        ({"stage_pause_ms": 1 << 40}, "stage_pause_ms=1099511627776: expected a whole number from 0 to 86,400,000"),
        ({"stage_times": (1, -2)}, "stage_times=-2"),
    ],
)
def test_a_start_and_the_pauses_are_times_that_can_come(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence):
        TournamentSettings(structure=structure(6), **settings)


def test_a_stage_begins_after_the_pause_and_not_before_its_time() -> None:
    settings = TournamentSettings(structure=structure(6), stage_pause_ms=5_000, stage_times=(90_000, 0))
    assert [settings.stage_begins(ended, 10_000) for ended in (1, 2, 3)] == [90_000, 15_000, 15_000]
    assert settings.stage_begins(1, 100_000) == 105_000, "the day before took longer"
