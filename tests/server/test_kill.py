"""A server that is killed at random moments loses nothing, doubles nothing, and goes on with the same hand."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from .killing import kill_often


def test_a_killed_server_goes_on_where_it_was(url: str, tmp_path: Path) -> None:
    figures = asyncio.run(kill_often(url, tmp_path, kills=3, seed=1))
    assert figures.hands > 3
    assert figures.commands > 20


@pytest.mark.slow
def test_a_server_that_is_killed_again_and_again(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`make kill`: at least 100 deaths over each database."""
    kills = int(os.environ.get("BIGSLICK_KILLS", "100"))
    seed = int(os.environ.get("BIGSLICK_SEED", "20261115"))
    figures = asyncio.run(kill_often(url, tmp_path, kills, seed))
    with capsys.disabled():
        kind = url.partition(":")[0]
        print(
            f"\n{kind}: {figures.kills} kills, {figures.kills_while_starting} of them during start-up; "
            f"{figures.hands} hands, {figures.tournaments} tournaments to their winner, {figures.facts:,} facts, "
            f"{figures.told:,} messages and {figures.probes} looks compared, {figures.commands:,} commands done once"
        )
