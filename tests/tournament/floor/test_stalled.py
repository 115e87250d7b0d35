"""An event that would never end stops with a sentence; one that is only slow does not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick import Check, Fold, View
from bigslick.bots import Bot
from bigslick.hand.actions import Action
from bigslick.tournament.floor import stalled
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.floor.stalled import STALL_HANDS, Stalled
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.forecast import hands_to_next_bust
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure


class Folder:
    """Never puts in a chip unless it must."""

    def decide(self, view: View) -> Action:
        assert view.options is not None
        return Check() if view.options.check else Fold()


class Bad:
    """Fails at every decision."""

    def decide(self, view: View) -> Action:
        raise ValueError("no idea")


FOLDER, BAD = Bot("folder.py:Folder", None, Folder), Bot("bad.py:Bad", None, Bad)


def stalling(by_time: bool = False, entrants: int = 4) -> Structure:
    length: dict[str, Any] = {"seconds": 600} if by_time else {"hands": 5}
    levels = tuple(Level(small=big // 2, big=big, **length) for big in (20, 40))
    return Structure(seats=4, starting_stack=1000, entrants=entrants, levels=levels)


@pytest.mark.parametrize("by_time", [False, True], ids=["by hands", "by time"])
@pytest.mark.parametrize("watched", [False, True])
def test_players_who_only_fold_stall_at_the_last_level(by_time: bool, watched: bool) -> None:
    event = Tournament(stalling(by_time), 1, bots=[FOLDER], watch=(lambda _: None) if watched else None)
    with pytest.raises(Stalled) as stalled:
        event.finish()
    assert str(stalled.value) == (
        f"the event stalls in level 2: the blinds no longer rise (20/40), and {event.hands - first_of_last(event):,} "
        "hands bust no one; 4 players at 1 table have 4,000 chips; add levels with higher blinds"
    )
    assert event.hands >= STALL_HANDS
    assert event.chips == 4000
    hands, events = event.hands, list(event.events)
    with pytest.raises(Stalled):  # it refuses to continue, and nothing changes
        event.step()
    assert (event.hands, event.events) == (hands, events)


def first_of_last(event: Tournament) -> int:
    """Return the hands played before the watch first saw the last level."""
    return event._stalls._since


def test_the_sentence_names_the_bot_at_fault_and_the_round() -> None:
    event = Tournament(load("heads-up-bracket").with_entrants(5), 1, bots=[BAD])
    with pytest.raises(Stalled, match=r"in round 1, level 14: .*bad\.py:Bad was checked or folded in") as stalled:
        event.finish()
    assert "ValueError: no idea" in str(stalled.value)
    assert str(stalled.value).endswith("mend it, or add levels with higher blinds")


def test_a_bust_starts_the_count_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """House bots that start at the last level play far more hands than it takes to stall without a bust."""
    monkeypatch.setattr(stalled, "STALL_HANDS", 200)
    plan = msgspec.structs.replace(stalling(entrants=24), levels=(Level(small=10, big=20),))
    event = Tournament(plan, 3)
    event.finish()
    assert event.over
    assert event.hands > 2 * 200


def test_before_the_last_level_nothing_stalls() -> None:
    levels = (Level(small=10, big=20, hands=2 * STALL_HANDS), Level(small=1000, big=2000))
    event = Tournament(msgspec.structs.replace(stalling(entrants=2), levels=levels), 1, bots=[FOLDER])
    while event.level < 2:
        event.step()
    assert event.hands >= 2 * STALL_HANDS


def test_deep_stacks_have_more_time_than_short_ones() -> None:
    """With a million big blinds in play, a bust takes far more hands than with two."""
    plan = stalling(entrants=2)
    short, deep, deepest = (hands_to_next_bust(plan, 2, 40 * blinds) for blinds in (2, 400, 10**9))
    assert short < 10 < deep < deepest
    assert 20_000 < deepest < 200_000
    assert hands_to_next_bust(plan, 9, 40 * 400) < deep
