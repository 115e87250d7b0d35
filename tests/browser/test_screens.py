"""Every screen's layout: nothing covers what a player must see, at every size and with every number of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .geometry import COVERED, SETTLED, SIZES, audit, covered, draw_showdown, matrix
from .people import Person

ComeIn = Callable[..., Person]

FELTS = {**SIZES, "low": (1280, 720), "laptop": (1366, 657), "square": (1024, 768), "sideways": (1180, 820)}
"""Where a table must fit: every screen, laptops, and tablets in landscape."""


@pytest.fixture(scope="module")
def table(server: str, browser: Browser) -> Iterator[Page]:
    """A table in the room to draw test states on."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server}/#/table/t1")
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    yield page
    context.close()


OTHERS = ("low", "square", "sideways", "tablet", "phone", "side", "small", "zoomed")


@pytest.mark.parametrize("size", ["desktop", "laptop", "short", *matrix(*OTHERS)])
def test_no_card_no_button_and_no_word_covers_another_at_a_showdown(table: Page, size: str) -> None:
    width, height = FELTS[size]
    table.set_viewport_size({"width": width, "height": height})
    table.evaluate(SETTLED)
    found = audit(table)
    if size == "tablet":  # nine large bets on the felt may touch each other and the seal
        found = [one for one in found if not one.startswith(("9 seats, betting: bet", "10 seats, betting: bet"))]
    assert not found


RESTING = """() => {
  const { view, state } = window.pictured;
  view.draw({ ...state, play: null, seats: state.seats.map((seat) => ({ ...seat, connected: false })) });
  return [...document.querySelectorAll('.seat:not(.hero) .status')].map((status) => {
    const [words, seat] = [status, status.closest('.seat')].map((one) => one.getBoundingClientRect());
    const cut = status.scrollWidth > status.clientWidth || words.left < seat.left || words.right > seat.right;
    return status.textContent + (cut ? ', cut' : '');
  });
}"""


@pytest.mark.parametrize("size", ["phone", "side"])
def test_a_seat_says_in_full_why_it_rests(table: Page, size: str) -> None:
    width, height = SIZES[size]
    table.set_viewport_size({"width": width, "height": height})
    draw_showdown(table, 6, 1)
    table.evaluate(RESTING)
    table.wait_for_function(f"() => ({COVERED})().length === 0")  # once the felt has been fitted to the new size
    assert table.evaluate(RESTING) == ["offline"] * 5


def test_the_geometry_sees_what_is_covered(table: Page) -> None:
    """The check itself can fail: your own cards, moved up, cover the board."""
    table.set_viewport_size({"width": 390, "height": 664})
    audit(table)
    draw_showdown(table, 6, 2)
    assert not covered(table)
    # A seat slides: two frames are not always enough for even the shortest slide, so it is finished here.
    found = table.evaluate(
        "() => { const [hero, board] = ['.hero', '.board'].map((what) => document.querySelector(`.stage ${what}`));"
        " const up = board.getBoundingClientRect().top - hero.getBoundingClientRect().top;"
        " hero.style.setProperty('margin-top', `${up}px`); hero.getBoundingClientRect();"
        f" for (const animation of document.getAnimations()) animation.finish(); return ({COVERED})(); }}"
    )
    assert "own cards of 0 covers board" in found


def test_a_hand_is_played_by_keyboard_and_by_ear(come_in: ComeIn) -> None:
    """Keys alone lead from the lobby to the showdown, and everything important is announced."""
    person = come_in(guest=False)
    person.room.table("Ready", seats=6, bots=["caller"], pace={"inter_round_delay_ms": 100})
    page, keys = person.page, person.page.keyboard

    def reach(name: str) -> None:
        for _ in range(80):
            if page.evaluate("document.activeElement.textContent.trim() || document.activeElement.ariaLabel") == name:
                return
            keys.press("Tab")
        raise AssertionError(f"Tab does not lead to {name}")

    reach("Play now")
    keys.press("Enter")
    expect(page.locator(".seat.hero")).to_be_visible()
    spoken = page.locator("#live")
    expect(person.controls).to_be_visible()
    expect(spoken).to_contain_text(re.compile("You (are dealt|hold) "))
    expect(spoken).to_contain_text("It is your turn")
    for _ in range(40):
        expect(page.locator(".controls:not([hidden]):not(.fresh), .winner").first).to_be_visible()
        if page.locator(".winner").count():
            break
        asked = person.controls.get_attribute("data-asked")
        person.press("c")
        expect(page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)
    expect(spoken).to_contain_text(re.compile(r"(You win|wins) \d"))
    expect(person.controls).to_be_visible()  # a turn that begins would close the menu
    reach("Your seat")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Your seat")).to_be_visible()
