"""Runs Python bots inside a command: their output goes to stderr, and their faults are reported."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

import typer

from bigslick.checks import counted

from .output import complain


@contextmanager
def bots_print_to_stderr() -> Iterator[TextIO]:
    """Redirect stdout to stderr while bots play, in worker processes too. The yielded stream still prints to stdout."""
    out = sys.stdout
    out.flush()
    try:
        number, other = out.fileno(), sys.stderr.fileno()
    except (io.UnsupportedOperation, AttributeError):
        with redirect_stdout(sys.stderr):  # a stream without a file descriptor, as in a notebook
            yield out
        return
    kept = os.dup(number)
    try:
        with redirect_stdout(sys.stderr), os.fdopen(kept, "w", encoding=out.encoding, errors=out.errors) as real:
            os.dup2(other, number)
            try:
                yield real
            finally:
                real.flush()
                os.dup2(kept, number)
    finally:
        out.flush()


def fault_lines(bots: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Return the faults of Python bots: a line for each bot, and one for each reason."""
    for bot in bots:
        if not bot["faults"]:
            yield f"{bot['bot']} answered all {bot['asked']:,} of its decisions."
            continue
        yield f"{bot['bot']} was checked or folded in {bot['faults']:,} of {counted(bot['asked'], 'decision')}:"
        for reason, count in bot["reasons"].items():
            yield f"  {count:,} x {reason}"


def exit_if_useless(bots: Iterable[Mapping[str, Any]]) -> None:
    """Exit with code 1 if a bot failed every decision, because the result would say nothing about it."""
    from bigslick.bots.guard import OTHER_REASONS

    useless = [bot for bot in bots if bot["asked"] and bot["faults"] == bot["asked"]]
    for bot in useless:
        reason = next((reason for reason in bot["reasons"] if reason != OTHER_REASONS), "no reason")
        complain(f"{bot['bot']} was at fault every time, in {counted(bot['asked'], 'decision')}: {reason}")
    if useless:
        raise typer.Exit(1)
