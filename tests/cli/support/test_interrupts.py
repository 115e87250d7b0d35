"""Ctrl-C."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from bigslick.cli import main
from bigslick.cli.support.interrupts import NOTHING_KEPT, STOPPED, Stopped, if_stopped
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


class CtrlC:
    """Presses Ctrl-C while a module is imported."""

    def __init__(self, module: str) -> None:
        self.module = module

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if name == self.module:
            raise KeyboardInterrupt


@pytest.mark.parametrize("module", ["bigslick.cli.app", "bigslick.cli.support.usage", "bigslick.cli.evaluate"])
def test_a_command_that_is_still_importing_stops_without_a_traceback(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in {"bigslick.cli.app", module}:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [CtrlC(module), *sys.meta_path])
    assert main(["eval", "AhKhQhJhTh"]) == STOPPED
    assert capsys.readouterr().err == f"bigslick: {NOTHING_KEPT}\n"


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
