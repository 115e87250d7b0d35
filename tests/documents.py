"""Runs the documents' code blocks, as a reader would.

All blocks of a document run one after another in an empty folder. `python`, `py` and `pycon` blocks share one
namespace; one with `>>>` is a doctest, and its output must match. In a `console` block each line after `$ ` is a
command, and the lines below it are what it prints; in a `sh` block every line is a command. A block below a comment
`<!-- file: NAME -->` is written to that file instead.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bigslick.cli import main

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"<!-- file: (\S+) -->\n$")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)\s]*)?\)")
PYTHON = ("python", "py", "pycon")
SHELL = ("console", "sh")
DATA = ("toml", "json", "yaml", "text")
"""Languages of blocks that hold data or drawings; a test for their page reads them."""
GROUPS = ("acpc", "room", "rulings", "slumbot", "spec", "structure")
"""bigslick commands that have subcommands."""

ADDRESS = "http://127.0.0.1:8000"
ADMIN_TOKEN = "the-admin-token-of-the-documents"
ONLY_CHECKED = {
    "bigslick serve": "runs until it is stopped: tests/cli/test_serve.py opens it",
    "bigslick mcp": "runs until it is stopped: tests/gateways/mcp plays over it",
    "bigslick spec play": "waits for a person: tests/cli/test_spec.py plays it",
    "bigslick play": "waits for a person: tests/cli/test_play.py plays it",
    "bigslick verify": "needs a hand from a card room: tests/cli/test_verify.py has some",
    "bigslick simulate plan.toml --out deeper --cluster tcp": "needs a Dask scheduler at that address",
}
"""bigslick commands that are not run; every option they show must exist."""
NOT_RUN = {
    "python3 -m venv": "installs: `make test` does",
    "pip install": "installs: `make test` does",
    ".venv/bin/pip install": "installs: `make test` does",
    "fonttools varLib.instancer": "makes the page's font again, from a package that nothing else needs",
    "pyftsubset": "makes the page's font again, from a package that nothing else needs",
    ". .venv/bin/activate": "changes the shell that it is typed in",
    "python examples/tabular.py": "learns for a minute: tests/test_examples.py lets it learn for seconds",
    "python examples/ppo.py": "needs torch: tests/test_examples.py runs it where there is one",
}
"""Other commands that are not run. Commands with a card room's address are run if the document is run with one."""
SHORTER = {"--hands": 1000, "--tournaments": 4, "--games": 2}
"""Smaller sizes for commands whose output is not shown."""


class Block(NamedTuple):
    """A fenced block in a document."""

    language: str
    text: str
    line: int
    file: str | None

    @property
    def session(self) -> bool:
        """Whether it is a session at Python's prompt."""
        return ">>>" in self.text


class Command(NamedTuple):
    """A command line in a document, and the text below it."""

    arguments: list[str]
    shown: str
    line: int

    @property
    def text(self) -> str:
        """The command's words, with single spaces."""
        return " ".join(self.arguments)


def blocks(document: Path) -> Iterator[Block]:
    """Yield the fenced blocks, in order."""
    text = document.read_text()
    for found in FENCE.finditer(text):
        name = FILE.search(text[: found.start()])
        yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 2, name[1] if name else None)


def prose(document: Path) -> str:
    """Return the text without its fenced blocks and its inline code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", document.read_text()))


def commands(block: Block) -> Iterator[Command]:
    """Yield a block's command lines: all of a `sh` block, those after `$ ` in a `console` block."""
    if block.language == "sh":
        line = block.line
        for text in re.split(r"(?<!\\)\n", block.text.rstrip("\n")):
            if words := shlex.split(text.removeprefix("$ ").replace("\\\n", " "), comments=True):
                yield Command(words, "", line)
            line += text.count("\n") + 1
        return
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"line {block.line}: a console block starts with `$ `"
    line = block.line
    for part in parts[1:]:
        typed, _, shown = part.partition("\n")
        yield Command(shlex.split(typed, comments=True), shown, line)
        line += part.count("\n")


def run_document(document: Path, capsys: pytest.CaptureFixture[str], address: str = "") -> None:
    """Run a document's blocks in the current folder; `address` is a card room's, if there is one."""
    names: dict[str, Any] = {"__name__": "__main__"}
    Path(document.name).write_text(document.read_text())  # a page about the spec language is also a game
    for block in blocks(document):
        if block.file is not None:
            Path(block.file).parent.mkdir(parents=True, exist_ok=True)
            Path(block.file).write_text(block.text)
        elif block.language in PYTHON:
            run_python(block._replace(text=block.text.replace(ADDRESS, address or ADDRESS)), document, names)
        elif block.language in SHELL:
            for command in commands(block):
                run_command(command, document, capsys, address)
        else:
            assert block.language in DATA, f"{document}:{block.line}: {block.language or 'a block without a language'}"


