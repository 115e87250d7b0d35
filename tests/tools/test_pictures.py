"""The README's pictures can be regenerated, from a real card room and a real report."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PIL import Image

from tools.pictures import (
    CHROMIUM,
    REPORT_SIZE,
    TABLE_SIZE,
    card_room,
    chromium,
    picture_report,
    picture_table,
    shrink,
)


@pytest.mark.slow
@pytest.mark.skipif(
    not any(map(shutil.which, CHROMIUM)) and not os.environ.get("CI"),
    reason="no chromium on this machine: apt install chromium",
)
def test_both_pictures_are_made_and_small(tmp_path: Path) -> None:
    with chromium() as browser:
        with card_room(tmp_path) as address:
            picture_table(browser, address, tmp_path / "table.png")
        picture_report(browser, tmp_path, tmp_path / "report.png", tournaments=4)
    for name, size in (("table.png", TABLE_SIZE), ("report.png", REPORT_SIZE)):
        shrink(tmp_path / name)
        assert (tmp_path / name).stat().st_size < 300_000
        with Image.open(tmp_path / name) as picture:
            assert picture.size == (size["width"], size["height"])
