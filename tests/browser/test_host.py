"""A home game on the page: three people, a private table, requests, and all of its host's commands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.waiting import wait_until

from .geometry import matrix
from .people import Person, fetched
from .test_looks import violations

PHONE = {"viewport": {"width": 390, "height": 664}}
Arrive = Callable[..., Person]


def open_table(person: Person, name: str, **choices: str | bool) -> None:
    """Open a table with the form in the lobby."""
    person.page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = person.page.get_by_role("dialog", name="Open a table")
    dialog.get_by_role("textbox", name="Name").fill(name)
    for field, value in choices.items():
        found = dialog.locator(f"[name={field}]")
        if value is True:
            found.check()
        elif field == "password":
            found.fill(str(value))
        else:
            found.select_option(str(value))
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(person.page.locator(".stage[data-seats]")).to_be_visible()


def host_menu(person: Person) -> Locator:
    """Open the host's dialog."""
    dialog = person.page.get_by_role("dialog", name="You are the host")
    if not dialog.is_visible():
        person.page.locator(".host-open").click()
    expect(dialog).to_be_visible()
    return dialog


def close_menu(person: Person) -> None:
    person.page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def rarely(menu: Locator, name: str, more: str = "More about") -> Locator:
    """Return a button below "More", by default about the only other player."""
    menu.get_by_role("button", name=re.compile(f"^{more}")).click()
    return menu.get_by_role("button", name=name, exact=True)


def invite_link(person: Person) -> str:
    link = shown_link(host_menu(person))
    close_menu(person)
    return link


def shown_link(sheet: Locator) -> str:
    """Return the link in an invitation, once it is there."""
    link = sheet.get_by_label("Invite link")
    expect(link).to_have_value(re.compile("/"))
    return link.input_value()


def ask_for_seat(person: Person, chips: int) -> None:
    person.page.get_by_role("button", name="Take a seat").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label("Buy-in", exact=True).fill(str(chips))
    dialog.get_by_role("button", name="Sit down", exact=True).click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("options", [PHONE, *matrix({})], ids=["phone", "desktop"])
def test_a_private_table_with_password_and_requests(come_in: Arrive, options: dict[str, object]) -> None:
    ann, bob, eve = come_in(**options), come_in(**options), come_in(**options)
    name = f"Kitchen {ann.name[-4:]}"
    open_table(ann, name, private=True, password="river rat", approve="players")
    ann.sit()
    link = invite_link(ann)
    assert "/i/" in link

    expect(eve.page.locator(".table-card").first).to_be_visible()
    expect(eve.page.get_by_text(name)).to_have_count(0)
    table = ann.page.url.rpartition("/")[2]
    eve.page.goto(f"{eve.base}#/table/{table}")
    expect(eve.page.get_by_text(f"No table '{table}'").first).to_be_visible()

    bob.page.goto(link)
    expect(bob.page.get_by_role("heading", name=f"{ann.name} invites you")).to_be_visible()
    expect(bob.page.get_by_text(f"You come in as {bob.name}.")).to_be_visible()
    password, go = bob.page.locator("[name=password]"), bob.page.get_by_role("button", name="Ask for a seat")
    password.fill("wrong word")
    go.click()
    expect(bob.page.get_by_text("Wrong password")).to_be_visible()
    expect(password).to_be_focused()
    expect(password).to_have_value("wrong word")
    password.fill("river rat")
    go.click()
    expect(bob.page.get_by_text(f"{ann.name} has been asked.")).to_be_visible()
    expect(ann.page.locator(".badge-count")).to_have_text("1")
    menu = host_menu(ann)
    expect(menu.locator(".host-list").get_by_text(f"{bob.name} wants a seat with 1,000.")).to_be_visible()
    menu.get_by_role("button", name="No", exact=True).click()
    expect(bob.page.get_by_text("The host said no to your seat.").first).to_be_visible()
    close_menu(ann)
    bob.page.get_by_role("link", name="Watch meanwhile").click()
    expect(bob.page.locator(".stage[data-seats]")).to_be_visible()

    ask_for_seat(bob, 600)
    host_menu(ann).get_by_role("button", name="Yes", exact=True).click()
    expect(bob.page.locator(".seat.hero")).to_be_visible()
    if ann.page.get_by_role("dialog").count():
        close_menu(ann)
    expect(ann.seat_of(bob)).to_be_visible()
    bob.page.goto(f"{bob.base}#/")
    expect(bob.page.locator(".card-name", has_text=name)).to_be_visible()


