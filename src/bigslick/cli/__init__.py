"""The `bigslick` command: text for people by default, JSON on request, and one sentence when something is wrong."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

CLOSED_PIPE = 141
"""The exit code of a program whose reader has gone, as the shell counts it: 128 and the number of SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code: 0 fine, 1 something was found wrong, 2 it cannot be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a ? for a ♥ that it cannot show
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:  # answered before anything heavy is imported
        from .version import version_text

        print(version_text())
        return 0
    from .app import run

    try:
        code = run(given)
        sys.stdout.flush()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # Rich has seen to the stream
            return CLOSED_PIPE
        raise
    except BrokenPipeError:
        # The reader has gone (`bigslick ... | head`): Python would complain once more while closing the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    return code
