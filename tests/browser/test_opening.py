"""A host's choices in the form take effect, and the players concerned see the host's actions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from .people import Person, fetched
from .test_host import ask_for_seat, close_menu, host_menu, open_table, rarely
from .test_my_hands import asked

Arrive = Callable[..., Person]


def new_table(person: Person, **chosen: Any) -> str:
    """Open a table without the form, and go there."""
    table = person.page.evaluate(
        """async (chosen) => {
          const body = JSON.stringify(chosen);
          const headers = { "content-type": "application/json" };
          return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).table;
        }""",
        chosen,
    )
    visit(person, table)
    return str(table)


def visit(person: Person, table: str) -> None:
    person.page.goto(f"{person.base}#/table/{table}")
    expect(person.page.locator(".stage[data-seats]")).to_be_visible()


def acting(people: list[Person]) -> Person:
    """Return whose turn it is."""
    expect(people[0].page.locator(".seat.acting")).to_be_visible()
    name = people[0].page.locator(".seat.acting .name").text_content()
    return next(person for person in people if person.name == name)


def raise_button(person: Person) -> Locator:
    return person.controls.get_by_role("button", name=re.compile("^(Raise to|All in)")).last


CUT = """(form) => [...form.querySelectorAll('select')].filter((one) => {
  if (!one.checkVisibility()) return false;
  const whole = one.cloneNode(true);
  whole.style.cssText = 'position: absolute; width: max-content';
  one.after(whole);
  const needed = whole.offsetWidth;
  whole.remove();
  return one.offsetWidth < needed;
}).map((one) => one.name)"""
"""The fields too narrow for their longest choice."""


def test_the_form_shows_every_choice_in_full_and_fast_gives_less_time(come_in: Arrive) -> None:
    ann = come_in()
    ann.page.get_by_role("button", name="Open a table", exact=True).click()
    form = ann.page.get_by_role("dialog", name="Open a table")
    form.get_by_text("Rules, clocks and buy-ins").click()
    assert form.evaluate(CUT) == []
    pace, time = form.locator("[name=speed]"), form.get_by_label("Time to act")
    for speed, seconds in (("fast", "10000"), ("relaxed", "25000"), ("fast", "10000")):
        pace.select_option(speed)
        expect(time).to_have_value(seconds)
    time.select_option("60000")
    pace.select_option("normal")
    expect(time).to_have_value("60000")
    expect(form.get_by_label("Newcomers")).to_have_value("wait")
    ann.page.keyboard.press("Escape")
    # Friends come one after another: each of them plays the next hand.
    ann.page.get_by_role("button", name="Open a table for friends").click()
    form.get_by_text("Rules, clocks and buy-ins").click()
    expect(form.get_by_label("Newcomers")).to_have_value("post")
    expect(form.get_by_label(re.compile("Private"))).to_be_checked()


def test_a_host_types_stakes_in_money_and_finds_them_so(come_in: Arrive) -> None:
    ann = come_in()
    page = ann.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    form = page.get_by_role("dialog", name="Open a table")
    form.get_by_label("A chip is worth").select_option(label="0.01")
    small, big = form.get_by_label("Small blind (€)"), form.get_by_label("Big blind (€)")
    expect(small).to_have_value("0.05")
    small.fill("0.25")
    big.fill("0.505")
    form.get_by_role("button", name="Open", exact=True).click()
    assert big.evaluate("(one) => one.validity.stepMismatch"), "half a cent is not a chip"
    big.fill("0.50")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    expect(page.locator(".where-stakes")).to_contain_text("€0.25/0.50")
    table = page.url.rpartition("/")[2]
    spec = fetched(page, f"{ann.base}/api/tables/{table}")["spec"]
    assert (spec["small_blind"], spec["big_blind"], spec["chip_value"]) == (25, 50, {"cents": 1, "currency": "€"})
    ann.sit_down(50)
    page.locator(".host-open").click()
    host = page.get_by_role("dialog", name="You are the host")
    host.get_by_role("button", name="Change the game").click()
    change = page.get_by_role("dialog", name="Change the game")
    expect(change.get_by_label("Big blind (€)")).to_have_value("0.50")
    expect(change.get_by_label("A chip is worth")).to_have_count(0)
    page.keyboard.press("Escape")


def test_the_rules_clocks_and_buy_ins_of_the_form_are_those_of_the_table(come_in: Arrive) -> None:
    ann, bob, eve = come_in(), come_in(), come_in()
    people = [ann, bob]
    name = f"Rules {ann.name[-4:]}"
    ann.page.get_by_role("button", name="Open a table", exact=True).click()
    form = ann.page.get_by_role("dialog", name="Open a table")
    form.get_by_role("textbox", name="Name").fill(name)
    for label, value in (("Small blind", "10"), ("Big blind", "20"), ("Seats", "4")):
        form.get_by_label(label, exact=True).fill(value)
    form.get_by_label("People who only watch").select_option("delayed")
    form.get_by_label("How much later").select_option("30000")
    form.get_by_text("Rules, clocks and buy-ins").click()
    form.get_by_label("Ante", exact=True).fill("2")
    form.get_by_label("Smallest buy-in").fill("300")
    form.get_by_label("Largest buy-in").fill("500")
    for label, words in (
        ("Limit", "Pot-limit"),
        ("All-in hands", "Up to 3 times, if all agree"),
        ("Straddle", "Allowed"),
        ("Newcomers", "Post and play at once"),
        ("Time to act", "60 s"),
        ("Time bank", "2 minutes"),
        ("The bank starts", "By itself"),
        ("Burn cards", "None"),
    ):
        form.get_by_label(label).select_option(label=words)
    pace = form.locator("label", has=ann.page.locator("[name=speed]"))
    expect(pace).to_contain_text("0.15 s a card, 1 s a street when all are all-in, 3 s between hands")
    pace.locator("select").select_option(label="Fast")
    expect(pace).to_contain_text("0.06 s a card, 0.3 s a street when all are all-in, 1.2 s between hands")
    form.get_by_role("button", name="Open", exact=True).click()
    expect(ann.page.locator(".stage[data-seats]")).to_be_visible()

    # The server has every choice.
    table = ann.page.url.rpartition("/")[2]
    settings = asked(ann, f"/api/tables/{table}")["spec"]
    chosen = {"small_blind": 10, "big_blind": 20, "ante": 2, "seats": 4, "limit": "pot", "run_outs": 3}
    chosen |= {"straddle": True, "least_buy_in": 300, "most_buy_in": 500, "dead_blind_rule": "post", "burn": False}
    assert {key: settings[key] for key in chosen} == chosen
    clocks = {"action_ms": 60_000, "bank_ms": 120_000, "bank": "automatic", "deal_animation_delay_ms": 60}
    clocks |= {"street_delay_ms": 300, "inter_round_delay_ms": 1_200}
    assert {key: settings["pace"][key] for key in clocks} == clocks

    # The people at the table see them too.
    expect(ann.page.get_by_text("10/20 ante 2 pot-limit").first).to_be_visible()
    visit(eve, table)
    expect(eve.page.get_by_text("You see this 30 s later.")).to_be_visible()
    visit(bob, table)
    for person in people:
        person.page.get_by_role("button", name="Take a seat").click()
        dialog = person.page.get_by_role("dialog")
        expect(dialog).to_contain_text("300 to 500")
        expect(dialog.get_by_label("Coming in")).to_have_count(0)  # the rule binds
        dialog.get_by_label("Buy-in", exact=True).fill("501")
        dialog.get_by_role("button", name="Sit down", exact=True).click()
        expect(person.page.locator(".seat.hero")).to_have_count(0)
        dialog.get_by_label("Buy-in", exact=True).fill("400")
        dialog.get_by_role("button", name="Sit down", exact=True).click()
        expect(person.page.locator(".seat.hero")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Time bank 2:00")).to_be_visible()

    # In play: the ante, the largest pot-limit raise, and three boards when both agree.
    first = acting(people)
    second = bob if first is ann else ann
    second.choose("Straddle when I may")
    expect(ann.page.locator(".line-posted", has_text="the ante of 2").first).to_be_visible()
    first.press("a")
    expect(raise_button(first)).to_contain_text("64")  # calling 10 makes the pot 44, so the raise is by 44
    once = re.compile("^Run it once")
    for _ in range(8):
        person = acting(people)
        expect(person.controls.get_by_role("button").first).to_be_visible()
        if person.controls.get_by_role("button", name=once).is_visible():
            break
        before = person.controls.get_attribute("data-asked")
        if raise_button(person).is_visible():
            person.press("a Enter")
        else:
            person.press("c")
        expect(person.page.locator(f'.controls[data-asked="{before}"]')).to_have_count(0)
    for _ in people:
        acting(people).act("Run it 3 times")
    for person in people:
        expect(person.page.locator(".further-boards .board .card")).to_have_count(10)
        expect(person.log.filter(has_text="on board 3 with").first).to_be_visible()


def menu_on_turn_of(other: Person, host: Person) -> Locator:
    """Open the host's dialog on another player's turn, because the host's own turn would close it."""
    if acting([host, other]) is host:
        host.page.keyboard.press("Escape")
        host.press("a a")
    expect(other.controls).to_be_visible()
    return host_menu(host)


