"""No call from Python kills the process, hangs or touches another hand: everything visible is called.

The calls send the values in `tests/hostile/values.py`. To run the proof by hand, for one module or for all of them:
`python
-m tests.hostile --module core.hand`.
"""

from __future__ import annotations

import sys

import pytest

from tests.hostile.report import Report, attack
from tests.hostile.subjects import RECIPES
from tests.hostile.surface import Surface, compiled_modules
from tests.hostile.values import HOSTILE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither timers by signal nor limits")

EVERYTHING = 10**9


def check(report: Report, module: str) -> None:
    print(f"\n{module}: {report}")
    assert not report.findings, str(report)
    assert (report.signals, report.hangs) == (0, 0)
    assert report.calls == report.answers + report.refusals + report.interrupts


@pytest.mark.parametrize("module", compiled_modules())
def test_a_hostile_call_is_refused_or_answered(module: str) -> None:
    report = attack(module)
    check(report, module)
    assert report.members == 0 or report.calls > 5 * report.members


@pytest.mark.slow
@pytest.mark.parametrize("module", compiled_modules())
def test_every_hostile_call_is_refused_or_answered(module: str) -> None:
    check(attack(module, most=EVERYTHING, shards=2), module)


def test_every_compiled_class_has_objects_to_call() -> None:
    classes = {f"{name}.{kind.__name__}" for name in compiled_modules() for kind in Surface(name).classes()}
    assert classes == set(RECIPES)


def test_no_two_hostile_values_are_the_same() -> None:
    names = [name for name, _ in HOSTILE]
    assert len(set(names)) == len(names)


def test_the_proof_finds_planted_faults() -> None:
    """Four of a class's five methods are faulty, each in one call only, and each is named with that call."""
    report = attack("tests.hostile.planted", most=2000, patience=2, deaths=1)
    found = {(str(finding["target"]).rpartition(".")[2], finding["what"]) for finding in report.findings}
    # A sanitizer ends the process with an exit code, the kernel with a signal.
    assert found & {("crash", "signal 11"), ("crash", "exit 1")}, report
    assert {("hang", "hang"), ("swallow", "lost an exception"), ("meddle", "changed another hand")} <= found, report
    assert len(found) == 4, report
    assert all("7" in str(finding["arguments"]) for finding in report.findings), report
    assert (report.signals, report.hangs) == (1, 1)
