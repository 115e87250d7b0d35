"""`bigslick report`: chart a study on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bigslick.checks import counted
from bigslick.extras import needs_extra

from .support.needs import free_folder
from .support.options import AsJson, Force, Phhs
from .support.output import print_json, progress, say


def command(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder of `bigslick simulate` or of `match --keep`.")
    ],
    phhs: Phhs = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Draw a study as one self-contained HTML page, with its charts as PNG and SVG beside it.

    With --phhs, write the hands that the study kept instead, one .phhs file for each tournament.
    """
    needs_extra("sim")
    from bigslick.simulate.report import write_report

    if phhs is not None:
        from bigslick.simulate.hands import export_hands
        from bigslick.simulate.study_results import results

        study = results(folder)
        free_folder(phhs, "--phhs", force)
        with progress("writing hands", None):
            files = [str(path) for path in export_hands(study, phhs)]
        if as_json:
            print_json({"hands": files})
        else:
            say(f"{counted(len(files), 'file')} in {phhs}")
        return
    with progress("drawing", None):
        page = write_report(folder)
    pictures = sorted(str(path) for path in (folder / "pictures").iterdir())
    if as_json:
        print_json({"page": str(page), "pictures": pictures})
    else:
        drawn = counted(len({Path(picture).stem for picture in pictures}), "picture")
        say(f"{page}, and {drawn} as PNG and SVG in {folder / 'pictures'}")
