"""Runs a study: hands out chunks, saves each one as Parquet, and loses little if stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec

from bigslick.bots import BadBot
from bigslick.checks import counted, must_be
from bigslick.extras import needs_extra
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.stalled import Stalled
from bigslick.tournament.structure.structure import Structure

from . import folders
from .chunks import pack, prepare, run_chunk, tables_of, unpack
from .plan import BadPlan, StudyPlan, cells, fingerprints, structures_of
from .workers import ThisProcess, start_workers

FORMAT = "bigslick.study/3"
CHUNK_SECONDS = 4.0
PILOT_SECONDS = 2.0
LONG_SECONDS = 7 * 24 * 3600.0
"""A longer study needs `insist`."""
RESTARTS = 3
_OURS = (folders.LOCK, "matches", "pictures", "report.html")


class TooLong(folders.BadStudy):
    """A study that would take too long, refused before it starts."""

    __module__ = "bigslick.simulate"


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file in a study's folder that describes it."""

    format: str = FORMAT
    plan: StudyPlan
    structures: dict[str, Structure]
    """The structures when the study started, under the plan's names."""
    bots: dict[str, str] = {}
    """The SHA-256 of each Python bot's file when the study started."""

    @property
    def block(self) -> int:
        """How many tournaments one file of the finished study has."""
        entrants = max(cell.structure.field for cell in cells(self.plan, self.structures))
        return folders.block_size(entrants, self.plan.hands)


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """A study's progress."""

    tournaments: int
    total: int
    seconds: float
    """Since it started or resumed."""
    left: float
    """Estimated seconds to the end."""
    restarts: int = 0
    """How often worker processes died and new ones took over."""


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

    A plan with more tournaments than the folder has extends its study: only the new ones are played. `workers` is the
    number of processes, by default one per processor; `cluster` is a Dask scheduler's address. `chunk` is the number of
    tournaments in one piece of work, by default a few seconds' worth; results do not depend on it. A study that would
    take more than a week raises `TooLong` unless you `insist`.
    """
    must_be(StudyPlan, plan, "a plan: expected what `make_plan` or `read_plan` gives")
    needs_extra("sim", "polars")
    folder = Path(folder)
    structures = structures_of(plan)
    manifest = Manifest(plan=plan, structures=structures, bots=fingerprints(plan))
    _check_folder(folder, manifest)
    started = False
    try:
        with folders.hold(folder):
            started = _check_folder(folder, manifest)  # check again: another process may have just finished here
            for restarts in range(RESTARTS + 1):
                work = _Work(manifest, folder, step, clock, restarts)
                if not work.gaps:
                    work.report_progress()
                    break
                try:
                    with start_workers(workers, cluster) as (executor, count):
                        each = 0.0 if chunk else pilot(work.packed, clock)
                        _refuse_if_long(work.left * each / count, insist)
                        size = chunk or chunk_size(work.left, each, count)
                        started = _open_folder(folder, manifest)
                        # A pool needs the next chunk in its queue; this process would only play it before saving the
                        # last one.
                        most = 1 if isinstance(executor, ThisProcess) else 2 * count
                        work.run(executor.submit, most, size)
                    break
                except BrokenProcessPool:  # a process was killed: new ones finish its work
                    if restarts == RESTARTS:
                        raise
            with suppress(OSError):  # without room for both, the chunks are just as good
                folders.tidy(folder, tables_of(plan), plan.total, manifest.block)
    except (BadPlan, BadBot) as error:
        if not started:
            raise
        raise folders.BadStudy(_stopped(folder, f"a worker failed: {error}")) from None
    except BrokenProcessPool:
        raise folders.BadStudy(
            _stopped(
                folder,
                "worker processes keep dying: is there enough memory, and does your script start the study below "
                '`if __name__ == "__main__":`?',
            )
        ) from None
    except OSError as error:
        if not started:
            raise folders.BadStudy(error.strerror or str(error), str(folder)) from None
        raise folders.BadStudy(_stopped(folder, f"{error.strerror or error} ({error.filename or folder})")) from None
    return manifest


def pilot(packed: bytes, clock: Callable[[], float] = time.monotonic) -> float:
    """Estimate the seconds per tournament from both ends of the grid, cutting long ones short."""
    plan, grid, _ = unpack(packed)
    cells = len(grid)
    found = []
    for cell in sorted({0, cells // 2, cells - 1}):
        started = clock()
        done = 0.0
        for number in range(20):
            watch = list[PlayedHand]().append if plan.hands else None
            event = prepare(packed, cell + cells * (number % plan.tournaments), watch)
            try:
                while not event.over and clock() - started < PILOT_SECONDS:
                    event.step()
                field = max(2, len(event.director.names))
                done += 1 if event.over else max(0.01, 1 - event.director.left / field)
            except Stalled:
                done += 1
            if clock() - started > PILOT_SECONDS / 4:
                break
        found.append((clock() - started) / done)
    return sum(found) / len(found)


def chunk_size(total: int, each: float, workers: int) -> int:
    """Return the number of tournaments for a chunk of a few seconds, with several chunks per worker."""
    wanted = int(CHUNK_SECONDS / each) if each > 0 else total
    return max(1, min(wanted, -(-total // (4 * workers))))


class _Work:
    """A study's tournaments that have not been played yet."""

    def __init__(
        self,
        manifest: Manifest,
        folder: Path,
        step: Callable[[Progress], None] | None,
        clock: Callable[[], float],
        restarts: int,
    ) -> None:
        self.manifest = manifest
        self.packed = pack(manifest.plan, manifest.structures)
        self.folder = folder
        self.step = step
        self.clock = clock
        self.restarts = restarts
        self.started = clock()
        self.gaps = folders.unplayed(folders.finished(folder), manifest.plan.total)
        self.left = sum(stop - start for start, stop in self.gaps)
        self.done = self.before = manifest.plan.total - self.left

    def run(self, submit: Callable[..., Future[dict[str, bytes]]], most: int, size: int) -> None:
        """Keep the workers busy with chunks of this size and write the results."""
        self.report_progress()
        waiting = folders.pieces(self.gaps, size, self.manifest.block)
        running: dict[Future[dict[str, bytes]], tuple[int, int]] = {}
        while True:
            for piece in islice(waiting, most - len(running)):
                running[submit(run_chunk, self.packed, *piece)] = piece
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                piece = running.pop(future)
                self.keep(piece, future.result())

    def keep(self, piece: tuple[int, int], tables: dict[str, bytes]) -> None:
        """Write a chunk's tables, each completely or not at all, `tournaments` last: it marks the chunk as done."""
        for name in tables_of(self.manifest.plan):
            folders.write_whole(folders.shard(self.folder, name, piece), tables[name])
        start, stop = piece
        self.done += stop - start
        self.report_progress()

    def report_progress(self) -> None:
        if self.step is not None:
            seconds = self.clock() - self.started
            fresh = self.done - self.before
            total = self.manifest.plan.total
            left = seconds * (total - self.done) / fresh if fresh else 0.0
            self.step(Progress(tournaments=self.done, total=total, seconds=seconds, left=left, restarts=self.restarts))


