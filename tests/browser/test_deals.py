"""A deal at a tournament: proposed from the seat's menu, seen beside ICM and chips, accepted by all."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

ComeIn = Callable[..., Person]
DUEL = {
    "name": "Deal or duel",
    "entrants": 2,
    "seats": 2,
    "starting_stack": 1000,
    "buy_in": 100,
    "levels": [{"small": 10, "big": 20}],
    "payouts": {"percent": [70, 30]},
}


def test_players_make_a_deal_on_the_page(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    event = ann.room.tournament(structure=DUEL)
    for person in (ann, bob):
        ann.room.do(person.name, "register", tournament=event)
    for person in (ann, bob):
        expect(person.page.locator(".strip-level dd")).to_have_text("1")
    table = ann.table
    ann.page.get_by_role("button", name="Your seat").click()
    ann.page.get_by_role("button", name="Propose a deal").click()
    form = ann.page.get_by_role("dialog", name="Propose a deal")
    rows = form.locator(".deal-shares tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=ann.name).locator("td")).to_have_text(["100.00", "100.00", "100"])

    # Typed amounts and what is left to play for must add up to the prizes, to the unit.
    form.get_by_label("Split the prizes").select_option("agreed")
    form.get_by_label("Left to play for").fill("20")
    count = form.locator("p[role=status]")
    expect(count).to_have_text("220 of 200 given out: 20 too much.")
    form.get_by_label(f"What {bob.name} gets").fill("79")
    expect(count).to_have_text("199 of 200 given out: 1 to go.")
    ann.page.keyboard.press("Enter")
    expect(form.get_by_role("alert")).to_contain_text("add up to 199: expected 200")
    form.get_by_label(f"What {bob.name} gets").fill("80")
    expect(count).to_have_text("All 200 are given out.")
    ann.page.keyboard.press("Enter")
    expect(form).to_have_count(0)

    # The hand in progress ends first; then everybody is asked, with what they would get.
    expect(bob.page.locator(".deal-line")).to_contain_text(f"{ann.name} proposes a deal. The hands in progress end")
    expect(ann.page.get_by_role("button", name="Take it back")).to_be_visible()
    ann.room.play(table)
    asked = bob.page.get_by_role("dialog", name=f"{ann.name} proposes a deal")
    expect(asked).to_be_visible()
    expect(asked.locator(".lead")).to_contain_text("20 more is left to play for, and goes to the winner.")
    expect(asked.get_by_text("Yet to answer")).to_contain_text(bob.name)
    expect(asked.locator(".deal-clock")).to_have_text(re.compile(r"^(2:00|1:\d\d) to answer; silence is a no\.$"))
    for person in (ann, bob):
        expect(person.page.locator(".deal-line").get_by_text("See the deal")).to_be_visible()
        accept = person.page.get_by_role("dialog").get_by_role("button", name="Accept")
        if accept.count():  # whoever proposed it has accepted, unless the hand has changed the stacks
            accept.click()
    for person in (ann, bob):
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        expect(person.page.locator(".line-news").last).to_have_text(
            "The players make a deal for 180, and play on for 20 more."
        )
    ann.page.goto(f"{ann.base}/#/tournament/{event}")
    expect(ann.page.locator(".event-news li").first).to_contain_text("The players make a deal for 180")
    expect(ann.page.get_by_role("button", name="Propose a deal")).to_have_count(0)
