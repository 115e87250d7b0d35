"""A room that is killed, frozen, cut off, starved and lied to loses nothing, repeats nothing, and keeps running."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.server.databases import needs_postgres

from . import kinds
from .run import DECISIONS, Kind, Least, suffer

SHORT: dict[Kind, tuple[kinds.Fault, ...]] = {
    "sqlite": (
        kinds.kill,
        kinds.freeze,
        kinds.cut_lines,
        kinds.slow_lines,
        kinds.fill_disk,
        kinds.damage_row,
        kinds.jump_between,
    ),
    "postgresql": (
        kinds.kill,
        kinds.lose_commit,
        kinds.lose_commit_and_stay_away,
        kinds.restart_database,
        kinds.take_over,
        kinds.read_only_database,
    ),
}
"""The suite's faults, each kind once."""
KINDS = (
    *("sit_out_player", "want_sit_out", "sit_out", "sit_out_at_blind", "change_seat", "move_player", "redraw_seats"),
    *("renew_invite", "plan", "answer", "call_off"),
)
"""Commands and requests that a run must have seen done: they need a host, an absent player, a free seat or a club."""

MANY_ENTERING = 4
"""How many play one tournament after another in a long run: two can meet in one, and make a deal."""


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind of database in turn."""
    found: Kind = request.param
    if found == "postgresql":
        needs_postgres()
    return found


def test_a_room_goes_on_after_faults_of_many_kinds(kind: Kind, tmp_path: Path) -> None:
    least = Least(hands=11, run_out=1, done=51, kinds=KINDS)
    figures = asyncio.run(suffer(kind, tmp_path, len(SHORT[kind]), 20261117, SHORT[kind], least=least))
    assert sum(figures.faults.values()) == len(SHORT[kind])
    assert figures.hands >= least.hands
    assert figures.run_out >= least.run_out
    assert figures.done >= least.done


@pytest.mark.slow
def test_a_room_goes_on_after_hundreds_of_faults(
    kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make kill`: 500 faults per database, or BIGSLICK_FAULTS, within BIGSLICK_MINUTES."""
    faults = int(os.environ.get("BIGSLICK_FAULTS", "500"))
    seed = int(os.environ.get("BIGSLICK_SEED", "20261117"))
    minutes = float(os.environ.get("BIGSLICK_MINUTES", "inf"))

    def tell(number: int, name: str) -> None:
        with capsys.disabled():
            print(f"\r{kind}: fault {number} of {faults}, {name.replace('_', ' '):<30}", end="", flush=True)

    figures = asyncio.run(suffer(kind, tmp_path, faults, seed, each=tell, minutes=minutes, entering=MANY_ENTERING))
    with capsys.disabled():
        print(f"\r{kind}, seed {seed}: {figures}")
    assert figures.run_out > 0
    if faults >= 200:
        assert [name for name in DECISIONS if not figures.decided[name]] == []
