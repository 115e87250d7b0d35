"""Retake the screenshots in the README: the table page and a study's report.

    PYTHONPATH=. python tools/pictures.py docs/pictures

The card room is a real one, with house bots in the other seats, in chromium. The cards differ every time.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.room import Room

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
TABLES = """
[[table]]
name = "Magnolia"
seats = 6
small_blind = 5
big_blind = 10
bots = ["shark", "tag", "lag", "rock", "caller"]
pace = { action_ms = 60000, bot_ms = 100, deal_animation_delay_ms = 20, inter_round_delay_ms = 500 }
"""
PLAN = """
name = "Sixty turbos with four kinds of bots"
structure = "turbo-6"
entrants = 120
seed = 7
"""
TOURNAMENTS = 60
TABLE_SIZE: ViewportSize = {"width": 1200, "height": 760}
REPORT_SIZE: ViewportSize = {"width": 1000, "height": 1130}
COLOURS = 256
"""A picture with this many colours looks the same at a third of the size."""
MOST_TURNS = 200


def bigslick(*arguments: str) -> list[str]:
    """Return our command line, run by this Python."""
    return [sys.executable, "-c", "import sys; from bigslick.cli import main; sys.exit(main())", *arguments]


@contextlib.contextmanager
def card_room(folder: Path) -> Iterator[str]:
    """Open a card room on a free port and yield its address."""
    tables = folder / "tables.toml"
    tables.write_text(TABLES)
    options = ["--db", str(folder / "room.db"), "--tables", str(tables), "--port", "0", "--log", str(folder / "log")]
    with subprocess.Popen(bigslick("serve", *options), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        try:
            if found is None:
                raise SystemExit(f"the card room did not open: {(folder / 'log').read_text()}")
            yield found[0]
        finally:
            process.terminate()


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser on this machine."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise SystemExit("no chromium on this machine: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def picture_table(browser: Browser, address: str, file: Path) -> None:
    """Play until it is our turn after the flop, and take a screenshot."""
    person = Person(browser, Room(address), viewport=TABLE_SIZE, reduced_motion="no-preference")
    person.find("Magnolia")
    person.sit_down(1000)
    for _ in range(MOST_TURNS):
        expect(person.controls).to_be_visible(timeout=60_000)
        if person.page.locator(".board .face").count() >= 3:
            break
        person.act("Check|Call")
    person.page.wait_for_timeout(500)  # wait for cards and chips to stop moving
    person.page.screenshot(path=file)


def picture_report(browser: Browser, folder: Path, file: Path, tournaments: int = TOURNAMENTS) -> None:
    """Play a small study, make its report, and take a screenshot of the top."""
    plan, study = folder / "plan.toml", folder / "study"
    plan.write_text(PLAN)
    played = ("simulate", str(plan), "--tournaments", str(tournaments), "--out", str(study))
    for arguments in (played, ("report", str(study))):
        subprocess.run(bigslick(*arguments), check=True, stdout=subprocess.DEVNULL)
    page = browser.new_page(viewport=REPORT_SIZE)
    page.goto((study / "report.html").as_uri())
    page.screenshot(path=file)


def shrink(file: Path) -> None:
    """Rewrite a picture with fewer colours."""
    with Image.open(file) as picture:
        small = picture.convert("RGB").quantize(COLOURS)
    small.save(file, optimize=True)


def main() -> None:
    """Make both pictures in the folder named on the command line."""
    parser = argparse.ArgumentParser(description="Make the pictures for the README.")
    parser.add_argument("folder", type=Path)
    target: Path = parser.parse_args().folder
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with chromium() as browser:
            with card_room(folder) as address:
                picture_table(browser, address, target / "table.png")
            picture_report(browser, folder, target / "report.png")
    for file in (target / "table.png", target / "report.png"):
        shrink(file)
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
