"""`python -m bigslick` is the command."""

import subprocess
import sys

import bigslick


def test_the_package_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "bigslick", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"bigslick {bigslick.__version__}\n")


def test_its_exit_code_is_the_command_s() -> None:
    command = [sys.executable, "-m", "bigslick", "shuffle"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "try 'bigslick --help'" in done.stderr
