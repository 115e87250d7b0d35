"""Command output: JSON lines, text and tables that fit the terminal, progress bars and errors."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]

PAGE_WIDTH = 160
"""The width of a table that goes to a file or a pipe."""
GAP = 2
SHORTEST_TEXT = 8
BAR_AFTER_SECONDS = 1.0


def print_json(value: object) -> None:
    """Print a JSON value on one line, escaping characters that stdout cannot encode."""
    import json

    line = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    try:
        line.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(value, separators=(", ", ": "))
    print(line, flush=True)


def complain(sentence: str) -> None:
    """Print one line on stderr."""
    print(f"bigslick: {' '.join(sentence.split())}", file=sys.stderr)


def line_width(file: TextIO | None = None) -> int | None:
    """Return the terminal width; None for a file or a pipe, where lines are not wrapped."""
    file = sys.stdout if file is None else file
    return shutil.get_terminal_size().columns if file.isatty() else None


def console(file: TextIO | None = None) -> Console:
    """Return a console: the terminal, or a wide plain page when the output goes to a file or a pipe."""
    from rich.console import Console

    file = sys.stdout if file is None else file
    return Console(file=file, highlight=False, soft_wrap=True, width=None if file.isatty() else PAGE_WIDTH)


def say(text: str = "", *, style: str | None = None, hang: int | None = None, file: TextIO | None = None) -> None:
    """Print lines, word-wrapped to the terminal; `hang` indents continuation lines."""
    width = line_width(file)
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip()) + 2 if hang is None else hang
        if width is not None and len(line) > width:
            line = textwrap.fill(line, max(width, indent + 20), subsequent_indent=" " * indent, break_on_hyphens=False)
        if style is None:  # without Rich, whose import takes longer than a short command
            print(line, file=file)
        else:
            console(file).print(line, style=style, markup=False)


def say_choices(parts: Iterable[str]) -> None:
    """Print short pieces on one line, breaking only between pieces."""
    width = line_width() or PAGE_WIDTH
    line = ""
    for part in parts:
        if line and len(line) + len(part) + 5 > width:
            say(f"  {line}")
            line = ""
        line += f" · {part}" if line else part
    say(f"  {line}", hang=4)


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    left: Sequence[str] = (),
    optional: Sequence[str] = (),
    elsewhere: str = "--json has everything",
) -> None:
    """Print a table for people; columns named in `left` are text, the others numbers.

    If it is wider than the terminal, `optional` columns are dropped one by one, then text is shortened; numbers are
    never broken. A line below names the dropped columns, and `elsewhere` says where to find them.
    """
    from rich.text import Text

    width = line_width() or PAGE_WIDTH
    rows = [*rows]
    shown = [(name, [show(row[place]) for row in rows]) for place, name in enumerate(columns)]
    dropped = []
    for name in optional:
        if table_width(shown) <= width:
            break
        shown = [column for column in shown if column[0] != name]
        dropped.append(name)
    while (extra := table_width(shown) - width) > 0:
        texts = [place for place, (name, _) in enumerate(shown) if name in left]
        widest = max(texts, key=lambda place: column_width(shown[place]), default=None)
        if widest is None or (now := column_width(shown[widest])) <= SHORTEST_TEXT:
            break
        name, cells = shown[widest]
        most = max(SHORTEST_TEXT, now - extra)
        shown[widest] = (shorten(name, most), [shorten(cell, most) for cell in cells])
        left = [*left, shorten(name, most)]
    page = console()
    lines = zip(*([pad(cell, column, left) for cell in (column[0], *column[1])] for column in shown), strict=True)
    for number, line in enumerate(lines):
        page.print(Text((" " * GAP).join(line).rstrip(), style="" if number else "bold"))
    if missing := [name for name in columns if name and name in dropped]:
        say(f"(left out for width: {', '.join(missing)}; {elsewhere})", style="dim")


Column = tuple[str, list[str]]


def column_width(column: Column) -> int:
    """Return a column's width in terminal cells."""
    from rich.cells import cell_len

    return max(map(cell_len, (column[0], *column[1])))


def table_width(columns: Sequence[Column]) -> int:
    return sum(map(column_width, columns)) + GAP * (len(columns) - 1)


def pad(cell: str, column: Column, left: Sequence[str]) -> str:
    """Pad a cell to its column: text to the left, numbers to the right."""
    from rich.cells import cell_len

    blank = " " * (column_width(column) - cell_len(cell))
    return cell + blank if column[0] in left else blank + cell


def shorten(text: str, most: int) -> str:
    """Return the text, cut off with `…` if it is too long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def show(cell: object) -> str:
    """Format a cell for people, with thousands separators in whole numbers."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return f"{cell:,}"
    return str(cell)


class Step(Protocol):
    """Reports progress to a command's bar."""

    def __call__(self, done: int = 1, what: str | None = None) -> None:
        """Report that `done` more pieces are finished, and optionally the next one."""


def _silent(done: int = 1, what: str | None = None) -> None:
    """Do nothing: a step without a bar."""
    del done, what


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Step]:
    """Show a bar on stderr, only on a terminal, and only for work that takes longer than a second."""
    if not sys.stderr.isatty():
        yield _silent
        return
    import threading

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns: list[Any] = [SpinnerColumn(), TextColumn("{task.description}")]
    if total is not None:
        columns += [BarColumn(), MofNCompleteColumn()]
    # Leave stdout alone, because Rich would redirect the command's own output to stderr while the bar is on.
    page = Console(stderr=True)
    bar = Progress(*columns, TimeElapsedColumn(), console=page, transient=True, redirect_stdout=False)
    task = bar.add_task(what, total=total)

    def step(done: int = 1, what: str | None = None) -> None:
        bar.update(task, advance=done, description=what)

    later = threading.Timer(BAR_AFTER_SECONDS, bar.start)
    later.daemon = True
    later.start()
    try:
        yield step
    finally:
        later.cancel()
        later.join()
        bar.stop()
