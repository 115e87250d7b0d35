"""The operator's page in the browser: sign in with the token, then use every command, each with confirmation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .people import Person
from .room import ADMIN
from .test_host import ask_for_seat, open_table

ComeIn = Callable[..., Person]


@pytest.fixture
def desk(server: str, browser: Browser) -> Iterator[Page]:
    """The operator's page, signed out."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{server}/operator")
    yield page
    context.close()
    assert not problems, problems


def sign_in(page: Page) -> None:
    page.get_by_label("Admin token").fill(ADMIN)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    return page.locator(".desk-list > li, .desk-lines > li").filter(
        has=page.get_by_role("heading", name=re.compile(rf"^{re.escape(name)}\b"))
    )


def opened(page: Page, name: str) -> Locator:
    """Return a table or tournament, with what can be done about it."""
    found = card(page, name)
    found.locator("summary").click()
    return found


def answer(page: Page, title: str, why: str = "") -> None:
    """Fill in the open dialog, and confirm."""
    dialog = page.get_by_role("dialog", name=title)
    if why:
        dialog.get_by_label(re.compile("^Why")).fill(why)
    dialog.get_by_role("button", name=title, exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_wrong_token_is_refused_and_the_right_one_stays_in_the_tab(desk: Page) -> None:
    desk.get_by_label("Admin token").fill("not the token")
    desk.get_by_role("button", name="Sign in").click()
    expect(desk.get_by_role("alert")).to_have_text("Wrong admin token.")
    assert desk.evaluate("sessionStorage.length") == 0
    sign_in(desk)
    expect(desk.get_by_role("status").first).to_contain_text("All is well.")
    desk.reload()
    expect(desk.get_by_role("heading", name="Tables")).to_be_visible()
    assert desk.evaluate("localStorage.getItem('bigslick-admin-token')") is None
    assert ADMIN not in desk.content()
    assert desk.context.cookies() == []
    desk.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(desk.get_by_label("Admin token")).to_be_visible()
    assert desk.evaluate("sessionStorage.length") == 0


def test_the_operator_pauses_resumes_and_closes_a_table(desk: Page, come_in: ComeIn) -> None:
    ann = come_in()
    ann.go_to("Typing")
    ann.sit()
    sign_in(desk)
    table = opened(desk, "Typing")
    expect(table).to_contain_text(ann.name)
    table.get_by_role("button", name="Pause").click()
    answer(desk, "Pause", "the cards are changed")
    expect(table).to_contain_text("Paused: the cards are changed")
    table.get_by_role("button", name="Resume").click()
    expect(table.get_by_role("button", name="Pause")).to_be_visible()
    table.get_by_role("button", name="Call the hand off").click()
    dialog = desk.get_by_role("dialog")
    dialog.get_by_role("button", name="Call the hand off").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no hand is being played")
    dialog.get_by_role("button", name="Cancel").click()
    table.get_by_role("button", name="Kick").click()
    answer(desk, "Kick")
    expect(table).to_contain_text(f"Kept out: {ann.name}")
    table.get_by_role("button", name="Let in again").click()
    expect(table).not_to_contain_text("Kept out")
    with desk.expect_download() as file:
        table.get_by_role("button", name="Ledger (CSV)").click()
    assert ann.name in file.value.path().read_text("utf-8")
    table.get_by_role("button", name="Close the table").click()
    answer(desk, "Close the table", "good night")
    expect(table).to_have_count(0)
    desk.get_by_role("button", name="Count every chip").click()
    expect(desk.get_by_text("every one of them is where it belongs")).to_be_visible()


def test_the_operator_mutes_and_bans_a_player(desk: Page, come_in: ComeIn) -> None:
    ann = come_in()
    ann.go_to("Wagers")
    ann.sit()
    sign_in(desk)
    desk.get_by_label("Name starts with").fill(ann.name)
    desk.get_by_role("button", name="Find").click()
    player = card(desk, ann.name)
    expect(player).to_contain_text("connected")
    player.get_by_role("button", name="Mute").click()
    answer(desk, "Mute", "shouting")
    expect(player).to_contain_text("Muted: shouting")
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something to the table").fill("hello")
    ann.page.get_by_role("button", name="Send").click()
    expect(ann.page.get_by_text("the operator has muted you: shouting").first).to_be_visible()
    player.get_by_role("button", name="Lift the mute").click()
    expect(player.get_by_role("button", name="Mute")).to_be_visible()
    player.get_by_role("button", name="Ban").click()
    answer(desk, "Ban", "cheating")
    expect(player).to_contain_text("Banned: cheating")
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Sign in")).to_be_visible()
    player.get_by_role("button", name="Lift the ban").click()
    expect(player).not_to_contain_text("Banned")


@pytest.mark.matrix
def test_the_operator_does_at_a_table_what_its_host_can(desk: Page, come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    name = f"Porch {ann.name[-4:]}"
    open_table(ann, name, approve="players")
    ann.sit()
    sign_in(desk)
    table = opened(desk, name)
    expect(table).to_contain_text(f"host {ann.name} · new players ask the host")
    table.get_by_role("button", name="Next hand now").click()
    expect(desk.get_by_text("two players with chips are needed to begin a hand")).to_be_visible()

    bob.find(name)
    ask_for_seat(bob, 600)
    expect(table).to_contain_text(f"{bob.name} wants a seat with 600.")
    table.get_by_role("button", name=f"Yes: {bob.name}").click()
    answer(desk, "Yes")
    expect(bob.page.locator(".seat.hero")).to_be_visible()
    expect(table).not_to_contain_text("wants a seat")

    table.get_by_role("button", name="Hand over").click()
    dialog = desk.get_by_role("dialog", name="Hand over")
    dialog.get_by_label("Name of the new host").fill("nobody")
    dialog.get_by_role("button", name="Hand over").click()
    expect(dialog.get_by_role("alert")).to_have_text("nobody is not at this table: hand it over to a player who is")
    dialog.get_by_label("Name of the new host").fill(bob.name)
    answer(desk, "Hand over")
    expect(table).to_contain_text(f"host {bob.name}")
    expect(bob.page.locator(".host-open")).to_be_visible()
    expect(ann.page.locator(".host-open")).to_be_hidden()

    table.get_by_role("button", name="The door").click()
    dialog = desk.get_by_role("dialog", name="Change the door")
    dialog.get_by_label("Buy-ins").select_option("buy_ins")
    expect(dialog.get_by_label("How much later")).to_be_hidden()
    dialog.get_by_label("People who only watch").select_option("delayed")
    dialog.get_by_label("How much later").select_option("30000")
    answer(desk, "Change the door")
    expect(table).to_contain_text("every buy-in asks the host · watched 30 s later")


@pytest.mark.matrix
def test_the_operator_pauses_a_running_tournament_and_hands_it_over(desk: Page, come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    name = f"Porch cup {ann.name[-4:]}"
    tournament = ann.page.evaluate(
        """async (name) => {
          const body = JSON.stringify({ name, entrants: 2, seats: 2 });
          const headers = { "content-type": "application/json" };
          return (await (await fetch("/api/tournaments", { method: "POST", headers, body })).json()).tournament;
        }""",
        name,
    )
    sign_in(desk)
    event = desk.get_by_role("region", name="Tournaments").locator("li", has_text=name)
    event.locator("summary").click()
    expect(event.get_by_role("button", name="Call it off")).to_be_visible()
    expect(event.get_by_role("button", name="Pause")).to_have_count(0)
    for person in (ann, bob):
        person.page.goto(f"{person.base}#/tournament/{tournament}")
        person.page.get_by_role("button", name="Enter for 100").click()
    expect(ann.page.locator(".stage[data-seats]")).to_be_visible()
    event.get_by_role("button", name="Pause").click()
    answer(desk, "Pause", "the fire alarm")
    expect(event).to_contain_text("Paused: the fire alarm")
    event.get_by_role("button", name="Resume").click()
    expect(event).not_to_contain_text("Paused")
    event.get_by_role("button", name="Hand over").click()
    desk.get_by_label("Name of the new host").fill(bob.name)
    answer(desk, "Hand over")
    expect(event).to_contain_text(f"host {bob.name}")
    event.get_by_role("button", name="The door").click()
    expect(desk.get_by_label("People who only watch")).to_have_count(0)
    desk.get_by_label("Entries").select_option("players")
    answer(desk, "Change the door")
    expect(event).to_contain_text("new players ask the host")
    event.get_by_role("button", name="Call it off").click()
    answer(desk, "Call it off", "the fire alarm again")
    expect(event).to_have_count(0)
