"""A host's commands on the wire."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.opening import TableChanges


@pytest.mark.parametrize("kind", [*get_args(host.HostCommand), host.WithdrawRequest], ids=lambda kind: kind.__name__)
def test_every_command_of_a_host_names_its_game_and_is_one_that_the_socket_takes(kind: type[Any]) -> None:
    fields: dict[str, Any] = {"player": "bob", "yes": False, "chips": -5, "why": "a rebuy", "seat": 3}
    fields["changes"] = TableChanges(approve="players")
    required = {field.name for field in msgspec.structs.fields(kind) if field.required}
    mine = {name: value for name, value in fields.items() if name in required}
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
        {"type": "ban", "player": "b" * 81},
        {"type": "pause", "why": ""},
        {"type": "close", "why": "x" * 201},
        {"type": "change_settings", "changes": {"approve": "all"}},
        {"type": "change_settings", "changes": {"club": "c1"}},
        {"type": "answer_request", "player": "bob", "yes": 1},
    ],
    ids=str,
)
def test_a_host_command_with_a_value_out_of_bounds_is_refused(wrong: dict[str, Any]) -> None:
    command: Any = wire.Command
    with pytest.raises(msgspec.ValidationError):
        decode(encode({"cmd_id": "c1", "at": "t1", **wrong}), command)
