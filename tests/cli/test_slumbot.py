"""`bigslick slumbot`: a bot plays a server, and a server that is not there gets a sentence."""

import json

import pytest

from bigslick.cli.app import run
from tests.gateways.test_slumbot_server import url

__all__ = ["url"]


def test_a_bot_plays(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["slumbot", "play", url, "rock", "--hands", "5", "--seed", "3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["hands"], said["faults"]) == (5, 0)


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["slumbot", "play", "http://127.0.0.1:1", "rock"]) == 2
    assert "does not answer" in capsys.readouterr().err
