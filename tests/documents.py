"""Reading the documents as a program would: their blocks of code, and what runs in them.

Blocks marked `python` are executed one after another in one namespace for each document: those with `>>>` as doctests,
the others as they stand. In a `console` block each line that starts with `$ bigslick` is run and what stands below it
must be what it prints. A comment `<!-- file: NAME -->` above a block writes the block to that file first. Everything
runs in an empty folder.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bigslick.cli import main

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"<!-- file: (\S+) -->\n$")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)\s]*)?\)")


class Block(NamedTuple):
    language: str
    text: str
    line: int
    file: str | None


class Command(NamedTuple):
    arguments: list[str]
    shown: str
    line: int


def blocks(document: Path) -> Iterator[Block]:
    text = document.read_text()
    for found in FENCE.finditer(text):
        name = FILE.search(text[: found.start()])
        yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 2, name[1] if name else None)


def commands(block: Block) -> Iterator[Command]:
    """The lines that begin with `$`, each with what stands below it."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    line = block.line + parts[0].count("\n")
    for part in parts[1:]:
        words, _, shown = part.partition("\n")
        yield Command(shlex.split(words, comments=True), shown, line)
        line += part.count("\n")


def run_python(block: Block, document: Path, names: dict[str, Any]) -> None:
    if ">>>" not in block.text:
        code = "\n" * (block.line - 1) + block.text
        exec(compile(code, str(document), "exec"), names)
        return
    example = doctest.DocTestParser().get_doctest(block.text, names, document.name, str(document), block.line - 1)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=told.append, clear_globs=False)
    names.update(example.globs)
    assert not runner.failures, "".join(told)


def run_document(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run every block of a document in the current folder."""
    names: dict[str, Any] = {"__name__": "document"}
    for block in blocks(document):
        if block.file is not None:
            Path(block.file).write_text(block.text)
        elif block.language == "python":
            run_python(block, document, names)
        elif block.language == "console":
            for command in commands(block):
                if command.arguments[:1] != ["bigslick"]:
                    continue
                capsys.readouterr()
                code = main(command.arguments[1:])
                printed, complaint = capsys.readouterr()
                where = f"{document}:{command.line}: {shlex.join(command.arguments)}"
                assert code in (0, 1), f"{where}\n{complaint}"
                if command.shown.strip():
                    assert same(printed, command.shown), f"{where} prints\n{printed}\nand not\n{command.shown}"


def same(printed: str, shown: str) -> bool:
    """Whether this is what a document shows, but for spaces at the ends of lines; `...` stands for anything."""
    clean = ["\n".join(line.rstrip() for line in text.strip("\n").splitlines()) for text in (printed, shown)]
    pattern = ".*".join(re.escape(part) for part in clean[1].split("..."))
    return re.fullmatch(pattern, clean[0], re.DOTALL) is not None


def broken_links(document: Path) -> list[str]:
    """The links to files that are not there."""
    found = [target for target, _ in LINK.findall(document.read_text()) if "://" not in target]
    return [target for target in found if not (document.parent / target).exists()]
