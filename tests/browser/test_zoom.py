"""Playing at 400 % zoom, where a 1280 by 1024 desktop becomes 320 by 256: nothing is lost (WCAG 1.4.10)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from .geometry import SIZES
from .people import Person
from .test_play import to_act

ComeIn = Callable[..., Person]

IN_VIEW = """one => {
  // Whole in the window, and nothing else on top of it.
  const { left, right, top, bottom } = one.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return 'it is not in the window';
  const before = one.style.pointerEvents;
  one.style.pointerEvents = 'auto';  // cards let clicks through, and would not be found
  const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  one.style.pointerEvents = before;
  return on && (one.contains(on) || on.contains(one)) ? '' : `${on?.outerHTML.slice(0, 120)} covers it`;
}"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def look_at(person: Person, what: Locator) -> None:
    """Scroll to something, vertically only, and check that all of it is visible."""
    expect(what).to_be_visible()
    what.scroll_into_view_if_needed()
    assert what.evaluate(IN_VIEW) == "", what
    assert not person.page.evaluate(SIDEWAYS), "the page scrolls in one direction only"


def click(person: Person, name: str) -> None:
    """Move the mouse to a turn button and press it."""
    expect(person.controls).to_be_visible()
    expect(person.page.locator(".controls.fresh")).to_have_count(0)
    asked = person.controls.get_attribute("data-asked")
    button = person.controls.get_by_role("button", name=re.compile(rf"^({name})\b")).last
    look_at(person, button)
    box = button.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(person.page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)


def test_a_hand_is_played_by_mouse_at_four_hundred_per_cent(come_in: ComeIn) -> None:
    width, height = SIZES["zoomed"]
    ann, bob = come_in(viewport={"width": width, "height": height}), come_in()
    for person in (ann, bob):
        person.go_to("Showdown")
        person.sit()
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)
    first, second = to_act(ann, bob)
    if first is bob:
        bob.controls.get_by_role("textbox").fill("60")
        bob.act("Raise to")
        price = "Call 50"
    else:
        price = "Call 5"
    expect(ann.controls).to_be_visible()
    for card in ann.own_cards.all():
        look_at(ann, card)
    expect(ann.controls.locator(".act.call")).to_have_accessible_name(price)
    click(ann, "Call")
    if second is bob:
        bob.act("Check")
    for street in (3, 4, 5):
        board = ann.page.locator(".board .card")
        expect(board).to_have_count(street)
        for _ in range(2):
            expect(ann.page.locator(".seat.acting")).to_be_visible()
            if to_act(ann, bob)[0] is ann:
                for card in (*ann.own_cards.all(), *board.all()):
                    look_at(ann, card)
                click(ann, "Check")
            else:
                bob.act("Check")
    expect(ann.page.locator(".note")).to_contain_text(re.compile("wins? "))
    look_at(ann, ann.page.locator(".note"))
