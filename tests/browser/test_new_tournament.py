"""A host opens an event from the form: a file with a mistake, put right where the check says, for a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from playwright.sync_api import expect

from .people import Person

Arrive = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 844}}

WIDER = """(part) => [...part.querySelectorAll('*')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > part.getBoundingClientRect().right)
  .map((one) => `${one.tagName} ${one.className}`)"""
"""What is wider than its part of the dialog."""


def test_a_file_is_checked_line_by_line_and_opened_for_a_time(come_in: Arrive) -> None:
    ann = come_in(**PHONE)
    page = ann.page
    page.get_by_role("button", name="Open a tournament").click()
    form = page.get_by_role("dialog", name="Open a tournament")
    check = form.get_by_role("region", name="What will happen")
    expect(check.get_by_role("status")).to_contain_text("It takes about")
    form.locator("[name=kind]").select_option("turbo-6")
    expect(check).to_contain_text("2 with 12 players")
    form.get_by_text("The structure file", exact=True).click()
    text = form.get_by_role("textbox", name="The structure file")
    good = text.input_value()
    wrong = good.replace("seats = 6", "seets = 6").encode()
    form.locator("[type=file]").set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": wrong})
    expect(check.get_by_role("status")).to_have_text("2 problems")
    expect(check).to_contain_text("'seets' is not a key; did you mean 'seats'?")
    check.get_by_role("button", name="Line").press("Enter")
    expect(text).to_be_focused()
    page.keyboard.type("seats = 6")
    assert text.input_value() == good, "the whole line was selected"
    expect(check).to_contain_text("2 with 12 players")
    assert form.locator(".structure-choice").evaluate(WIDER) == []
    form.locator("[name=start]").select_option("time")
    form.locator("[name=check_in_minutes]").select_option("60")
    form.locator("[name=absent]").select_option("refunded")
    soon = datetime.fromtimestamp(ann.room.move() / 1000) + timedelta(minutes=30)
    form.locator("[name=start_time]").fill(soon.strftime("%Y-%m-%dT%H:%M"))
    form.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Check in from")).to_be_visible()
    page.get_by_role("button", name="Enter for").click()
    expect(page.get_by_text("You have checked in.")).to_be_visible()
    page.get_by_role("tab", name="Players").click()
    expect(page.get_by_role("row", name=ann.name)).to_contain_text("Yes")
    page.goto(f"{ann.base}/#/")
    expect(page.locator(".tournament-card", has_text=ann.name)).to_contain_text("Starts in ")