def test_the_host_moves_on_and_kicks(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    heard: list[dict[str, Any]] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    table = new_table(ann, name=f"Haste {ann.name[-4:]}", speed="relaxed", action_ms=60_000, comeback_hours=0)
    ann.page.on("websocket", listen)
    ann.page.reload()
    visit(bob, table)
    ann.sit()
    bob.sit()
    menu = menu_on_turn_of(bob, ann)
    bob.act("Fold")
    rarely(menu, "Next hand now", "More$").click()
    expect(ann.page.locator(".line-hand_began")).to_have_count(2)
    updates = [one for one in heard if one.get("type") == "update"]
    began = [one["now"] for one in updates if any(event["type"] == "hand_began" for event in one["events"])]
    announced = [one["next_hand_at"] for one in updates if one.get("next_hand_at") and one["now"] < began[1]]
    ended = [one["now"] for one in updates if any(event["type"] == "pot_awarded" for event in one["events"])]
    assert began[1] < ended[0] + 5_000, "a relaxed table rests for five seconds"
    assert began[1] < max(announced)

    menu = menu_on_turn_of(bob, ann)
    rarely(menu, "Kick").click()
    sure = ann.page.get_by_role("dialog", name=f"Kick {bob.name}?")
    sure.get_by_role("button", name="Not now").click()
    rarely(menu, "Kick").click()
    sure.get_by_role("button", name="Kick", exact=True).click()
    expect(bob.page.get_by_text("The host has asked you to leave this game.").first).to_be_visible()
    bob.act("Fold")  # the hand is played out first; otherwise a kick would win the pot
    expect(bob.page.locator(".seat.hero")).to_have_count(0)
    expect(ann.page.get_by_title(bob.name, exact=True)).to_be_hidden()
    ask_for_seat(bob, 600)
    expect(bob.page.locator(".seat.hero")).to_be_visible()


def test_a_delayed_spectator_sees_the_hand_later(come_in: Arrive) -> None:
    ann, eve = come_in(), come_in()
    table = new_table(ann, name=f"Late {ann.name[-4:]}", spectators="delayed", delay_ms=12_000, action_ms=60_000)
    visit(eve, table)
    expect(eve.page.get_by_text("You see this 12 s later.")).to_be_visible()
    ann.sit()
    ann.choose("Add or remove bots")
    ann.page.get_by_role("dialog", name="House bots").get_by_role("button", name="Add").click()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".seat.is-bot")).to_have_count(1)
    ann.room.deal(table)
    began = ann.page.locator(".line-hand_began").first
    expect(began).to_be_visible()
    assert eve.page.locator(".line-hand_began").count() == 0
    assert eve.page.locator(".seat .hole .back").count() == 0
    ann.room.move(12_000)
    words = began.text_content() or ""
    expect(eve.page.locator(".line-hand_began").first).to_have_text(words)
    expect(eve.page.locator(".seat .hole .back").first).to_be_visible()
    assert eve.page.locator(".seat .hole .face").count() == 0


