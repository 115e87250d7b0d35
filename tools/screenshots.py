"""Take a screenshot of every screen of the card room at five sizes, in both themes.

    PYTHONPATH=. python tools/screenshots.py build/screenshots --themes dark

It uses the card room from the browser tests, in chromium. The cards differ every time.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Page
from rich.progress import Progress

from tests.browser.conftest import serving
from tests.browser.geometry import FIVE, PAINTED, SETTLED, SIZES, THEMES
from tests.browser.room import Room
from tests.browser.tour import tour
from tools.pictures import chromium

SCREENS = 67
DRAWN = f"""async () => {{
  await {SETTLED};
  for (const moving of document.getAnimations()) {{
    if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
  }}
  await {SETTLED};
}}"""
"""Waits until the page is drawn at a new size and nothing slides or fades any more."""


def main() -> None:
    """Walk through the room and save a screenshot of each screen."""
    parser = argparse.ArgumentParser(description="Take a screenshot of every screen at five sizes, in both themes.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    chosen = parser.parse_args()
    target: Path = chosen.folder
    for theme in chosen.themes:
        (target / theme).mkdir(parents=True, exist_ok=True)
        for old in (target / theme).glob("*.png"):
            old.unlink()

    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        serving(Path(folder)) as address,
        Progress() as progress,
    ):
        bar = progress.add_task("screens", total=SCREENS)

        def look(page: Page, name: str) -> None:
            progress.advance(bar)
            for size in FIVE:
                width, height = SIZES[size]
                page.set_viewport_size({"width": width, "height": height})
                for theme in chosen.themes:
                    page.evaluate(PAINTED, theme)
                    page.evaluate(DRAWN)
                    page.screenshot(path=target / theme / f"{name}-{size}.png")

        tour(browser, Room(address), look)
    print(f"{len(list(target.glob('*/*.png')))} screenshots in {target}")


if __name__ == "__main__":
    main()
