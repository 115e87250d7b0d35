"""People on the page: sit down, play, come and go, wager by slider and by key."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .people import Person

ComeIn = Callable[..., Person]


def two_at(come_in: ComeIn, name: str = "Heads-up", chips: int = 1000, **settings: Any) -> tuple[Person, Person]:
    """Seat two people at their own table, both dealt in."""
    ann, bob = (come_in(table=name, settings=settings) for _ in range(2))
    for person in (ann, bob):
        person.sit(chips)
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)
    return ann, bob


def to_act(ann: Person, bob: Person) -> tuple[Person, Person]:
    """Return who must act, and the other player."""
    expect(ann.page.locator(".seat.acting")).to_be_visible()
    name = ann.page.locator(".seat.acting .name").text_content()
    return (ann, bob) if name == ann.name else (bob, ann)


def test_two_people_play_a_hand_to_the_showdown(come_in: ComeIn) -> None:
    """With nothing but the page, starting from the lobby and the dialog, with all animations."""
    ann, bob = (come_in(reduced_motion="no-preference") for _ in range(2))
    ann.room.table("Showdown")
    for person in (ann, bob):
        person.find("Showdown")
        person.sit_down(1000)
        person.room.deal(person.table)
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)
    assert ann.own_cards.first.get_attribute("data-card") != bob.own_cards.first.get_attribute("data-card")
    expect(ann.seat_of(bob).locator(".card.back")).to_have_count(2)
    expect(ann.seat_of(bob).locator(".card.face")).to_have_count(0)
    for _ in range(8):  # two turns a street
        to_act(ann, bob)[0].act("Check|Call")
    for person in (ann, bob):
        expect(person.page.locator(".board .card")).to_have_count(5)
        expect(person.page.locator(".note")).to_contain_text(re.compile("wins? "))
    assert ann.page.locator(".board").inner_html() == bob.page.locator(".board").inner_html()
    assert ann.stack() + bob.stack() == 2000
    expect(ann.page.locator("#live")).to_contain_text(re.compile(r"(You win|wins) \d+"))


def test_a_page_that_is_closed_and_opened_again_shows_the_same_hand(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    before = [card.get_attribute("data-card") for card in bob.own_cards.all()]
    bob.page.close()
    expect(ann.seat_of(bob)).to_have_class(re.compile("away"))
    expect(ann.log.filter(has_text=f"{bob.name} lost the connection.")).to_be_visible()
    bob.new_page(ann.table)
    expect(ann.seat_of(bob)).not_to_have_class(re.compile("away"))
    expect(bob.own_cards).to_have_count(2)
    assert [card.get_attribute("data-card") for card in bob.own_cards.all()] == before
    ann.play()


def test_a_broken_line_is_mended_without_losing_an_update(come_in: ComeIn) -> None:
    ann, bob = come_in(), come_in()
    lines: list[tuple[WebSocketRoute, WebSocketRoute]] = []
    asked: list[str] = []
    skipped: list[str] = []

    def between(line: WebSocketRoute) -> None:
        behind = line.connect_to_server()
        lines.append((line, behind))

        def up(message: str | bytes) -> None:
            asked.append(str(message))
            behind.send(message)

        def down(message: str | bytes) -> None:
            if '"type":"update"' in str(message) and skipped == ["next"]:
                skipped.append(str(message))
            else:
                line.send(message)

        line.on_message(up)
        behind.on_message(down)

    bob.page.route_web_socket(re.compile("/ws$"), between)
    bob.page.reload()
    for person in (ann, bob):
        person.go_to("Broken line")
        person.sit()
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)

    lines[-1][0].close(code=1012)
    lines[-1][1].close(code=1000)
    first, second = to_act(ann, bob)
    first.act("Call")
    expect(bob.page.locator(".connection")).to_be_hidden()
    second.act("Check")
    expect(bob.page.locator(".board .card")).to_have_count(3)
    assert any('"last_seq"' in message for message in asked)

    asked.clear()
    if to_act(ann, bob)[0] is ann:
        ann.act("Check")
    expect(bob.controls).to_be_visible()
    skipped.append("next")
    bob.press("c")
    ann.act("Check")
    ann.play()
    expect(bob.page.locator(".line-pot_awarded").first).to_be_visible()
    expect(bob.log.filter(has_text="You check.").first).to_be_visible()
    assert len(skipped) == 2
    assert any('"type":"watch"' in message and "last_seq" not in message for message in asked)


def test_who_does_not_act_in_time_is_folded_and_sits_out(come_in: ComeIn) -> None:
    pace = {"action_ms": 500, "bank_ms": 300, "timeouts_to_sit_out": 1, "inter_round_delay_ms": 100}
    ann, bob = (come_in(table="Hasty", settings={"pace": pace}) for _ in range(2))
    for person in (ann, bob):
        person.sit()
    expect(ann.page.locator(".seat.resting")).to_have_count(1)
    name = ann.page.locator(".seat.resting .name").text_content()
    late, other = (ann, bob) if name == ann.name else (bob, ann)
    expect(late.log.filter(has_text="Your time is up.")).to_be_visible()
    expect(late.log.filter(has_text="You fold.")).to_be_visible()
    expect(other.log.filter(has_text=f"{late.name} ran out of time.")).to_be_visible()
    expect(other.log.filter(has_text="You win 10.")).to_be_visible()
    late.page.get_by_role("button", name=re.compile("^I.m back")).click()
    expect(other.log.filter(has_text=f"{late.name} is back in the game.")).to_be_visible()


def test_a_wager_by_slider_and_one_by_keys(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    slider = first.controls.get_by_role("slider")
    assert (slider.get_attribute("min"), slider.get_attribute("max")) == ("20", "1000")
    slider.fill("60")
    expect(first.controls.get_by_role("textbox")).to_have_value("60")
    first.act("Raise to")
    expect(second.log.filter(has_text=f"{first.name} raises to 60.")).to_be_visible()

    expect(second.controls).to_be_visible()
    second.press("3")  # three times the bet
    expect(second.controls.get_by_role("textbox")).to_have_value("180")
    second.press("ArrowUp ArrowUp ArrowDown")
    expect(second.controls.get_by_role("textbox")).to_have_value("190")
    second.press("r")
    expect(second.controls).to_be_visible()
    second.press("r")
    expect(first.log.filter(has_text=f"{second.name} raises to 190.")).to_be_visible()

    expect(first.controls).to_be_visible()
    first.press("h")
    expect(first.page.locator("#live p").last).to_contain_text("It is your turn: 130 to call.")
    first.press("a")
    expect(first.controls.get_by_role("button", name="All in", exact=False).last).to_contain_text("1,000")
    first.press("Enter")
    expect(second.log.filter(has_text=f"{first.name} raises to 1,000 and is all in.")).to_be_visible()
    expect(second.controls).to_be_visible()
    second.press("f")
    expect(first.log.filter(has_text="You win 380.")).to_be_visible()


def test_keys_rest_while_somebody_types(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    expect(first.controls).to_be_visible()
    first.page.get_by_role("tab", name="Chat").click()
    box = first.page.get_by_label("Say something to the table")
    box.press_sequentially("fcrab1234h?")
    expect(box).to_have_value("fcrab1234h?")
    expect(first.page.get_by_role("dialog")).to_have_count(0)
    box.press("Enter")
    second.page.get_by_role("tab", name="Chat").click()
    expect(second.page.locator(".talk li")).to_contain_text("fcrab1234h?")
    expect(first.controls).to_be_visible()
    expect(second.page.locator(".seat.acting .name")).to_have_text(first.name)
    first.page.locator(".where-name").click()
    first.press("?")
    expect(first.page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_house_bot_sits_down_when_it_is_added(come_in: ComeIn) -> None:
    ann = come_in(table="Bots", settings={"seats": 6, "bots": ["rock", "caller"]})
    ann.sit()
    ann.page.get_by_role("button", name="Seat 4 is open: move there or add a house bot").click()
    ann.page.get_by_role("button", name="Add a house bot", exact=True).click()
    ann.page.get_by_label("Style").select_option("rock")
    ann.page.get_by_role("button", name="Add", exact=True).click()
    expect(ann.page.locator(".seat.is-bot")).to_have_count(3)
    # It has a name and a face, and never hides that it is a bot or how it plays.
    bot = ann.page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text="Bertil")
    expect(bot).to_contain_text("house bot")
    expect(bot.locator(".face-picture")).to_be_visible()
    bot.get_by_role("button", name="How Bertil plays").press("Enter")
    card = ann.page.get_by_role("dialog", name="Bertil")
    expect(card).to_contain_text("House bot · few hands, few raises")
    expect(card).to_contain_text("Believe its bets")


@pytest.mark.matrix
def test_a_full_table_is_watched_without_cards_and_has_a_queue(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, "Full")
    eve = come_in(table="Full")
    expect(eve.page.locator(".seat .card.back")).to_have_count(4)
    expect(eve.page.locator(".card.face")).to_have_count(0)
    eve.page.get_by_role("button", name="Join the waitlist").click()
    expect(eve.page.get_by_role("button", name="Leave the waitlist (1st)")).to_be_visible()
    first, second = to_act(ann, bob)
    second.choose("Leave the table")
    second.page.get_by_role("button", name="Leave after this hand", exact=True).click()
    expect(first.seat_of(second)).to_contain_text("leaving")
    first.act("Fold")
    eve.sit_down(1000, by="Take your seat")
    expect(first.seat_of(eve)).to_be_visible()
