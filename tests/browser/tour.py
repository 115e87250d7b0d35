"""A walk through every screen of the page, for whoever wants to look at them."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from .geometry import draw_betting, draw_showdown
from .people import Person, play_on

Look = Callable[[Page, str], None]
"""What is done at each screen; it may resize the page."""


def tour(browser: Browser, server: str, look: Look) -> None:
    """Visit every screen of a room with the tables of `tables.toml`."""
    person = Person(browser, server, guest=False, reduced_motion="reduce", bypass_csp=True)
    try:
        _lobby(person, look)
        _tables(person, look)
        _hand(person, look)
        _tournament(person, look)
        _nowhere(person, look)
        assert not person.problems, person.problems
    finally:
        person.leave()


def _dialog(person: Person, look: Look, name: str) -> None:
    expect(person.page.get_by_role("dialog")).to_be_visible()
    look(person.page, name)
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def _lobby(person: Person, look: Look) -> None:
    page = person.page
    look(page, "lobby-visitor")
    page.get_by_role("button", name="Sign in").click()
    _dialog(person, look, "sign-in")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Play as a guest").click()
    person.name = page.locator(".me").text_content() or ""
    for button, name in (("Settings", "settings"), ("Open a table", "new-table")):
        page.get_by_role("button", name=button).click()
        _dialog(person, look, name)
    for button, name in (("Keys", "keys"), ("Account and sessions", "sessions")):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name=button).click()
        _dialog(person, look, name)


def _tables(person: Person, look: Look) -> None:
    page = person.page
    person.go_to("Above your means")
    page.get_by_role("button", name="Take a seat").click()
    _dialog(person, look, "short-of-chips")
    page.goto(f"{person.base}/#/")
    person.go_to("Waiting room")
    look(page, "table-empty")
    page.get_by_role("button", name="Take a seat").click()
    _dialog(person, look, "sit-down")
    person.sit()
    expect(page.locator(".note")).to_contain_text("Waiting for one more player")
    look(page, "table-alone")
    page.get_by_role("button", name="Your seat", exact=True).click()
    _dialog(person, look, "your-seat")
    page.get_by_role("button", name="Add a bot").click()
    _dialog(person, look, "bots")
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    expect(page.locator(".your-seat")).to_be_visible()
    look(page, "lobby-seated")
    page.locator(".your-seat").click()
    person.choose("Leave the table")
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    page.evaluate("import('/moments.js').then(({ bustMoment }) => void bustMoment({}, () => {}, () => {}))")
    _dialog(person, look, "bust")
    for seats, boards in ((2, 1), (6, 1), (9, 2)):
        draw_showdown(page, seats, boards, longest=False)
        look(page, f"showdown-{seats}-{boards}")
    draw_betting(page)
    look(page, "betting")
    page.goto(f"{person.base}/#/")


def _hand(person: Person, look: Look) -> None:
    page = person.page
    person.go_to("Tour")
    person.sit()
    play_on([person], until=".controls:not([hidden])")
    look(page, "turn")
    person.act("Check|Call")
    play_on([person], until=".winner")
    look(page, "winner")
    person.choose("Sit out")
    page.set_viewport_size({"width": 1440, "height": 900})
    for tab in ("Chat", "Hands"):
        page.get_by_role("tab", name=tab).click()
        page.evaluate("document.querySelector('.drawer').classList.add('open')")
        if tab == "Hands":
            expect(page.locator(".hand-row").first).to_be_visible()
        look(page, tab.lower())
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator(".hand-row a").first.click()
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict")).to_have_text("Verified")
    look(page, "replay")
    page.goto(f"{person.base}/#/")


def _tournament(person: Person, look: Look) -> None:
    page = person.page
    page.get_by_role("link", name=re.compile("Three-handed sprint")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Enter for"))).to_be_visible()
    look(page, "tournament-open")
    page.get_by_role("button", name=re.compile("^Enter for")).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    expect(person.controls).to_be_visible()
    look(page, "tournament-table")
    dialog = page.locator("dialog.moment")
    for _ in range(200):
        expect(page.locator(".controls:not([hidden]), dialog.moment").first).to_be_visible(timeout=60_000)
        if dialog.count():
            break
        asked = person.controls.get_attribute("data-asked")
        if page.locator(".act.wager:visible").count():
            person.press("a a")
        else:
            person.act("Call|Check|Show")
        expect(page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)
    look(page, "finish")
    dialog.get_by_role("button", name="See the result").click()
    expect(page.locator(".podium, .standing").first).to_be_visible()
    look(page, "tournament-result")


def _nowhere(person: Person, look: Look) -> None:
    page = person.page
    for path, name in (
        ("/#/tournament/nothing", "tournament-unknown"),
        ("/#/table/nothing", "table-unknown"),
        ("/#/nothing", "screen-unknown"),
        ("/nothing", "not-found"),
        ("/offline.html", "offline"),
    ):
        page.goto(f"{person.base}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        look(page, name)