@pytest.mark.matrix
def test_every_buy_in_asks_the_host_and_a_muted_player_is_not_heard(come_in: Arrive) -> None:
    ann, bob, eve = come_in(), come_in(), come_in()
    name = f"Strict {ann.name[-4:]}"
    open_table(ann, name, approve="buy_ins")
    ann.sit()
    menu = host_menu(ann)
    menu.get_by_role("button", name="Pause", exact=True).click()
    for person in (bob, eve):
        person.find(name)
    ask_for_seat(bob, 600)
    menu.get_by_text(f"{bob.name} wants a seat with 600.").wait_for()
    menu.get_by_role("button", name="Yes", exact=True).click()
    expect(bob.page.locator(".seat.hero")).to_be_visible()

    # Buying more chips needs another approval.
    for yes, stack in ((False, 600), (True, 750)):
        bob.choose("Top up")
        dialog = bob.page.get_by_role("dialog", name="Top up")
        dialog.get_by_label("Chips", exact=True).fill("150")
        dialog.get_by_role("button", name="Buy", exact=True).click()
        expect(bob.page.get_by_text("Waiting for the host to say yes.")).to_be_visible()
        expect(menu.get_by_text(f"{bob.name} wants more chips: 150.")).to_be_visible()
        assert bob.stack() == 600
        menu.get_by_role("button", name="Yes" if yes else "No", exact=True).click()
        words = "You have your chips: the host said yes." if yes else "The host said no to your chips."
        expect(bob.page.get_by_text(words).first).to_be_visible()
        expect(bob.page.locator(".seat.hero .stack")).to_have_attribute("title", str(stack))

    # A muted player is told why, and their chat is not shown until they are unmuted.
    rarely(menu, "Mute").click()
    expect(rarely(menu, "Unmute")).to_be_visible()
    talk(bob, "is anybody there")
    expect(bob.page.get_by_text("The host has muted you at this table.").first).to_be_visible()
    menu.get_by_role("button", name="Unmute", exact=True).click()
    expect(rarely(menu, "Mute")).to_be_visible()
    talk(bob, "now you hear me")
    close_menu(ann)
    for person in (ann, bob, eve):
        person.page.get_by_role("tab", name="Chat").click()
        expect(person.page.locator(".talk")).to_contain_text("now you hear me")
        expect(person.page.locator(".talk")).not_to_contain_text("is anybody there")


