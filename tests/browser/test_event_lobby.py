"""A tournament's lobby: what it offers before the start, its players, and the way to one's seat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .geometry import SETTLED
from .people import Person

ComeIn = Callable[..., Person]
TWO_TABLES = {
    "name": "Four for dinner",
    "entrants": 4,
    "seats": 2,
    "starting_stack": 1000,
    "buy_in": 100,
    "fee": 10,
    "levels": [
        {"small": 10, "big": 20, "seconds": 600},
        {"small": 20, "big": 40, "seconds": 600},
        {"small": 40, "big": 80},
    ],
    "payouts": {"percent": [70, 30]},
}


def test_an_event_is_entered_left_and_followed_from_its_lobby(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    event = ann.room.tournament(structure=TWO_TABLES)
    for person in (ann, bob):
        person.page.goto(f"{person.base}/#/tournament/{event}")
    page = ann.page
    tabs, board = page.get_by_role("tab"), page.locator(".event-board")
    expect(page.get_by_role("heading", name="Four for dinner", level=1)).to_be_visible()
    expect(tabs).to_have_text(["Overview", "Players", "Blinds", "Prizes"])
    expect(page.locator(".terms")).to_contain_text("100 for the prizes · 10 for the house")
    expect(board).to_contain_text("4 to go")

    # The arrow keys go from tab to tab, and each has its panel.
    tabs.nth(0).focus()
    for name, words in (("Players", "Nobody has entered yet."), ("Blinds", "20/40"), ("Prizes", "280")):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tabpanel", name=name)).to_contain_text(words)

    # Entering and leaving costs and returns the price.
    page.get_by_role("button", name="Enter for 110").click()
    expect(page.get_by_role("button", name="Unregister")).to_be_visible()
    expect(page.get_by_text("9,890").first).to_be_visible()
    bob.page.get_by_role("tab", name="Players").click()
    expect(bob.page.locator(".players tbody th")).to_have_text([ann.name])
    page.get_by_role("button", name="Unregister").click()
    expect(page.get_by_role("button", name="Enter for 110")).to_be_focused()
    expect(bob.page.get_by_text("Nobody has entered yet.")).to_be_visible()

    # A viewer follows the start on the lobby; the tab that bob has chosen stays.
    cat, dan, eve = come_in(), come_in(), come_in()
    for player in (ann, cat, dan, eve):
        ann.room.do(player.name, "register", tournament=event)
    expect(bob.page.locator(".event-badge")).to_have_text("Running")
    expect(bob.page.locator(".players tbody tr")).to_have_count(4)
    expect(bob.page.locator(".event-news")).to_contain_text("Play begins with 4 players at 2 tables.")
    expect(bob.page.locator('[data-tile="level"] dd').first).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    bob.page.get_by_role("tab", name="Tables").click()
    expect(bob.page.locator(".event-tables li")).to_have_count(2)
    expect(bob.page.get_by_role("link", name=re.compile("^Watch table"))).to_be_visible()

    # The page took ann to her seat; the lobby leads back to it.
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    page.goto(f"{ann.base}/#/tournament/{event}")
    expect(page.locator(".players .own th")).to_have_text(ann.name)
    expect(page.locator('[data-tile="mine"]')).to_contain_text("50 bb")
    page.get_by_role("link", name="Go to my seat").click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()


def test_a_moment_crosses_the_strip_and_covers_nothing_else(come_in: ComeIn) -> None:
    ann = come_in()
    event = ann.room.tournament(structure={**TWO_TABLES, "entrants": 2, "payouts": {"percent": [100]}})
    bob = come_in()
    for person in (ann, bob):
        ann.room.do(person.name, "register", tournament=event)
    page = ann.page
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    expect(page.locator(".strip-level dd")).to_have_text("1")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("innerWidth === 390")
    felt = "document.querySelector('.stage').getBoundingClientRect().top"
    page.evaluate(SETTLED)
    before = page.evaluate(felt)
    ann.room.move(600_000)
    moment = page.locator(".strip-moment span")
    expect(moment).to_have_text("Level 2: blinds 20/40, from the next hand")
    expect(page.locator("#live")).to_contain_text("Level 2: blinds 20/40, from the next hand")
    strip, shown = page.locator(".strip").bounding_box(), moment.bounding_box()
    assert strip is not None
    assert shown is not None
    assert (shown["y"], shown["height"]) == (strip["y"], strip["height"])
    assert page.evaluate(felt) == before, "the felt stays where it is"
