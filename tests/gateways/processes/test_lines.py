"""Lines over a socket: split at newlines, within limits of time and length."""

import socket

import pytest

from bigslick.bots import BotFailed
from bigslick.gateways.processes.lines import Lines


def test_lines_are_cut_and_limited() -> None:
    ours, theirs = socket.socketpair()
    lines = Lines(ours, 10)
    theirs.sendall(b"one\r\ntwo\nthr")
    assert [lines.read(5), lines.read(5)] == [b"one", b"two"]
    with pytest.raises(BotFailed, match=r"no answer within 0\.05 s"):
        lines.read(0.05)
    theirs.sendall(b"ee\n")
    assert lines.read(5) == b"three"
    theirs.sendall(b"x" * 50)
    with pytest.raises(BotFailed, match="more than 10 bytes"):
        lines.read(5)
    theirs.close()
    with pytest.raises(BotFailed):
        Lines(ours, 10).read(5)
    lines.close()


def test_a_peer_that_does_not_read() -> None:
    ours, theirs = socket.socketpair()
    lines = Lines(ours, 10)
    with theirs, pytest.raises(BotFailed, match="did not read"):
        lines.write(b"x" * 10_000_000, 0.05)
    lines.close()
