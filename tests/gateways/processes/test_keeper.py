"""A process's keeper: it passes on the exit, and kills it when the lifeline closes."""

import json
import os
import subprocess
import sys

import pytest

from bigslick.gateways.processes import keeper

from ..bots import posix

pytestmark = posix


def keep(command: list[str], *, cut: bool = False) -> int:
    end, lifeline = os.pipe()
    wish = [sys.executable, "-I", "-S", str(keeper.__file__), str(end), json.dumps({"RLIMIT_CORE": 0}), *command]
    with subprocess.Popen(wish, pass_fds=(end,), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        os.close(end)
        if cut:
            assert running.stdout is not None
            assert running.stdout.readline() == b"up\n"
            os.close(lifeline)
        code = running.wait(60)
        if not cut:
            os.close(lifeline)
    return code


@pytest.mark.parametrize(
    ("code", "wanted"),
    [("raise SystemExit(0)", 0), ("raise SystemExit(9)", 9), ("import os; os.kill(os.getpid(), 15)", 143)],
)
def test_the_end_of_the_command_is_its_end(code: str, wanted: int) -> None:
    assert keep([sys.executable, "-c", code]) == wanted


def test_a_closed_lifeline_ends_the_command() -> None:
    assert keep([sys.executable, "-c", "import time; print('up', flush=True); time.sleep(1000)"], cut=True) == 137


def test_a_command_that_is_not_there() -> None:
    assert keep(["/no/such/program"]) == keeper.CANNOT_RUN


def test_a_lifeline_closed_before_the_start_ends_the_command() -> None:
    end, lifeline = os.pipe()
    os.close(lifeline)
    slow = [sys.executable, "-c", "import time; time.sleep(1000)"]
    wish = [sys.executable, "-I", "-S", str(keeper.__file__), str(end), "{}", *slow]
    for _ in range(5):
        with subprocess.Popen(wish, pass_fds=(end,)) as running:
            assert running.wait(60) == 137
    os.close(end)
