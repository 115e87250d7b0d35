"""Every Python block in the documents passes `mypy --strict`, and pyright if Node has it.

A document becomes one file, with its blocks on the document's own lines. At a prompt the reader can see each value, so
`hand.options.call` needs no None check; a saved program does, and so does the README, which people paste.
"""

from __future__ import annotations

import doctest
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from .documents import PYTHON, ROOT, blocks
from .test_docs import EVERYTHING, by_name

SEEN_AT_THE_PROMPT = {"union-attr", "reportOptionalMemberAccess", "reportOptionalSubscript"}


class Source(NamedTuple):
    """A file made from a document, and which of its lines come from a prompt."""

    document: str
    session: frozenset[int]


class Mistake(NamedTuple):
    """A type checker's finding."""

    file: str
    line: int
    code: str
    sentence: str


def write_sources(folder: Path) -> dict[str, Source]:
    """Write every document's Python into the folder; return the sources by file name."""
    found = {}
    for document in EVERYTHING:
        lines: dict[int, str] = {}
        session: set[int] = set()
        for block in blocks(document):
            if block.language not in PYTHON:
                continue
            if block.file is not None:
                name = f"{by_name(document).removesuffix('.md')}_{block.file}".replace("/", "_").replace("-", "_")
                (folder / name).write_text("\n" * (block.line - 1) + block.text)
                found[name] = Source(by_name(document), frozenset())
            elif block.session:
                for example in doctest.DocTestParser().get_examples(block.text):
                    if example.exc_msg is None:
                        first = block.line + example.lineno
                        lines |= dict(enumerate(example.source.splitlines(), first))
                        session |= set(range(first, first + example.source.count("\n")))
            else:
                lines |= dict(enumerate(block.text.splitlines(), block.line))
        if lines:
            name = by_name(document).replace("/", "_").replace("-", "_").removesuffix(".md") + ".py"
            (folder / name).write_text("\n".join(lines.get(at, "") for at in range(1, max(lines) + 1)) + "\n")
            found[name] = Source(by_name(document), frozenset(session))
    return found


def counted(sources: dict[str, Source], mistakes: Iterator[Mistake]) -> list[str]:
    """Return the mistakes that count, each with its location in the document."""
    return [
        f"{sources[file].document}:{line}: {sentence} [{code}]"
        for file, line, code, sentence in mistakes
        if not (code in SEEN_AT_THE_PROMPT and line in sources[file].session and sources[file].document != "README.md")
    ]


def test_mypy_accepts_every_block(tmp_path: Path) -> None:
    sources = write_sources(tmp_path)
    assert len(sources) > 10
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        "--show-error-codes",
        "--hide-error-context",
    ]
    done = subprocess.run(
        [*command, *(str(tmp_path / name) for name in sources)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr

    def mistakes() -> Iterator[Mistake]:
        for line in done.stdout.splitlines():
            if place := re.fullmatch(r"(.+?):(\d+): error: (.*)  \[([\w-]+)\]", line):
                yield Mistake(Path(place[1]).name, int(place[2]), place[4], place[3])

    found = counted(sources, mistakes())
    assert not found, "\n".join(found)


def test_pyright_accepts_every_block(tmp_path: Path) -> None:
    pyright = shutil.which("pyright", path=str(ROOT / "node_modules" / ".bin")) or shutil.which("pyright")
    if pyright is None:
        pytest.skip("no pyright on this machine: npm install pyright")
    sources = write_sources(tmp_path)
    settings = {"extraPaths": [str(ROOT / "src")], "typeCheckingMode": "standard", "include": [str(tmp_path)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [pyright, "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(sources), done.stdout

    def mistakes() -> Iterator[Mistake]:
        for problem in report["generalDiagnostics"]:
            if problem["severity"] == "error":
                line = problem["range"]["start"]["line"] + 1
                yield Mistake(Path(problem["file"]).name, line, problem.get("rule", ""), problem["message"])

    found = counted(sources, mistakes())
    assert not found, "\n".join(found)
