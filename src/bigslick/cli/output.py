"""What the commands share: JSON lines, tables for people, progress and complaints."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from rich.console import Console

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def print_json(value: object) -> None:
    """One JSON value on one line of stdout."""
    print(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")))


def complain(sentence: str) -> None:
    """One line on stderr."""
    print(f"bigslick: {' '.join(sentence.split())}", file=sys.stderr)


def console() -> Console:
    """Where people read: the terminal, or a wide plain page when the output goes to a file or a pipe."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else 160)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, left: Sequence[str] = ()) -> None:
    """A table for people; the columns named in `left` are text, the others numbers."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, justify="left" if column in left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(show(cell)) for cell in row))
    console().print(table)


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def show(cell: object) -> str:
    """A cell for people: whole numbers in groups of three."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return f"{cell:,}"
    return str(cell)


class Step(Protocol):
    """What a progress bar is told after each piece of work."""

    def __call__(self, done: int = 1, what: str | None = None) -> None:
        """Say that `done` more pieces are finished, and perhaps how things stand."""


def _silent(done: int = 1, what: str | None = None) -> None:
    """A step that nobody watches."""
    del done, what


@contextmanager
def progress(what: str, total: int | None, *, at_once: bool = False) -> Iterator[Step]:
    """A bar on stderr, only where a person is looking, and only when the work takes longer than a second.

    `at_once` is for work that is one long step, which gives no moment to begin later.
    """
    if not sys.stderr.isatty():
        yield _silent
        return
    import time

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns: list[Any] = [SpinnerColumn(), TextColumn("{task.description}")]
    if total is not None:
        columns += [BarColumn(), MofNCompleteColumn()]
    bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)
    started = time.monotonic()

    def step(done: int = 1, what: str | None = None) -> None:
        bar.update(task, advance=done, description=what)
        if not bar.live.is_started and time.monotonic() - started > 1:
            bar.start()

    if at_once:
        bar.start()
    try:
        yield step
    finally:
        bar.stop()


def whole_numbers(text: str, option: str) -> list[int]:
    """The chips of an option such as `--stacks 10,20`; refuses anything else by name."""
    numbers = []
    for part in text.split(","):
        word = part.strip()
        if not (word.isascii() and word.isdigit() and len(word) <= 18):
            raise ValueError(
                f"{option}: {part!r} is not a number of chips; expected whole numbers with commas between them"
            )
        numbers.append(int(word))
    return numbers


def two_blinds(text: str) -> tuple[int, int]:
    """The small and the big blind of `--blinds 1,2`."""
    numbers = whole_numbers(text, "--blinds")
    if len(numbers) != 2:
        raise ValueError(f"--blinds: {text!r} is not a small and a big blind; expected two numbers, as in --blinds 1,2")
    return numbers[0], numbers[1]


def tell_faults(bots: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """How Python bots behaved, for people: a line for each bot, and one for each reason."""
    for bot in bots:
        yield f"{bot['bot']} was checked or folded {bot['faults']:,} times in {bot['asked']:,} decisions" + (
            ":" if bot["faults"] else "."
        )
        for reason, count in bot["reasons"].items():
            yield f"  {count:,} x {reason}"
