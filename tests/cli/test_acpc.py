"""`bigslick acpc`: a match with its log, the log replayed, and sentences for impossible requests."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.cli.app import run

LOGS = Path(__file__).parents[1] / "gateways" / "acpc" / "logs"


def test_a_match_is_dealt_and_its_log_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "m.log"
    assert run(["acpc", "dealer", "tag", "caller", "--hands", "20", "--seed", "3", "--log", str(log), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert sum(player["score"] for player in said["players"]) == 0
    assert run(["acpc", "replay", str(log), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["logs"][0]
    assert found["hands"] == 20
    assert found["agrees_with_score"]
    assert found["scores"] == {player["player"]: player["score"] for player in said["players"]}
    assert run(["acpc", "dealer", "tag", "caller", "--hands", "20", "--log", str(log)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_log_of_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    log, game = LOGS / "original.uneven.6p.log", LOGS / "uneven.6p.game"
    assert run(["acpc", "replay", str(log), "--game", str(game)]) == 0
    assert "150 hands by the rules, and its SCORE agrees" in capsys.readouterr().out
    assert run(["acpc", "replay", str(log)]) == 2
    assert "expected two hole cards or none for each of 2 players" in capsys.readouterr().err


def test_the_first_line_is_the_ports_of_those_who_connect(tmp_path: Path) -> None:
    for more in ((), ("--json",)):
        with subprocess.Popen(
            [sys.executable, "-m", "bigslick", "acpc", "dealer", "tag", "listen", "--hands", "3", *more],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            port = (process.stderr if more else process.stdout).readline().strip()
            assert run(["acpc", "play", "127.0.0.1", port, "caller", "--json"]) == 0
            out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert not more or json.loads(out)["hands"] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dealer", "tag", "listen:x"], "expected listen, or listen and a port"),
        (["dealer", "tag", "acpc:./none"], "there is no file none"),
        (["play", "127.0.0.1", "1", "tag"], "there is no dealer at 127.0.0.1:1"),
        (["dealer", "tag", "tag", "--game", "none.game"], "cannot be read"),
    ],
)
def test_what_cannot_be(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["acpc", *arguments]) == 2
    assert sentence in capsys.readouterr().err