@pytest.mark.matrix
def test_the_host_pauses_mutes_hands_over_and_bans(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    name = f"Garage {ann.name[-4:]}"
    open_table(ann, name)
    bob.find(name)
    ask_for_seat(bob, 600)
    expect(bob.page.locator(".seat.hero")).to_be_visible()

    menu = host_menu(ann)
    menu.get_by_role("button", name="Pause", exact=True).click()
    expect(menu.get_by_role("button", name="Resume", exact=True)).to_be_visible()
    expect(bob.page.locator(".stage").get_by_text("a break")).to_be_visible()
    menu.get_by_role("button", name="Resume", exact=True).click()
    expect(menu.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    rarely(menu, "Mute").click()
    expect(rarely(menu, "Unmute")).to_be_visible()

    menu.get_by_role("button", name="Ban", exact=True).click()  # the menu stays open while the room changes
    sure = ann.page.get_by_role("dialog", name=f"Ban {bob.name}?")
    sure.get_by_role("button", name="Not now").click()
    expect(bob.page.locator(".seat.hero")).to_be_visible()
    rarely(menu, "Ban").click()
    sure.get_by_role("button", name="Ban", exact=True).click()
    expect(bob.page.get_by_text("The host has banned you from this game.").first).to_be_visible()
    expect(menu.get_by_role("button", name="Unban")).to_be_visible()
    bob.page.reload()
    expect(bob.page.get_by_text("The host has banned you from this game.").first).to_be_visible()

    menu.get_by_role("button", name="Unban").click()
    bob.page.reload()
    ask_for_seat(bob, 600)
    rarely(menu, "Make host").click()
    ann.page.get_by_role("dialog", name=f"Make {bob.name} the host?").get_by_role("button", name="Hand over").click()
    expect(ann.page.locator(".host-open")).to_be_hidden()
    expect(bob.page.locator(".host-open")).to_be_visible()

    host_menu(bob).get_by_role("button", name="Close the table").click()
    sure = bob.page.get_by_role("dialog", name="Close the table?")
    sure.get_by_role("button", name="Close the table").click()
    expect(ann.page.get_by_role("button", name="Back to the lobby")).to_be_visible()
    ann.room.move(60_000)  # the night is over when its end has been shown
    ledger = f"{ann.base}/api/tables/{ann.table}/ledger"
    wait_until(lambda: fetched(ann.page, ledger)["closed_at"])
    ann.page.get_by_role("tab", name="Ledger").click()
    expect(ann.page.get_by_role("heading", name="Settle up")).to_be_visible()
    expect(ann.page.get_by_text("Stacks count as they were when the present hand began.")).to_have_count(0)


@pytest.mark.matrix
def test_players_change_seats_and_the_host_moves_and_draws_them(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    name = f"Attic {ann.name[-4:]}"
    open_table(ann, name)
    bob.find(name)
    ask_for_seat(bob, 600)
    where = bob.page.locator(".seat.hero")
    expect(where).to_be_visible()

    # No hand is coming, so the seat changes at once; the keyboard is enough.
    bob.page.locator(".seat-open").focus()
    bob.press("Enter")
    bob.page.get_by_role("button", name="Change seats").press("Enter")
    dialog = bob.page.get_by_role("dialog", name="Change seats")
    assert not violations(bob.page)
    dialog.get_by_role("button", name="Seat 4", exact=True).press("Enter")
    expect(bob.page.locator(".log")).to_contain_text("You have seat 4 now.")
    expect(ann.page.locator(".log")).to_contain_text(f"{bob.name} has seat 4 now.")

    ann.seat_of(bob).get_by_role("button", name=f"Note on {bob.name}").click()
    ann.page.get_by_role("button", name="Another seat", exact=True).click()
    dialog = ann.page.get_by_role("dialog", name=f"Another seat for {bob.name}")
    dialog.get_by_label("Seat").select_option("Seat 2: free")
    assert not violations(ann.page)
    dialog.get_by_role("button", name="Move", exact=True).click()
    expect(bob.page.locator(".log")).to_contain_text("The host moves you to seat 2 before the next hand.")
    expect(bob.page.locator(".log")).to_contain_text("You have seat 2 now.")

    ann.sit(deal=True)
    expect(ann.page.locator(".seat.acting")).to_be_visible()  # a turn that begins would close the dialog
    rarely(host_menu(ann), "Draw seats", "More$").click()
    ann.page.get_by_role("dialog", name="Draw all seats?").get_by_role("button", name="Draw", exact=True).click()
    expect(bob.page.locator(".log")).to_contain_text("All seats are drawn before the next hand.")
    close_menu(ann)
    ann.room.act(ann.table, "fold")
    ann.room.deal(ann.table)
    expect(bob.page.locator(".log")).to_contain_text("The seats are drawn.")
    expect(bob.page.locator(".seat .card.back").first).to_be_visible()
    expect(bob.page.locator(".seat:not(.empty)")).to_have_count(2)


def test_spectators_who_are_off_see_no_hand(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    name = f"Cellar {ann.name[-4:]}"
    open_table(ann, name, spectators="off")
    ann.sit()
    ann.choose("Add or remove bots")
    ann.page.get_by_role("dialog", name="House bots").get_by_role("button", name="Add").click()
    expect(ann.page.locator(".seat.is-bot")).to_have_count(1)
    ann.room.deal(ann.table)
    expect(ann.own_cards.first).to_be_visible()
    bob.find(name)
    expect(bob.page.get_by_text("The host lets nobody watch.")).to_be_visible()
    expect(bob.page.locator(".seat .hole .card, .seat .hole .face, .seat .hole .back")).to_have_count(0)


def test_a_tournament_of_ones_own_with_requests(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in(**PHONE)
    ann.page.get_by_role("button", name="Open a tournament").click()
    dialog = ann.page.get_by_role("dialog", name="Open a tournament")
    dialog.get_by_role("textbox", name="Name").fill("Sunday league")
    dialog.get_by_label("Players", exact=True).fill("2")
    dialog.get_by_label("Seats a table").fill("2")
    dialog.get_by_label("Private").check()
    dialog.locator("[name=approve]").select_option("players")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Sunday league")).to_be_visible()
    ann.page.get_by_role("button", name="Enter for 100").click()
    expect(ann.page.get_by_role("button", name="Unregister")).to_be_visible()

    bob.page.goto(invite_link(ann))
    expect(bob.page.locator(".invite-card")).to_contain_text("Buy-in 100 · 1 of 2 entered")
    bob.page.get_by_role("button", name="Ask for a seat").click()
    expect(bob.page.get_by_text(f"{ann.name} has been asked.")).to_be_visible()
    host_menu(ann).get_by_role("button", name="Yes", exact=True).click()
    expect(bob.page.locator(".stage[data-seats]")).to_be_visible()
    expect(ann.page.locator(".seat.acting")).to_be_visible()

    menu = host_menu(ann)
    expect(menu.get_by_role("heading", level=3)).to_have_text(["The tournament", "Players", "Broadcast"])
    expect(menu.get_by_role("button", name=re.compile("Kick|Ban|Next hand|Close the table"))).to_have_count(0)
    menu.get_by_role("button", name="Mute").click()
    expect(menu.get_by_role("button", name="Unmute")).to_be_visible()
    menu.get_by_role("button", name="Pause").click()
    for person in (ann, bob):
        expect(person.page.locator(".note")).to_contain_text(re.compile("paused|Paused"))
        expect(person.page.locator(".strip-next dd")).to_have_text(re.compile("^.+ · paused$"))
    menu.get_by_role("button", name="Resume").click()
    expect(bob.page.locator(".strip-next dd")).to_have_text(re.compile(" in "))


def open_attic(person: Person, **choices: int) -> str:
    """Open a table by the API, which takes more than the form offers; return its id."""
    table: str = person.page.evaluate(
        """async (body) => {
          const headers = { "content-type": "application/json" };
          const opened = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(body) });
          return (await opened.json()).table;
        }""",
        {"name": f"Attic {person.name[-4:]}", **choices},
    )
    return table


def test_a_player_votes_to_resume_a_paused_game(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    table = open_attic(ann)
    for person in (ann, bob):
        person.page.goto(f"{person.base}#/table/{table}")
    bob.sit()
    menu = host_menu(ann)
    menu.get_by_role("button", name="Pause").click()
    line = bob.page.locator(".host-line")
    expect(line).to_contain_text("Paused until")
    expect(ann.page.locator(".host-line")).to_be_hidden()
    bob.page.get_by_role("button", name="Vote to resume").click()
    expect(line).to_be_hidden()
    menu.get_by_role("button", name="Pause").click()
    expect(ann.page.get_by_text("The last pause ended without you: you can pause again in").first).to_be_visible()
    assert not ann.problems + bob.problems


@pytest.mark.parametrize("options", [{}, *matrix(PHONE)], ids=["desktop", "phone"])
def test_a_player_takes_over_from_a_host_who_is_away_and_gives_it_back(
    come_in: Arrive, options: dict[str, object]
) -> None:
    ann, bob = come_in(**options), come_in(**options)
    table = open_attic(ann, take_over_ms=5_000)
    for person in (ann, bob):
        person.page.goto(f"{person.base}#/table/{table}")
    bob.sit()
    expect(ann.page.locator(".host-open")).to_be_visible()
    offer = bob.page.locator(".host-line")
    expect(offer).to_be_hidden()
    ann.page.goto("about:blank")
    expect(offer).to_contain_text(f"{ann.name}, the host, is away.")
    bob.room.move(5_000)
    bob.page.get_by_role("button", name="Take over as host").click()
    expect(bob.page.get_by_text("You are the host now.").first).to_be_visible()
    expect(bob.page.locator(".host-open")).to_be_visible()
    expect(offer).to_be_hidden()
    ann.page.goto(f"{ann.base}#/table/{table}")
    expect(ann.page.get_by_text(f"{bob.name} took over while you were away.")).to_be_visible()
    ann.page.get_by_role("button", name="Ask to be the host again").click()
    menu = host_menu(bob)
    expect(
        menu.locator(".host-list").get_by_text(f"{ann.name} is back, and wants to be the host again.")
    ).to_be_visible()
    menu.get_by_role("button", name="Yes", exact=True).click()
    expect(ann.page.get_by_text("You are the host again.").first).to_be_visible()
    expect(ann.page.locator(".host-open")).to_be_visible()
    expect(bob.page.locator(".host-open")).to_be_hidden()
    assert not ann.problems + bob.problems
