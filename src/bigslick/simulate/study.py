"""Run a study: hand out chunks, keep each as Parquet when it comes back, and lose little if you are stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path

import msgspec

from bigslick.bots import BadBot
from bigslick.checks import must_be
from bigslick.errors import BigslickError
from bigslick.tournament.played_hand import PlayedHand
from bigslick.tournament.structure import Structure

from .chunks import pack, prepare, run_chunk, tables_of, unpack
from .plan import BadPlan, StudyPlan, base_of, fingerprints
from .workers import ThisProcess, start_workers

FORMAT = "bigslick.study/1"
CHUNK_SECONDS = 4.0
PILOT_SECONDS = 2.0
LONG_SECONDS = 7 * 24 * 3600.0
"""A longer study starts only if you insist."""
RESTARTS = 3


class BadStudy(BigslickError, ValueError):
    """A folder that cannot hold this study, or a study that stopped; finished chunks are kept."""


class TooLong(BadStudy):
    """A study that would take very long, refused before it starts."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a study's folder says about its study."""

    format: str = FORMAT
    plan: StudyPlan
    base: Structure
    """The structure when the study started."""
    chunk: int
    """Tournaments in a chunk, fixed when the study started."""
    bots: dict[str, str] = {}
    """The SHA-256 of each Python bot's file when the study started."""

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.plan.total // self.chunk)

    def bounds(self, number: int) -> tuple[int, int]:
        """The first tournament of a chunk, and the first after it."""
        return number * self.chunk, min((number + 1) * self.chunk, self.plan.total)


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a study is."""

    tournaments: int
    total: int
    seconds: float
    """Since it started or resumed."""
    left: float
    """Estimated seconds to the end."""


def run_study(
    plan: StudyPlan,
    folder: str | Path,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    insist: bool = False,
    chunk: int | None = None,
    step: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Manifest:
    """Run a study, or the rest of one that stopped, and keep its tables in the folder.

    `workers` is the number of processes, by default one per processor; `cluster` is the address of a Dask scheduler.
    `chunk` sets how many tournaments make one piece of work, by default a few seconds' worth; results do not depend on
    it. A study that would take more than a week raises `TooLong` unless you `insist`.
    """
    must_be(StudyPlan, plan, "a plan: expected what `make_plan` or `read_plan` gives")
    _need_polars()
    folder = Path(folder)
    base = base_of(plan)
    packed = pack(plan, base)
    manifest = _known_manifest(folder, plan, base)
    try:
        for attempt in range(RESTARTS + 1):
            try:
                with start_workers(workers, cluster) as (executor, count):
                    if manifest is None:
                        each = 0.0 if chunk else pilot(packed, clock)
                        _refuse_if_long(plan.total * each / count, insist)
                        size = chunk or chunk_size(plan.total, each, count)
                        manifest = Manifest(plan=plan, base=base, chunk=size, bots=fingerprints(plan))
                        _open_folder(folder, manifest)
                    # A pool wants the next chunk waiting; this process would only play it before it keeps the last.
                    most = 1 if isinstance(executor, ThisProcess) else 2 * count
                    _Work(manifest, packed, folder, step, clock).run(executor.submit, most)
                break
            except BrokenProcessPool:  # a process was killed: new ones finish its work
                if attempt == RESTARTS:
                    raise
    except (BadPlan, BadBot) as error:
        if manifest is None:
            raise
        raise BadStudy(_stopped(folder, f"a worker failed: {error}")) from None
    except BrokenProcessPool:
        raise BadStudy(
            _stopped(
                folder,
                "worker processes keep dying: is there enough memory, and does your script start the study below "
                '`if __name__ == "__main__":`?',
            )
        ) from None
    except OSError as error:
        if manifest is None:
            raise BadStudy(error.strerror or str(error), str(folder)) from None
        raise BadStudy(_stopped(folder, f"{error.strerror or error} ({error.filename or folder})")) from None
    assert manifest is not None
    return manifest


def pilot(packed: bytes, clock: Callable[[], float] = time.monotonic) -> float:
    """About how many seconds one tournament takes, tried at both ends of the grid and cut short if it is long."""
    plan, grid, _ = unpack(packed)
    cells = len(grid)
    found = []
    for cell in sorted({0, cells // 2, cells - 1}):
        started = clock()
        done = 0.0
        for number in range(20):
            watch = list[PlayedHand]().append if plan.hands else None
            event = prepare(packed, cell * plan.tournaments + number % plan.tournaments, watch)
            while not event.over and clock() - started < PILOT_SECONDS:
                event.step()
            field = max(2, len(event.director.names))
            done += 1 if event.over else max(0.01, 1 - event.director.left / field)
            if clock() - started > PILOT_SECONDS / 4:
                break
        found.append((clock() - started) / done)
    return sum(found) / len(found)


def chunk_size(total: int, each: float, workers: int) -> int:
    """How many tournaments make a chunk of a few seconds, with several chunks for every worker."""
    wanted = int(CHUNK_SECONDS / each) if each > 0 else total
    return max(1, min(wanted, -(-total // (4 * workers))))


def finished(folder: Path) -> list[int]:
    """The numbers of the finished chunks."""
    return sorted(int(path.stem) for path in (folder / "tournaments").glob("*.parquet") if path.stem.isdigit())


class _Work:
    """The unfinished chunks of a study."""

    def __init__(
        self,
        manifest: Manifest,
        packed: bytes,
        folder: Path,
        step: Callable[[Progress], None] | None,
        clock: Callable[[], float],
    ) -> None:
        self.manifest = manifest
        self.packed = packed
        self.folder = folder
        self.step = step
        self.clock = clock
        self.started = clock()
        done = set(finished(folder))
        self.todo = [number for number in range(manifest.chunks) if number not in done]
        self.done = self.before = sum(b - a for a, b in map(manifest.bounds, done))

    def run(self, submit: Callable[..., Future[dict[str, bytes]]], most: int) -> None:
        """Keep the workers busy and write what comes back."""
        self.report_progress()
        waiting = iter(self.todo)
        running: dict[Future[dict[str, bytes]], int] = {}
        while True:
            for number in islice(waiting, most - len(running)):
                running[submit(run_chunk, self.packed, *self.manifest.bounds(number))] = number
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                number = running.pop(future)
                self.keep(number, future.result())

    def keep(self, number: int, tables: dict[str, bytes]) -> None:
        """Write a chunk's tables, each whole or not at all, `tournaments` last: it marks the chunk as done."""
        for name in tables_of(self.manifest.plan):
            write_whole(self.folder / name / f"{number:06}.parquet", tables[name])
        start, stop = self.manifest.bounds(number)
        self.done += stop - start
        self.report_progress()

    def report_progress(self) -> None:
        """Call `step` with the progress so far."""
        if self.step is not None:
            seconds = self.clock() - self.started
            fresh = self.done - self.before
            total = self.manifest.plan.total
            left = seconds * (total - self.done) / fresh if fresh else 0.0
            self.step(Progress(tournaments=self.done, total=total, seconds=seconds, left=left))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_manifest(folder: Path) -> Manifest:
    """What the folder says about its study."""
    path = folder / "study.json"
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise BadStudy(f"{folder} has no study: expected a folder from `bigslick simulate`") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise BadStudy(f"cannot be read: {error}", str(path)) from None
    return manifest


