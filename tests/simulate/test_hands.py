"""A study's hands: kept in columns, rebuilt, and written as PHH that replays to the same end."""

from collections import Counter
from pathlib import Path

import pytest

from bigslick.history import read, replay
from bigslick.simulate.folders import BadStudy
from bigslick.simulate.hands import export_hands, played_hands
from bigslick.simulate.plan import make_plan
from bigslick.simulate.study import run_study
from bigslick.simulate.study_results import results

pl = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "hands"
    plan = make_plan(
        {
            "name": "with hands",
            "structure": "turbo-6",
            "entrants": 9,
            "tournaments": 3,
            "hands": True,
            "grid": {"structure.starting_stack": [1000, 3000]},
        }
    )
    run_study(plan, path, workers=1, chunk=2)
    return path


def test_every_hand_of_every_tournament_is_there_once(folder: Path) -> None:
    found = results(folder)
    hands = found.hands
    assert hands.select("tournament", "table", "number").is_unique().all()
    by_event = dict(hands.group_by("tournament").len().iter_rows())
    assert by_event == dict(found.tournaments.select("tournament", "hands").iter_rows())
    dealt: Counter[tuple[int, str]] = Counter()
    for row in hands.iter_rows(named=True):
        dealt.update((row["tournament"], name) for name in row["players"] if name is not None)
    entries = found.entries.group_by("tournament", "player").agg(pl.col("hands").sum())
    assert dealt == {(event, player): count for event, player, count in entries.iter_rows()}


def test_a_hand_is_told_again_with_the_chips_that_the_next_begins_with(folder: Path) -> None:
    found = results(folder)
    stacks: dict[str, int] = {}
    by_table = sorted(
        (played for _, played in played_hands(found, 4)), key=lambda played: (played.table, played.number)
    )
    assert len(by_table) == found.tournaments["hands"][4]
    for played in by_table:
        assert played.hand.turn is None
        for seat, name in enumerate(played.players):
            if name is not None and played.table == 1 and stacks.get(name):
                assert played.stacks[seat] == stacks[name]
        if played.table == 1:
            stacks = {name: played.hand.stacks[seat] for seat, name in enumerate(played.players) if name}


def test_exported_hands_replay_to_the_same_end(folder: Path, tmp_path: Path) -> None:
    found = results(folder)
    files = export_hands(found, tmp_path / "out")
    assert [path.name for path in files] == [f"tournament-{number:06}.phhs" for number in range(6)]
    for number, path in enumerate(files):
        kept = [played for _, played in played_hands(found, number)]
        histories = list(read(path))
        assert len(histories) == len(kept)
        for history, played in zip(histories, kept, strict=True):
            assert history.event == f"with hands, tournament {number}"
            assert (history.table, history.hand, history.level) == (str(played.table), played.number, played.level)
            end = replay(history).hand.stacks
            assert sorted(chips for chips in end if chips) == sorted(chips for chips in played.hand.stacks if chips)


def test_a_study_without_hands_says_so(tmp_path: Path) -> None:
    run_study(make_plan({"structure": "turbo-6", "entrants": 4, "tournaments": 1}), tmp_path / "s", workers=1)
    found = results(tmp_path / "s")
    assert found.hands.height == found.bots.height == 0
    with pytest.raises(BadStudy, match="hands = true in the plan"):
        export_hands(found, tmp_path / "out")
