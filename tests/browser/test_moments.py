"""A tournament's end: the winner's and the loser's dialogs, their next steps, and a result that survives a restart."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .conftest import serving
from .people import Person
from .room import Room

DUEL = {
    "name": "Duel",
    "entrants": 2,
    "seats": 2,
    "starting_stack": 400,
    "buy_in": 100,
    "fee": 10,
    "levels": [{"small": 100, "big": 200}],
    "payouts": {"percent": [100]},
}


@pytest.mark.matrix
def test_the_winner_has_a_moment_and_the_result_stays_for_good(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as address:
        room = Room(address)
        room.tournament(structure=DUEL, pace={"inter_round_delay_ms": 50})
        people = [Person(browser, room), Person(browser, room)]
        for person in people:
            person.page.get_by_role("link", name=re.compile("Duel")).first.click()
            person.page.get_by_role("button", name="Enter for 110").click()
        for person in people:
            expect(person.page.locator(".stage[data-seats]")).to_be_visible()
        over, begun = (people[0].page.locator(one) for one in ("dialog.moment", ".line-hand_began"))
        for hand in itertools.count(1):  # pots may be split
            for _ in people:
                room.act(people[0].table, "all_in")
            expect(over.or_(begun.nth(hand)).first).to_be_attached()
            if over.count():
                break
        for person in people:
            expect(person.page.locator("dialog.moment")).to_be_visible()
        titles = [person.page.locator("dialog.moment .moment-title").text_content() for person in people]
        assert sorted(titles, key=str) == ["2nd of 2", "You won!"]
        winner, loser = sorted(people, key=lambda person: titles[people.index(person)] != "You won!")
        prized = winner.page.locator("dialog.moment.won")
        expect(prized.locator(".lead")).to_have_text("Duel is yours, and 200 chips with it. Well played.")
        expect(prized.get_by_role("button", name="Keep watching")).to_have_count(0)
        expect(loser.page.locator("dialog.moment .lead")).to_contain_text("You are out of Duel.")
        prized.get_by_role("button", name="See the result").click()
        expect(winner.page.get_by_role("dialog")).to_have_count(0)
        check_result(winner, winner.name, loser.name)
        where = winner.page.url.removeprefix(address)
        assert re.fullmatch(r"/#/tournament/\w+", where)
        loser.page.locator("dialog.moment").get_by_role("button", name="Find the next one").click()
        expect(loser.page.locator(".table-card").first).to_be_visible()
        for person in people:
            person.leave()
            assert not person.problems
    with serving(tmp_path) as address:
        stranger = Person(browser, Room(address), guest=False)
        stranger.page.goto(f"{address}{where}")
        check_result(stranger, winner.name, loser.name)
        stranger.leave()
        assert not stranger.problems


def check_result(person: Person, winner: str, loser: str) -> None:
    """Check that the page has the winner, the prize and every place."""
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Duel")
    expect(page.locator(".podium .place-1")).to_contain_text(winner)
    rows = page.locator(".players tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(winner)
    expect(rows.nth(0)).to_contain_text("200")
    expect(rows.nth(1)).to_contain_text(loser)
