"""Clubs and ledgers in the browser: people found one, join, play, settle up and see the season."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.server.importing.ledgers import ledger
from tests.waiting import wait_until

from .geometry import matrix
from .people import Person, fetched

ComeIn = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 664}}


def found_club(person: Person, name: str) -> str:
    """Found a club from the lobby, and return its invite link."""
    page = person.page
    page.get_by_role("button", name="Found a club").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the club").fill(name)
    dialog.get_by_role("button", name="Found a club").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    page.get_by_role("tab", name="Members").click()
    return page.get_by_label("Invite link").input_value()


def join(person: Person, link: str) -> None:
    """Open an invite link, and join."""
    person.page.goto("about:blank")
    person.page.goto(link)
    person.page.get_by_role("button", name="Join the club").click()
    expect(person.page.get_by_role("tab", name="Tables")).to_be_visible()


def open_table(person: Person, name: str) -> str:
    """Open a club table without bots, and return its address."""
    page = person.page
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("House bots").fill("0")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    return page.url


def confirm(page: Page, name: str) -> None:
    """Confirm the open dialog."""
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_a_club_plays_a_night_settles_it_and_counts_its_season(come_in: ComeIn, server: str) -> None:
    ann, bob, eve = come_in(), come_in(**PHONE), come_in()
    link = found_club(ann, "Friday night")
    join(bob, link)
    table = open_table(ann, "Ours")
    eve.page.goto(table)
    expect(eve.page.get_by_role("paragraph").filter(has_text="the lobby lists them")).to_be_visible()
    expect(bob.page.get_by_role("link", name=re.compile("^Ours"))).to_be_visible()
    bob.find("Ours")
    ann.sit(1000)
    bob.sit(1000)
    # Heads-up, the first to fold loses the small blind: 5 chips.
    expect(ann.page.locator(".seat.acting")).to_be_visible()
    ann.room.order(table.rpartition("/")[2], "pause")  # so that no second hand begins while they leave
    acting = ann.page.locator(".seat.acting .name").text_content()
    loser, winner = (ann, bob) if acting == ann.name else (bob, ann)
    loser.act("Fold")
    expect(winner.page.locator(".line-pot_awarded")).to_have_count(1)
    for person in (ann, bob):
        person.choose("Leave the table")
        expect(person.page.get_by_role("button", name="Take a seat")).to_be_visible()
    ann.page.get_by_role("tab", name="Ledger").click()
    drawer = ann.page.locator(".ledger-view")
    expect(drawer.get_by_text(re.compile(r"pays"))).to_be_visible()
    drawer.get_by_role("link", name="Open the whole ledger").click()
    expect(ann.page.get_by_role("heading", name="Ledger of Ours")).to_be_visible()
    row = ann.page.get_by_role("row", name=re.compile(f"^{winner.name}"))
    expect(row).to_contain_text("+")
    with ann.page.expect_download() as file:
        ann.page.get_by_role("button", name="Download").click()
        ann.page.get_by_role("link", name="Players (CSV)").click()
    assert file.value.suggested_filename.endswith("-players.csv")
    eve.page.goto("about:blank")
    eve.page.goto(ann.page.url)
    expect(eve.page.get_by_text("There is no ledger of")).to_be_visible()
    ann.room.order(table.rpartition("/")[2], "close")
    club = bob.page
    club.goto("about:blank")
    club.goto(f"{server}/#/clubs")
    club.get_by_role("link", name=re.compile("^Friday night")).click()
    expect(club.get_by_role("tab", name="Tables")).to_be_visible()
    ledger = f"{server}/api/clubs/{club.url.rpartition('#')[2].split('/')[2]}/ledger"
    wait_until(lambda: fetched(club, ledger)["nights"])  # the night is over when its end has been shown
    club.get_by_role("tab", name="Ledger").click()
    expect(club.get_by_text("One night of this period is open.")).to_be_visible()
    expect(club.get_by_role("button", name="Settle these nights")).to_have_count(0)
    ann.page.goto(club.url)
    ann.page.get_by_role("tab", name="Ledger").click()
    ann.page.get_by_role("button", name="Settle these nights").click()
    confirm(ann.page, "Settle these nights")
    ann.page.get_by_role("button", name=re.compile("^Mark as paid")).click()
    expect(ann.page.get_by_text("Paid", exact=True)).to_be_visible()
    expect(ann.page.get_by_text("No night of this period is open.")).to_be_visible()
    club.get_by_role("tab", name="Season").click()
    first = club.get_by_role("row").nth(1)
    expect(first).to_contain_text(winner.name)
    expect(first).to_contain_text("+5")
    club.get_by_label("Decided by").select_option("chips")
    expect(club.get_by_role("row").nth(2)).to_contain_text("\u22125")
    rights = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.getBoundingClientRect().right))"
    head, *rows = club.locator(".figures").evaluate(rights)
    assert rows == [head, head], "figures are below their heading"
    expect(club.get_by_role("button", name="Change the points")).to_have_count(0)
    choose_points(ann)


def choose_points(owner: Person) -> None:
    """Choose a formula for the season; a wrong one is refused, and nothing is lost."""
    page = owner.page
    page.get_by_role("tab", name="Season").click()
    expect(page.get_by_text("2*beaten + tied")).to_be_visible()
    page.get_by_role("button", name="Change the points").click()
    dialog = page.get_by_role("dialog")
    known, formula = dialog.get_by_role("combobox").first, dialog.get_by_role("textbox", name="Formula")
    known.select_option("n - place + 1")
    expect(formula).to_have_value("n - place + 1")
    formula.fill("10*plaace")
    expect(known).to_have_value("")
    dialog.get_by_label("Best events that count").fill("3")
    dialog.get_by_role("button", name="Change").click()
    expect(dialog.get_by_role("alert")).to_contain_text("character 4: 'plaace' is not a name here")
    formula.fill("n/place")
    dialog.get_by_role("button", name="Change").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Only the best 3 events count.")).to_be_visible()
    expect(page.get_by_role("row").nth(2).get_by_role("cell").nth(1)).to_have_text("1")


def test_a_night_at_poker_now_is_imported_and_taken_back(come_in: ComeIn) -> None:
    ann = come_in(**PHONE)
    page = ann.page
    found_club(ann, "Imports")
    page.get_by_role("tab", name="Ledger").click()
    page.get_by_role("button", name="Import a night from Poker Now").click()
    chosen = page.get_by_label("Ledger (CSV)")
    chosen.set_input_files(FilePayload(name="log.csv", mimeType="text/csv", buffer=b"entry,at,order"))
    expect(page.get_by_role("alert").filter(has_text="choose its ledger instead")).to_be_visible()
    chosen.set_input_files(FilePayload(name="ledger.csv", mimeType="text/csv", buffer=ledger().encode()))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Name")).to_be_focused()
    expect(dialog.get_by_text("+3,012")).to_be_visible()
    dialog.get_by_label("The file counts in").select_option("1")
    expect(dialog.get_by_text("+€30.12")).to_be_visible()
    dialog.get_by_label("Who is ann in the club?").select_option(ann.name)
    dialog.get_by_label("Who is ann on PC in the club?").select_option(ann.name)
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "nothing is beside the dialog"
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(dialog).to_have_count(0)
    night = page.locator(".nights li")
    expect(night).to_contain_text("imported")
    expect(night).to_contain_text(f"{ann.name} \u2212€25.00")
    expect(page.get_by_text("N punt pays")).to_have_count(0)
    expect(page.get_by_text(f"{ann.name} pays Kimchi")).to_be_visible()
    night.get_by_role("button", name=re.compile("^Take back")).click()
    confirm(page, "Take it back")
    expect(night).to_have_count(0)


@pytest.mark.parametrize("language", ["pt-BR", *matrix("en", "de", "fr", "es")])
def test_a_clubs_tabs_are_on_one_line_on_a_narrow_phone(come_in: ComeIn, server: str, language: str) -> None:
    ann = come_in(viewport={"width": 360, "height": 780}, locale=language)
    clubs, origin = f"{server}/api/clubs", {"origin": server}
    club = ann.context.request.post(clubs, data={"name": "Narrow"}, headers=origin).json()["id"]
    ann.page.goto(f"{server}/#/club/{club}")
    expect(ann.page.get_by_role("tab")).to_have_count(5)
    places = ann.page.get_by_role("tab").evaluate_all(
        "(tabs) => tabs.map((tab) => [tab.getBoundingClientRect().top, tab.getBoundingClientRect().right])"
    )
    assert len({top for top, _ in places}) == 1
    assert max(right for _, right in places) <= 344.5, "the last one ends where the page's text does"


def test_a_manager_begins_a_series_opens_a_tournament_in_it_and_ends_it(come_in: ComeIn) -> None:
    ann, bob = come_in(**PHONE), come_in()
    join(bob, found_club(ann, "League night"))
    page = ann.page
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("button", name="Begin a series").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the series").fill("Winter league")
    dialog.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Winter league", level=1)).to_be_visible()
    expect(page.get_by_text("10*sqrt(n)/sqrt(place)", exact=True)).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Open a tournament").click()
    dialog.get_by_label("Name", exact=True).fill("First cup")
    dialog.get_by_role("combobox", name=re.compile("^Series")).select_option("Winter league")
    dialog.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("link", name="Winter league").click()
    expect(page.get_by_role("link", name="First cup")).to_be_visible()
    page.get_by_role("button", name="End the series").click()
    confirm(page, "End the series")
    expect(page.get_by_text("It is over.")).to_be_visible()
    expect(page.get_by_role("button", name="Go on with the series")).to_be_visible()
    bob.page.get_by_role("link", name="Winter league").click()
    expect(bob.page.get_by_role("link", name="First cup")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Change the points")).to_have_count(0)


@pytest.mark.matrix
def test_the_owner_promotes_removes_and_hands_over(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    link = found_club(ann, "Saturday")
    join(bob, link)
    page = ann.page
    page.reload()
    page.get_by_role("tab", name="Members").click()
    page.get_by_role("button", name=f"Make a manager: {bob.name}").click()
    expect(page.get_by_role("button", name=f"Make a member: {bob.name}")).to_be_visible()
    page.get_by_role("button", name="New link").click()
    confirm(page, "New link")
    expect(page.get_by_label("Invite link")).not_to_have_value(link)
    page.get_by_role("button", name=f"Hand over: {bob.name}").click()
    confirm(page, "Hand over")
    expect(page.get_by_role("button", name=f"Leave the club: {ann.name}")).to_be_visible()
    page.get_by_role("button", name=f"Leave the club: {ann.name}").click()
    confirm(page, "Leave the club")
    expect(page.get_by_text("You are in no club yet.")).to_be_visible()
    bob.page.reload()
    bob.page.get_by_role("tab", name="Tables").press("ArrowLeft")
    expect(bob.page.get_by_role("tab", name="Season")).to_be_focused()
    expect(bob.page.get_by_text("The season begins with the first night")).to_be_visible()


def test_an_old_invite_and_an_unknown_club_say_so(come_in: ComeIn, server: str) -> None:
    eve = come_in()
    eve.page.goto(f"{server}/#/join/nothing")
    expect(eve.page.get_by_text("This invite is not valid any more")).to_be_visible()
    eve.page.goto(f"{server}/#/club/c999")
    expect(eve.page.get_by_text("You are in no club 'c999'")).to_be_visible()
    expect(eve.page.get_by_text("All your clubs")).to_be_visible()


@pytest.mark.matrix
def test_a_member_opens_a_tournament_of_the_club_from_its_page(come_in: ComeIn) -> None:
    ann, bob, eve = come_in(), come_in(**PHONE), come_in()
    join(bob, found_club(ann, "Cup night"))
    page = bob.page
    page.get_by_role("button", name="Open a tournament").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Our cup")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Our cup")).to_be_visible()
    ann.page.get_by_role("tab", name="Tables").click()
    expect(ann.page.get_by_role("link", name=re.compile("Our cup"))).to_be_visible()
    eve.page.goto(page.url)
    expect(eve.page.get_by_text(re.compile("No tournament .*: the lobby lists them"))).to_be_visible()
