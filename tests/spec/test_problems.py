"""Every broken spec gets exactly its message, with a location."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec import BadSpec, load_spec
from bigslick.spec.problems import RunError, SpecError, name_hint

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
    shown = f"{caught.value}\n\n{count} problem{'s' if count != 1 else ''}\n"
    assert shown == Path(f"{case}.txt").read_text()


def test_the_sound_one_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    assert load_spec("sound.yaml").id == "pig"


def test_a_hint_names_the_nearest_or_lists_the_few() -> None:
    assert name_hint("chipStak", ["chipStack", "pot"]) == "did you mean 'chipStack'?"
    assert name_hint("zzz", ["b", "a"]) == "known: a, b"
    assert name_hint("zzz", [f"name{number}" for number in range(13)]) == ""


def test_an_error_knows_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN)
    with pytest.raises(SpecError) as caught:
        load_spec("unknown-zone.yaml")
    assert caught.value.where.startswith("unknown-zone.yaml:")
    place = caught.value.problems[0].place  # type: ignore[attr-defined]
    assert RunError("division by 0", [place]).where == str(place)
    assert RunError("division by 0").where == ""
