"""The messages about a broadcast: what a host can ask for, and what a viewer hears."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.protocol import wire
from bigslick.protocol.broadcast import LEAST_BROADCAST_MS, MOST_BROADCAST_MS, BroadcastNow
from bigslick.protocol.encoding import encode
from bigslick.server.http.socket import read_command


@pytest.mark.parametrize("delay_ms", [0, 1_000, LEAST_BROADCAST_MS - 1, MOST_BROADCAST_MS + 1])
def test_no_host_can_ask_for_less_than_five_minutes(delay_ms: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_command(b'{"type":"start_broadcast","cmd_id":"1","at":"t1","delay_ms":%d}' % delay_ms)
    assert LEAST_BROADCAST_MS == 5 * 60_000


def test_a_secret_is_short_and_of_the_letters_of_a_token() -> None:
    for secret in ("", "x" * 65, "a/b", "a b", "a\\n"):
        with pytest.raises(msgspec.ValidationError):
            read_command(b'{"type":"watch_broadcast","secret":"%b"}' % secret.encode())
    assert isinstance(read_command(b'{"type":"watch_broadcast","secret":"a-_9"}'), wire.WatchBroadcast)


def test_a_viewer_who_is_not_the_host_hears_of_no_secret() -> None:
    assert b"secret" not in encode(BroadcastNow(table="t1", on=True, delay_ms=300_000))
