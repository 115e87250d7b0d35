"""The page's appearance and accessibility: axe-core on every screen at five sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from ..conftest import REPOSITORY
from .geometry import FIVE, SETTLED, SIZES
from .people import Person
from .room import Room
from .tour import tour

ComeIn = Callable[..., Person]
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text("utf-8")
REFLOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize(
    ("checked", "brief"),
    [
        pytest.param(("desktop", "short"), True, id="brief"),
        pytest.param(FIVE, False, id="five", marks=pytest.mark.matrix),
    ],
)
def test_every_screen_is_open_to_everybody_and_keeps_its_shape(
    room: Room, browser: Browser, checked: tuple[str, ...], brief: bool
) -> None:
    """No axe rule is violated at these sizes, and nothing is wider than the screen at any size."""
    wrong: list[str] = []

    def look(page: Page, name: str) -> None:
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            if page.evaluate(REFLOW):
                wrong.append(f"{name} ({size}) is wider than the screen")
            if size in checked:
                wrong.extend(f"{name} ({size}): {found}" for found in violations(page))

    tour(browser, room, look, brief=brief)
    assert not wrong, "\n".join(wrong)


def violations(page: Page) -> list[str]:
    """Return axe's findings, as sentences."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)")
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node['html'][:160]}" for one in found for node in one["nodes"]
    ]


def test_a_four_colour_deck_is_remembered(come_in: ComeIn) -> None:
    ann = come_in()
    root = ann.page.locator("html")
    expect(root).to_have_attribute("data-deck", "two")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label(re.compile("Four-colour deck")).check()
    ann.page.reload()
    expect(root).to_have_attribute("data-deck", "four")


def test_no_file_of_the_page_asks_another_site_for_anything() -> None:
    web = REPOSITORY / "src" / "bigslick" / "server" / "web"
    for path in sorted(path for path in web.rglob("*.*") if path.suffix != ".png"):
        foreign = re.findall(r"https?://(?!www\.w3\.org/)[^\s\"'`)]+", Path(path).read_text("utf-8"))
        assert not foreign, f"{path.name} names {foreign}"
