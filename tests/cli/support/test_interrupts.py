"""Ctrl-C."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bigslick.cli.support.interrupts import STOPPED, Stopped, if_stopped


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
    "simulate": ["--tournaments", "500", "--entrants", "600", "--workers", "2", "--seed", "1"],
    "simulate alone": ["--tournaments", "500", "--entrants", "600", "--workers", "1", "--seed", "1"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="a test cannot send Ctrl-C to one process there")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_long_command_stops_at_once_and_says_what_is_kept(command: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the command alone here: a terminal would send it to the workers too."""
    name = command.split()[0]
    took = []
    for attempt in range(5):
        more = ["--out", str(tmp_path / str(attempt))] if name == "simulate" else []
        call = [sys.executable, "-m", "bigslick", name, *COMMANDS[command], *more]
        with subprocess.Popen(call, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            if name == "simulate":
                while not (tmp_path / str(attempt) / "study.json").exists():
                    assert process.poll() is None
                    time.sleep(0.05)
            time.sleep(2 + attempt)
            started = time.perf_counter()
            process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            last = process.stderr.readline()
            took.append(time.perf_counter() - started)
            more_said = process.stderr.read()
        if process.returncode == -signal.SIGINT:  # a busy machine was still importing: wait longer
            continue
        assert more_said == ""
        assert process.returncode == STOPPED
        assert last.startswith("bigslick: stopped")
        if name == "simulate":
            assert last.endswith(f"the same command with --out {tmp_path / str(attempt)} goes on\n")
        if took[-1] <= 0.5:
            return
    pytest.fail(f"{command} stopped after {took} seconds")
