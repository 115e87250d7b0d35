"""The wire messages, and the page that documents each of them."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from bigslick.hand import events
from bigslick.protocol import room_events, wire
from bigslick.protocol.encoding import decode, encode
from bigslick.server.http.socket import IN_FLIGHT, MALFORMED
from bigslick.server.http.transport import FRAME
from bigslick.server.operations.limits import Limits
from bigslick.table import events as table_events

from ..documents import ROOT, blocks

DOCUMENT = ROOT / "docs" / "reference" / "wire.md"
KINDS = {
    kind.__struct_config__.tag: union
    for union in (wire.Command, room_events.RoomEvent, wire.FromServer)
    for kind in get_args(union)
}


def examples() -> dict[str, str]:
    found = {}
    for block in blocks(DOCUMENT):
        if block.language == "json":
            found[json.loads(block.text)["type"]] = block.text
    return found


@pytest.mark.parametrize("tag", sorted(KINDS))
def test_every_message_is_documented_with_an_example_that_decodes(tag: str) -> None:
    assert re.search(rf"^### {tag}$", DOCUMENT.read_text(), re.MULTILINE)
    text = examples()[tag]
    union: Any = KINDS[tag]
    message = decode(text, union)
    assert type(message).__struct_config__.tag == tag
    assert json.loads(encode(message)) == json.loads(text)


def test_no_example_is_of_something_that_does_not_exist() -> None:
    assert set(examples()) == set(KINDS)


def test_every_event_is_named() -> None:
    text = DOCUMENT.read_text()
    for kind in (*get_args(events.Event), *get_args(table_events.TableEvent)):
        assert f"`{kind.__struct_config__.tag}`" in text, kind


def test_every_code_of_a_refusal_is_named() -> None:
    text = DOCUMENT.read_text()
    used = set()
    for path in (ROOT / "src" / "bigslick" / "server").rglob("*.py"):
        source = path.read_text()
        used |= set(re.findall(r'code="(\w+)"', source))
        used |= set(re.findall(r'CommandRefused\([^)]*"(\w+)"\)', source))
    assert {"stale", "failed", "unknown"} <= used
    for code in used:
        assert f"| `{code}` |" in text, code


def test_the_limits_are_those_of_the_server() -> None:
    text, limits = DOCUMENT.read_text(), Limits()
    for shown in (
        f"{wire.MOST_BYTES:,} bytes",
        f"{limits.commands.burst} at once, {limits.commands.burst * 1000 // limits.commands.span_ms} a second",
        f"{limits.frames.burst} at once, {limits.frames.burst * 1000 // limits.frames.span_ms} a second",
        f"once for every {FRAME:,} bytes",
        f"| {MALFORMED} |",
        f"| {IN_FLIGHT} |",
        f"| {limits.tables_per_socket} |",
        f"{limits.sockets_per_player} for a player, {limits.sockets_per_address} for an address",
        f"{limits.queued_frames}, or {limits.queued_bytes // 10**6} MB",
        f"| {limits.slow_ms // 1000} s |",
    ):
        assert shown in text, shown


def test_commands_forbid_what_they_do_not_know() -> None:
    for kind in get_args(wire.Command):
        assert kind.__struct_config__.forbid_unknown_fields, kind
        assert kind.__struct_config__.frozen, kind
    with pytest.raises(msgspec.ValidationError):
        decode('{"type":"ping","at":1,"more":2}', wire.Ping)
