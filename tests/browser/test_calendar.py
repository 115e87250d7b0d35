"""A club's calendar in the browser: an evening is planned, answered with one tap, and played at its table."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import expect

from .people import Person
from .room import Room
from .test_club import PHONE, confirm, found_club, join

HOUR = 3_600_000


def test_an_evening_is_planned_answered_and_played(come_in: Callable[..., Person], room: Room) -> None:
    ann, bob, cat = come_in(), come_in(**PHONE), come_in()
    link = found_club(ann, "Thursday club")
    for friend in (bob, cat):
        join(friend, link)
    page = ann.page
    page.get_by_role("tab", name="Calendar").click()
    page.get_by_role("button", name="Plan an evening").click()
    starts = datetime.fromtimestamp((room.move() + 2 * HOUR) / 1000, UTC)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Date").fill(f"{starts:%Y-%m-%d}")
    dialog.get_by_label("Time", exact=True).fill(f"{starts:%H:%M}")
    dialog.get_by_label("Time zone").select_option("UTC")
    dialog.get_by_label("Note").fill("bring snacks")
    dialog.get_by_label("Name", exact=True).fill("Big night")
    dialog.get_by_label("Seats", exact=True).fill("2")
    expect(dialog.get_by_label("Private")).to_have_count(0)
    dialog.get_by_role("button", name="Plan", exact=True).click()
    evening = page.get_by_role("article").filter(has_text="Big night")
    expect(evening).to_contain_text(f"Coming (1) {ann.name}")
    # one tap on the phone, from the lobby, and the focus stays
    bob.page.goto(f"{room.base}/#/")
    yours = bob.page.get_by_role("region", name="Your next evening")
    yours.get_by_role("group", name="Do you come to Big night?").get_by_role("button", name="Yes").click()
    expect(yours.get_by_role("button", name="Yes", pressed=True)).to_be_focused()
    expect(yours).to_contain_text(f"Coming (2) {ann.name}, {bob.name}")
    yours.get_by_role("link", name="Big night").click()
    following = bob.page.get_by_role("region", name="Next evening")
    expect(following.get_by_role("button", name="Call it off: Big night")).to_have_count(0)
    with bob.page.expect_download() as file:
        following.get_by_role("link", name="Add to calendar").click()
    assert file.value.suggested_filename.endswith(".ics")
    bob.page.get_by_role("tab", name="Calendar").click()
    expect(following).to_be_hidden()
    bob.page.get_by_role("button", name="Subscribe").click()
    address = bob.page.get_by_label("Address of the calendar")
    expect(address).to_have_value(re.compile(r"/calendar/[\w-]{24}\.ics$"))
    before = address.input_value()
    bob.page.get_by_role("button", name="New address").click()
    expect(address).not_to_have_value(before)
    # the same again, called off
    evening.get_by_role("button", name="Same again next week").click()
    dialog.get_by_role("button", name="Plan", exact=True).click()
    evenings = page.get_by_role("article")
    expect(evenings).to_have_count(2)
    evenings.nth(1).get_by_role("button", name="Call it off").click()
    dialog.get_by_label("Reason").fill("snow")
    confirm(page, "Call it off")
    expect(evenings.nth(1)).to_contain_text("Called off: snow")
    # its table opens, with both seats kept
    evenings.nth(0).get_by_role("button", name="Open the table").click()
    expect(page.locator(".where-name")).to_have_text("Big night")
    cat.page.goto(page.url)
    expect(cat.page.locator(".dock-hint")).to_contain_text("2 seats are kept until")
    expect(cat.page.get_by_role("button", name="Join the waitlist")).to_be_visible()
    ann.sit(1000)
    expect(cat.page.locator(".dock-hint")).to_contain_text("One seat is kept until")
    room.move(3 * HOUR)
    expect(cat.page.locator(".dock-hint")).to_contain_text("watching")
