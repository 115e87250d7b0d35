"""Checks every command: a sentence, an example, plain words, one meaning per option, JSON, missing files."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import typing
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bigslick.cli import app
from bigslick.cli.support.help import flags_of, is_switch

from ..conftest import Run


def walk(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, below in command.commands.items():
        yield from walk(below, (*path, name))


COMMANDS = {path: command for name in app.COMMANDS for path, command in walk(app.load(name), (name,))}
PATHS = sorted(COMMANDS)


def named(path: tuple[str, ...]) -> str:
    return " ".join(path)


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_it_explains_itself_in_plain_words(run: Run, path: tuple[str, ...]) -> None:
    done = run(*path, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: bigslick {named(path)}")
    assert "<" not in done.out, "a type of Python instead of a word"
    command = COMMANDS[path]
    assert command.help[0].isupper()
    assert command.help.rstrip().endswith(".")
    for parameter in command.params:
        assert parameter.help, parameter.name
        assert not parameter.help[0].islower(), parameter.name
        if parameter.param_type_name == "option" and not is_switch(parameter):
            assert parameter.metavar, parameter.name


def test_it_ends_with_one_newline_and_a_port_has_no_comma(run: Run) -> None:
    out = run("serve", "--help").out
    assert out.endswith("bigslick serve --port 8000\n")
    assert "[default: 8000]" in out


def test_in_a_pipe_it_is_as_wide_as_columns_says(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (60, 90):
        monkeypatch.setenv("COLUMNS", str(columns))
        widest = max(map(len, run("match", "--help").out.splitlines()))
        assert columns - 12 <= widest <= columns


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_its_example_is_a_command_line_that_is_understood(path: tuple[str, ...]) -> None:
    words = shlex.split(COMMANDS[path].epilog)
    assert words[: len(path) + 1] == ["bigslick", *path]
    COMMANDS[path].make_context("bigslick", words[len(path) + 1 :])


def test_an_option_has_one_meaning_wherever_it_appears() -> None:
    meanings: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
    for command in COMMANDS.values():
        types = typing.get_type_hints(inspect.unwrap(command.callback))
        for parameter in command.params:
            if parameter.param_type_name == "option":
                kind = str(typing.Optional[types[parameter.name]])  # noqa: UP045 - a type is the same with and without None
                for name in parameter.opts:
                    meanings[name].add((flags_of(parameter), kind, parameter.help))
    assert not {name: found for name, found in meanings.items() if len(found) > 1}


def test_the_shared_options_are_in_the_reference() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "commands.md").read_text()
    uses: dict[str, int] = defaultdict(int)
    flags: dict[str, str] = {}
    for command in COMMANDS.values():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                uses[parameter.opts[0]] += 1
                flags[parameter.opts[0]] = flags_of(parameter)
    for name, times in uses.items():
        assert times == 1 or f"| `{flags[name]}` |" in page, name


def test_every_command_takes_json() -> None:
    assert [path for path in PATHS if not any("--json" in p.opts for p in COMMANDS[path].params)] == []


JSON: dict[str, list[object]] = {
    "bots": ["caller", "--hands", 20],
    "deal": [],
    "demo": ["--entrants", 12],
    "equity": ["AhKh", "QdQc", "--board", "2c3c4d"],
    "eval": ["AhKhQhJhTh"],
    "chop": ["--stacks", "10,20", "--payouts", "3,2"],
    "icm": ["--stacks", "10,20", "--payouts", "3,2"],
    "match": ["tag", "rock", "--hands", 20],
    "acpc dealer": ["tag", "rock", "--hands", 20],
    "exploit": ["rock", "--hands", 2],
    "perft": ["--stacks", "5,5", "--blinds", "1,2"],
    "play": ["--seats", 2],
    "tournament": ["heads-up"],
    "structure check": ["deep-9"],
    "structure list": [],
    "structure new": ["--entrants", 20, "--stack", 5000, "--hours", 3],
    "structure show": ["s0"],
    "spec check": ["std:kuhn"],
    "spec convert": ["std:kuhn"],
    "spec coverage": ["std:kuhn", "--games", 5],
    "spec explain": ["setVar"],
    "spec play": ["std:kuhn"],
    "spec show": ["std:kuhn"],
    "spec sim": ["std:kuhn", "--games", 2],
    "spec trace": ["std:kuhn"],
    "spec why": ["std:kuhn"],
}
"""Commands that need no file; commands that read one have their own tests."""
WITH_FILES = {
    *(
        "acpc replay",
        "convert",
        "ladder",
        "replay",
        "report",
        "room backup",
        "room check",
        "room clock",
        "room ledger",
        "rulings",
    ),
    *("simulate", "stats", "verify"),
}
WITH_SERVERS = {"acpc play", "mcp", "serve", "slumbot play", "slumbot serve"}
"""Commands that serve, or play at a server; they have their own tests."""
SEEDED = {
    *("acpc dealer", "bots", "deal", "demo", "exploit", "match", "play", "tournament"),
    *("spec sim", "spec coverage", "spec why", "spec trace"),
}


def test_no_command_is_left_out() -> None:
    assert {named(path) for path in PATHS} == JSON.keys() | WITH_FILES | WITH_SERVERS


@pytest.mark.parametrize("name", JSON)
def test_json_is_objects_each_on_a_line_and_says_the_seed(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_the_end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", at_the_end)
    done = run(*name.split(), *JSON[name], "--json")
    assert (done.code, done.err) == (0, "")
    found = [json.loads(line) for line in done.out.splitlines()]
    assert found
    assert all(isinstance(value, dict) for value in found)
    if name in SEEDED:
        assert len(str(found[0]["seed"])) == 32


@pytest.mark.parametrize("name", ["replay", "rulings", "stats", "verify", "report", "simulate", "tournament"])
def test_a_missing_file_is_exit_code_2(run: Run, name: str, tmp_path: Path) -> None:
    done = run(name, tmp_path / "none.toml")
    assert (done.code, done.out) == (2, "")
    assert "none.toml" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], *([group] for group in app.GROUPS)], ids=str)
def test_alone_they_print_their_help(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    assert done.out == run(*arguments, "--help").out
    assert "COMMAND" in done.out


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_list_of_commands_says_how_its_help_begins(name: str) -> None:
    """The list is kept apart from the commands, so `bigslick --help` imports none of them."""
    summary = app.COMMANDS[name].summary
    begins = re.split(r";|\n\n|, and ", app.load(name).help)[0]
    assert " ".join(begins.split()).rstrip(".") == summary.rstrip(".")


def test_commands_stand_under_headings(run: Run) -> None:
    lines = run().out.splitlines()
    for heading in ("Play", "Cards and hands", "Tournaments", "Bots", "Rules and proofs", "Card room", "Options"):
        assert heading in lines


NOT_TEXT = [
    (path, parameter.opts[0])
    for path in PATHS
    for parameter in COMMANDS[path].params
    if parameter.param_type_name == "option"
    and not is_switch(parameter)
    and parameter.type_descriptor.annotation not in (str, Path, list[str])
]


@pytest.mark.parametrize(("path", "option"), NOT_TEXT, ids=str)
def test_a_value_of_the_wrong_kind_is_refused_in_our_words(run: Run, path: tuple[str, ...], option: str) -> None:
    done = run(*path, option, "yesterday")
    assert done.code == 2
    assert re.match(rf"bigslick: {option} yesterday: expected (a |at |one of )", done.err), done.err
