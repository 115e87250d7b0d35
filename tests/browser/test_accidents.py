"""A slip of the finger does no harm: players put in chips and leave seats only on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import expect

from .people import Person
from .test_play import to_act, two_at

ComeIn = Callable[..., Person]

HOLD = """key => {
  for (let i = 0; i < 30; i += 1)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, repeat: i > 0 }));
}"""


def test_a_key_that_is_held_down_is_one_press(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, _ = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    expect(first.page.locator(".controls.fresh")).to_have_count(0)
    for key in ("a", "r"):
        first.page.evaluate(HOLD, key)
        expect(first.controls).to_be_visible()
    assert first.stack() == 995
    first.press("a a")
    expect(first.page.locator(".line-wagered")).to_have_count(1)


def test_new_buttons_do_not_count_at_once(come_in: ComeIn) -> None:
    """A click meant for whatever was there before does nothing."""
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.page.add_init_script(
            "new MutationObserver(() => { const call = document.querySelector('.controls:not([hidden]) .act.call');"
            " if (call && !window.clicked) { window.clicked = true; call.click();"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true })); } })"
            ".observe(document, { subtree: true, childList: true, attributes: true });"
        )
        person.page.reload()
        person.go_to("Fresh")
        person.sit()
    first, _ = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    expect(first.page.locator(".controls.fresh")).to_have_count(0)
    assert first.page.evaluate("window.clicked")
    expect(first.page.locator(".line-called")).to_have_count(0)
    first.act("Call")


def test_a_fold_asks_again_where_checking_is_free(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    first.act("Call")
    expect(second.controls).to_be_visible()
    second.press("f")
    expect(second.controls.get_by_role("button", name="Fold anyway")).to_be_visible()
    expect(second.page.locator("#live")).to_contain_text("Checking is free.")
    second.press("f")
    expect(first.log.filter(has_text=f"{second.name} folds.")).to_be_visible()


def test_a_typed_amount_that_is_not_legal_is_not_wagered(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    expect(first.page.locator(".controls.fresh")).to_have_count(0)
    field = first.controls.get_by_role("textbox")
    for typed in ("3", "5000", "", "40.5"):
        field.fill(typed)
        expect(first.controls.locator(".wager-wrong")).to_have_text("Raise to 20 to 1,000.")
        expect(first.controls.locator(".act.wager")).to_be_disabled()
        field.press("Enter")
        expect(field).to_have_value(typed)
    field.fill("60")
    expect(first.controls.locator(".wager-wrong")).to_be_hidden()
    field.press("Enter")
    expect(second.log.filter(has_text=f"{first.name} raises to 60.")).to_be_visible()


def test_a_plan_is_off_when_the_price_changes(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    second.page.get_by_label("Call any").check()
    first.controls.get_by_role("textbox").fill("60")
    first.act("Raise to")
    expect(second.controls).to_be_visible()
    expect(second.page.locator("#live")).to_contain_text("The price has changed: decide again.")
    second.act("Call")


def test_leaving_a_hand_asks_and_can_be_taken_back(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(second.page.get_by_role("button", name=re.compile("^Leave"))).to_have_count(0)
    second.choose("Leave the table")
    second.page.get_by_role("dialog").get_by_role("button", name="Leave after this hand").click()
    expect(first.seat_of(second)).to_contain_text("leaving")
    second.page.get_by_role("button", name="Stay", exact=True).click()
    expect(first.seat_of(second)).not_to_contain_text("leaving")
    first.act("Call")
    expect(second.controls).to_be_visible()


def test_the_turn_closes_what_covers_the_table(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    second.page.get_by_role("button", name="Your seat", exact=True).click()
    expect(second.page.get_by_role("dialog")).to_be_visible()
    first.act("Call")
    expect(second.page.get_by_role("dialog")).to_have_count(0)
    second.act("Check")


def test_a_call_for_everything_has_no_all_in_beside_it(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    first.press("a a")
    expect(second.controls).to_be_visible()
    expect(second.controls.get_by_role("button", name=re.compile("^All in"))).to_have_count(0)
    expect(second.controls.locator(".act:visible")).to_have_count(2)


def test_enter_signs_in(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    name = f"enter_{uuid4().hex[:8]}"
    for button in ("Create account", None):
        ann.page.get_by_role("button", name="Sign in", exact=True).click()
        dialog = ann.page.get_by_role("dialog")
        dialog.get_by_label("Name").last.fill(name)
        dialog.get_by_label("Password").fill("correct horse")
        if button:
            dialog.get_by_role("button", name=button).click()
            expect(ann.page.locator(".me")).to_have_text(name)
            ann.page.get_by_role("button", name="Settings").click()
            ann.page.get_by_role("button", name=f"Sign out {name}").click()
            expect(ann.page.locator(".me")).to_have_count(0)
        else:
            dialog.get_by_label("Password").press("Enter")
    expect(ann.page.locator(".me")).to_have_text(name)
