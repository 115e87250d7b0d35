"""Mutation testing for tournaments and the card room: change one thing, and list each change that no test catches.

    python tools/mutants.py                      every mutant named in tools/mutants.toml; each must die
    python tools/mutants.py --each director/director   also every change the grammar allows in that module
    python tools/mutants.py --each all --one-in 10

Named mutants are mistakes that a director or a server could make: a seat that is not drawn, a registration that closes
late, a command that is carried out twice. A mutant with `clauses` breaks those clauses of the conformance page, and a
test or a ruling that the page cites for each of them must fail. The others are small: `<` for `<=`, `and` for `or`, a
number one higher, a call left out. Some of those change nothing that anyone could notice, so read the survivors instead
of counting them.

A mutant never touches the source. It lives in a folder of links to the package imported here, with one changed file.
The tournament's floor may be compiled; modules without an underscore run interpreted there, since a compiled module
would hide the mutant, and the compiled ones next to it would not know its classes. A mutant in any other compiled
module runs with everything interpreted.
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

from tools.conformance import REPOSITORY, Clause, cited_nodes, clauses

NAMED = Path(__file__).with_suffix(".toml")
ROOM = "tournament"
JUDGES = ("tests/tournament", "tests/laws/test_tournament_laws.py", "tests/cli/test_tournament.py")
"""The tests for every mutant in the room, after the one that mirrors its file."""
SLOWEST = 900
"""Seconds after which a mutant counts as dead, because it plays forever."""

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
    """One change to one file of the package."""

    name: str
    file: str
    """The file's path below the package."""
    source: str
    """The whole file with the change."""
    tests: tuple[str, ...]
    """The tests to run first; the first failure ends the trial."""
    clauses: tuple[str, ...] = ()
    """The clauses it breaks, as in `S1 edge 2`; a cited test or ruling must fail for each."""


class Verdict(NamedTuple):
    """Whether a mutant died, and why."""

    mutant: Mutant
    dead: bool
    by: str
    """The test that caught it, or why there was none."""


# --- named mutants ---------------------------------------------------------------------------------------------------


def named_mutants(package: Path, wanted: Sequence[str] = ()) -> list[Mutant]:
    """Build the listed mutants from the current source; refuse a change that does not match exactly once."""
    found = []
    for row in tomllib.loads(NAMED.read_text(encoding="utf-8"))["mutant"]:
        if wanted and row["name"] not in wanted:
            continue
        source = (package / row["file"]).read_text(encoding="utf-8")
        places = source.count(row["old"])
        if places != 1:
            raise ValueError(f"{row['name']}: {row['old']!r} is {places} times in {row['file']}, expected once")
        mutated = source.replace(row["old"], row["new"])
        tests, broken = row.get("tests", ()), row.get("clauses", ())
        found.append(Mutant(row["name"], row["file"], mutated, tuple(tests), tuple(broken)))
    return found


# --- every mutant of a file ------------------------------------------------------------------------------------------


def each_mutant(package: Path, module: str) -> list[Mutant]:
    """Yield every small change to a module."""
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
    """Yield line, start, end and new text of each change."""

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
    """Yield the nodes that decide something: no docstrings, annotations, messages, type defaults or assertions."""
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


def linked(package: Path, folder: Path, file: str) -> Path:
    """Make a copy of the package from links, in its own folders, without anything that would hide a mutant."""
    copy = folder / "bigslick"
    compiled = tuple(EXTENSION_SUFFIXES)
    pure = not file.startswith(f"{ROOM}/") and (package / file).with_suffix(".pxd").exists()
    for place, folders, files in os.walk(package):
        here = copy / Path(place).relative_to(package)
        here.mkdir()
        if "__pycache__" in folders:  # kept, so only the changed file is compiled again
            folders.remove("__pycache__")
            (here / "__pycache__").symlink_to(Path(place) / "__pycache__")
        for file in files:
            hides = pure or (copy / ROOM in here.parents and not file.startswith("_"))
            if not (hides and file.endswith(compiled)):
                (here / file).symlink_to(Path(place) / file)
    return copy


def _files(tests: Sequence[str]) -> list[str]:
    """Return the test files in folders and files, because pytest would run a folder in name order."""
    found = []
    for test in tests:
        path = REPOSITORY / test
        files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
        found += [str(file.relative_to(REPOSITORY)) for file in files]
    return found


