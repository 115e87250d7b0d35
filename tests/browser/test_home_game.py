"""Home game features: straddles, rabbit hunts, cards shown after the hand, losing hands mucked or not, bomb pots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .people import Person

Arrive = Callable[..., Person]


def together(come_in: Arrive, table: str, **settings: Any) -> list[Person]:
    """Seat two people at a table."""
    people = [come_in(table=table, settings=settings) for _ in range(2)]
    for person in people:
        person.sit()
    return people


STRADDLER = """() => {
  const lines = [...document.querySelectorAll('.log .line')];
  const began = lines.findLastIndex((line) => line.matches('.line-hand_began'));
  const posted = lines.slice(began).find((line) => line.textContent.includes('a straddle of 20'));
  return posted?.textContent.split(' post')[0] ?? '';
}"""
"""The player who straddled in the current hand."""


def fold_around(people: list[Person]) -> None:
    """Make everybody fold until the hand is won."""
    first = people[0]
    won = first.page.locator(".line-pot_awarded").count()
    for _ in range(len(people) - 1):
        first.room.act(first.table, "fold")
    for person in people:
        expect(person.page.locator(".line-pot_awarded")).to_have_count(won + 1)


def after_the_hand(page: Page) -> Locator:
    return page.get_by_role("group", name="After the hand")


@pytest.mark.matrix
def test_a_straddle_is_asked_for_by_a_toggle_and_buys_the_last_turn(come_in: Arrive) -> None:
    people = [come_in(table="Straddled", settings={"seats": 3, "straddle": True}) for _ in range(3)]
    for person in people:
        person.sit(deal=False)
        person.choose("Straddle when I may")
        expect(person.page.get_by_label("Straddle when I may")).to_be_checked()
    people[0].room.deal(people[0].table)
    fold_around(people)
    box = people[0].page.get_by_label("Straddle when I may")
    box.uncheck()
    expect(box).to_be_enabled()
    box.check()
    expect(box).to_be_enabled()
    people[0].room.deal(people[0].table)
    first = people[0].page
    straddler = ""
    for _ in range(4):
        expect(first.locator(".seat.acting")).to_be_visible()
        if straddler := first.evaluate(STRADDLER):
            break
        fold_around(people)
        people[0].room.deal(people[0].table)
    assert straddler
    names = {person.name: person for person in people}
    expect(first.locator(".seat.acting")).to_be_visible()
    for _ in range(2):  # everyone else acts first, at the price of the straddle
        name = first.locator(".seat.acting .name").text_content() or ""
        assert name != straddler
        assert name != people[0].name or straddler != "You"
        names[name].act("Call")
        expect(first.locator(".seat.acting .name", has_text=re.compile(rf"^{re.escape(name)}$"))).to_have_count(0)
    last = people[0] if straddler == "You" else names[straddler]
    expect(last.controls.get_by_role("button", name=re.compile("^Check"))).to_be_visible()
    expect(last.controls.get_by_role("button", name=re.compile("^Raise to"))).to_contain_text("40")


def test_a_rabbit_hunt_shows_the_board_that_would_have_come_and_the_page_verifies_it(come_in: Arrive) -> None:
    ann, bob = together(come_in, "Rabbit", rabbit_hunt=True)
    expect(ann.page.locator(".seat.acting")).to_be_visible()
    assert after_the_hand(ann.page).count() == 0 or after_the_hand(ann.page).is_hidden()
    fold_around([ann, bob])
    after_the_hand(ann.page).get_by_role("button", name=re.compile("Rabbit hunt")).click()
    for page in (ann.page, bob.page):
        ghosts = page.locator(".board .card.ghost")
        expect(ghosts).to_have_count(5)
        expect(page.get_by_text("The last 5 cards would have come")).to_be_visible()
        expect(page.get_by_role("img", name=re.compile("would have come"))).to_have_count(5)
        expect(page.get_by_role("button", name=re.compile("Rabbit hunt"))).to_have_count(0)
    expect(bob.page.locator(".line-rabbit_hunted")).to_contain_text("would have come")
    bob.page.reload()
    expect(bob.page.locator(".board .card.ghost")).to_have_count(5)
    for person in (ann, bob):
        open_hand(person)
        person.page.get_by_role("button", name="Last step").click()
        expect(person.page.locator(".board .card.ghost")).to_have_count(5)
        person.page.get_by_role("button", name="Verify").click()
        expect(person.page.locator(".verdict")).to_have_text("Verified")
        expect(person.page.locator(".proof")).to_contain_text("7 of the 7 cards you saw")


def open_hand(person: Person) -> None:
    """Open the table's last hand from the drawer."""
    page = person.page
    table = page.evaluate("location.hash.split('/').pop()")
    page.goto(f"{person.base.rstrip('/')}/#/hand/{table}-1")
    expect(page.get_by_role("button", name="Verify")).to_be_visible()
    expect(page.locator(".log .step").first).to_be_visible()  # the replay's buttons do nothing until then