def read_manifest(folder: Path) -> Manifest:
    path = folder / "study.json"
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise folders.BadStudy(f"{folder} has no study: expected a folder from `bigslick simulate`") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise folders.BadStudy(f"cannot be read: {error}", str(path)) from None
    if manifest.format != FORMAT:
        raise folders.BadStudy(f"{folder} has a study of another version ({manifest.format}): choose another folder")
    return manifest


def _check_folder(folder: Path, wanted: Manifest) -> bool:
    """Refuse a folder that cannot hold this study; return whether the study has already started there."""
    if not (folder / "study.json").exists():
        if folder.exists() and (not folder.is_dir() or any(path.name not in _OURS for path in folder.iterdir())):
            raise folders.BadStudy(f"{folder} is not empty and has no study: choose another folder")
        return False
    manifest, plan = read_manifest(folder), wanted.plan
    same = msgspec.structs.replace(manifest.plan, tournaments=plan.tournaments)
    if same != plan:
        changed = [name for name in StudyPlan.__struct_fields__ if getattr(plan, name) != getattr(same, name)]
        raise folders.BadStudy(
            f"{folder} has another study: its plan differs in {', '.join(changed)}; choose another folder, or continue "
            "with its own plan"
        )
    if plan.tournaments < manifest.plan.tournaments:
        raise folders.BadStudy(
            f"{folder} has a study of {manifest.plan.tournaments:,} tournaments a point: it can grow, but not "
            f"shrink to {plan.tournaments:,}; choose another folder"
        )
    for name, structure in manifest.structures.items():
        if wanted.structures.get(name) != structure:
            raise folders.BadStudy(
                f"{folder} started with another {name}: the structure has changed since; choose another folder"
            )
    for name, was in manifest.bots.items():
        if wanted.bots.get(name) != was:
            raise folders.BadStudy(
                f"{folder} started with another {name}: the bot has changed since; choose another folder"
            )
    return True


def _open_folder(folder: Path, manifest: Manifest) -> bool:
    path, text = folder / "study.json", msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    if not path.exists() or path.read_bytes() != text:
        folders.write_whole(path, text)
    return True


def _refuse_if_long(seconds: float, insist: bool) -> None:
    if seconds > LONG_SECONDS and not insist:
        raise TooLong(
            f"this study would take about {rough_duration(seconds)}: try fewer tournaments, a smaller grid or more "
            "workers, or insist (--yes)"
        )


def _stopped(folder: Path, why: str) -> str:
    kept = sum(stop - start for start, stop in folders.finished(folder))
    return (
        f"the study stopped: {why}; {counted(kept, 'tournament')} {'is' if kept == 1 else 'are'} kept, and the same "
        "command plays the rest"
    )


def rough_duration(seconds: float) -> str:
    """Format a length of time in its largest unit, such as `2.5 hours`."""
    for size, name in ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.0f} seconds"
