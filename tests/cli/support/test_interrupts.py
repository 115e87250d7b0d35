"""Ctrl-C."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.cli.support.interrupts import STOPPED, Stopped, if_stopped
from tests.stopping import stopped_command
from tests.waiting import LONG, wait_until


def test_the_sentence_is_made_when_it_happens() -> None:
    done = 0

    def work() -> None:
        nonlocal done
        with if_stopped(lambda: f"{done} hands done"):
            done = 3
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="3 hands done"):
        work()


COMMANDS = {
    "equity": ["AhKh", "QdQc", "7s6s", "--samples", "9999999999", "--seed", "1"],
    "match": ["shark", "tag", "--hands", "999999999", "--seed", "1"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timers of processor time")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_command_stops_at_once_and_says_so(command: str) -> None:
    ended = stopped_command(command, *COMMANDS[command])
    assert ended.code == STOPPED
    assert ended.said.splitlines()[-1].startswith("bigslick: stopped")


@pytest.mark.skipif(sys.platform == "win32", reason="a test cannot send Ctrl-C to one process there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_study_stops_and_says_what_is_kept(workers: str, tmp_path: Path) -> None:
    """It does not wait for the first tournament, which takes seconds.

    Here Ctrl-C reaches only the command; a terminal would send it to the workers too.
    """
    out = tmp_path / "study"
    call = [sys.executable, "-m", "bigslick", "simulate", "--tournaments", "50", "--entrants", "100000"]
    call += ["--workers", workers, "--seed", "1", "--out", str(out)]
    with subprocess.Popen(call, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        wait_until(lambda: (out / "study.json").exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=LONG)
    assert process.returncode == STOPPED
    kept = f"0 of 50 tournaments are kept in {out}: the same command with --out {out} goes on"
    assert said == f"bigslick: stopped; {kept}\n"