def _known_manifest(folder: Path, plan: StudyPlan, base: Structure) -> Manifest | None:
    if not (folder / "study.json").exists():
        if folder.exists() and (not folder.is_dir() or any(path.name != "matches" for path in folder.iterdir())):
            raise BadStudy(f"{folder} is not empty and has no study: choose another folder")
        return None
    manifest = read_manifest(folder)
    if manifest.plan != plan:
        changed = [name for name in StudyPlan.__struct_fields__ if getattr(plan, name) != getattr(manifest.plan, name)]
        raise BadStudy(
            f"{folder} has another study: its plan differs in {', '.join(changed)}; choose another folder, or continue "
            "with its own plan"
        )
    if manifest.base != base:
        raise BadStudy(
            f"{folder} started with another {plan.structure}: the structure has changed since; choose another folder"
        )
    now = fingerprints(plan)
    for name, was in manifest.bots.items():
        if now.get(name) != was:
            raise BadStudy(f"{folder} started with another {name}: the bot has changed since; choose another folder")
    return manifest


def _open_folder(folder: Path, manifest: Manifest) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "study.json", msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def _refuse_if_long(seconds: float, insist: bool) -> None:
    if seconds > LONG_SECONDS and not insist:
        raise TooLong(
            f"this study would take about {rough_duration(seconds)}: try fewer tournaments, a smaller grid or more "
            "workers, or insist (--yes)"
        )


def _stopped(folder: Path, why: str) -> str:
    return (
        f"the study stopped: {why}; {len(finished(folder)):,} chunks are kept, and the same command continues from them"
    )


def rough_duration(seconds: float) -> str:
    """A length of time in its largest unit, such as `2.5 hours`."""
    for size, name in ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.0f} seconds"


def _need_polars() -> None:
    try:
        import polars  # noqa: F401
    except ImportError:
        raise BadStudy("a study needs Polars for its tables: pip install 'bigslick[sim]'") from None
