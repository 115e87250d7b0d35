"""A bot's process: writing to it, reading from it, ending it. test_process covers how bots misbehave."""

import sys

import pytest

from bigslick.bots import BadBot, BotFailed
from bigslick.gateways.processes.child import Child, ProcessLimits, check_command

ECHO = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print(line.strip() + '!', flush=True)"]


def test_it_is_spoken_to_in_lines() -> None:
    child = Child(ECHO, ProcessLimits())
    child.write(b"one\ntwo\n", 5)
    assert [child.read(20), child.read(20)] == [b"one!", b"two!"]
    with pytest.raises(BotFailed, match="no answer"):
        child.read(0.01)
    child.say_goodbye(b"bye\n")
    child.kill()  # a second call does no harm
    assert child.ended


def test_its_end_is_told_with_its_last_error() -> None:
    child = Child([sys.executable, "-c", "raise RuntimeError('no')"], ProcessLimits())
    assert child.wait(60) == 1
    assert child.obituary() == "the process ended with exit code 1: RuntimeError: no"
    child.kill()


def test_limits_by_the_names_of_the_system() -> None:
    assert ProcessLimits(memory=0, cpu=0, file=0).numbers() == {"RLIMIT_CORE": 0}
    assert ProcessLimits(cpu=7).numbers()["RLIMIT_CPU"] == 7


def test_what_cannot_be_run() -> None:
    for command in ([], ["./nothing"], ["no-such-program-anywhere"]):
        with pytest.raises(BadBot):
            check_command("x", command)
