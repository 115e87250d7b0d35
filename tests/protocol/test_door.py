"""The door of a game: limits on the host's absence and on spectators' delay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol.door import LEAST_AWAY_MS, LEAST_DELAY_MS, MOST_DELAY_MS, GameDoor
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.settings import BadSettings


def test_a_host_may_be_away_forever_or_for_a_while_but_not_for_a_moment() -> None:
    assert GameDoor(take_over_ms=0).take_over_ms == 0
    assert GameDoor(take_over_ms=LEAST_AWAY_MS).take_over_ms == LEAST_AWAY_MS
    with pytest.raises(BadSettings, match="or 0 if nobody may take over"):
        GameDoor(take_over_ms=LEAST_AWAY_MS - 1)


@pytest.mark.parametrize("delay", [LEAST_DELAY_MS, 5_000, MOST_DELAY_MS])
def test_a_delay_within_its_bounds_makes_a_door_that_comes_back_from_the_wire(delay: int) -> None:
    door = GameDoor(private=True, approve="buy_ins", spectators="delayed", delay_ms=delay)
    assert decode(encode(door), GameDoor) == door


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"spectators": "delayed"}, "delay_ms=0: expected 1000 to 600000 for delayed spectators"),
        ({"spectators": "delayed", "delay_ms": LEAST_DELAY_MS - 1}, "delay_ms=999: expected 1000 to 600000"),
        ({"spectators": "delayed", "delay_ms": MOST_DELAY_MS + 1}, "delay_ms=600001: expected 1000 to 600000"),
        ({"spectators": "on", "delay_ms": 5_000}, "delay_ms=5000: only delayed spectators have a delay"),
        ({"spectators": "off", "delay_ms": 1}, "delay_ms=1: only delayed spectators have a delay"),
    ],
)
def test_a_delay_that_does_not_fit_the_spectators_is_refused_with_what_is_legal(
    fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadSettings, match=sentence):
        GameDoor(**fields)
    with pytest.raises(msgspec.ValidationError):
        decode(encode(fields), GameDoor)
