"""`bigslick report`: pictures of a study, in one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import AsJson, print_json, progress


def command(
    folder: Annotated[Path, typer.Argument(help="The folder of `bigslick simulate` or of `match --keep`.")],
    phhs: Annotated[
        Path | None,
        typer.Option(help="Write the hands that a study kept into this folder, a .phhs a tournament."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw a study as one HTML page that needs nothing else, with the pictures as PNG and SVG beside it."""
    from bigslick.simulate.report import write_report

    if phhs is not None:
        from bigslick.simulate.hands import export_hands
        from bigslick.simulate.study_results import results

        with progress("writing hands", None, at_once=True):
            files = [str(path) for path in export_hands(results(folder), phhs)]
        if as_json:
            print_json({"hands": files})
        else:
            print(f"{len(files):,} files in {phhs}")
        return
    with progress("drawing", None, at_once=True):
        page = write_report(folder)
    pictures = sorted(str(path) for path in (folder / "pictures").iterdir())
    if as_json:
        print_json({"page": str(page), "pictures": pictures})
    else:
        print(f"{page}, and {len(pictures)} pictures beside it")
