"""Visits every screen of the page, for tests that look at it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from .geometry import SETTLED, draw_betting, draw_showdown
from .people import Person
from .room import ADMIN, Room

Look = Callable[[Page, str], None]
"""Called at each screen; it may resize the page."""
BOTS: dict[str, Any] = {"seats": 6, "bots": ["caller"] * 4, "pace": {"bank_ms": 30_000, "inter_round_delay_ms": 5_000}}
SPRINT = {
    "name": "Three-handed sprint",
    "entrants": 3,
    "seats": 3,
    "starting_stack": 400,
    "buy_in": 100,
    "fee": 10,
    "levels": [{"small": 20, "big": 40, "hands": 3}, {"small": 200, "big": 400, "ante": 400}],
    "payouts": {"percent": [70, 30]},
}


def tour(browser: Browser, room: Room, look: Look, *, brief: bool = False) -> None:
    """Visit every screen in the room; a brief tour ends after the lobby, an empty table and its dialogs."""
    person = Person(browser, room, guest=False, bypass_csp=True)
    try:
        _lobby(person, look)
        _tables(person, look)
        if not brief:
            _hand(person, look)
            _several(person, look)
            _records(person, look)
            _host(person, look)
            _club(person, look)
            _tournament(person, look)
            _operator(person, look)
            _nowhere(person, look)
        assert not person.problems, person.problems
    finally:
        person.leave()


def _desktop(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".tables.single")).to_have_count(0)
    page.evaluate(SETTLED)


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
        page.get_by_role("button", name=button, exact=True).click()
        _dialog(person, look, name)
    for button, name in (("Keys", "keys"), ("Account and sessions", "sessions")):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name=button).click()
        _dialog(person, look, name)


def _tables(person: Person, look: Look) -> None:
    page = person.page
    person.go_to("Above your means", small_blind=5_000, big_blind=10_000)
    page.get_by_role("button", name="Take a seat").click()
    _dialog(person, look, "short-of-chips")
    person.go_to("Waiting room", seats=6)
    look(page, "table-empty")
    page.get_by_role("button", name="Take a seat").click()
    _dialog(person, look, "sit-down")
    person.sit_down()
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
    bust = "({ bustDialog }) => void bustDialog({}, () => {}, () => {})"
    page.evaluate(f"import('/table/finish-dialogs.js').then({bust})")
    _dialog(person, look, "bust")
    for seats, boards in ((2, 1), (6, 1), (9, 2)):
        draw_showdown(page, seats, boards, longest=False)
        look(page, f"showdown-{seats}-{boards}")
    draw_betting(page)
    look(page, "betting")
    page.goto(f"{person.base}/#/")


def _hand(person: Person, look: Look) -> None:
    page = person.page
    person.go_to("Tour", **BOTS)
    person.sit_down()
    person.room.deal(person.table)
    expect(person.controls).to_be_visible()
    look(page, "turn")
    person.play()
    expect(page.locator(".winner").first).to_be_visible()
    look(page, "winner")
    person.choose("Sit out")
    _desktop(page)
    for tab in ("Chat", "Hands"):
        page.get_by_role("tab", name=tab).click()
        page.evaluate("document.querySelector('.drawer').classList.add('open')")
        if tab == "Hands":
            expect(page.locator(".hand-row").first).to_be_visible()
        look(page, tab.lower())
    _desktop(page)
    page.locator(".hand-row a").first.click()
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict")).to_have_text("Verified")
    look(page, "replay")
    page.goto(f"{person.base}/embed/{page.evaluate('location.hash').rpartition('/')[2]}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look(page, "embed")
    page.goto(f"{person.base}/#/")


def _several(person: Person, look: Look) -> None:
    page = person.page
    _desktop(page)
    for table in ("Tour", "Beside the tour"):
        person.go_to(table, **BOTS)
        if table == "Beside the tour":
            person.sit_down()
        else:
            page.get_by_role("button", name=re.compile("^I.m back")).first.click()
        person.room.go_on(person.table)
    page.goto(f"{person.base}/#/")
    page.get_by_role("link", name="All your tables on one page").click()
    expect(page.locator(".pane.waits")).to_have_count(2)
    look(page, "tables-two")
    _desktop(page)
    page.get_by_role("button", name="Add a table").click()
    _dialog(person, look, "add-table")
    _desktop(page)
    page.get_by_role("button", name="Close Beside the tour").click()
    _dialog(person, look, "close-table")
    seats = page.evaluate("location.hash").rpartition("/")[2]
    page.goto(f"{person.base}/#/tables/{seats}+t1+t2")
    expect(page.locator(".pane .stage[data-seats]")).to_have_count(4)
    look(page, "tables-four")
    page.goto(f"{person.base}/#/tables/t1+t2+t3+t4+t5")
    expect(page.get_by_role("heading", name="Too many tables")).to_be_visible()
    look(page, "tables-five")
    for table in ("Tour", "Beside the tour"):
        person.go_to(table)
        person.choose("Sit out")


def _records(person: Person, look: Look) -> None:
    page = person.page
    _desktop(page)
    page.goto(f"{person.base}/#/hands")
    expect(page.locator(".my-hand").first).to_be_visible()
    look(page, "my-hands")
    page.goto(f"{person.base}/#/")


def _host(person: Person, look: Look) -> None:
    page = person.page
    _desktop(page)
    page.get_by_role("button", name="Open a tournament").click()
    _dialog(person, look, "new-tournament")
    _desktop(page)
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog", name="Open a table")
    dialog.get_by_role("textbox", name="Name").fill("Hosted on tour")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    assert person.context.browser is not None
    friend = Person(person.context.browser, person.room, bypass_csp=True)
    for sitting in (person, friend):
        person.room.sit(sitting.name, person.table)
    person.room.order(person.table, "pause")
    broadcast = _hosted(person, look)
    _night(person, look, broadcast)
    page.goto(f"{person.base}/#/")
    tables, ask = f"{person.base}/api/tables", person.context.request
    opened = ask.post(tables, data={"name": "Invited", "private": True}, headers={"origin": person.base}).json()
    link = ask.get(f"{tables}/{opened['table']}/invitation").json()["link"]
    friend.context.clear_cookies()
    friend.page.goto(link)
    expect(friend.page.locator(".invite-card")).to_be_visible()
    look(friend.page, "invite")
    friend.leave()


def _hosted(person: Person, look: Look) -> str:
    """Look at what a host opens at a table; return the address of its broadcast."""
    page = person.page
    menu = page.get_by_role("dialog", name="You are the host")
    page.locator(".host-open").click()
    menu.get_by_role("button", name="Start the broadcast").click()
    address = menu.get_by_label("Address of the broadcast").input_value()
    menu.get_by_role("button", name=re.compile("^More about")).click()
    look(page, "host")
    for opener, name in (("Seat", "another-seat"), ("Draw seats", "redraw")):
        if not menu.get_by_role("button", name=opener, exact=True).is_visible():
            menu.get_by_role("button", name="More", exact=True).click()
        menu.get_by_role("button", name=opener, exact=True).click()
        look(page, name)
        page.keyboard.press("Escape")
    _dialog(person, look, "host-broadcast")
    _desktop(page)
    person.choose("Change seats")
    _dialog(person, look, "change-seats")
    return address


def _night(person: Person, look: Look, broadcast: str) -> None:
    """Play two hands at a broadcast table, and look at what remains of its night."""
    page, room, table = person.page, person.room, person.table
    page.get_by_role("button", name="Show my cards").click()
    room.order(table, "resume")
    room.play(table, 1)
    room.go_on(table)
    room.order(table, "pause")  # so that no third hand begins
    room.play(table, 2)
    page.goto(f"{person.base}/#/ledger/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look(page, "ledger")
    page.goto(broadcast)
    expect(page.locator(".stream-pane")).to_be_visible()
    room.move(400_000)
    expect(page.locator(".hole .face").first).to_be_visible()
    look(page, "stream")
    room.order(table, "close")
    room.move(60_000)
    page.goto(f"{person.base}/#/recap/{table}")
    expect(page.get_by_role("heading", name="Biggest pot")).to_be_visible()
    look(page, "recap")


def _club(person: Person, look: Look) -> None:
    page = person.page
    _desktop(page)
    page.get_by_role("button", name="Found a club").click()
    page.get_by_role("dialog").get_by_label("Name of the club").fill("Friday on tour")
    page.get_by_role("dialog").get_by_role("button", name="Found a club").click()
    expect(page.get_by_role("heading", name="Friday on tour", level=1)).to_be_visible()
    shown = {
        "Tables": "No game is open",
        "Calendar": "No evening is planned",
        "Members": "Invite link",
        "Ledger": "No night of this period",
        "Season": "The season begins",
    }
    for tab, words in shown.items():
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_text(words).first).to_be_visible()
        look(page, f"club-{tab.lower()}")
    page.get_by_role("button", name="Change the points").click()
    look(page, "club-points")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("button", name="Begin a series").click()
    page.get_by_label("Name of the series").fill("Winter league")
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Winter league", level=1)).to_be_visible()
    look(page, "series")
    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("tab", name="Members").click()
    link = page.get_by_label("Invite link").input_value()
    page.goto(f"{person.base}/#/clubs")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look(page, "clubs")
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    look(page, "club-invite")
    _desktop(page)
    page.goto(f"{person.base}/#/")


def _operator(person: Person, look: Look) -> None:
    page = person.page
    _desktop(page)
    page.goto(f"{person.base}/operator")
    expect(page.get_by_label("Admin token")).to_be_visible()
    look(page, "operator-door")
    page.get_by_label("Admin token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    look(page, "operator")


def _tournament(person: Person, look: Look) -> None:
    page = person.page
    person.room.tournament(structure=SPRINT, fill_ms=0, fill_bots=["caller"] * 2, pace={"inter_round_delay_ms": 50})
    page.get_by_role("link", name=re.compile("Three-handed sprint")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Enter for"))).to_be_visible()
    look(page, "tournament-open")
    for tab in ("Players", "Blinds", "Prizes"):
        page.get_by_role("tab", name=tab).click()
        look(page, f"tournament-{tab.lower()}")
    page.get_by_role("button", name=re.compile("^Enter for")).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    expect(person.controls).to_be_visible()
    look(page, "tournament-table")
    _desktop(page)
    hands = page.url
    page.goto(f"{person.base}/#/tournament/{person.table.rpartition('.')[0]}")
    expect(page.get_by_role("tabpanel", name="Players")).to_be_visible()
    look(page, "tournament-running")
    page.get_by_role("tab", name="Tables").click()
    look(page, "tournament-tables")
    page.goto(hands)
    expect(person.controls).to_be_visible()
    dialog = page.locator("dialog.moment")
    for _ in range(200):
        expect(page.locator(".controls:not([hidden]), dialog.moment").first).to_be_visible()
        if dialog.count():
            break
        asked = person.controls.get_attribute("data-asked")
        person.room.act(person.table, "all_in")
        expect(page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)
    look(page, "finish")
    dialog.get_by_role("button", name="See the result").click()
    expect(page.locator(".podium, .players tbody tr").first).to_be_visible()
    look(page, "tournament-result")


def _nowhere(person: Person, look: Look) -> None:
    page = person.page
    for path, name in (
        ("/#/tournament/nothing", "tournament-unknown"),
        ("/#/table/nothing", "table-unknown"),
        ("/#/nothing", "screen-unknown"),
        ("/nothing", "not-found"),
        ("/i/nothing", "invite-unknown"),
        ("/api/docs", "manual"),
        ("/offline.html", "offline"),
    ):
        page.goto(f"{person.base}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        look(page, name)
