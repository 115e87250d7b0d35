"""Every screen works by keyboard alone: Tab reaches everything, the focus is visible, and dialogs return it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .geometry import SETTLED, SIZES
from .people import Person
from .room import Room
from .test_play import to_act, two_at
from .tour import tour

ComeIn = Callable[..., Person]

USABLE = """() => {
  // What Tab must lead to: of radio buttons the chosen one, of tabs the selected one.
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const known = window.walked ??= new Set();
  const isUsable = (one) => one.tabIndex >= 0 && !one.disabled && !one.closest('[inert]') && one.isConnected
    && one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const group = (one) => one.type !== 'radio' || one.checked
    || ![...document.querySelectorAll(`input[name="${one.name}"]`)].some(({ checked }) => checked);
  const found = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const all = [...scope.querySelectorAll(found)].filter((one) => isUsable(one) && group(one));
  return all.filter((one) => !known.has(one)).map((one) => (one.ariaLabel || one.textContent || one.name).slice(0, 60));
}"""

HERE = """() => {
  // What has the focus, and whether that can be seen: on it, or on what stands for a hidden input.
  const one = document.activeElement;
  if (!one || one === document.body) return '';
  window.walked.add(one);
  const shows = (part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  };
  const parts = [one, one.parentElement, one.nextElementSibling].filter(Boolean);
  return parts.some(shows) ? '' : `${one.tagName} ${one.className} ${(one.ariaLabel || one.textContent).slice(0, 60)}`;
}"""


def walk(page: Page) -> list[str]:
    """List the problems for a player without a mouse, as sentences."""
    page.evaluate("() => { window.walked = new Set(); }")
    wrong: set[str] = set()
    unreached: list[str] = page.evaluate(USABLE)
    twice_around = left = 2 * len(unreached) + 10
    while unreached and left:
        page.keyboard.press("Tab")
        if unseen := page.evaluate(HERE):
            wrong.add(f"nothing shows the focus on {unseen}")
        before, unreached = unreached, page.evaluate(USABLE)
        # What the page draws again in the meantime has to be reached again.
        left = left - 1 if unreached == before else twice_around
    return [*sorted(wrong), *(f"Tab does not lead to {name}" for name in unreached)]


@pytest.mark.parametrize(
    ("size", "brief"),
    [
        pytest.param("desktop", True, id="brief"),
        pytest.param("desktop", False, id="desktop", marks=pytest.mark.matrix),
        pytest.param("short", False, id="short", marks=pytest.mark.matrix),
    ],
)
def test_tab_leads_everywhere_on_every_screen(room: Room, browser: Browser, size: str, brief: bool) -> None:
    wrong: list[str] = []
    width, height = SIZES[size]

    def look(page: Page, name: str) -> None:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        wrong.extend(f"{name}: {found}" for found in walk(page))

    tour(browser, room, look, brief=brief)
    assert not wrong, "\n".join(wrong)


def test_the_walk_sees_what_it_looks_for(come_in: ComeIn) -> None:
    """The check itself can fail: it finds a button that Tab skips, and one whose focus is invisible."""
    page = come_in(guest=False, bypass_csp=True).page
    page.get_by_role("button", name="Settings").click()
    page.evaluate("""() => {
      const dialog = document.querySelector('dialog');
      const blind = Object.assign(document.createElement('button'), { textContent: 'Blind' });
      blind.style.outline = 'none';
      const skipped = Object.assign(document.createElement('button'), { textContent: 'Skipped' });
      dialog.append(blind, skipped);
      blind.addEventListener('keydown', (event) => {
        event.preventDefault();
        dialog.querySelector('button').focus();
      });
    }""")
    found = walk(page)
    assert "Tab does not lead to Skipped" in found
    assert any(one.startswith("nothing shows the focus") and one.endswith("Blind") for one in found)


EARLY = """() => {
  // Presses keys above the tables and in one, at the moment when it comes to the front: which may do what they do?
  const press = (key, at) => at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  window.passed = new Promise((done) => new MutationObserver((_, observer) => {
    if (!document.querySelector('.fresh-front')) return;
    observer.disconnect();
    const places = ['#view', '.pane.front'].map((one) => document.querySelector(one));
    done(['Tab', 'x'].map((key) => places.map((at) => press(key, at))));
  }).observe(document.querySelector('.tables'), { attributes: true }));
}"""


def test_tab_goes_on_while_a_table_comes_to_the_front(come_in: ComeIn) -> None:
    """Other keys may be meant for the previous table, so they are ignored for a moment."""
    ann = come_in()
    quiet, calling = ann.room.table("Quiet"), ann.room.table("Calling", bots=["caller"])
    for table in (quiet, calling):
        ann.room.sit(ann.name, table)
    ann.page.goto(f"{ann.base}/#/tables/{quiet}+{calling}")
    expect(ann.page.locator(".pane .seat.hero")).to_have_count(2)
    ann.page.evaluate(EARLY)
    ann.room.go_on(calling)
    assert ann.page.evaluate("window.passed") == [[True, True], [False, False]]


def opens_and_returns(page: Page, opener: Locator, dialog: str) -> None:
    """Open a dialog with Enter: the focus moves into it, and Escape gives it back."""
    expect(opener).to_be_enabled()
    opener.focus()
    page.keyboard.press("Enter")
    found = page.get_by_role("dialog", name=dialog)
    expect(found).to_be_visible()
    assert page.evaluate("document.activeElement.closest('dialog') !== null"), f"{dialog}: the focus stays outside"
    for _ in range(40):
        page.keyboard.press("Tab")
        inside = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
        assert page.evaluate(inside), f"{dialog}: Tab leaves the dialog"
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    expect(opener).to_be_focused()


def test_every_dialog_takes_the_focus_and_gives_it_back(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    page = ann.page

    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name, exact=True)

    opens_and_returns(page, button("Sign in"), "Join the room")
    button("Sign in").click()
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".me")).to_be_visible()
    for opener, dialog in (
        ("Settings", "Settings"),
        ("Open a table", "Open a table"),
        ("Open a tournament", "Open a tournament"),
        ("Found a club", "Found a club"),
    ):
        opens_and_returns(page, button(opener), dialog)
    button("Open a table").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Name").fill("Keys only")
    page.get_by_role("dialog").get_by_label("House bots").fill("0")
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    opens_and_returns(page, page.locator(".host-open"), "You are the host")
    opens_and_returns(page, button("Take a seat"), "Take a seat")
    opens_and_returns(page, button("Add a table"), "Add a table")
    ann.sit_down()
    opens_and_returns(page, button("Your seat"), "Your seat")
    opens_and_returns(page, button("Add a bot"), "House bots")
    opens_and_returns(page, page.locator(".seat.hero .note-open"), "Choose an avatar")


def test_the_room_is_heard(come_in: ComeIn) -> None:
    """Whose turn it is, what was bet and who won are announced; so are refused requests."""
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    heard = second.page.locator("#live")
    expect(first.page.locator("#live")).to_contain_text("It is your turn: 5 to call.")
    first.press("r r")
    expect(heard).to_contain_text(f"{first.name} raises to 20. You hold")
    expect(heard).to_contain_text("It is your turn: 10 to call.")
    second.press("h")
    expect(heard.locator("p").last).to_contain_text(re.compile("The pot is 30"))
    second.press("f")
    expect(heard).to_contain_text("You fold.")
    expect(heard).to_contain_text(f"{first.name} wins 20.")
    expect(first.page.locator("#live")).to_contain_text("You win 20.")
