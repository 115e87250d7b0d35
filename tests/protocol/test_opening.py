"""A host's choices at the opening, and as changes later."""

from typing import Any

import msgspec
import pytest

from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import (
    SPEEDS,
    TableChanges,
    TableForm,
    chosen,
    door_with,
    pace_with,
    settings_with,
)
from bigslick.protocol.settings import BadSettings, TablePace, TableSettings


def test_everything_on_the_opening_form_but_club_password_and_value_can_be_changed_later() -> None:
    assert set(TableForm.__struct_fields__) - set(TableChanges.__struct_fields__) == {"club", "password", "chip_value"}


def test_every_choice_becomes_a_setting_of_the_table_or_its_door() -> None:
    known = {*TableSettings.__struct_fields__, *TablePace.__struct_fields__, *GameDoor.__struct_fields__, "speed"}
    assert set(TableChanges.__struct_fields__) <= known


def test_only_the_choices_made_are_changes() -> None:
    assert chosen(TableChanges()) == {}
    assert chosen(TableChanges(straddle=False, ante=0)) == {"straddle": False, "ante": 0}


@pytest.mark.parametrize("wrong", [{"seats": 11}, {"action_ms": 100}, {"big_blind": 0}, {"club": "c1"}, {"bots": []}])
def test_changes_have_the_limits_of_the_form(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, TableChanges)


def test_choices_change_the_settings_and_leave_the_rest() -> None:
    pace = TablePace(grace_ms=1_234, seeds_ms=99)
    before = TableSettings(name="desk", club="c1", pace=pace)
    after = settings_with(
        before, {"big_blind": 20, "small_blind": 10, "speed": "fast", "bank_ms": 0, "approve": "none"}
    )
    assert (after.small_blind, after.big_blind, after.club, after.name) == (10, 20, "c1", "desk")
    assert after.pace.street_delay_ms == SPEEDS["fast"].street_delay_ms
    assert (after.pace.bank_ms, after.pace.grace_ms, after.pace.seeds_ms) == (0, 1_234, 99)
    assert pace_with(pace, {}) == pace


def test_s1_edge_4_a_speed_brings_its_usual_time_to_act_unless_the_host_chose_one() -> None:
    form = msgspec.structs.asdict(TableForm(name="desk", speed="fast"))
    fast = settings_with(TableSettings(name="new"), form)
    assert fast.pace.action_ms == SPEEDS["fast"].action_ms == 10_000
    assert settings_with(fast, {"speed": "relaxed"}).pace.action_ms == SPEEDS["relaxed"].action_ms
    own = settings_with(fast, {"speed": "normal", "action_ms": 60_000})
    assert own.pace.action_ms == settings_with(own, {"speed": "fast"}).pace.action_ms == 60_000


def test_choices_are_checked_like_the_settings_and_the_door() -> None:
    with pytest.raises(BadSettings, match="small_blind"):
        settings_with(TableSettings(name="desk"), {"small_blind": 11})
    with pytest.raises(BadSettings, match="only delayed spectators"):
        door_with(GameDoor(), {"delay_ms": 5})
    assert door_with(GameDoor(), {"private": True, "big_blind": 3}) == GameDoor(private=True)
