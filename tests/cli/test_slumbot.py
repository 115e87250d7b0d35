"""`bigslick slumbot`: a bot plays at a server, and a missing server gets a sentence."""

import json
from pathlib import Path

import pytest

from bigslick.cli.app import run
from tests.gateways.slumbot.test_server import url

from .test_serve import start

__all__ = ["url"]


def test_a_bot_plays(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["slumbot", "play", url, "rock", "--hands", "5", "--seed", "3", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["hands"], said["faults"]) == (5, 0)


@pytest.mark.parametrize("seed", [(), ("--seed", "monday")])
def test_a_served_bot_is_played_and_says_its_seed(
    seed: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with start(tmp_path, "slumbot", "serve", "tag", "--port", "0", "--json", *seed) as (_, address, printed):
        (said,) = map(json.loads, printed)
        assert said["url"].startswith(address)
        assert said["seed"] == "monday" if seed else len(str(said["seed"])) == 32
        assert run(["slumbot", "play", said["url"], "rock", "--hands", "2", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["hands"] == 2
    with start(tmp_path, "slumbot", "serve", "tag", "--port", "0", "--seed", "7") as (_, _address, printed):
        assert "seed 7" in printed[-1]


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["slumbot", "play", "http://127.0.0.1:1", "rock"]) == 2
    assert "does not answer" in capsys.readouterr().err
