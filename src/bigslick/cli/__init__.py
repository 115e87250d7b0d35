"""The `bigslick` command. It prints text by default, JSON on request, and a one-sentence error."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

CLOSED_PIPE = 141
"""The exit code after a broken pipe, as the shell reports it: 128 plus the number of SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 for success, 1 for a problem found, 2 for a command that cannot
    run.
    """
    # Python has no stream for a closed descriptor (`bigslick ... >&-`), as under cron.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  # open until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # prints ? when the terminal cannot show ♥
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:  # answered before the heavy imports
        print(version_text())
        return 0
    try:
        from .app import run

        code = run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:  # during the imports, or while `run` writes its last line
        from .support.interrupts import NOTHING_KEPT, STOPPED
        from .support.output import complain

        complain(NOTHING_KEPT)
        return STOPPED
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # Rich has already redirected the stream
            return CLOSED_PIPE
        raise
    except BrokenPipeError:
        # The reader is gone (`bigslick ... | head`). Without this, Python complains again when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    return code


def version_text() -> str:
    """Return the two lines of `bigslick --version`: the version, and whether the core is compiled."""
    from bigslick import __version__
    from bigslick.strength import COMPILED

    return f"bigslick {__version__}\ncore: {'compiled' if COMPILED else 'interpreted'}"
