"""A tournament's end: the winner's moment, the loser's, their next steps, and the result, which outlives the server."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from .conftest import serving
from .people import Person

DUEL = """
[[table]]
name = "Beside it"

[[tournament]]
pace = { action_ms = 60000, bank_ms = 0, deal_animation_delay_ms = 0, street_delay_ms = 0, inter_round_delay_ms = 50 }

[tournament.structure]
name = "Duel"
entrants = 2
seats = 2
starting_stack = 400
buy_in = 100
fee = 10
levels = [{ small = 100, big = 200, hands = 1 }, { small = 200, big = 400 }]
payouts = { percent = [100] }
"""


def test_the_winner_has_a_moment_and_the_result_stays_for_good(tmp_path: Path, browser: Browser) -> None:
    tables = tmp_path / "tables.toml"
    tables.write_text(DUEL)
    with serving(tmp_path, tables) as address:
        people = [Person(browser, address), Person(browser, address)]
        for person in people:
            person.page.get_by_role("link", name=re.compile("Duel")).first.click()
            person.page.get_by_role("button", name="Enter for 110").click()
        for person in people:
            expect(person.page.locator(".stage[data-seats]")).to_be_visible()
        play_to_the_end(people)
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
        expect(loser.page.get_by_role("link", name=re.compile("Duel")).first).to_be_visible()
        for person in people:
            person.leave()
            assert not person.problems
    with serving(tmp_path, tables) as address:
        stranger = Person(browser, address, guest=False)
        stranger.page.goto(f"{address}{where}")
        check_result(stranger, winner.name, loser.name)
        stranger.leave()
        assert not stranger.problems


def play_to_the_end(people: list[Person]) -> None:
    """Both put everything in, hand after hand, until one has it all."""
    for _ in range(400):
        if all(person.page.locator("dialog.moment").count() for person in people):
            return
        for person in people:
            turn = person.page.locator(".controls:not([hidden]):not(.fresh)")
            if turn.count() and not person.page.locator("dialog.moment").count():
                if turn.locator(".act.wager:visible").count():
                    person.press("a a")
                else:
                    person.press("c")
        people[0].page.wait_for_timeout(100)
    raise AssertionError("the tournament does not end")


def check_result(person: Person, winner: str, loser: str) -> None:
    """The page has the winner, the prize and every place."""
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Duel")
    expect(page.locator(".podium .place-1")).to_contain_text(winner)
    rows = page.locator(".standing tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(winner)
    expect(rows.nth(0)).to_contain_text("200")
    expect(rows.nth(1)).to_contain_text(loser)
