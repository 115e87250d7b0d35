"""Starts the workers, sees which die or hang and at which call, and adds up their reports."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from .surface import Surface
from .worker import ANSWERS, CALL, CALLS_MADE, DONE, INTERRUPTS, PLACES, REFUSALS, SLOWEST, TARGET

ROOT = Path(__file__).parents[2]
MOST = 200
"""How many calls the suite makes to each target; the slow proof makes all of them."""
DEATHS = 3


@dataclass
class Report:
    """The results of hostile calls to some modules."""

    modules: int = 0
    classes: int = 0
    members: int = 0
    calls: int = 0
    answers: int = 0
    refusals: int = 0
    interrupts: int = 0
    slowest_interrupt: int = 0
    """The longest time from an interruption to the end of the call, in milliseconds."""
    signals: int = 0
    hangs: int = 0
    findings: list[dict[str, object]] = field(default_factory=list)
    """Each fault with its exact call, including deaths and hangs."""

    def add(self, other: Report) -> None:
        """Add another module's figures."""
        for name, value in asdict(other).items():
            mine = getattr(self, name)
            setattr(self, name, max(mine, value) if name == "slowest_interrupt" else mine + value)

    def __str__(self) -> str:
        others = len(self.findings) - self.signals - self.hangs
        figures = [
            f"{self.modules} modules, {self.classes} classes, {self.members} functions, methods and attributes",
            f"{self.calls:,} calls: {self.answers:,} answered, {self.refusals:,} refused, "
            f"{self.interrupts:,} interrupted (the slowest within {self.slowest_interrupt} ms)",
            f"{self.signals} signals, {self.hangs} hangs, {others} other faults",
        ]
        for finding in self.findings:
            given = ", ".join(map(str, finding["arguments"]))  # type: ignore[call-overload]
            figures.append(f"{finding['what']}: {finding['target']}({given}) {finding['more']}")
        return "\n".join(figures)


def attack(module: str, *, most: int = MOST, patience: float = 10.0, shards: int = 1, deaths: int = DEATHS) -> Report:
    """Call everything in a module, each target at most `most` times, in processes that can die or hang.

    After several deaths, a target is given up.
    """
    surface = Surface(module)
    kinds = surface.classes()
    members = len(surface.functions()) + sum(len(surface.members(kind)) for kind in kinds)
    report = Report(modules=1, classes=len(kinds), members=members)
    with TemporaryDirectory() as folder:
        running = [_Shard(module, Path(folder), (number, shards), most, patience, deaths) for number in range(shards)]
        while sum(shard.poll() for shard in running) < shards:  # check each one, every time
            time.sleep(0.02)
        for shard in running:
            report.add(shard.report)
    return report


class _Shard:
    """A series of processes, each continuing where the last one died."""

    def __init__(
        self, module: str, folder: Path, shard: tuple[int, int], most: int, patience: float, deaths: int
    ) -> None:
        self.module, self.most, self.patience, self.deaths = module, most, patience, deaths
        number, shards = shard
        self.journal, self.findings = folder / f"journal-{number}", folder / f"findings-{number}"
        self.errors = folder / f"errors-{number}"
        self.journal.write_bytes(bytes(8 * PLACES))
        self.findings.touch()
        self.shard = ("--shard", str(number), "--shards", str(shards))
        self.report = Report()
        self.faults: dict[int, int] = {}
        self.at = (-1, -1)
        self.done = False
        self.since = time.monotonic()
        self.process = self._start(0, 0)

    def _start(self, target: int, call: int) -> subprocess.Popen[bytes]:
        self.since = time.monotonic() + 20  # importing everything takes time on a busy machine
        with self.errors.open("wb") as errors:
            return subprocess.Popen(self._command(target, call), cwd=ROOT, stderr=errors, env=_environment())

    def _command(self, target: int, call: int, *more: str) -> list[str]:
        files = ("--journal", str(self.journal), "--findings", str(self.findings), "--most", str(self.most))
        place = ("--target", str(target), "--call", str(call))
        return [sys.executable, "-m", "tests.hostile.worker", self.module, *files, *place, *self.shard, *more]

    def poll(self) -> bool:
        """Check on the process; return whether the shard is done."""
        if self.done:
            return True
        code = self.process.poll()  # before its journal: what a process that ended has written is final
        numbers = struct.unpack(f"{PLACES}q", self.journal.read_bytes())
        here = (numbers[TARGET], numbers[CALL])
        now = time.monotonic()
        if here != self.at:
            self.at, self.since = here, max(self.since, now) if numbers[CALLS_MADE] == 0 else now
        if code is None:
            if now - self.since > self.patience:
                self.process.kill()
                self.process.wait()
                self.report.hangs += 1
                self._fault("hang", f"no answer within {self.patience} s", here)
            return False
        if numbers[DONE]:
            self._finish(numbers)
            self.done = True
            return True
        self.report.signals += 1
        last = self.errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        said = next((line for line in last if "ERROR:" in line or "runtime error" in line), "")
        self._fault(
            f"signal {-code}" if code < 0 else f"exit {code}", said or " / ".join(last[-2:] if code >= 0 else []), here
        )
        return False

    def _fault(self, what: str, more: str, here: tuple[int, int]) -> None:
        command = self._command(*here, "--describe")
        described = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=_environment())
        title, arguments, subject = f"target {here[0]}", [f"call {here[1]}"], "?"
        if described.returncode == 0:
            title, arguments, subject = json.loads(described.stdout)
        self.report.findings.append(
            {"what": what, "target": title, "arguments": arguments, "more": f"on {subject} {more}".strip()}
        )
        self.faults[here[0]] = self.faults.get(here[0], 0) + 1
        target, call = here
        if self.faults[target] >= self.deaths:
            target, call = target + 1, -1
        self.process = self._start(target, call + 1)

    def _finish(self, numbers: tuple[int, ...]) -> None:
        self.report.calls, self.report.answers = numbers[CALLS_MADE], numbers[ANSWERS]
        self.report.refusals, self.report.interrupts = numbers[REFUSALS], numbers[INTERRUPTS]
        self.report.slowest_interrupt = numbers[SLOWEST]
        lines = self.findings.read_text(encoding="utf-8").splitlines()
        seen: set[tuple[object, ...]] = set()
        for finding in map(json.loads, lines):
            alike = (finding["what"], finding["target"])
            if alike not in seen:
                seen.add(alike)
                self.report.findings.append(finding)


def _environment() -> dict[str, str]:
    """Return our environment, with a sanitizer that lets huge allocations fail and exits at once on a crash.

    Stack symbols would be read from every library's debug information, which takes longer than a call may.
    """
    more = "allocator_may_return_null=1:max_allocation_size_mb=2048:symbolize=0"
    options = [os.environ.get("ASAN_OPTIONS", ""), more]
    return {**os.environ, "ASAN_OPTIONS": ":".join(filter(None, options)), "PYTHONHASHSEED": "0"}
