"""Programs that connect to a port, and those that do not; the acpc and pokerbots tests have more."""

import sys

import pytest

from bigslick.bots import BotFailed
from bigslick.gateways.processes.connected import Connected
from bigslick.gateways.processes.process import ProcessSettings

from ..bots import posix

HELLO = """
import socket, sys
link = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
print("talk " * 100_000)
link.sendall(b"hello\\n")
link.recv(10)
"""


@posix
def test_a_program_connects_and_ends() -> None:
    running = Connected([sys.executable, "-c", HELLO], ProcessSettings(), 100, host=False)
    assert running.read(20) == "hello"
    running.say_goodbye(b"bye\n")
    assert running.child.ended


@posix
def test_a_program_that_ends_first() -> None:
    with pytest.raises(BotFailed, match="never connected: the process ended with exit code 3"):
        Connected([sys.executable, "-c", "raise SystemExit(3)"], ProcessSettings(), 100)
