"""A game's door, and its host's commands on the wire."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.host import LEAST_DELAY_MS, MOST_DELAY_MS, GameDoor
from bigslick.protocol.settings import BadSettings


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


@pytest.mark.parametrize("kind", [*get_args(host.HostCommand), host.WithdrawRequest], ids=lambda kind: kind.__name__)
def test_every_command_of_a_host_names_its_game_and_is_one_that_the_socket_takes(kind: type[Any]) -> None:
    fields: dict[str, Any] = {"player": "bob", "yes": False, "approve": "players"}
    mine = {name: value for name, value in fields.items() if name in kind.__struct_fields__}
    message = {"type": kind.__struct_config__.tag, "cmd_id": "c1", "at": "t1", **mine}
    command: Any = wire.Command
    assert decode(encode(message), command) == kind(cmd_id="c1", at="t1", **mine)
    for missing in ("cmd_id", "at", *mine):
        with pytest.raises(msgspec.ValidationError, match=f"missing required field `{missing}`"):
            decode(encode({name: value for name, value in message.items() if name != missing}), command)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "kick", "player": ""},
        {"type": "ban", "player": "b" * 21},
        {"type": "ban", "player": "bo"},
        {"type": "mute", "player": "bob\u202e"},
        {"type": "mute", "player": "bob\n"},
        {"type": "ban", "player": "no such player"},
        {"type": "pause", "why": ""},
        {"type": "close", "why": "x" * 201},
        {"type": "change_door", "approve": "all"},
        {"type": "change_door", "approve": "none", "private": True},
        {"type": "answer_request", "player": "bob", "yes": 1},
    ],
    ids=str,
)
def test_a_host_command_with_a_value_out_of_bounds_is_refused(wrong: dict[str, Any]) -> None:
    command: Any = wire.Command
    with pytest.raises(msgspec.ValidationError):
        decode(encode({"cmd_id": "c1", "at": "t1", **wrong}), command)
