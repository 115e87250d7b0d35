"""A broadcast on the page: the host starts it, the players answer, and its own page shows the cards of who agreed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person
from .test_host import close_menu, host_menu, open_table

Arrive = Callable[..., Person]


def test_a_broadcast_from_the_host_to_its_own_page(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    open_table(ann, f"Studio {ann.name[-4:]}")
    ann.sit(deal=False)
    menu = host_menu(ann)
    menu.get_by_role("button", name="Start the broadcast").click()
    address = menu.get_by_label("Address of the broadcast").input_value()
    assert "/stream#" in address
    close_menu(ann)
    expect(ann.page.locator(".on-air")).to_be_visible()
    ann.page.get_by_role("button", name="Show my cards").click()
    expect(ann.page.locator(".broadcast-line")).to_be_hidden()

    bob.page.goto(ann.page.url)
    bob.sit(deal=False)
    expect(bob.page.get_by_role("group", name="Broadcast")).to_contain_text("at least 5 minutes")
    bob.page.get_by_role("button", name="Hide my cards").click()
    expect(bob.page.locator(".broadcast-line")).to_be_hidden()
    bob.room.deal(bob.table)
    expect(ann.own_cards).to_have_count(2)
    cards = ann.own_cards.evaluate_all("cards => cards.map((card) => card.getAttribute('aria-label'))")
    bob.room.act(bob.table, "fold")

    stream = bob.context.new_page()
    stream.on("pageerror", lambda error: bob.problems.append(str(error)))
    stream.goto(address)
    expect(stream.locator(".stream-line")).to_contain_text("begins with the first hand")
    ann.room.move(301_000)
    ann.room.move(60_000)
    faces = stream.locator(".hole .face")
    expect(faces).to_have_count(2)
    expect(stream.locator(".pod .face-picture")).to_have_count(2)
    assert faces.evaluate_all("cards => cards.map((card) => card.getAttribute('aria-label'))") == cards
    assert stream.locator("button:visible, a:visible").count() == 0, "nothing to press"
    for person in (ann, bob):  # a turn that begins would close their dialogs
        expect(person.page.locator(".seat.acting")).to_be_visible()
    bob.choose("Show my cards in the broadcast")
    menu = host_menu(ann)
    menu.get_by_role("button", name="Stop the broadcast").click()
    ann.page.get_by_role("button", name="Stop it").click()
    expect(stream.get_by_role("alert")).to_contain_text("This broadcast is over")
    expect(bob.page.locator(".on-air")).to_be_hidden()
