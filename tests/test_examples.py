"""The learning examples learn, here in seconds instead of minutes. The card room example is run with its document."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def intervals(name: str, *arguments: str) -> dict[str, tuple[int, int]]:
    """Return the 95 % interval of the win rate against each opponent, as the example prints it."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    line = r"against (\w+): .* interval ([+-]\d+) to ([+-]\d+), VPIP \d+ %, PFR \d+ %, 0 faults"
    found = re.findall(line, done.stdout)
    return {opponent: (int(low), int(high)) for opponent, low, high in found}


def test_a_table_of_values_learns_to_beat_caller_and_random(tmp_path: Path) -> None:
    picture = tmp_path / "curve.png"
    found = intervals("tabular.py", "--steps", "700", "--hands", "3000", "--picture", str(picture))
    assert set(found) == {"caller", "random"}
    assert all(low > 0 for low, _ in found.values()), found
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_ppo_learns_to_beat_caller_and_random() -> None:
    pytest.importorskip("torch", reason="torch is not installed: the example needs it, bigslick does not")
    found = intervals("ppo.py", "--steps", "2000000", "--hands", "4000")
    assert all(low > 0 for low, _ in found.values()), found
