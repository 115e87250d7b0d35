"""Workers: this process, others, or a Dask cluster that loses a worker along the way."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bigslick.simulate.folders import BadStudy, finished
from bigslick.simulate.plan import StudyPlan, make_plan
from bigslick.simulate.study import Progress, run_study
from bigslick.simulate.workers import BadCluster, ThisProcess, _held_back, start_workers
from tests.waiting import wait_until

from .test_study import MY_BOT, alone, small, tables

pytest.importorskip("distributed")
__all__ = ["alone"]


def test_here_does_it_at_once() -> None:
    assert ThisProcess().submit(int, "7").result() == 7
    assert isinstance(ThisProcess().submit(int, "x").exception(), ValueError)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot hold a signal back")
def test_ctrl_c_while_a_process_starts_is_heard_afterwards() -> None:
    started = False

    def start() -> None:
        nonlocal started
        with _held_back():
            os.kill(os.getpid(), signal.SIGINT)
            started = True

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot hold a signal back")
def test_no_process_starts_where_ctrl_c_would_stop_its_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool starts a process whenever none is idle, also long after the first ones."""
    held: list[bool] = []

    def submit(*_: Any) -> None:
        held.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    with start_workers(2, None) as (pool, _):
        pool.submit(os.getpid)
    assert held == [True] * 3
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and `ps`")
def test_a_parent_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    """It is killed in mid-chunk, when no pool can end them."""
    (tmp_path / "run.py").write_text(
        "from bigslick.simulate import make_plan, run_study\n"
        'if __name__ == "__main__":\n'
        '    plan = make_plan({"entrants": 30, "tournaments": 100_000, "structure": "turbo-6"})\n'
        '    run_study(plan, "s", workers=2, chunk=25_000, step=lambda far: print("started", flush=True))\n'
    )
    parent = subprocess.Popen([sys.executable, "run.py"], cwd=tmp_path, stdout=subprocess.PIPE, start_new_session=True)
    assert parent.stdout is not None
    with parent.stdout:
        assert parent.stdout.readline() == b"started\n"
    # itself, two workers, and the process that watches their semaphores
    wait_until(lambda: len(group(parent.pid)) >= 3)
    parent.kill()
    parent.wait()
    wait_until(lambda: not group(parent.pid))


def group(leader: int) -> list[str]:
    """Return a group's processes that have not ended."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat=,pid="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [pid for pgid, state, pid in rows if int(pgid) == leader and not state.startswith("Z")]


@pytest.mark.parametrize(
    ("workers", "cluster", "sentence"),
    [
        (0, None, "expected 1 to 4096"),
        (2, "local:2", "--workers is for this machine"),
        (None, "local:none", "local:N"),
        (None, "somewhere", "tcp://host:port"),
    ],
)
def test_workers_that_cannot_be_had(workers: int | None, cluster: str | None, sentence: str) -> None:
    with pytest.raises(BadCluster, match=sentence), start_workers(workers, cluster):
        pass


@pytest.mark.filterwarnings("ignore")  # what a failing Dask leaves open is its own problem
def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bigslick.simulate.workers.CONNECT_SECONDS", 1)
    with pytest.raises(BadCluster, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        run_study(small(), tmp_path / "s", cluster="tcp://127.0.0.1:9")
    assert not (tmp_path / "s").exists()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """Start a scheduler and two workers on loopback, each in its own process."""
    file = tmp_path / "scheduler.json"
    started = []
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10"}

    def start(*arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd=tmp_path,
        )
        started.append(process)
        return process

    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    wait_until(lambda: file.exists() and file.stat().st_size)  # no worker can be asked before the file is there
    import json

    address = json.loads(file.read_text())["address"]
    workers = [start("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]
    import distributed

    dask: Any = distributed
    with dask.Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, workers
    for process in reversed(started):
        process.kill()
        process.wait()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_completes_with_every_chunk_once(
    cluster: tuple[str, list["subprocess.Popen[bytes]"]], tmp_path: Path
) -> None:
    address, workers = cluster
    (tmp_path / "my_bot.py").write_text(MY_BOT)
    bots = {"tag": 2, "shark": 1, f"{tmp_path}/my_bot.py:MyBot": 1}
    plan = make_plan({"structure": "turbo-6", "entrants": 20, "tournaments": 40, "seed": 8, "bots": bots})

    def kill(far: Progress) -> None:
        if far.tournaments >= 4 and workers[0].poll() is None:
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()

    run_study(plan, tmp_path / "s", cluster=address, chunk=2, step=kill)
    assert workers[0].poll() == -signal.SIGKILL
    run_study(plan, tmp_path / "alone", workers=1)
    assert tables(tmp_path / "s") == tables(tmp_path / "alone")


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_have_the_bot_says_so(
    cluster: tuple[str, list["subprocess.Popen[bytes]"]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module exists here but not there."""
    (tmp_path / "only_here").mkdir()
    (tmp_path / "only_here" / "my_own_bots.py").write_text(MY_BOT)
    monkeypatch.syspath_prepend(tmp_path / "only_here")
    plan = make_plan({"structure": "turbo-6", "entrants": 6, "bots": {"my_own_bots:MyBot": 1}})
    with pytest.raises(BadStudy, match=r"a worker failed: bots: there is no module 'my_own_bots'.*; 0 tournaments"):
        run_study(plan, tmp_path / "s", cluster=cluster[0], chunk=50)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_started_here(alone: Path, tmp_path: Path) -> None:
    run_study(small(), tmp_path / "s", cluster="local:2", chunk=3)
    assert tables(tmp_path / "s") == tables(alone)


@pytest.fixture(scope="module")
def long_alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[StudyPlan, dict[str, bytes]]:
    """Return a longer study with a Python bot and its hands, played here in one go."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "my_bot.py").write_text(MY_BOT)
    bots = {"tag": 2, "shark": 1, f"{folder}/my_bot.py:MyBot": 1}
    plan = small(entrants=30, tournaments=40, bots=bots, hands=True)
    run_study(plan, folder / "s", workers=1, chunk=80)
    return plan, tables(folder / "s")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "who", [{"workers": 1}, {"workers": 2}, {"workers": 4}, {"cluster": "local:2"}], ids=["1", "2", "4", "dask"]
)
def test_a_study_killed_half_way_and_resumed_is_the_same_whoever_works(
    long_alone: tuple[StudyPlan, dict[str, bytes]], tmp_path: Path, who: dict[str, Any]
) -> None:
    plan, expected = long_alone

    def kill(far: Progress) -> None:
        if far.tournaments >= plan.total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(plan, tmp_path / "s", chunk=7, step=kill, **who)
    kept = finished(tmp_path / "s")
    assert 40 <= sum(stop - start for start, stop in kept) < 80
    run_study(plan, tmp_path / "s", **who)
    assert tables(tmp_path / "s") == expected