def tried(mutant: Mutant, package: Path, judges: Sequence[str] = JUDGES) -> Verdict:
    """Run the tests against a mutant: until one fails or, for a mutant with clauses, all that the page cites."""
    with tempfile.TemporaryDirectory(prefix="mutant") as folder:
        changed = linked(package, Path(folder), mutant.file) / mutant.file
        changed.unlink()
        changed.write_text(mutant.source, encoding="utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": folder,
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(folder) / "hypothesis"),
            "BIGSLICK_CORE": "",  # a mixture
        }
        try:
            if mutant.clauses:
                return _tried_by_clause(mutant, environment)
            further = judges if mutant.file.startswith(f"{ROOM}/") else ()
            tests = dict.fromkeys((*mutant.tests, *_files(further)))  # each once, likeliest first
            failed = _failures(mutant, ("-x", "-m", "not slow", *tests), environment)
        except subprocess.TimeoutExpired:
            return Verdict(mutant, dead=True, by="time")
    return Verdict(mutant, dead=bool(failed), by=failed[0] if failed else "survives")


def _tried_by_clause(mutant: Mutant, environment: dict[str, str]) -> Verdict:
    """Judge a mutant by the tests and rulings that the page cites for each of its clauses."""
    broken = [clause for clause in clauses() if clause.key in mutant.clauses]
    tests = dict.fromkeys(node for clause in broken for test in clause.tests for node in cited_nodes()[test])
    failed = {name.split("[")[0] for name in _failures(mutant, tuple(tests), environment)} if tests else set()
    wrong = _wrong_rulings(environment) if any(clause.rulings for clause in broken) else set()

    def unnoticed(clause: Clause) -> bool:
        nodes = {node for test in clause.tests for node in cited_nodes()[test]}
        return not nodes & failed and wrong is not None and not wrong & {*clause.rulings}

    missed = [clause.key for clause in broken if unnoticed(clause)]
    if missed or len(broken) < len(mutant.clauses):
        return Verdict(mutant, dead=False, by=f"not noticed by what the page cites for: {'; '.join(missed)}")
    return Verdict(mutant, dead=True, by=", ".join(sorted(failed | (wrong or set()))[:3]))


def _failures(mutant: Mutant, arguments: tuple[str, ...], environment: dict[str, str]) -> list[str]:
    """Return the failing tests, in the order they ran."""
    options = ("-q", "--no-header", "-p", "no:xdist")
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=SLOWEST)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED tests/", "ERROR tests/"))]
    if done.returncode not in (0, 5) and not failed:
        raise SystemExit(f"{mutant.name}: pytest could not run\n{done.stdout}{done.stderr}")
    return [line.split(" - ")[0].split(" ", 1)[1] for line in failed]


RULED = """
from bigslick.rulings import check_book
print(*(verdict.id for _, verdict in check_book() if not verdict.ok))
"""
"""A program that prints which rulings of the book do not hold."""


def _wrong_rulings(environment: dict[str, str]) -> set[str] | None:
    """Return the rulings that do not hold; None if the book cannot even be read."""
    command = [sys.executable, "-c", RULED]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=SLOWEST)
    return None if done.returncode else {*done.stdout.split()}


def trial(mutants: Sequence[Mutant], package: Path, jobs: int) -> list[Mutant]:
    """Try the mutants side by side, report on each, and return the survivors."""
    survivors, started = [], time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        for verdict in pool.map(lambda mutant: tried(mutant, package), mutants):
            word = "dead" if verdict.dead else "ALIVE"
            print(f"{word:5}  {verdict.mutant.name}  ({verdict.by})", flush=True)
            if not verdict.dead:
                survivors.append(verdict.mutant)
    spent = time.monotonic() - started
    print(f"{len(mutants)} mutants, {len(survivors)} survive, {spent:.0f} s")
    return survivors


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants that the arguments select; return 1 if a named mutant survives."""
    import bigslick

    package = Path(bigslick.__path__[0]).resolve()
    room = package / ROOM
    modules = sorted(path.relative_to(room).with_suffix("").as_posix() for path in room.rglob("[a-z]*.py"))
    parser = argparse.ArgumentParser(description="Change the tournament code and see whether a test notices.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only the named mutants given")
    parser.add_argument("--each", action="append", default=[], choices=[*modules, "all"], metavar="MODULE")
    parser.add_argument("--one-in", type=int, default=1, metavar="N", help="with --each, only every N-th change")
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