def talk(person: Person, words: str) -> None:
    """Say something at the table."""
    person.page.get_by_role("tab", name="Chat").click()
    person.page.get_by_label("Say something to the table").fill(words)
    person.page.get_by_role("button", name="Send").click()


def test_the_host_changes_the_game_in_a_hand_and_everyone_is_told(come_in: Arrive) -> None:
    ann, bob = come_in(), come_in()
    table = new_table(ann, name=f"Change {ann.name[-4:]}", action_ms=60_000, speed="fast")
    visit(bob, table)
    ann.sit()
    bob.sit()
    menu = menu_on_turn_of(bob, ann)
    menu.get_by_role("button", name="Change the game").click()
    form = ann.page.get_by_role("dialog", name="Change the game")
    expect(form.get_by_label("Small blind")).to_have_value("5")
    form.get_by_label("Small blind").fill("30")
    form.get_by_role("button", name="Change", exact=True).click()
    expect(form.get_by_role("alert")).to_contain_text("small_blind=30")
    form.get_by_label("Small blind").fill("10")
    form.get_by_label("Big blind", exact=True).fill("20")
    form.get_by_text("Rules, clocks and buy-ins").click()
    form.get_by_label("Straddle").select_option(label="Allowed")
    form.get_by_role("button", name="Change", exact=True).click()
    expect(form).to_be_hidden()
    told = "From the next hand on: Blinds 10/20. Straddles are allowed."
    expect(bob.page.locator(".line-change_announced")).to_have_text(told)
    expect(bob.page.locator(".where-stakes")).to_contain_text("5/10")
    bob.act("Fold")
    expect(bob.page.locator(".line-hand_began").last).to_contain_text("blinds 10/20")
    expect(bob.page.locator(".where-stakes")).to_contain_text("10/20")
