"""Values that need no conversion get none, and everything else is still converted."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bigslick.cli.app import load

from ..conftest import Refused

WITHOUT_NUMBERS = [
    "eval AhKhQhJhTh",
    "equity AhKh QdQc --board 7h8h2c",
    "deal --seed 7",
    "icm --stacks 5,3 --payouts 2,1",
]


@pytest.mark.parametrize("line", WITHOUT_NUMBERS)
def test_text_needs_no_pydantic(line: str) -> None:
    code = f"import sys; from bigslick.cli.app import run; run({line.split()}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pydantic" not in done.stderr.split()


def test_a_number_is_converted_and_a_default_stays_as_it_is() -> None:
    given = load("deal").make_context("deal", ["--seats", "3"])
    assert given.params["seats"] == 3
    assert load("deal").make_context("deal", []).params["seats"] == 6
    assert load("eval").make_context("eval", ["Ah", "Kh"]).params["cards"] == ["Ah", "Kh"]


def test_what_is_missing_or_wrong_is_still_refused(refused: Refused) -> None:
    assert "CARDS" in refused("eval")
    assert "expected a whole number" in refused("deal", "--seats", "six")
    assert "--stacks" in refused("icm", "--payouts", "2,1")
