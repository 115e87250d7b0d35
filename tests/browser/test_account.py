"""Accounts on the page: sessions, tokens, passwords; and markup in chat stays text."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from .people import Person

ComeIn = Callable[..., Person]


def test_a_token_is_made_and_ended_and_everything_signs_out(come_in: ComeIn) -> None:
    ann = come_in()
    page = ann.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Account and sessions").click()
    dialog = page.get_by_role("dialog", name="Account and sessions")
    rows = dialog.get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("This browser")
    dialog.get_by_label("What for").fill("my bot")
    dialog.get_by_role("button", name="New token for a program").click()
    expect(rows).to_have_count(2)
    token = dialog.get_by_label("The new token").input_value()
    bearer = {"Authorization": f"Bearer {token}"}
    assert ann.context.request.get(f"{ann.base}/api/me", headers=bearer).json()["player"] == ann.name
    dialog.get_by_role("button", name="End my bot").click()
    expect(rows).to_have_count(1)
    assert ann.context.request.get(f"{ann.base}/api/me", headers=bearer).status == 401
    expect(dialog.get_by_label("New password")).to_have_count(0)  # a guest has none
    dialog.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.matrix
def test_a_password_is_changed_and_other_browsers_are_signed_out(come_in: ComeIn) -> None:
    ann, elsewhere = come_in(guest=False), come_in(guest=False)

    def sign(person: Person, button: str, password: str) -> None:
        person.page.get_by_role("button", name="Sign in").click()
        dialog = person.page.get_by_role("dialog")
        dialog.get_by_label("Name").last.fill("ann-of-the-tests")
        dialog.get_by_label("Password").fill(password)
        dialog.get_by_role("button", name=button, exact=True).click()

    sign(ann, "Create account", "the first password")
    expect(ann.page.locator(".me")).to_have_text("ann-of-the-tests")
    sign(elsewhere, "Sign in", "the first password")
    expect(elsewhere.page.locator(".me")).to_have_text("ann-of-the-tests")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("button", name="Account and sessions").click()
    dialog = ann.page.get_by_role("dialog", name="Account and sessions")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_label("Password", exact=True).fill("not the password")
    dialog.get_by_label("New password").fill("the second password")
    dialog.get_by_role("button", name="Change the password").click()
    expect(dialog.get_by_role("alert").last).to_have_text("Wrong password.")
    dialog.get_by_label("Password", exact=True).fill("the first password")
    dialog.get_by_role("button", name="Change the password").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    elsewhere.page.reload()
    expect(elsewhere.page.get_by_role("button", name="Sign in")).to_be_visible()


def test_markup_in_the_chat_stays_text(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.go_to("Markup")
        person.sit()
        person.page.get_by_role("tab", name="Chat").click()
    said = "<img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script><b>&amp;"
    box = ann.page.get_by_label("Say something to the table")
    box.fill(said)
    box.press("Enter")
    for person in (ann, bob):
        expect(person.page.locator(".talk li")).to_contain_text(said)
        assert person.page.locator(".talk img, .talk script, .talk b").count() == 0
        assert "hit" not in person.page.title()


def test_a_guest_is_offered_a_name_after_the_first_hand_and_ours_are_the_refusals(
    come_in: ComeIn,
) -> None:
    ann, bob = come_in(guest=False), come_in()
    welcome = ann.context.request.post(f"{ann.base}/api/guest", data={}, headers={"origin": ann.base})
    ann.name = welcome.json()["player"]
    ann.page.reload()
    expect(ann.page.locator(".me")).to_have_text(ann.name)
    for person in (ann, bob):
        person.go_to("Names")
        person.sit()
    offer = ann.page.locator(".guest-offer").first
    ann.play()
    expect(offer.get_by_text(f"You play as {ann.name}.")).to_be_visible()
    offer.get_by_role("button", name="Choose a name").click()
    dialog = ann.page.get_by_role("dialog", name="Change your name")
    name = dialog.get_by_label("Name")
    name.fill("Jürgen <3")
    name.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text(
        "The name has the character <: a name has up to 24 letters, digits, single blanks and ' - . _"
    )
    name.fill(bob.name.upper() + " ")
    name.press("Enter")
    expect(dialog).to_be_hidden()
    expect(offer).to_be_hidden()
    expect(ann.page.locator(".me")).to_have_text(bob.name.upper())
    expect(ann.page.locator(".seat .name", has_text=f"{bob.name.upper()} 2")).to_be_visible()


def test_a_guest_creates_an_account_and_is_the_same_player_in_another_browser(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.go_to("Keep")
        person.sit()
    name = f"Zoë {uuid4().hex[:8]}"
    page = ann.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name=f"Sign out {ann.name}").click()
    page.get_by_role("dialog", name="Sign out?").get_by_role("button", name="Create an account").click()
    dialog = page.get_by_role("dialog", name="Create an account")
    expect(dialog.get_by_label("Name")).to_have_value(ann.name)
    dialog.get_by_label("Name").fill("dealer")
    dialog.get_by_label("Password").fill("correct horse")
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog.locator(".wrong")).to_contain_text("could be mistaken for the house")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Create account").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".seat .name", has_text=name)).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Create an account")).to_have_count(0)
    elsewhere = come_in(guest=False).context.request
    account = {"name": name, "password": "correct horse"}
    signed_in = elsewhere.post(f"{ann.base}/api/sessions", data=account, headers={"origin": ann.base}).json()
    assert (signed_in["guest"], len(signed_in["sitting"])) == (False, 1)


OFFERS = """async ([guest, decline]) => {
  const { GuestOffers } = await import('/account/guest-offers.js');
  sessionStorage.clear();
  document.querySelectorAll('.toast').forEach((toast) => toast.remove());
  const offers = new GuestOffers({ me: { guest, named: true, player: 'Tom' } });
  const [, account] = offers.roots;
  const shown = [];
  for (let hand = 1; hand <= 12; hand++) {
    offers.handOver();
    if (!account.hidden) shown.push(hand);
    if (!account.hidden && decline) account.querySelector('.quiet').click();
  }
  const toasts = () => document.querySelectorAll('.toast.asks').length;
  offers.left();
  offers.left();
  return [shown, account.hidden, toasts()];
}"""


def test_an_account_is_offered_after_some_hands_and_on_leaving_but_not_after_a_no(page: Page) -> None:
    assert page.evaluate(OFFERS, [False, False]) == [[], True, 0], "only to guests"
    assert page.evaluate(OFFERS, [True, False]) == [[10], True, 1]
    assert page.evaluate(OFFERS, [True, True]) == [[10], True, 0]