class ShortErrors(doctest.OutputChecker):
    """Compares a session's output; our errors are shown without the module that defines them."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Whether the session printed what it shows."""
        return super().check_output(want, re.sub(r"^bigslick[\w.]*\.(?=[A-Z]\w+: )", "", got), optionflags)


def run_python(block: Block, document: Path, names: dict[str, Any]) -> None:
    """Run a block of Python: a session as a doctest, anything else as is."""
    if not block.session:
        code = "\n" * (block.line - 1) + block.text
        exec(compile(code, str(document), "exec"), names)
        return
    example = doctest.DocTestParser().get_doctest(block.text, names, document.name, str(document), block.line - 1)
    printed: list[str] = []
    runner = doctest.DocTestRunner(ShortErrors(), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=printed.append, clear_globs=False)
    names.update(example.globs)
    assert not runner.failures, "".join(printed)


def run_command(command: Command, document: Path, capsys: pytest.CaptureFixture[str], address: str = "") -> None:
    """Run a command line, or check as much of it as possible here."""
    where = f"{document}:{command.line}: {command.text}"
    program = command.arguments[0]
    if program == "make":
        assert has_target(command.arguments[1]), f"{where}: the Makefile has no such target"
    elif program == "bigslick":
        if any(command.text.startswith(start) for start in ONLY_CHECKED):
            check_options(command, capsys)
        else:
            run_bigslick(command, where, capsys)
    elif address and ADDRESS in command.text:
        run_outside(command, where, address)
    else:
        assert any(command.text.startswith(start) for start in NOT_RUN), f"{where}: nothing runs or checks this"


def run_bigslick(command: Command, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a bigslick command. Exit code 1 means a problem was found, which the document must show."""
    shown = command.shown.strip()
    arguments = []
    for word in command.arguments[1:]:
        arguments += sorted(map(str, Path().glob(word))) if "*" in word else [word]
    if not shown:
        for option, most in SHORTER.items():
            if option in arguments[:-1] and arguments[arguments.index(option) + 1].isdigit():
                at = arguments.index(option) + 1
                arguments[at] = str(min(most, int(arguments[at])))
    capsys.readouterr()
    code = main(arguments)
    printed, complaint = capsys.readouterr()
    assert code == 0 or (code == 1 and shown), f"{where}\n{printed}{complaint}"
    if shown:
        assert same(printed, command.shown), f"{where} prints\n{printed}\nand not\n{command.shown}"


def run_outside(command: Command, where: str, address: str) -> None:
    """Run another program against a card room, in its own process."""
    words = [word.replace(ADDRESS, address).replace("$TOKEN", ADMIN_TOKEN) for word in command.arguments]
    if words[0] == "python":
        words[:2] = [sys.executable, str(ROOT / words[1])]
    if "--hands" in words:
        words[words.index("--hands") + 1] = "2"
    path = os.pathsep.join(str(Path(place).resolve()) for place in sys.path if place)
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, timeout=120)
    assert done.returncode == 0, f"{where}\n{done.stdout}{done.stderr}"


def check_options(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command and every option it shows exist."""
    name = command.arguments[1]
    called = [name, command.arguments[2]] if name in GROUPS and len(command.arguments) > 2 else [name]
    capsys.readouterr()
    assert main([*called, "--help"]) == 0, command.text
    helped = capsys.readouterr().out
    for word in command.arguments[2:]:
        if word.startswith("--"):
            assert word in helped, f"bigslick {name} has no {word}"


def has_target(name: str) -> bool:
    """Whether the Makefile has this target."""
    return re.search(rf"^{re.escape(name)}:", (ROOT / "Makefile").read_text(), re.MULTILINE) is not None


def same(printed: str, shown: str) -> bool:
    """Whether this is what a document shows, ignoring spaces at line ends; `...` matches anything."""
    clean = ["\n".join(line.rstrip() for line in text.strip("\n").splitlines()) for text in (printed, shown)]
    pattern = ".*".join(re.escape(part) for part in clean[1].split("..."))
    return re.fullmatch(pattern, clean[0], re.DOTALL) is not None


def broken_links(document: Path) -> list[str]:
    """Return the links to missing files."""
    found = [target for target, _ in LINK.findall(document.read_text()) if "://" not in target]
    return [target for target in found if not (document.parent / target).exists()]
