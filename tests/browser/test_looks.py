"""The page's appearance and accessibility: axe-core on every screen at five sizes, in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from ..conftest import REPOSITORY
from .geometry import FIVE, PAINTED, SETTLED, SIZES, THEMES
from .people import Person
from .room import Room
from .tour import tour

DARK_TEXT, LIGHT_TEXT = "rgb(241, 245, 242)", "rgb(22, 32, 28)"
ComeIn = Callable[..., Person]
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text("utf-8")
CONTRAST = "runOnly: ['color-contrast'],"
"""Themes differ only in colours, so the second is searched for nothing else."""
REFLOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.mark.parametrize(
    ("checked", "brief"),
    [
        pytest.param(("desktop",), True, id="brief"),
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
                for theme, rules in zip(THEMES, ("", CONTRAST), strict=True):
                    page.evaluate(PAINTED, theme)
                    wrong.extend(f"{name} ({size}, {theme}): {found}" for found in violations(page, rules))

    tour(browser, room, look, brief=brief)
    assert not wrong, "\n".join(wrong)


def violations(page: Page, rules: str = "") -> list[str]:
    """Return axe's findings, as sentences; `rules` limits what it looks for."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found = page.evaluate(
        f"axe.run(document, {{ resultTypes: ['violations'], {rules} }}).then(({{ violations }}) => violations)"
    )
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node['html'][:160]}" for one in found for node in one["nodes"]
    ]


def test_the_chosen_theme_and_deck_are_remembered(come_in: ComeIn) -> None:
    ann = come_in(color_scheme="dark")
    root, body = ann.page.locator("html"), ann.page.locator("body")
    expect(root).to_have_attribute("data-deck", "two")
    expect(root).to_have_attribute("data-theme", "system")
    expect(body).to_have_css("color", DARK_TEXT)
    ann.page.emulate_media(color_scheme="light")
    expect(body).to_have_css("color", LIGHT_TEXT)
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label(re.compile("Four-colour deck")).check()
    ann.page.get_by_label("Theme").select_option("dark")
    expect(body).to_have_css("color", DARK_TEXT)
    ann.page.reload()
    expect(root).to_have_attribute("data-deck", "four")
    expect(body).to_have_css("color", DARK_TEXT)
    bars = ann.page.locator("meta[name=theme-color]")
    shown = bars.evaluate_all("(all) => all.map((bar) => [bar.dataset.theme, bar.media])")
    assert dict(shown) == {"light": "not all", "dark": "all"}
    assert ann.page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Inter'))")


def test_no_file_of_the_page_asks_another_site_for_anything() -> None:
    web = REPOSITORY / "src" / "bigslick" / "server" / "web"
    for path in sorted(path for path in web.rglob("*.*") if path.suffix not in (".png", ".txt", ".woff2")):
        foreign = re.findall(r"https?://(?!www\.w3\.org/)[^\s\"'`)]+", Path(path).read_text("utf-8"))
        assert not foreign, f"{path.name} names {foreign}"
