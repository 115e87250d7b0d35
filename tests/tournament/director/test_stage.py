"""A stage is plain data."""

import msgspec

from bigslick.tournament.director.stage import Stage


def test_a_stage_survives_being_written() -> None:
    stage = Stage(number=2, name="round 2", began=40, level=1, schedule_from=40, slots=(3, -1, 0, 2), entries=3)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(stage), type=Stage) == stage


def test_an_event_without_stages_is_in_stage_0() -> None:
    assert Stage().number == 0
    assert Stage().schedule_from == 0
