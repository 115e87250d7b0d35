"""Usage errors in plain language instead of the parser's wording."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Any, Final

# Depending on its version, Typer has its own parser or uses the installed Click; their messages differ.
_PROBLEMS: Final = (
    (r"valid integer", "expected a whole number"),
    (r"valid (?:number|float)", "expected a number"),
    (r"valid (?:datetime|date)|match the formats", "expected a time, as in 2026-11-17T20:00:00"),
    (r"greater than or equal to (\S+)", r"expected at least \1"),
    (r"less than or equal to (\S+)", r"expected at most \1"),
    (r"not in the range (\S+)<=x<=(\S+)", r"expected \1 to \2"),
    (r"not in the range x>=(\S+)", r"expected at least \1"),
    (r"not one of (.+)", r"expected one of \1"),
)


def usage_sentence(error: Any, asked: Sequence[str]) -> str:
    """Return the sentence for a parser error, and which help page to try."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "bigslick"
    said = _in_our_words(str(error.format_message()).rstrip("."), asked)
    return f"{said} Try '{where} --help'" if said.endswith("?") else f"{said}; try '{where} --help'"


def _in_our_words(said: str, asked: Sequence[str]) -> str:
    invalid = re.fullmatch(r"Invalid value for '([^']+)': (.*)", said, re.DOTALL)
    if invalid is None:
        return said
    option, problem = invalid.groups()
    for pattern, words in _PROBLEMS:
        if found := re.search(pattern, problem, re.DOTALL):
            value = _value_of(option, asked)
            return f"{option if value is None else f'{option} {shlex.quote(value)}'}: {found.expand(words)}"
    return f"{option}: {problem}"


def _value_of(option: str, asked: Sequence[str]) -> str | None:
    """Return the last value given to an option on the command line."""
    found = None
    for place, word in enumerate(asked):
        if word.startswith(f"{option}="):
            found = word.removeprefix(f"{option}=")
        elif word == option and place + 1 < len(asked):
            found = asked[place + 1]
    return found
