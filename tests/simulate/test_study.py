"""Studies: the same tables with any workers, resumed after a kill, nothing counted twice, and a message on stopping."""

import io
import os
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from bigslick.simulate import folders
from bigslick.simulate import study as module
from bigslick.simulate._match import COMPILED
from bigslick.simulate.analysis import faults
from bigslick.simulate.chunks import pack, run_chunk, unpack
from bigslick.simulate.folders import BadStudy, finished, write_whole
from bigslick.simulate.plan import BadPlan, StudyPlan, make_plan
from bigslick.simulate.study import Progress, TooLong, chunk_size, pilot, rough_duration, run_study
from bigslick.simulate.study_results import results

pl = pytest.importorskip("polars")

SMALL: dict[str, Any] = {"structure": "turbo-6", "entrants": 8, "tournaments": 9, "seed": 3}


def small(**more: Any) -> StudyPlan:
    return make_plan({**SMALL, "grid": {"structure.starting_stack": [2000, 4000]}, **more})


def tables(folder: Path) -> dict[str, bytes]:
    """Return each table after sorting, as bytes."""
    found = results(folder)
    assert found.complete
    done = {}
    for name in ("tournaments", "entries", "levels", "bots", "hands"):
        file = io.BytesIO()
        getattr(found, name).rechunk().write_parquet(file, statistics=False)
        done[name] = file.getvalue()
    return done


