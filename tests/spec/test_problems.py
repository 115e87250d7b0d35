from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import BadSpec, load_spec
from bigslick.spec.problems import did_you_mean, nearest

from .conftest import BROKEN

CASES = sorted(path.stem for path in BROKEN.glob("*.yaml") if path.stem != "sound")


def test_there_are_twenty_or_more() -> None:
    assert len(CASES) >= 20


@pytest.mark.parametrize("case", CASES)
def test_a_broken_spec_has_exactly_its_message(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    with pytest.raises(BadSpec) as caught:
        load_spec(f"{case}.yaml")
    count = len(caught.value.problems)
    told = f"{caught.value}\n\n{count} problem{'s' if count != 1 else ''}\n"
    assert told == Path(f"{case}.txt").read_text()


def test_the_sound_one_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    assert load_spec("sound.yaml").id == "pig"


def test_the_nearest_name() -> None:
    assert nearest("chipStak", ["chipStack", "pot"]) == "chipStack"
    assert nearest("zzz", ["chipStack", "pot"]) is None
    assert did_you_mean("zzz", ["b", "a"]) == "known: a, b"
