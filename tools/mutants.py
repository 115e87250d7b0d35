"""Mutation testing of tournaments and the card room: change one thing, and name each change that no test sees.

    python tools/mutants.py                      every named mutant of tools/mutants.toml; each must die
    python tools/mutants.py --each director/director   besides, every change the grammar allows in it
    python tools/mutants.py --each all --one-in 10

Named mutants are mistakes that a director or a server would make: a seat that is not drawn, a registration that closes
late, a command that is done twice. The others are small: `<` for `<=`, `and` for `or`, a number one higher, a call left
out. Some of those change nothing that anyone could see, so a survivor is to be read, not counted.

A mutant never touches the source. It lives in a folder of links to the package that is imported here, with one file
of its own. The floor may be compiled; the modules without an underscore run interpreted, since a compiled module would
hide the mutant, and the compiled ones beside it would not know its classes.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[1]
NAMED = Path(__file__).with_suffix(".toml")
ROOM = "tournament"
JUDGES = ("tests/tournament", "tests/laws/test_tournament_laws.py", "tests/cli/test_tournament.py")
"""The tests that a mutant of the room must get past, after the one that mirrors its file."""
SLOWEST = 900
"""Seconds after which a mutant is dead: it plays for ever."""

SWAPPED: dict[type, str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.And: "or",
    ast.Or: "and",
}


class Mutant(NamedTuple):
    """One change of one file of the package."""

    name: str
    file: str
    """The file's path below the package."""
    source: str
    """The whole file with the change."""
    tests: tuple[str, ...]
    """Where to look first; the first failure ends it."""


class Verdict(NamedTuple):
    """The fate of a mutant."""

    mutant: Mutant
    dead: bool
    by: str
    """The test that saw it, or why there is none."""


# --- named mutants ---------------------------------------------------------------------------------------------------


def named_mutants(package: Path, wanted: Sequence[str] = ()) -> list[Mutant]:
    """The mutants of the list, made from the source as it is now; a change that fits nowhere, or twice, is refused."""
    found = []
    for row in tomllib.loads(NAMED.read_text(encoding="utf-8"))["mutant"]:
        if wanted and row["name"] not in wanted:
            continue
        source = (package / row["file"]).read_text(encoding="utf-8")
        places = source.count(row["old"])
        if places != 1:
            raise ValueError(f"{row['name']}: {row['old']!r} is {places} times in {row['file']}, expected once")
        found.append(Mutant(row["name"], row["file"], source.replace(row["old"], row["new"]), tuple(row["tests"])))
    return found


# --- every mutant of a file ------------------------------------------------------------------------------------------


def each_mutant(package: Path, module: str) -> list[Mutant]:
    """Every small change of a module of the room."""
    file = f"{ROOM}/{module}.py"
    source = (package / file).read_text(encoding="utf-8")
    starts = [0]
    for row in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(row.encode()))
    text = source.encode()
    folder, _, name = module.rpartition("/")
    first = Path("tests", ROOM, folder, f"test_{name}.py").as_posix()
    tests = tuple(test for test in (first, "tests/tournament/floor/test_run.py") if (REPOSITORY / test).exists())
    found = []
    for line, start, end, new in _changes(ast.parse(source), starts, text):
        mutated = text[:start] + new.encode() + text[end:]
        name = f"{module}.py:{line}: {_shown(text[start:end].decode())} -> {_shown(new)}"
        found.append(Mutant(name, file, mutated.decode(), tests))
    return found


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 50 else text[:47] + "..."


