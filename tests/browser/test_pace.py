"""Pace and clocks on the page: slow run-outs, skipping ahead, the time bank, and turn alerts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .people import Person
from .test_play import to_act, two_at

ComeIn = Callable[..., Person]
SPY = """() => {
  window.called = { notes: 0, buzzes: 0, notices: [] };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) { window.called.notes += 1; return start.apply(this, given); };
  navigator.vibrate = () => { window.called.buzzes += 1; return true; };
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title) { window.called.notices.push(title); }
    close() {}
  };
  const worker = ServiceWorkerRegistration.prototype;
  worker.showNotification = async (title) => { window.called.notices.push(title); };
  worker.getNotifications = async () => [];
}"""
EQUITY = '.seat .last-action[data-kind="equity"]'
HIDE = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def all_in(first: Person, second: Person) -> None:
    """Both players shove preflop."""
    expect(first.controls).to_be_visible()
    first.press("a a")
    second.act("Call")


def test_a_run_out_is_told_street_by_street_with_the_hands_open_and_their_equities(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, "Run-out", pace={"street_delay_ms": 60_000})
    watcher = come_in(guest=False, table="Run-out")
    first, second = to_act(ann, bob)
    all_in(first, second)
    for person in (ann, bob, watcher):
        board = person.page.locator(".board").first
        expect(person.page.locator(".seat .hole .face")).to_have_count(4)
        expect(person.page.locator(EQUITY, has_text="%")).to_have_count(2)
        assert board.locator(".card").count() < 5, "the hands lie open before the board is complete"
    page = watcher.page
    for count, ms in ((3, 60_000), (4, 60_000), (5, 90_000)):
        ann.room.move(ms)
        expect(page.locator(".board").first.locator(".card")).to_have_count(count)
    ann.room.move(60_000)
    expect(page.locator(".log .line", has_text="Equity").first).to_be_attached()
    expect(page.locator(".note")).to_contain_text(re.compile("wins? "))
    expect(page.locator(EQUITY, has_text="%")).to_have_count(0)


def test_several_boards_are_told_one_after_the_other(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, run_outs=2, pace={"street_delay_ms": 60_000})
    first, second = to_act(ann, bob)
    all_in(first, second)
    for _ in range(2):
        asked = to_act(ann, bob)[0]
        asked.act("Run it twice")
    expect(ann.page.locator(EQUITY, has_text="%")).to_have_count(2)
    ann.room.move(600_000)
    expect(ann.page.locator(".board .card")).to_have_count(10)
    expect(ann.page.locator(".log .line", has_text="Equity on board 2").first).to_be_attached()


def test_everybody_agrees_to_skip_ahead(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, pace={"street_delay_ms": 60_000})
    all_in(*to_act(ann, bob))
    people = (ann, bob)
    for person in people:
        expect(person.page.locator(".seat .hole .face")).to_have_count(4)
        expect(person.page.get_by_role("button", name="Skip ahead")).to_be_enabled()
        expect(person.page.locator(".skip-ahead.fresh")).to_have_count(0)
        assert not person.page.locator(".board .card").count(), "a minute a street, until all agree"
    ann.page.get_by_role("button", name="Skip ahead").click()
    expect(ann.page.get_by_role("button", name="Skip ahead")).to_be_disabled()
    for person in people:
        expect(person.page.locator(".skip-ahead")).to_contain_text("1 of 2 agree")
        assert not person.page.locator(".board .card").count()
    bob.page.get_by_role("button", name="Skip ahead").click()
    for person in people:
        expect(person.page.locator(".board .card")).to_have_count(5)
        expect(person.page.locator(".note")).to_contain_text(re.compile("wins? "))


def spied(person: Person) -> Page:
    person.page.evaluate(SPY)
    return person.page


def called(page: Page) -> dict[str, object]:
    found: dict[str, object] = page.evaluate("window.called")
    return found


@pytest.mark.matrix
def test_a_turn_calls_by_sound_vibration_title_and_notification_each_with_a_switch(come_in: ComeIn) -> None:
    ann, bob = (come_in(table="Calling", reduced_motion="no-preference") for _ in range(2))
    for person in (ann, bob):
        person.sit()
    first, second = to_act(ann, bob)
    page = spied(second)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notification").check()
    page.keyboard.press("Escape")
    page.evaluate(HIDE)
    first.act("Call|Check")
    expect(page).to_have_title(re.compile("Your turn"))
    page.wait_for_function("() => window.called.notes === 2 && window.called.notices.length === 2")
    assert called(page)["buzzes"] == 1
    assert called(page)["notices"] == ["Notifications are on", "Your turn at Calling"]
    page.get_by_role("button", name="Settings").click()
    for name in ("Chime", "Vibration", "Title of the tab", "Notification"):
        page.get_by_label(name, exact=False).uncheck()
    page.keyboard.press("Escape")
    page.evaluate("window.called = { notes: 0, buzzes: 0, notices: [] }")
    second.act("Check|Call")
    expect(first.page.locator(".board .card")).to_have_count(3)
    expect(page).not_to_have_title(re.compile("Your turn"))
    if to_act(ann, bob)[0] is first:
        first.room.act(first.table)
    expect(second.controls).to_be_visible()
    assert called(page) == {"notes": 0, "buzzes": 0, "notices": []}
    expect(page).not_to_have_title(re.compile("Your turn"))


def test_the_time_bank_is_always_in_view_and_a_button_on_the_turn(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, pace={"bank_ms": 30_000})
    first, second = to_act(ann, bob)
    waiting = second.page.get_by_role("button", name="Time bank 30 s")
    expect(waiting).to_be_visible()
    expect(waiting).to_be_disabled()
    expect(first.page.get_by_role("button", name="Time bank +30 s")).to_be_enabled()
    first.press("t")
    expect(first.page.locator(".bank")).to_contain_text("Taking time")
    expect(first.page.locator(".bank")).to_be_disabled()
    for person in (first, second):
        expect(person.log.filter(has_text=re.compile("takes? time from the bank"))).to_be_visible()
    expect(second.seat_of(first)).to_have_class(re.compile("banking"))
    assert int(second.page.locator(".seat.acting .seconds").text_content() or 0) > 60, "the clock and the bank together"
    first.act("Call|Check")


def test_a_player_is_warned_before_the_time_is_up(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, pace={"action_ms": 25_000})
    first, second = to_act(ann, bob)
    acting = first.page.locator(".seat.acting")
    expect(acting).to_contain_text("on the button, to act")
    expect(first.page.locator(".time-words")).to_be_empty()
    first.room.move(21_000)
    expect(first.page.locator(".time-words")).to_have_text(re.compile("^[1-4] s left$"))
    expect(first.page.locator("#live")).to_contain_text(re.compile("[1-4] s left to act at "))
    expect(first.page).to_have_title(re.compile("^[1-4] s left · "))
    expect(second.page.locator("#live")).not_to_contain_text("left to act")


def test_a_turn_rises_above_the_drawer_and_any_dialog(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    page = second.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    first.act("Call|Check")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(second.controls).to_be_visible()
    second.act("Check|Call")
    expect(first.page.locator(".board .card")).to_have_count(3)
    one, other = to_act(ann, bob)
    page = other.page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    one.act("Check")
    back = dialog.get_by_role("button", name=re.compile("your turn: back to the table"))
    expect(back).to_be_visible()
    back.click()
    expect(dialog).to_have_count(0)
    expect(other.controls).to_be_visible()
    page.get_by_role("button", name="Settings").click()  # in the turn, whose clock goes on
    expect(back).to_have_text(re.compile(r"\d+ s$"))
    back.click()
    other.act("Check")
