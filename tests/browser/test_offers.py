"""What a tournament offers after a bust: a rebuy, then another entry, each with its price and one click."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from playwright.sync_api import expect

from .people import Person

ComeIn = Callable[..., Person]
SHORT = {
    "name": "Rebuy or not",
    "entrants": 2,
    "seats": 2,
    "starting_stack": 400,
    "buy_in": 100,
    "fee": 10,
    "levels": [{"small": 100, "big": 200, "seconds": 600}, {"small": 200, "big": 400}],
    "late_reg_levels": 1,
    "reentry_limit": 1,
    "rebuy": {"until_level": 1, "cost": 50, "chips": 400},
    "payouts": {"percent": [100]},
}


def test_a_bust_offers_a_rebuy_and_then_another_entry(come_in: ComeIn) -> None:
    people = [come_in(), come_in()]
    room = people[0].room
    event = room.tournament(structure=SHORT, pace={"inter_round_delay_ms": 50})
    for person in people:
        room.do(person.name, "register", tournament=event)
    for person in people:
        expect(person.page.locator(".strip-level dd")).to_have_text("1")
    table = people[0].table
    watcher = people[0].page
    begun, busted = watcher.locator(".line-hand_began"), watcher.locator(".log").get_by_text("out of chips")
    for hand in itertools.count(1):  # pots may be split
        for _ in people:
            room.act(table, "all_in")
        expect(busted.or_(begun.nth(hand)).first).to_be_attached()
        if busted.count():
            break
    loser = people["is out of chips" in (busted.first.text_content() or "")]
    lines = loser.page.locator(".event-offers")
    expect(lines.get_by_role("button", name="Rebuy: 400 chips for 50")).to_be_visible()
    expect(lines).to_contain_text("to decide.")
    lines.get_by_role("button", name="No, thanks").click()
    again = lines.get_by_role("button", name="Enter again for 110")
    expect(again).to_be_visible()
    again.click()
    expect(loser.page.locator(".event-offers button")).to_have_count(0)
    expect(loser.page.locator(".seat.hero")).to_be_visible()