def _changes(tree: ast.Module, starts: list[int], text: bytes) -> Iterator[tuple[int, int, int, str]]:
    """Line, start, end and new text of each change."""

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def between(left: ast.expr, right: ast.expr, new: str) -> tuple[int, int, int, str]:
        start, end = span(left)[1], span(right)[0]
        gap = text[start:end].decode()
        word = gap.strip(" ()\n")
        at = gap.index(word)
        return left.lineno, start + at, start + at + len(word), new

    for node in _code(tree):
        if isinstance(node, ast.Compare):
            for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                yield between(left, right, SWAPPED[type(op)])
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield between(left, right, SWAPPED[type(node.op)])
        elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
            yield between(node.left, node.right, SWAPPED[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.lineno, *span(node), text[slice(*span(node.operand))].decode()
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node.lineno, *span(node), str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node.lineno, *span(node), str(node.value + 1)
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            start, end = span(node.test)
            yield node.lineno, start, end, f"not ({text[start:end].decode()})"
        elif isinstance(node, ast.Expr | ast.AugAssign | ast.Delete | ast.Continue | ast.Break):
            yield node.lineno, *span(node), "pass"


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide something: no docstrings, annotations, messages, defaults of types or assertions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "_repr_html_"):
            continue
        if isinstance(node, ast.FunctionDef):
            yield from _code(ast.Module(body=node.body, type_ignores=[]))
            continue
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                yield node.value
                yield from _code(node.value)
            continue
        yield node
        yield from _code(node)


# --- the trial -------------------------------------------------------------------------------------------------------


def linked(package: Path, folder: Path) -> Path:
    """A copy of the package made of links, whose folders are its own, without what would hide a mutant."""
    copy = folder / "bigslick"
    compiled = tuple(EXTENSION_SUFFIXES)
    for place, folders, files in os.walk(package):
        here = copy / Path(place).relative_to(package)
        here.mkdir()
        if "__pycache__" in folders:  # kept, so that only the changed file is compiled again
            folders.remove("__pycache__")
            (here / "__pycache__").symlink_to(Path(place) / "__pycache__")
        for file in files:
            hides = copy / ROOM in here.parents and not file.startswith("_") and file.endswith(compiled)
            if not hides:
                (here / file).symlink_to(Path(place) / file)
    return copy


def _files(tests: Sequence[str]) -> list[str]:
    """The test files of folders and files: pytest would run a folder in the order of its names."""
    found = []
    for test in tests:
        path = REPOSITORY / test
        files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
        found += [str(file.relative_to(REPOSITORY)) for file in files]
    return found


def tried(mutant: Mutant, package: Path, judges: Sequence[str] = JUDGES) -> Verdict:
    """Run the tests against a mutant until one fails."""
    with tempfile.TemporaryDirectory(prefix="mutant") as folder:
        changed = linked(package, Path(folder)) / mutant.file
        changed.unlink()
        changed.write_text(mutant.source, encoding="utf-8")
        further = judges if mutant.file.startswith(f"{ROOM}/") else ()
        tests = dict.fromkeys((*mutant.tests, *_files(further)))  # each once, the likeliest first
        environment = {
            **os.environ,
            "PYTHONPATH": folder,
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(folder) / "hypothesis"),
            "BIGSLICK_CORE": "",  # a mixture
        }
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "--no-header",
            "-m",
            "not slow",
            "-p",
            "no:xdist",
            *tests,
        ]
        try:
            done = subprocess.run(
                command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=SLOWEST
            )
        except subprocess.TimeoutExpired:
            return Verdict(mutant, dead=True, by="time")
    if done.returncode == 0:
        return Verdict(mutant, dead=False, by="survives")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if not failed:
        raise SystemExit(f"{mutant.name}: pytest could not run\n{done.stdout}{done.stderr}")
    return Verdict(mutant, dead=True, by=failed[0].split(" - ")[0].split(" ", 1)[1])


def trial(mutants: Sequence[Mutant], package: Path, jobs: int) -> list[Mutant]:
    """Try the mutants side by side, say what became of each, and return the survivors."""
    survivors, started = [], time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        for verdict in pool.map(lambda mutant: tried(mutant, package), mutants):
            word = "dead" if verdict.dead else "ALIVE"
            print(f"{word:5}  {verdict.mutant.name}" + (f"  ({verdict.by})" if verdict.dead else ""), flush=True)
            if not verdict.dead:
                survivors.append(verdict.mutant)
    spent = time.monotonic() - started
    print(f"{len(mutants)} mutants, {len(survivors)} survive, {spent:.0f} s")
    return survivors


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what the arguments ask for; 1 if a named mutant survives."""
    import bigslick

    package = Path(bigslick.__path__[0]).resolve()
    room = package / ROOM
    modules = sorted(path.relative_to(room).with_suffix("").as_posix() for path in room.rglob("[a-z]*.py"))
    parser = argparse.ArgumentParser(description="Change the tournament room and see whether a test notices.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only the named mutants given")
    parser.add_argument("--each", action="append", default=[], choices=[*modules, "all"], metavar="MODULE")
    parser.add_argument("--one-in", type=int, default=1, metavar="N", help="of --each, every N-th change")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    named = named_mutants(package, asked.only)
    if asked.only and not named:
        parser.error(f"no mutant is named {' or '.join(map(repr, asked.only))}")
    survivors = trial(named, package, asked.jobs)
    if asked.each:
        wanted = modules if "all" in asked.each else asked.each
        small = [mutant for module in wanted for mutant in each_mutant(package, module)]
        trial(small[:: asked.one_in], package, asked.jobs)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
