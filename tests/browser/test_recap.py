"""The recap in the browser: it comes when the table closes, payments are ticked, and its link opens for anyone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.waiting import wait_until

from .people import Person


def test_a_closed_table_leads_to_its_recap_where_payments_are_ticked_and_shared(
    come_in: Callable[..., Person], server: str
) -> None:
    ann, bob = come_in(viewport={"width": 390, "height": 844}), come_in()
    lines = bob.tapped()
    table = ann.go_to("Look back")
    ann.room.want(table, "not split")
    ann.sit(deal=False)
    bob.go_to("Look back")
    bob.sit()
    ann.play(1)
    ann.room.go_on(table)
    ann.room.order(table, "pause")  # so that no third hand begins
    ann.room.act(table, "fold")
    for person in (ann, bob):
        expect(person.page.locator(".line-pot_awarded")).to_have_count(2)
    bob.context.set_offline(True)  # which leaves the socket open
    lines[-1].close()
    expect(bob.page.locator("#connection")).to_be_visible()
    ann.room.order(table, "close")
    wait_until(lambda: ann.context.request.get(f"{server}/api/tables/{table}").status == 404)
    bob.context.set_offline(False)
    for person in (ann, bob):
        expect(person.page).to_have_url(re.compile(rf"#/recap/{table}$"))
        expect(person.page.get_by_role("heading", name="Look back", exact=True)).to_be_visible()
    page = ann.page
    expect(page.get_by_role("heading", name="Biggest pot")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Stacks over 2 hands"))).to_be_visible()
    expect(page.get_by_role("region", name="Results").get_by_role("row")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of a phone"
    payee = ann if page.get_by_role("checkbox").count() else bob
    payer = bob if payee is ann else ann
    tick = payee.page.get_by_role("checkbox", name=re.compile("^Paid"))
    tick.focus()
    payee.page.keyboard.press("Space")
    expect(payer.page.get_by_text("Everything is paid.")).to_be_visible()
    expect(payer.page.locator(".toasts")).to_contain_text("marked as paid")
    expect(tick).to_be_focused()
    bob.page.get_by_role("button", name="Share").click()
    dialog = bob.page.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("img", name="Picture of the recap")).to_be_visible()
    link = dialog.get_by_label("Link to the recap").input_value()
    stranger = come_in(guest=False)
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("heading", name="Biggest pot")).to_be_visible()
    expect(stranger.page.get_by_role("checkbox")).to_have_count(0)
    stranger.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    expect(stranger.page).to_have_url(re.compile(r"/#/$"))
    stranger.page.goto(f"{server}/#/table/{table}")
    expect(stranger.page.get_by_role("heading", name="No such table")).to_be_visible()
    page.goto(f"{server}/#/")
    page.goto(f"{server}/#/table/{table}")
    expect(page).to_have_url(re.compile(rf"#/recap/{table}$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/#/$"))
