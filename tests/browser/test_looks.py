"""What the page looks like and whether everybody can use it: axe-core, and pictures at three sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ..conftest import REPOSITORY
from .people import Person, play_on

ComeIn = Callable[..., Person]
PICTURES = REPOSITORY / "build" / "screenshots"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}


def check_access(person: Person, where: str) -> None:
    """Nothing serious or critical stands in anybody's way."""
    found = Axe().run(person.page).response["violations"]
    grave = [
        f"{where}: {one['id']}: {one['help']}: {node['target']} {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
    assert not grave, "\n".join(grave)


@pytest.mark.parametrize("size", SIZES)
def test_pages_are_open_to_everybody_and_keep_their_shape(come_in: ComeIn, size: str) -> None:
    width, height = SIZES[size]
    PICTURES.mkdir(parents=True, exist_ok=True)
    # Still pictures: axe would measure a colour in the middle of a fade.
    ann = come_in(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = ann.page

    def keep(name: str) -> None:
        check_access(ann, f"{name} ({size})")
        page.screenshot(path=PICTURES / f"{name}-{size}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than the screen"

    keep("lobby")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(re.compile("Four-colour deck")).check()
    keep("settings")
    page.keyboard.press("Escape")
    ann.go_to(f"Picture-{size}")
    page.get_by_role("button", name="Take a seat").click()
    keep("sit-dialog")
    page.keyboard.press("Escape")
    ann.sit()
    play_on([ann], until=".controls:not([hidden])")
    keep("table")
    ann.act("Check|Call")
    play_on([ann], until=".winner")
    keep("winner")
    if size == "phone":
        page.get_by_role("button", name="Log, chat and hands").click()
    page.get_by_role("tab", name="Hands").click()
    expect(page.locator(".hand-row").first).to_be_visible()
    keep("hands")
    page.locator(".hand-row a").first.click()
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict")).to_have_text("Verified")
    keep("replay")


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
    for path in sorted(path for path in web.iterdir() if path.suffix != ".png"):
        foreign = re.findall(r"https?://(?!www\.w3\.org/)[^\s\"'`)]+", Path(path).read_text("utf-8"))
        assert not foreign, f"{path.name} names {foreign}"
