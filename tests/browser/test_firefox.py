"""The main promises in Firefox, where it is installed: its own tests, and some page tests again.

A test listed in `AGAIN` is the same as in Chromium, with this module's browser.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Playwright, expect

from . import firefox, test_accidents, test_languages, test_multi_table, test_pace, test_records
from .geometry import SIZES, audit
from .people import Person
from .test_languages import german  # noqa: F401 - a fixture
from .test_play import to_act

ComeIn = Callable[..., Person]
pytestmark = pytest.mark.matrix
AGAIN = (
    test_accidents.test_a_key_that_is_held_down_is_one_press,
    test_accidents.test_new_buttons_do_not_count_at_once,
    test_accidents.test_a_fold_asks_again_where_checking_is_free,
    test_accidents.test_a_typed_amount_that_is_not_legal_is_not_wagered,
    test_accidents.test_leaving_a_hand_asks_and_can_be_taken_back,
    test_accidents.test_the_turn_closes_what_covers_the_table,
    test_accidents.test_enter_signs_in,
    test_pace.test_several_boards_are_told_one_after_the_other,
    test_pace.test_a_turn_rises_above_the_drawer_and_any_dialog,
    test_languages.test_a_german_browser_reads_german_from_the_lobby_to_the_table,
    test_records.test_a_hand_is_replayed_downloaded_and_verified,
    test_records.test_an_all_in_hand_is_run_twice_and_proved,
    test_multi_table.test_one_person_plays_two_tables_to_their_showdowns,
)
globals().update({test.__name__: test for test in AGAIN})


@pytest.fixture(scope="module")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """This machine's Firefox, which Playwright starts through our wrapper."""
    if firefox.firefox() is None or sys.platform == "win32":
        pytest.skip("no Firefox on this machine: apt install firefox-esr")
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(firefox.__file__)}" "$@"\n')
    program.chmod(0o755)
    found = playwright.firefox.launch(channel="moz-firefox", executable_path=program, timeout=90_000)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def _type_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill number fields with keys, because over WebDriver BiDi `fill` appends the new number to the old one."""
    fill = Locator.fill

    def typed(field: Locator, value: str, **options: Any) -> None:
        if field.get_attribute("type") != "number":
            fill(field, value, **options)
            return
        field.press("ControlOrMeta+a")
        field.press("Delete")
        field.press_sequentially(value)

    monkeypatch.setattr(Locator, "fill", typed)


def test_two_people_play_and_look_at_the_hand_again(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    for person in (ann, bob):
        person.go_to("Showdown")
        person.sit()
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    slider = first.controls.get_by_role("slider")
    slider.fill("60")
    expect(first.controls.get_by_role("textbox")).to_have_value("60")
    first.act("Raise to")
    second.act("Call")
    ann.play()
    expect(ann.page.locator(".note")).to_contain_text(re.compile("wins? "))
    assert ann.page.locator(".board").inner_html() == bob.page.locator(".board").inner_html()
    ann.page.get_by_role("tab", name="Hands").click()
    ann.page.locator(".hand-row a").first.click()
    ann.page.get_by_role("button", name="Last step").click()
    ann.page.get_by_role("button", name="Verify").click()
    expect(ann.page.locator(".verdict")).to_have_text("Verified")


def test_play_now_and_dialogs_and_the_geometry(come_in: ComeIn) -> None:
    ann = come_in(guest=False, viewport={"width": 390, "height": 664})
    ann.page.get_by_role("button", name="Settings").click()
    expect(ann.page.get_by_role("dialog", name="Settings")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.room.table("Firefox", seats=6, bots=["caller"] * 4, pace={"inter_round_delay_ms": 100})
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.own_cards).to_have_count(2)
    for size in ("desktop", "short", "side"):
        width, height = SIZES[size]
        ann.page.set_viewport_size({"width": width, "height": height})
        assert not audit(ann.page), size


def test_the_turn_shuts_the_drawer_on_a_phone(come_in: ComeIn) -> None:
    width, height = SIZES["short"]
    ann, bob = (come_in(viewport={"width": width, "height": height}) for _ in range(2))
    for person in (ann, bob):
        person.go_to("Calling")
        person.sit()
    first, second = to_act(ann, bob)
    second.page.get_by_role("button", name="Log, chat and hands").click()
    expect(second.page.locator(".drawer.open")).to_be_visible()
    first.act("Call")
    expect(second.page.locator(".drawer.open")).to_have_count(0)
    second.act("Check")
