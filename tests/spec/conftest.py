"""Shared by the spec language's tests: document S0, and a small sound game to vary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bigslick.spec import BadSpec, Spec, load_spec

from .engine import S0_NAME

BROKEN = Path(__file__).parent / "broken"
SOUND = (BROKEN / "sound.yaml").read_text()

Write = Callable[..., str]


@pytest.fixture(scope="session")
def s0_path(shared: Path) -> str:
    return str(shared / S0_NAME)


@pytest.fixture(scope="session")
def s0(s0_path: str) -> Spec:
    return load_spec("std:holdem-base", s0_path)


@pytest.fixture
def vary(tmp_path: Path) -> Write:
    """Write the sound game with some text replaced to a file."""

    def write(*pairs: tuple[str, str]) -> str:
        text = SOUND
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "game.yaml"
        path.write_text(text)
        return str(path)

    return write


def messages(*names: str) -> list[str]:
    """Return the problems with the game that these documents form."""
    with pytest.raises(BadSpec) as caught:
        load_spec(*names)
    return [problem.message for problem in caught.value.problems]
