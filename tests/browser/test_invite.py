"""An invitation on the page: on the host's felt, and as the friend's card behind the link."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.waiting import wait_until

from .geometry import SIZES, matrix
from .people import Person
from .test_host import PHONE, host_menu, open_table, shown_link

Arrive = Callable[..., Person]
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("options", [PHONE, *matrix(DESKTOP)], ids=["phone", "desktop"])
def test_a_friend_types_a_name_and_sits(come_in: Arrive, options: dict[str, object]) -> None:
    ann = come_in(**options)
    name = f"Porch {ann.name[-4:]}"
    open_table(ann, name, private=True)
    sheet = ann.page.get_by_role("region", name="Invitation")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(sheet.get_by_text("Nobody has come yet.")).to_be_visible()
    expect(sheet.get_by_text("This link works only on this machine.")).to_be_visible()
    link = shown_link(sheet)
    ann.sit()
    expect(ann.page.get_by_role("button", name="Add a bot")).to_have_class("secondary small")

    carla = come_in(guest=False, **options)
    carla.page.goto(link)
    expect(carla.page.get_by_role("heading", name=f"{ann.name} invites you")).to_be_visible()
    card = carla.page.locator(".invite-card")
    expect(card).to_contain_text(f"{name}5/10 · 1 of 6 seated")
    expect(card).to_be_in_viewport(ratio=1)
    carla.page.get_by_label("Your name").fill(f"carla-{ann.name[-4:]}")
    carla.page.keyboard.press("Enter")
    expect(carla.page.locator(".seat.hero")).to_be_visible()
    assert carla.page.url == ann.page.url, "the secret is gone from the address bar"
    expect(sheet).to_be_hidden()

    recap = re.compile(rf"/#/recap/{ann.table}$")
    ann.room.order(ann.table, "close")
    expect(carla.page).to_have_url(recap)
    wait_until(lambda: ann.context.request.get(link).status == 404)
    carla.page.goto(link)
    expect(carla.page).to_have_url(recap)


def test_a_renewed_link_replaces_the_old_one_which_says_so(come_in: Arrive) -> None:
    ann = come_in()
    open_table(ann, f"Attic {ann.name[-4:]}", private=True)
    menu = host_menu(ann)
    old = shown_link(menu)
    menu.get_by_role("button", name="Renew the link").click()
    ann.page.get_by_role("dialog", name="Make a new invite link?").get_by_role("button", name="New link").click()
    expect(menu.get_by_label("Invite link")).not_to_have_value(old)
    eve = come_in(guest=False)
    eve.page.goto(old)
    expect(eve.page.get_by_text("This invite opens nothing: ask the host for a new link.")).to_be_visible()
    eve.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    expect(eve.page.locator(".table-card").first).to_be_visible()


def test_the_card_fits_a_phone_in_landscape(come_in: Arrive) -> None:
    ann = come_in()
    open_table(ann, f"Balcony {ann.name[-4:]}", private=True, password="river rat")
    link = shown_link(ann.page.get_by_role("region", name="Invitation"))
    width, height = SIZES["side"]
    carla = come_in(guest=False, viewport={"width": width, "height": height})
    carla.page.goto(link)
    expect(carla.page.locator("[name=password]")).to_be_visible()
    expect(carla.page.locator(".invite-card")).to_be_in_viewport(ratio=1)
