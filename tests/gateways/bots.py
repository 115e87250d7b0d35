"""Bots in processes, for tests: what they read and write, and how to check that none is left over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until

posix = pytest.mark.skipif(os.name != "posix", reason="the process is kept by POSIX means")

CALLER = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "turn":
        action = {"type": "check"} if said["options"].get("check") else {"type": "call"}
        print(json.dumps({"id": said["id"], "action": action}), flush=True)
"""


def write_bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """Write a bot as a file; return the command for `process:`."""
    path = folder / name
    path.write_text(text)
    return f"{sys.executable} {path}"


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not count."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        pass
    if sys.platform == "linux":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_gone(pid: int) -> None:
    """Wait for a process to end, and fail if it does not."""
    wait_until(lambda: not alive(pid), f"process {pid} is still there")


def wait_until_none_is_left(folder: Path) -> None:
    """Wait until no process has a file from a folder on its command line, however early it was killed."""

    def left() -> list[str]:
        listed = subprocess.run(["ps", "-eo", "stat=,args="], capture_output=True, text=True, check=True).stdout
        return [line for line in listed.splitlines() if str(folder) in line and not line.startswith("Z")]

    wait_until(lambda: not left(), f"a process of {folder} is still there")


def pid_in(path: Path) -> int:
    """Return the process id that a bot writes to a file."""
    wait_until(lambda: path.exists() and path.read_text().strip(), f"{path} was never written")
    return int(path.read_text())


ACPC_CALLER = """
import socket, sys
link = socket.create_connection((sys.argv[1], int(sys.argv[2])))
def say(text): link.sendall(text.encode())
say("VERSION:2.0.0\\r\\n")
for line in link.makefile():
    line = line.rstrip("\\r\\n")
    seat, number, betting, cards = line.split(":")[1:]
    {body}
"""
CALLS = "say('# a comment\\r\\n' + line + ':c\\r\\n')"


def write_program(folder: Path, text: str, name: str = "bot.sh") -> Path:
    """Write a Python program that can be run directly."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return path