MY_BOT = """
from bigslick import AllIn, Call, Check, Fold

class MyBot:
    def __init__(self, random):
        self.random = random

    def decide(self, view):
        draw = self.random.random()
        if draw < 0.1:
            raise RuntimeError("no idea")
        if draw < 0.2:
            return AllIn()
        return Check() if view.options.check else Call() if draw < 0.5 else Fold()
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> StudyPlan:
    """Return a plan with a Python bot, which keeps all hands."""
    path = tmp_path_factory.mktemp("bots") / "my_bot.py"
    path.write_text(MY_BOT)
    return small(bots={f"{path}:MyBot": 1, "tag": 1, "lag": 1}, hands=True, tournaments=4)


@pytest.fixture(scope="module")
def own_alone(own: StudyPlan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "own"
    run_study(own, folder, workers=1, chunk=8)
    return folder


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "alone"
    run_study(small(), folder, workers=1, chunk=18)
    return folder


def test_the_tables_of_a_study(alone: Path) -> None:
    found = results(alone)
    assert found.tournaments["tournament"].to_list() == list(range(18))
    assert found.cells["structure.starting_stack"].to_list() == [2000, 4000]
    entries = found.entries
    for event in found.tournaments.to_dicts():
        rows = entries.filter(pl.col("tournament") == event["tournament"])
        assert rows.height == event["entries"] >= event["entrants"] == 8
        assert rows["prize"].sum() == event["pool"]
        assert sorted(rows["place"].to_list())[0] == 1
        assert rows.filter(pl.col("place") == 1)["player"].to_list() == [event["winner"]]
        assert rows.filter(pl.col("place") > 1)["out_at"].null_count() == 0
    assert set(entries["bot"].unique()) == {"fish", "tag", "lag", "whale"}
    assert found.levels.filter(pl.col("level") == 1)["left"].unique().to_list() == [8]


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (1, 5), (2, 4), (4, 3)])
def test_results_do_not_depend_on_workers_or_chunks(alone: Path, tmp_path: Path, workers: int, chunk: int) -> None:
    run_study(small(), tmp_path / "s", workers=workers, chunk=chunk)
    assert tables(tmp_path / "s") == tables(alone)


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (2, 3)])
def test_python_bots_give_the_same_whoever_works(
    own: StudyPlan, own_alone: Path, tmp_path: Path, workers: int, chunk: int
) -> None:
    run_study(own, tmp_path / "s", workers=workers, chunk=chunk)
    assert tables(tmp_path / "s") == tables(own_alone)


def test_the_faults_of_python_bots_are_a_table(own: StudyPlan, own_alone: Path) -> None:
    found = results(own_alone)
    (name,) = (bot for bot in own.bots if bot.endswith("MyBot"))
    assert found.bots["tournament"].to_list() == list(range(8))
    assert found.bots["bot"].unique().to_list() == [name]
    whole = {row["bot"]: row for row in faults(found.bots)}[name]
    assert whole["entries"] == found.entries.filter(bot=name).height
    assert 0.05 < whole["faults"] / whole["asked"] < 0.15
    assert sum(whole["reasons"].values()) == whole["faults"]
    assert any("no idea" in reason for reason in whole["reasons"])


def test_a_bot_that_changed_or_went_is_noticed(own: StudyPlan, tmp_path: Path) -> None:
    path = tmp_path / "other_bot.py"
    path.write_text(MY_BOT)
    plan = small(bots={f"{path}:MyBot": 1, "tag": 1})
    run_study(plan, tmp_path / "s", workers=1, chunk=18)
    path.write_text(MY_BOT + "# changed\n")
    with pytest.raises(BadStudy, match="the bot has changed since"):
        run_study(plan, tmp_path / "s", workers=1)
    packed = pack(plan)
    path.unlink()
    unpack.cache_clear()
    with pytest.raises(BadPlan, match=r"there is no file .*other_bot\.py"):
        run_chunk(packed, 0, 1)


def test_a_worker_without_the_bot_ends_it_with_a_sentence(
    own: StudyPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(*args: Any) -> None:
        raise BadPlan("bots: there is no file /elsewhere/my_bot.py")

    monkeypatch.setattr(module, "run_chunk", nowhere)
    with pytest.raises(
        BadStudy, match=r"a worker failed: bots: there is no file /elsewhere/my_bot.py; 0 tournaments are kept"
    ):
        run_study(own, tmp_path / "s", workers=1, chunk=4)


def test_a_killed_study_goes_on_where_it_was(alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "s"

    def kill(far: Progress) -> None:
        if far.tournaments >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(small(), folder, workers=1, chunk=2, step=kill)
    kept = finished(folder)
    assert 0 < len(kept) < 9
    # A kill between two files of a chunk leaves shards that do not count.
    first = folder / "entries" / "000000000-000000002.parquet"
    (folder / "entries" / "000000016-000000018.parquet").write_bytes(first.read_bytes())
    assert max(results(folder).entries["tournament"].to_list()) < 16
    assert not results(folder).complete
    played: list[int] = []

    def noted(plan: bytes, start: int, stop: int) -> dict[str, bytes]:
        played.append(start)
        return run_chunk(plan, start, stop)

    monkeypatch.setattr(module, "run_chunk", noted)
    run_study(small(), folder, workers=1, chunk=1)
    assert sorted(played) == [number for number in range(18) if not any(a <= number < b for a, b in kept)]
    assert tables(folder) == tables(alone)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kept", [False, True], ids=["tables", "hands too"])
def test_a_study_that_grew_is_the_study_played_at_once_byte_for_byte(
    own: StudyPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    def plan(tournaments: int) -> StudyPlan:
        return small(tournaments=tournaments, bots=own.bots, hands=kept)

    played: list[int] = []

    def noted(packed: bytes, start: int, stop: int) -> dict[str, bytes]:
        played.extend(range(start, stop))
        return run_chunk(packed, start, stop)

    run_study(plan(4), tmp_path / "grown", workers=1, chunk=3)
    monkeypatch.setattr(module, "run_chunk", noted)
    run_study(plan(6), tmp_path / "grown", workers=1, chunk=1)
    assert played == [8, 9, 10, 11]
    monkeypatch.setattr(module, "run_chunk", run_chunk)
    run_study(plan(6), tmp_path / "at once", workers=1, chunk=12)
    assert files(tmp_path / "grown") == files(tmp_path / "at once")
    assert len(files(tmp_path / "grown")) == (6 if kept else 5)
    with pytest.raises(BadStudy, match="a study of 6 tournaments a point: it can grow, but not shrink to 5"):
        run_study(plan(5), tmp_path / "grown")


def test_points_of_the_grid_are_played_in_pairs(tmp_path: Path) -> None:
    """Both points share seed, seats and bots, and the same hands until an action differs."""
    plan = small(
        tournaments=2,
        hands=True,
        bots=["whale", "maniac"],
        grid={"structure.payouts": {"flat": {"paid_percent": 50}, "steep": {"percent": [100]}}},
    )
    run_study(plan, tmp_path / "s", workers=1)
    found = results(tmp_path / "s")
    assert found.tournaments.select("pair", "cell").rows() == [(0, 0), (0, 1), (1, 0), (1, 1)]
    one, two = (found.hands.filter(pl.col("tournament") == number).drop("tournament", "cell") for number in (0, 1))
    assert one.equals(two), "these house bots do not look at the prizes"
    assert one["cards"][0] != found.hands.filter(pl.col("tournament") == 2)["cards"][0]
    assert found.tournaments["first"][0] < found.tournaments["first"][1]


def test_two_studies_in_one_folder_at_a_time_are_refused(alone: Path, tmp_path: Path) -> None:
    def other(far: Progress) -> None:
        with pytest.raises(BadStudy, match=r"another study is being played in .*: wait for it, or choose another"):
            run_study(small(), tmp_path / "s", workers=1)

    run_study(small(), tmp_path / "s", workers=1, chunk=9, step=other)
    assert tables(tmp_path / "s") == tables(alone)
    assert not (tmp_path / "s" / ".lock").exists()


def test_a_study_that_is_done_is_not_played_again(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "run_chunk", None)
    run_study(small(), alone, workers=1)


def _die_once(plan: bytes, start: int, stop: int) -> dict[str, bytes]:
    flag = Path(os.environ["BIGSLICK_TEST_FLAG"])
    if start >= 6 and not flag.exists():
        flag.touch()
        os._exit(9)
    return run_chunk(plan, start, stop)


def test_a_worker_that_dies_loses_nothing(alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIGSLICK_TEST_FLAG", str(tmp_path / "died"))
    monkeypatch.setattr(module, "run_chunk", _die_once)
    seen: list[Progress] = []
    run_study(small(), tmp_path / "s", workers=2, chunk=3, step=seen.append)
    assert (tmp_path / "died").exists()
    assert seen[-1].restarts == 1
    assert tables(tmp_path / "s") == tables(alone)


def test_workers_that_die_always_end_it_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(module, "run_chunk", broken)
    with pytest.raises(BadStudy, match="0 tournaments are kept"):
        run_study(small(), tmp_path / "s", workers=1, chunk=9)


def test_a_full_disk_ends_it_with_a_sentence_and_keeps_what_was_done(
    alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = write_whole
    count = 0

    def full(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count > 8:
            raise OSError(28, "No space left on device", str(path))
        real(path, data)

    monkeypatch.setattr(folders, "write_whole", full)
    with pytest.raises(BadStudy, match=r"No space left on device .*6 tournaments are kept"):
        run_study(small(), tmp_path / "s", workers=1, chunk=3)
    monkeypatch.setattr(folders, "write_whole", real)
    run_study(small(), tmp_path / "s", workers=1)
    assert tables(tmp_path / "s") == tables(alone)


def test_progress_tells_the_end(tmp_path: Path) -> None:
    told: list[Progress] = []
    times = iter(range(1000))
    run_study(small(), tmp_path / "s", workers=1, chunk=6, step=told.append, clock=lambda: float(next(times)))
    assert [far.tournaments for far in told] == [0, 6, 12, 18]
    assert told[1].left == pytest.approx(2 * told[1].seconds)
    assert told[-1].left == 0


def test_a_plan_that_would_take_a_year_says_so_before_it_starts(tmp_path: Path) -> None:
    plan = make_plan({**SMALL, "entrants": 100, "tournaments": 10**9})
    with pytest.raises(TooLong, match=r"would take about .* (years|days)"):
        run_study(plan, tmp_path / "s", workers=1)
    assert not (tmp_path / "s").exists()


def test_folders_that_hold_something_else(alone: Path, tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="another study: its plan differs in seed;"):
        run_study(small(tournaments=8, seed=4), alone)
    (tmp_path / "file.txt").touch()
    with pytest.raises(BadStudy, match="has no study"):
        run_study(small(), tmp_path)
    with pytest.raises(BadStudy, match="has no study"):
        results(tmp_path)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(BadStudy, match="cannot be read"):
        results(tmp_path)


def test_chunks_are_some_seconds_and_enough_for_all() -> None:
    assert chunk_size(100_000, 0.01, 2) == 400
    assert chunk_size(100, 0.01, 2) == 13
    assert chunk_size(100, 60, 2) == 1
    assert pilot(pack(small())) > 0
    assert rough_duration(400 * 86400.0 * 3) == "3.3 years"
    assert rough_duration(30) == "30 seconds"


@pytest.mark.skipif(not COMPILED, reason="needs many tournaments")
def test_places_of_equal_bots_are_uniform(tmp_path: Path) -> None:
    uniform(tmp_path / "s", 600)


@pytest.mark.slow
def test_places_of_equal_bots_are_uniform_for_long(tmp_path: Path) -> None:
    uniform(tmp_path / "s", 20_000)


def uniform(folder: Path, tournaments: int) -> None:
    """Return the chi-square of places in a field of six equal bots, with 25 degrees of freedom."""
    plan = make_plan({"structure": "s0", "entrants": 6, "tournaments": tournaments, "bots": {"tag": 1}, "seed": 5})
    run_study(plan, folder, workers=1)
    counts = results(folder).entries.filter(pl.col("shared") == 1).group_by("player", "place").len()
    assert counts.height == 36
    total = counts["len"].sum()
    by_player: Counter[str] = Counter()
    by_place: Counter[int] = Counter()
    for row in counts.to_dicts():
        by_player[row["player"]] += row["len"]
        by_place[row["place"]] += row["len"]
    chi = 0.0
    for row in counts.to_dicts():
        expected = by_player[row["player"]] * by_place[row["place"]] / total
        chi += (row["len"] - expected) ** 2 / expected
    assert chi < 52.6  # one run in a thousand is above