def test_one_card_is_shown_and_then_the_other_and_no_one_sees_more(come_in: Arrive) -> None:
    ann, bob = together(come_in, "Show-off")
    fold_around([ann, bob])
    cards = [card.get_attribute("data-card") or "" for card in ann.own_cards.all()]
    shows = after_the_hand(ann.page).get_by_role("button", name=re.compile("^Show the"))
    expect(shows).to_have_count(3)
    assert bob.seat_of(ann).locator(".hole .face").count() == 0
    shows.nth(1).click()
    theirs = bob.seat_of(ann).locator(".hole .face")
    expect(theirs).to_have_count(1)
    expect(theirs).to_have_attribute("data-card", cards[1])
    expect(bob.seat_of(ann).locator(".hole .back")).to_have_count(1)
    expect(bob.page.locator(f'[data-card="{cards[0]}"]')).to_have_count(0)
    expect(shows).to_have_count(1)
    shows.click()
    expect(theirs).to_have_count(2)
    expect(after_the_hand(ann.page)).to_be_hidden()
    open_hand(bob)
    bob.page.get_by_role("button", name="Verify").click()
    expect(bob.page.locator(".verdict")).to_have_text("Verified")


@pytest.mark.parametrize("mucks", [True, False], ids=["mucked", "shown"])
def test_a_losing_hand_is_mucked_unless_its_player_wants_it_shown(come_in: Arrive, mucks: bool) -> None:
    people = [come_in(table="Muckers") for _ in range(2)]
    people[0].room.want(people[0].table, "mucked")
    for person in people:
        if not mucks:
            person.page.get_by_role("button", name="Settings").click()
            person.page.get_by_label("Muck losing hands").uncheck()
            person.page.keyboard.press("Escape")
        person.sit()
    first = people[0].page
    people[0].play()
    expect(first.locator(".line-mucked")).to_be_attached()
    mucked = (first.locator(".line-mucked").text_content() or "").split(" muck")[0]
    loser = people[0] if mucked == "You" else people[1]
    winner = people[1] if loser is people[0] else people[0]
    seen = winner.seat_of(loser).locator(".hole .face")
    if mucks:
        expect(after_the_hand(loser.page).get_by_role("button", name=re.compile("^Show the")).last).to_be_enabled()
        assert seen.count() == 0
        after_the_hand(loser.page).get_by_role("button", name=re.compile("^Show the")).last.click()
    expect(seen).to_have_count(2)
    expect(winner.page.locator(".line-cards_shown")).to_contain_text("after the hand")


def test_a_bomb_pot_is_announced_and_its_flop_comes_at_once(come_in: Arrive) -> None:
    people = together(come_in, "Bombs", bomb_every=2)
    fold_around(people)
    people[0].room.deal(people[0].table)
    page = people[0].page
    began = page.locator(".line-hand_began").last
    expect(began).to_contain_text("bomb pot. Everyone pays 20, and the flop comes at once")
    expect(page.locator(".board .card")).to_have_count(3)
    expect(page.locator(".line-posted").last).to_contain_text("the ante of 20")
    expect(page.locator(".pot-amount")).to_contain_text("40")
    people[0].play(hand=2)
    expect(page.locator(".line-shown").first).to_be_attached()


def test_a_bomb_pot_on_two_boards_has_two_flops(come_in: Arrive) -> None:
    people = together(come_in, "Two boards", bomb_every=2, bomb_boards=2)
    fold_around(people)
    people[0].room.deal(people[0].table)
    page = people[0].page
    expect(page.locator(".line-hand_began").last).to_contain_text("both flops come at once")
    expect(page.get_by_role("group", name="Board", exact=True).locator(".card")).to_have_count(3)
    expect(page.get_by_role("group", name="Board 2").locator(".card")).to_have_count(3)
    expect(page.get_by_role("group", name="Board 2")).to_be_in_viewport(ratio=1)


def test_a_player_proposes_a_bomb_pot_and_it_is_dealt_when_everyone_agrees(come_in: Arrive) -> None:
    people = together(come_in, "Agreed")
    ann, bob = people
    expect(ann.page.locator(".seat.acting")).to_be_visible()
    ann.choose("Propose a bomb pot")
    asked = bob.page.get_by_role("checkbox", name="Bomb pot in the next hand: 1 of 2 agree")
    expect(ann.page.locator(".bomb-plan")).to_have_text("Bomb pot in the next hand: 1 of 2 agree")
    fold_around(people)
    asked.check()
    expect(ann.page.locator(".bomb-plan")).to_have_text("Bomb pot in the next hand: 2 of 2 agree")
    ann.room.deal(ann.table)
    began = ann.page.locator(".line-hand_began").last
    expect(began).to_contain_text("bomb pot. Everyone pays 20, and the flop comes at once")
    expect(ann.page.locator(".bomb-plan")).to_be_hidden()
