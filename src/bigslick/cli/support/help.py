"""Renders the help page for every command: what it does, its arguments and options, and an example."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from .conversion import QuickValues
from .output import line_width

PAGE = 100
PIPED = 80
"""The width of help text without a terminal or COLUMNS."""
FIRST = 26
"""The widest first column; longer entries get their own line."""


class Command(QuickValues, TyperCommand):
    """A command with our help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(help_page(self, ctx)))


class Group(QuickValues, TyperGroup):
    """A group of commands with our help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page, with the commands under their headings."""
        formatter.write("\n".join(help_page(self, ctx)))


def help_page(command: Any, context: Any) -> Iterator[str]:
    """Return the help page: usage, summary, arguments, options or commands, and the example."""
    width = min(PAGE, line_width() or shutil.get_terminal_size((PIPED, 0)).columns)
    parameters = [p for p in command.get_params(context) if not getattr(p, "hidden", False)]
    arguments = [p for p in parameters if p.param_type_name == "argument"]
    options = [p for p in parameters if p.param_type_name == "option"]
    pieces = [context.command_path, *(usage_of(argument) for argument in arguments)]
    pieces.append("COMMAND" if hasattr(command, "list_commands") else "[OPTIONS]")
    yield f"Usage: {' '.join(pieces)}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from ("", *textwrap.wrap(" ".join(paragraph.split()), width))
    if hasattr(command, "list_commands"):
        headed: dict[str, list[tuple[str, str]]] = {}
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if not below.hidden:
                heading = getattr(below, "rich_help_panel", None)
                heading = heading if isinstance(heading, str) else "Commands"
                headed.setdefault(heading, []).append(
                    (name, re.split(r";|\n\n|, and ", below.help)[0].rstrip(".") + ".")
                )
        for heading, rows in headed.items():
            yield from _section(heading, rows, width)
    if arguments:
        yield from _section("Arguments", [(name_of(argument), note_of(argument)) for argument in arguments], width)
    yield from _section("Options", [(flags_of(option), note_of(option)) for option in options], width)
    if command.epilog:
        yield from _section("Example", [(line, "") for line in command.epilog.splitlines()], width)


def name_of(argument: Any) -> str:
    """Return an argument as the usage line names it: `FILE`, or `FILE...` if it can repeat."""
    name = argument.metavar or argument.name.upper()
    return name if argument.nargs == 1 or name.endswith("...") else f"{name}..."


def usage_of(argument: Any) -> str:
    """Return an argument for the usage line, in brackets if it is optional."""
    return name_of(argument) if argument.required else f"[{name_of(argument)}]"


def flags_of(option: Any) -> str:
    """Return an option with its value: `--hands N`, `--json`, `--reentries / --no-reentries`."""
    names = ", ".join(sorted(option.opts, key=len))
    if option.secondary_opts:
        return f"{names} / {', '.join(option.secondary_opts)}"
    return names if is_switch(option) else f"{names} {option.metavar or option.name.upper()}"


def is_switch(option: Any) -> bool:
    """Whether an option is a switch that takes no value."""
    return bool(getattr(option, "is_flag", False))


def note_of(parameter: Any) -> str:
    """Return an option's help with its default."""
    text = getattr(parameter, "help", None) or ""
    default = parameter.default
    if parameter.required and parameter.param_type_name == "option":
        return f"{text} [required]"
    if default is None or default is False or default in ("", ()) or callable(default):
        return text
    if is_switch(parameter):
        return f"{text} [default: on]" if parameter.secondary_opts else text
    number = isinstance(default, int | float) and not isinstance(default, bool) and parameter.metavar != "PORT"
    return f"{text} [default: {default:,}]" if number else f"{text} [default: {getattr(default, 'value', default)}]"


def _section(heading: str, rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    rows = [*rows]
    column = max((len(first) for first, _ in rows if len(first) <= FIRST), default=FIRST)
    yield ""
    yield typer.style(heading, bold=True)
    for first, text in rows:
        lines = textwrap.wrap(" ".join(text.split()), max(20, width - column - 4))
        if len(first) > column or not lines:
            yield f"  {first}"
        else:
            yield f"  {first:<{column}}  {lines.pop(0)}"
        yield from (f"  {'':<{column}}  {line}" for line in lines)
